package rundir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/sdk"
)

// Dir is the folder of one running core: socket folders while a start lasts, one record per live
// process, and the canary. Its name carries the core's pid; everything in it dies with the core or is swept
// by the next one.
type Dir struct {
	Base   string // 0700, ours; shared by the cores of this user
	Path   string // Base/h<pid>-<n>
	Canary string // readable here, and nowhere in a sandbox
	own    bool   // Base was made for this core alone
}

// A unix socket's name has room for 107 bytes. go-plugin appends two names of its own to the folder.
const (
	maxSocket   = 107
	socketNames = len("/plugin-dir4294967295/plugin4294967295")
)

// Open makes the folder. base "" means /run/user/UID/metnos where that exists, else a folder of ours
// below /tmp. Errors name the folder: go-plugin itself would only say that it cannot read any lines.
func Open(base string) (*Dir, error) {
	base, own, err := chooseBase(base)
	if err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(base, fmt.Sprintf("h%d-", os.Getpid()))
	if err != nil {
		return nil, unusable(base, err)
	}
	r := &Dir{Base: base, Path: path, own: own, Canary: filepath.Join(path, "canary")}
	if err := r.fill(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Dir) fill() error {
	if longest := len(r.Path) + socketNames; longest > maxSocket {
		return sdk.Errorf(sdk.Unavailable, "socket_dir_too_long", "%s leads to socket names of %d bytes, the system allows %d", r.Base, longest, maxSocket).
			With("path", r.Base).With("max", strconv.Itoa(maxSocket-socketNames-len(filepath.Base(r.Path))-1))
	}
	self, err := proc.Look(os.Getpid())
	if err != nil {
		return unusable(r.Base, err)
	}
	if err := os.WriteFile(filepath.Join(r.Path, "core"), []byte(self.String()), 0o600); err != nil {
		return unusable(r.Base, err)
	}
	if err := os.WriteFile(r.Canary, []byte("visible\n"), 0o600); err != nil {
		return unusable(r.Base, err)
	}
	return nil
}

func unusable(path string, err error) error {
	return sdk.Errorf(sdk.Unavailable, "socket_dir_unusable", "the folder for plugin sockets: %w", err).With("path", path)
}

func chooseBase(base string) (chosen string, own bool, err error) {
	if base != "" {
		if err := ours(base, true); err != nil {
			return "", false, unusable(base, err)
		}
		return base, false, nil
	}
	uid := strconv.Itoa(os.Getuid())
	for _, c := range []string{"/run/user/" + uid + "/metnos", "/tmp/metnos-" + uid} {
		if ours(c, true) == nil {
			return c, false, nil
		}
	}
	// Someone else may have taken the fixed name in /tmp.
	dir, err := os.MkdirTemp("/tmp", "metnos-")
	if err != nil {
		return "", false, unusable("/tmp", err)
	}
	return dir, true, nil
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

// Record notes a live process for the next core; remove forgets it.
func (r *Dir) Record(p proc.ID) (remove func()) {
	name := filepath.Join(r.Path, "p"+strconv.Itoa(p.PID))
	if err := os.WriteFile(name, []byte(p.String()), 0o600); err != nil {
		return func() {} // the record only serves the next core; the process itself is bound to this one
	}
	return func() { _ = os.Remove(name) }
}

// Close removes the folder.
func (r *Dir) Close() {
	_ = os.RemoveAll(r.Path)
	if r.own {
		_ = os.Remove(r.Base)
	}
}
