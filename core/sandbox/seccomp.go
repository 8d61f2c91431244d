package sandbox

import (
	"encoding/binary"
	"fmt"
	"runtime"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Filter says what a system call filter must stop besides what no plugin ever needs.
type Filter struct {
	// NoConnect stops connect(2): a plugin only ever listens. Services of the person (D-Bus, ssh-agent,
	// docker) have their sockets in folders, where neither a network namespace nor landlock stops a call.
	NoConnect bool
	// NoInternet leaves stream sockets of AF_UNIX alone: where there is no network namespace.
	NoInternet bool
	// OneSession keeps the process in its session and group: where there is no pid namespace.
	OneSession bool
	// NoTruncate stops truncation without a writable descriptor, which landlock before ABI 3 cannot.
	NoTruncate bool
	// OnlySignal is the one process signals may be sent to; 0 leaves signals alone. Landlock before ABI 6
	// cannot scope them.
	OnlySignal int
}

// denied are calls no plugin needs: other processes, kernel memory and code, mounts, namespaces, the clock.
var denied = []string{
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
	"add_key", "request_key", "keyctl",
	"bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
	"mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsconfig",
	"fsmount", "fspick", "mount_setattr", "unshare", "setns", "open_by_handle_at", "name_to_handle_at", "fanotify_init",
	"kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "create_module",
	"reboot", "swapon", "swapoff", "syslog", "acct", "quotactl", "quotactl_fd", "nfsservctl", "lookup_dcookie", "vhangup",
	"settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "stime", "sethostname", "setdomainname",
	"iopl", "ioperm", "modify_ldt", "uselib", "ustat", "sysfs", "_sysctl", "personality",
	"move_pages", "migrate_pages",
}

// namespaces are the clone flags that make a new namespace; any of them would give capabilities back.
var namespaces = []uint64{
	unix.CLONE_NEWUSER, unix.CLONE_NEWNS, unix.CLONE_NEWPID, unix.CLONE_NEWNET,
	unix.CLONE_NEWIPC, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP,
}

// Seccomp compiles the filter for this architecture. The kernel's own order of bytes is kept, so the
// result may be written to bwrap's descriptor or loaded with seccomp(2).
func Seccomp(f Filter) ([]bpf.RawInstruction, error) {
	program, err := f.assemble()
	if err != nil {
		return nil, err
	}
	return bpf.Assemble(program)
}

func (f Filter) assemble() ([]bpf.Instruction, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("seccomp on %s: %w", runtime.GOARCH, err)
	}
	known := func(names []string) []string {
		var out []string
		for _, n := range names {
			if _, ok := info.SyscallNames[n]; ok {
				out = append(out, n)
			}
		}
		return out
	}
	eperm := seccomp.ActionErrno | seccomp.Action(unix.EPERM)
	policy := seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{
		{Action: eperm, Names: known(denied)},
		// A caller that is told clone3 does not exist falls back to clone, whose flags a filter can read.
		{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: known([]string{"clone3"})},
		{Action: eperm, NamesWithCondtions: cloneFlags()},
		{Action: seccomp.ActionErrno | seccomp.Action(unix.EAFNOSUPPORT), NamesWithCondtions: families(f.NoInternet)},
	}}
	more := func(g seccomp.SyscallGroup) {
		g.Action, g.Names = eperm, known(g.Names)
		policy.Syscalls = append(policy.Syscalls, g)
	}
	if f.NoConnect {
		more(seccomp.SyscallGroup{Names: []string{"connect"}})
	}
	if f.NoInternet {
		more(seccomp.SyscallGroup{NamesWithCondtions: notStream()})
	}
	if f.OneSession {
		more(seccomp.SyscallGroup{Names: []string{"setsid", "setpgid"}})
	}
	if f.NoTruncate {
		more(seccomp.SyscallGroup{Names: []string{"truncate"}, NamesWithCondtions: truncatingOpen(info.SyscallNames)})
		policy.Syscalls = append(policy.Syscalls, seccomp.SyscallGroup{
			Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: known([]string{"openat2"}),
		})
	}
	if f.OnlySignal != 0 {
		more(seccomp.SyscallGroup{
			Names:              []string{"tkill", "pidfd_send_signal", "pidfd_open", "rt_sigqueueinfo", "rt_tgsigqueueinfo"},
			NamesWithCondtions: signals(f.OnlySignal),
		})
	}
	body, err := policy.Assemble()
	if err != nil {
		return nil, fmt.Errorf("assembling the system call filter: %w", err)
	}
	// The assembled policy lets another architecture's calls through: a 32-bit call on a 64-bit kernel
	// would pass every rule above.
	const archOffset = 4
	guard := []bpf.Instruction{
		bpf.LoadAbsolute{Off: archOffset, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(seccomp.ActionKillProcess)},
	}
	return append(guard, body...), nil
}

