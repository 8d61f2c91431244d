package jail

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/core/sandbox"
)

// ConfineArg is the hidden first argument of the program's other self: it confines itself and becomes the
// plugin. The program hands everything after it to [RunConfine] before it does anything else.
const ConfineArg = "confine"

// confinement is what the launcher is told, as JSON on a descriptor.
type confinement struct {
	Rules  []sandbox.Rule
	ABI    int
	Filter sandbox.Filter
	Limits sandbox.Limits
	Parent int // the core; gone means there is nobody to serve
	Exec   int // descriptor of the verified program
	Args   []string
	Env    []string
}

// confine builds the command that confines itself with landlock and seccomp and then executes the program.
func (s *spawning) confine(self string, abi int) (*exec.Cmd, error) {
	rules, err := s.Layout.Landlock(Disk{})
	if err != nil {
		return nil, err
	}
	spec := confinement{
		Rules: append(rules, s.surroundings()...), ABI: abi, Parent: os.Getpid(),
		Filter: sandbox.Filter{
			NoConnect: true, NoInternet: true, OneSession: true, NoTruncate: abi < 3,
			NoMemoryFiles: len(s.Layout.Profile.Binaries) == 0, OwnOnly: true, NoTimes: !s.Layout.Profile.Writes(), OneProcess: s.Layout.Profile.OneProcess(),
		},
		Limits: s.Layout.Profile.Limits, Exec: programFD, Args: []string{executable}, Env: s.Env,
	}
	spec.Limits.Processes = 0 // it would count every process of the person
	b, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	f, err := inMemory("confinement", b)
	if err != nil {
		return nil, err
	}
	s.ours = append(s.ours, f)
	n := s.give(f)
	return &exec.Cmd{Path: self, Args: []string{"metnos", ConfineArg, strconv.Itoa(n)}, Env: []string{}, Dir: "/"}, nil
}

// surroundings are the rules every process needs besides its roots: its socket folder, a few devices, its
// own entry in /proc, and the system's programs where it may start some.
func (s *spawning) surroundings() []sandbox.Rule {
	rules := []sandbox.Rule{
		{Path: s.SocketDir, Access: sandbox.Change},
		{Path: "/dev/null", Access: sandbox.Change, File: true},
		{Path: "/dev/zero", Access: sandbox.Read, File: true},
		{Path: "/dev/urandom", Access: sandbox.Read, File: true},
	}
	binds, _ := systemFolders(s.Program.Dynamic || len(s.Layout.Profile.Binaries) > 0, s.Layout.Profile.Net)
	for _, b := range binds {
		_, kind := Disk{}.Look(b.Real)
		rules = append(rules, sandbox.Rule{Path: b.Real, Access: sandbox.Run, File: kind == sandbox.File})
	}
	return rules
}

// RunConfine is the other end: args are what followed ConfineArg. It never returns; what goes wrong is
// written to standard error, which the core keeps. "true" as argument only proves that it can be run.
func RunConfine(args []string) {
	if len(args) == 1 && args[0] == "true" {
		os.Exit(0)
	}
	err := confineAndExec(args)
	fmt.Fprintln(os.Stderr, "confine:", err)
	os.Exit(126)
}

func confineAndExec(args []string) error {
	if len(args) != 1 {
		return errors.New("this is an internal command of metnos")
	}
	fd, err := strconv.Atoi(args[0])
	if err != nil || fd < 3 {
		return errors.New("this is an internal command of metnos")
	}
	f := os.NewFile(uintptr(fd), "confinement")
	b, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	_ = f.Close()
	var c confinement
	if err := json.Unmarshal(b, &c); err != nil {
		return err
	}
	runtime.LockOSThread() // what follows holds for this thread, and this thread becomes the plugin
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("parent-death signal: %w", err)
	}
	if os.Getppid() != c.Parent {
		return errors.New("the core is gone")
	}
	for _, r := range proc.Resources(c.Limits) {
		limit := syscall.Rlimit{Cur: r.Limit.Cur, Max: r.Limit.Max}
		if err := syscall.Setrlimit(r.Kind, &limit); err != nil {
			return fmt.Errorf("resource limit %d: %w", r.Kind, err)
		}
	}
	proc.Expendable(os.Getpid())
	if err := dropCapabilities(); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	if err := restrict(c); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	if c.ABI < 6 {
		c.Filter.OnlySignal = os.Getpid()
	}
	if err := filter(c.Filter); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	return unix.Exec("/proc/self/fd/"+strconv.Itoa(c.Exec), c.Args, c.Env)
}

// dropCapabilities gives up what a core that runs as root has beyond its user id, for good: what is not in
// the bounding set does not come back with exec.
func dropCapabilities() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil {
			break // an ordinary user may not, and has none
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	none := [2]unix.CapUserData{}
	return unix.Capset(&header, &none[0])
}

// restrict applies exactly the rights the kernel was found to know, and fails when it cannot.
func restrict(c confinement) error {
	configs := []landlock.Config{landlock.V1, landlock.V2, landlock.V3, landlock.V4, landlock.V5, landlock.V6,
		landlock.V7, landlock.V8, landlock.V9, landlock.V10, landlock.V11}
	if c.ABI < 1 {
		return errors.New("the kernel does not offer it")
	}
	cfg := configs[min(c.ABI, len(configs))-1]
	var rules []landlock.Rule
	for _, r := range append(c.Rules, sandbox.Rule{Path: "/proc/" + strconv.Itoa(os.Getpid()), Access: sandbox.Read}) {
		fd, err := unix.Openat2(unix.AT_FDCWD, r.Path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
		if errors.Is(err, unix.ENOENT) {
			continue // removed since the rules were written: nothing to allow
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.Path, err)
		}
		rules = append(rules, landlock.PathAccess(rights(r, cfg.HandledAccessFS), "/proc/self/fd/"+strconv.Itoa(fd)))
	}
	return cfg.Restrict(rules...)
}

// rights are the landlock rights of a rule, as far as cfg handles them. No file below a granted folder can
// be executed.
func rights(r sandbox.Rule, handled landlock.AccessFSSet) landlock.AccessFSSet {
	const (
		list   = llsys.AccessFSReadDir
		read   = llsys.AccessFSReadFile
		write  = llsys.AccessFSWriteFile | llsys.AccessFSTruncate
		change = llsys.AccessFSRemoveDir | llsys.AccessFSRemoveFile | llsys.AccessFSMakeDir | llsys.AccessFSMakeReg |
			llsys.AccessFSMakeSym | llsys.AccessFSMakeSock | llsys.AccessFSMakeFifo | llsys.AccessFSRefer
	)
	var set uint64
	switch r.Access {
	case sandbox.Traverse:
		set = list
	case sandbox.Read:
		set = list | read
	case sandbox.Run:
		set = list | read | llsys.AccessFSExecute
	case sandbox.Change:
		set = list | read | write | change
	}
	if r.File {
		set &= read | write | llsys.AccessFSExecute
	}
	return landlock.AccessFSSet(set) & handled
}

func filter(f sandbox.Filter) error {
	program, err := sandbox.Seccomp(f)
	if err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := struct {
		n    uint16
		code *bpf.RawInstruction
	}{uint16(len(program)), &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return errno
	}
	return nil
}
