package sandbox

import (
	"encoding/binary"
	"fmt"
	"runtime"

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
	// OwnOnly keeps the process from what belongs to others and no namespace or landlock protects: modes, owners
	// and attributes of files by path, limits and priorities of processes, System V and message queues.
	OwnOnly bool
	// NoTimes, with OwnOnly, stops every change of modes, owners, attributes and times: nothing may be written.
	NoTimes bool
	// OneProcess leaves threads alone and stops every way to start a process.
	OneProcess bool
	// NoMemoryFiles stops files that live in memory and that no resource limit counts.
	NoMemoryFiles bool
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
	"memfd_secret", // and memfd_create where no system program runs: memory that no limit counts
}

// namespaces are the clone flags that make a new namespace; any of them would give capabilities back.
var namespaces = []uint32{
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

// Verdicts of a filter.
const (
	allow       = 0x7fff0000
	killProcess = 0x80000000
	errnoBase   = 0x00050000
)

func errno(e unix.Errno) uint32 { return errnoBase | uint32(e) }

// Words of the record a filter judges.
const (
	numberOffset = 0
	archOffset   = 4
	argsOffset   = 16 // 8 bytes each, low word first
)

func (f Filter) assemble() ([]bpf.Instruction, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("seccomp on %s: %w", runtime.GOARCH, err)
	}
	p := &assembler{info: info, out: []bpf.Instruction{
		// A 32-bit call on a 64-bit kernel has other numbers and would pass every rule below.
		bpf.LoadAbsolute{Off: archOffset, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: killProcess},
	}}
	if info.ID == arch.X86_64.ID {
		const x32 = 0x40000000 // the third table of the same architecture
		p.out = append(p.out, bpf.LoadAbsolute{Off: numberOffset, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: x32, SkipFalse: 1}, bpf.RetConstant{Val: errno(unix.ENOSYS)})
	}
	p.deny(unix.EPERM, denied...)
	// A caller that is told clone3 does not exist falls back to clone, whose flags a filter can read.
	p.deny(unix.ENOSYS, "clone3")
	for _, flag := range namespaces {
		p.when(unix.EPERM, "clone", set(0, flag))
	}
	p.families(f.NoInternet)
	if f.NoMemoryFiles {
		p.deny(unix.EPERM, "memfd_create")
	}
	if f.NoConnect {
		p.deny(unix.EPERM, "connect")
	}
	if f.NoInternet { // a datagram names its receiver without connect
		p.when(unix.EPERM, "socket", unset(1, unix.SOCK_STREAM))
		p.when(unix.EPERM, "socket", set(1, 4)) // SOCK_SEQPACKET and up
	}
	if f.OneSession {
		p.deny(unix.EPERM, "setsid", "setpgid")
	}
	if f.OwnOnly {
		p.ownOnly(f.NoTimes)
	}
	if f.OneProcess {
		p.deny(unix.EPERM, "fork", "vfork")
		p.when(unix.EPERM, "clone", unset(0, unix.CLONE_THREAD))
	}
	if f.NoTruncate {
		p.deny(unix.EPERM, "truncate")
		p.when(unix.EPERM, "openat", set(2, unix.O_TRUNC), unset(2, unix.O_WRONLY), unset(2, unix.O_RDWR))
		p.when(unix.EPERM, "open", set(1, unix.O_TRUNC), unset(1, unix.O_WRONLY), unset(1, unix.O_RDWR))
		p.deny(unix.ENOSYS, "openat2") // its flags lie in memory, where a filter cannot look
	}
	if f.OnlySignal != 0 {
		p.deny(unix.EPERM, "tkill", "pidfd_send_signal", "pidfd_open", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
		p.when(unix.EPERM, "kill", other(0, uint32(f.OnlySignal)))
		p.when(unix.EPERM, "tgkill", other(0, uint32(f.OnlySignal)))
	}
	return append(p.out, bpf.RetConstant{Val: allow}), nil
}

// families lets through the socket families that stay inside the sandbox; vsock, packet, bluetooth and the
// rest are not confined by a network namespace.
func (p *assembler) families(noInternet bool) {
	inside := []condition{other(0, unix.AF_UNIX)}
	if !noInternet {
		inside = append(inside, other(0, unix.AF_NETLINK), other(0, unix.AF_INET), other(0, unix.AF_INET6))
	}
	p.when(unix.EAFNOSUPPORT, "socket", inside...)
}

// byPath are calls that change what a path names without opening it; landlock does not know them.
var byPath = []string{
	"chmod", "fchmodat", "chown", "lchown", "fchownat", "chown32", "lchown32",
	"setxattr", "lsetxattr", "removexattr", "lremovexattr", "utime", "utimes", "futimesat",
}

// byDescriptor are the same for an open file; a process that may not write needs none of them.
var byDescriptor = []string{"fchmod", "fchown", "fchown32", "fsetxattr", "fremovexattr", "utimensat", "utimensat_time64"}

// newByPath are calls the table of names may not have yet; their numbers are the same on every architecture.
var newByPath = []int{452, 463, 466, 469} // fchmodat2, setxattrat, removexattrat, file_setattr

// shared are objects in memory that any process of the person can reach and that outlive their maker.
var shared = []string{
	"shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semtimedop", "semctl",
	"mq_open", "mq_unlink",
}

func (p *assembler) ownOnly(noTimes bool) {
	p.deny(unix.EPERM, byPath...)
	p.deny(unix.EPERM, shared...)
	for _, n := range newByPath {
		p.number(unix.ENOSYS, n)
	}
	if noTimes {
		p.deny(unix.EPERM, byDescriptor...)
	}
	p.deny(unix.EPERM, "setpriority", "ioprio_set")
	for _, name := range []string{"prlimit64", "sched_setscheduler", "sched_setparam", "sched_setaffinity", "sched_setattr"} {
		p.when(unix.EPERM, name, other(0, 0)) // 0 is the caller
	}
}

// assembler writes one self-contained block per rule: each loads what it compares.
type assembler struct {
	info *arch.Info
	out  []bpf.Instruction
}

// deny refuses calls by name; a name this architecture does not have is left out.
func (p *assembler) deny(e unix.Errno, names ...string) {
	for _, n := range names {
		p.when(e, n)
	}
}

// condition is a test of one argument: instructions that fall through when it holds and otherwise skip the
// given number of instructions after themselves.
type condition func(skip uint8) []bpf.Instruction

func low(arg uint32) bpf.Instruction  { return bpf.LoadAbsolute{Off: argsOffset + 8*arg, Size: 4} }
func high(arg uint32) bpf.Instruction { return bpf.LoadAbsolute{Off: argsOffset + 8*arg + 4, Size: 4} }

// set holds when any bit of mask is set; unset when none is; other when the whole argument is not value.
func set(arg, mask uint32) condition {
	return func(skip uint8) []bpf.Instruction {
		return []bpf.Instruction{low(arg), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: mask, SkipFalse: skip}}
	}
}

func unset(arg, mask uint32) condition {
	return func(skip uint8) []bpf.Instruction {
		return []bpf.Instruction{low(arg), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: mask, SkipTrue: skip}}
	}
}

func other(arg, value uint32) condition {
	return func(skip uint8) []bpf.Instruction {
		return []bpf.Instruction{
			high(arg), bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: 0, SkipTrue: 2},
			low(arg), bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipTrue: skip},
		}
	}
}

// when refuses a call whose arguments meet every condition.
func (p *assembler) when(e unix.Errno, name string, conditions ...condition) {
	if n, ok := p.info.SyscallNames[name]; ok {
		p.number(e, n, conditions...)
	}
}

func (p *assembler) number(e unix.Errno, n int, conditions ...condition) {
	body := []bpf.Instruction{bpf.RetConstant{Val: errno(e)}}
	for i := len(conditions) - 1; i >= 0; i-- {
		body = append(conditions[i](uint8(len(body))), body...)
	}
	p.out = append(p.out, bpf.LoadAbsolute{Off: numberOffset, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(n | p.info.SeccompMask), SkipFalse: uint8(len(body))})
	p.out = append(p.out, body...)
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