func cloneFlags() []seccomp.NameWithConditions {
	var out []seccomp.NameWithConditions
	for _, flag := range namespaces {
		out = append(out, seccomp.NameWithConditions{Name: "clone", Conditions: seccomp.ArgumentConditions{
			{Argument: 0, Operation: seccomp.BitsSet, Value: flag},
		}})
	}
	return out
}

// families lets through the socket families that stay inside the sandbox; vsock, packet, bluetooth and the
// rest are not confined by a network namespace.
func families(noInternet bool) []seccomp.NameWithConditions {
	allowed := []uint64{unix.AF_UNIX, unix.AF_NETLINK, unix.AF_INET, unix.AF_INET6}
	if noInternet {
		allowed = []uint64{unix.AF_UNIX}
	}
	var all seccomp.ArgumentConditions
	for _, family := range allowed {
		all = append(all, seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: family})
	}
	return []seccomp.NameWithConditions{{Name: "socket", Conditions: all}}
}

// notStream matches unix sockets that are no stream: a datagram names its receiver without connect.
func notStream() []seccomp.NameWithConditions {
	return []seccomp.NameWithConditions{
		{Name: "socket", Conditions: seccomp.ArgumentConditions{{Argument: 1, Operation: seccomp.BitsNotSet, Value: unix.SOCK_STREAM}}},
		{Name: "socket", Conditions: seccomp.ArgumentConditions{{Argument: 1, Operation: seccomp.BitsSet, Value: 4}}}, // SOCK_SEQPACKET and up
	}
}

func truncatingOpen(names map[string]int) []seccomp.NameWithConditions {
	readOnly := func(arg uint32) seccomp.ArgumentConditions {
		return seccomp.ArgumentConditions{
			{Argument: arg, Operation: seccomp.BitsSet, Value: unix.O_TRUNC},
			{Argument: arg, Operation: seccomp.BitsNotSet, Value: unix.O_WRONLY},
			{Argument: arg, Operation: seccomp.BitsNotSet, Value: unix.O_RDWR},
		}
	}
	out := []seccomp.NameWithConditions{{Name: "openat", Conditions: readOnly(2)}}
	if _, ok := names["open"]; ok {
		out = append(out, seccomp.NameWithConditions{Name: "open", Conditions: readOnly(1)})
	}
	return out
}

func signals(pid int) []seccomp.NameWithConditions {
	other := seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.NotEqual, Value: uint64(pid)}}
	return []seccomp.NameWithConditions{{Name: "kill", Conditions: other}, {Name: "tgkill", Conditions: other}}
}

// Bytes is the filter as bwrap reads it: struct sock_filter after struct sock_filter.
func Bytes(program []bpf.RawInstruction) []byte {
	out := make([]byte, 0, 8*len(program))
	for _, i := range program {
		out = binary.NativeEndian.AppendUint16(out, i.Op)
		out = append(out, i.Jt, i.Jf)
		out = binary.NativeEndian.AppendUint32(out, i.K)
	}
	return out
}
