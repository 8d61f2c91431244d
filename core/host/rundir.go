package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/sdk"
)

// rundir is the folder of one running core: socket folders while a start lasts, one record per live
// process, and the canary. Its name carries the core's pid; everything in it dies with the core or is swept
// by the next one.
type rundir struct {
	base   string // 0700, ours; shared by the cores of this user
	path   string // base/h<pid>-<n>
	canary string // readable here, and nowhere in a sandbox
}

// A unix socket's name has room for 107 bytes. go-plugin appends two names of its own to the folder.
const (
	maxSocket   = 107
	socketNames = len("/plugin-dir4294967295/plugin4294967295")
)

// openRundir makes the folder. base "" means /run/user/UID/metnos where that exists, else a folder of ours
// below /tmp. Errors name the folder: go-plugin itself would only say that it cannot read any lines.
func openRundir(base string) (*rundir, error) {
	base, err := chooseBase(base)
	if err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(base, fmt.Sprintf("h%d-", os.Getpid()))
	if err != nil {
		return nil, noRundir(base, err)
	}
	r := &rundir{base: base, path: path, canary: filepath.Join(path, "canary")}
	if err := r.fill(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *rundir) fill() error {
	if longest := len(r.path) + socketNames; longest > maxSocket {
		return sdk.Errorf(sdk.Unavailable, "socket_dir_too_long", "%s leads to socket names of %d bytes, the system allows %d", r.base, longest, maxSocket).
			With("path", r.base).With("max", strconv.Itoa(maxSocket-socketNames-len(filepath.Base(r.path))-1))
	}
	self, err := lookProcess(os.Getpid())
	if err != nil {
		return noRundir(r.base, err)
	}
	if err := os.WriteFile(filepath.Join(r.path, "core"), []byte(self.String()), 0o600); err != nil {
		return noRundir(r.base, err)
	}
	if err := os.WriteFile(r.canary, []byte("visible\n"), 0o600); err != nil {
		return noRundir(r.base, err)
	}
	return nil
}

func noRundir(path string, err error) error {
	return sdk.Errorf(sdk.Unavailable, "socket_dir_unusable", "the folder for plugin sockets: %w", err).With("path", path)
}

func chooseBase(base string) (string, error) {
	if base != "" {
		if err := ours(base, true); err != nil {
			return "", noRundir(base, err)
		}
		return base, nil
	}
	uid := strconv.Itoa(os.Getuid())
	candidates := []string{"/run/user/" + uid + "/metnos", "/tmp/metnos-" + uid}
	for _, c := range candidates {
		if ours(c, true) == nil {
			return c, nil
		}
	}
	// Someone else may have taken the fixed name in /tmp.
	dir, err := os.MkdirTemp("/tmp", "metnos-")
	if err != nil {
		return "", noRundir("/tmp", err)
	}
	return dir, nil
}

// ours makes the folder when its parent exists, and checks that it is a real folder, owned by this user and
// closed to others.
func ours(path string, create bool) error {
	if create {
		if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	st, _ := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || st == nil || int(st.Uid) != os.Getuid() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a private folder (mode 0700) of this user", path)
	}
	return unix.Access(path, unix.W_OK|unix.X_OK)
}

func (r *rundir) record(p processID) (remove func()) {
	name := filepath.Join(r.path, "p"+strconv.Itoa(p.pid))
	if err := os.WriteFile(name, []byte(p.String()), 0o600); err != nil {
		return func() {} // the record only serves the next core; the process itself is bound to this one
	}
	return func() { _ = os.Remove(name) }
}

func (r *rundir) close() { _ = os.RemoveAll(r.path) }

// processID names a process for good: a pid alone is reused.
type processID struct {
	pid   int
	start uint64 // clock ticks after boot
	boot  string // kernel's boot id
}

func (p processID) String() string { return fmt.Sprintf("%d %d %s\n", p.pid, p.start, p.boot) }

func parseProcessID(s string) (processID, error) {
	f := strings.Fields(s)
	if len(f) != 3 {
		return processID{}, fmt.Errorf("record of %d words, want 3", len(f))
	}
	pid, err := strconv.Atoi(f[0])
	if err != nil || pid <= 1 {
		return processID{}, fmt.Errorf("record names process %q", f[0])
	}
	start, err := strconv.ParseUint(f[1], 10, 64)
	if err != nil {
		return processID{}, err
	}
	return processID{pid: pid, start: start, boot: f[2]}, nil
}

func lookProcess(pid int) (processID, error) {
	st, err := readStat(pid)
	if err != nil {
		return processID{}, err
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return processID{}, err
	}
	return processID{pid: pid, start: st.start, boot: strings.TrimSpace(string(boot))}, nil
}

// alive reports whether this very process still runs.
func (p processID) alive() bool {
	now, err := lookProcess(p.pid)
	return err == nil && now == p
}

// procStat is what the host reads of /proc/<pid>/stat.
type procStat struct {
	pid, parent, session int
	state                byte
	start                uint64
}

func readStat(pid int) (procStat, error) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, err
	}
	s := string(b)
	end := strings.LastIndexByte(s, ')') // the name may hold anything
	f := strings.Fields(s[end+1:])
	if end < 0 || len(f) < 20 {
		return procStat{}, fmt.Errorf("/proc/%d/stat: unexpected form", pid)
	}
	st := procStat{pid: pid, state: f[0][0]}
	st.parent, _ = strconv.Atoi(f[1])
	st.session, _ = strconv.Atoi(f[3])
	st.start, err = strconv.ParseUint(f[19], 10, 64)
	return st, err
}
