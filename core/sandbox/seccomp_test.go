package sandbox

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// run evaluates the filter as the kernel would; the VM reads words in network order, so the record is
// written in it.
func run(t *testing.T, f Filter, archID uint32, nr uint32, args ...uint64) uint32 {
	t.Helper()
	program, err := f.assemble()
	if err != nil {
		t.Fatal(err)
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], nr)
	binary.BigEndian.PutUint32(data[4:], archID)
	for i, a := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(a)) // low word first, as on a little-endian machine
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(a>>32))
	}
	verdict, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(verdict)
}

func TestSeccomp(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	nr := func(name string) uint32 {
		n, ok := info.SyscallNames[name]
		if !ok {
			t.Skipf("no %s on %s", name, info.Name)
		}
		return uint32(n | info.SeccompMask)
	}
	own := Filter{OwnOnly: true}
	blind := Filter{OwnOnly: true, NoTimes: true}
	strict := Filter{NoConnect: true, NoInternet: true, OneSession: true, NoTruncate: true, OnlySignal: 77}
	cases := []struct {
		name string
		f    Filter
		nr   uint32
		args []uint64
		want uint32
	}{
		{"read", strict, nr("read"), nil, allow},
		{"execve", strict, nr("execve"), nil, allow},
		{"ptrace", Filter{}, nr("ptrace"), nil, errno(unix.EPERM)},
		{"mount", Filter{}, nr("mount"), nil, errno(unix.EPERM)},
		{"bpf", Filter{}, nr("bpf"), nil, errno(unix.EPERM)},
		{"io_uring", Filter{}, nr("io_uring_setup"), nil, errno(unix.EPERM)},
		{"clone of a thread", Filter{}, nr("clone"), []uint64{unix.CLONE_VM | unix.CLONE_THREAD}, allow},
		{"clone of a user namespace", Filter{}, nr("clone"), []uint64{unix.CLONE_NEWUSER | 17}, errno(unix.EPERM)},
		{"clone3 does not exist", Filter{}, nr("clone3"), nil, errno(unix.ENOSYS)},
		{"unix socket", strict, nr("socket"), []uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, allow},
		{"unix datagram", strict, nr("socket"), []uint64{unix.AF_UNIX, unix.SOCK_DGRAM}, errno(unix.EPERM)},
		{"unix packets", strict, nr("socket"), []uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}, errno(unix.EPERM)},
		{"internet without a namespace", strict, nr("socket"), []uint64{unix.AF_INET, unix.SOCK_STREAM}, errno(unix.EAFNOSUPPORT)},
		{"UDP without a namespace", strict, nr("socket"), []uint64{unix.AF_INET6, unix.SOCK_DGRAM}, errno(unix.EAFNOSUPPORT)},
		{"internet in a namespace", Filter{}, nr("socket"), []uint64{unix.AF_INET, unix.SOCK_STREAM}, allow},
		{"vsock", Filter{}, nr("socket"), []uint64{unix.AF_VSOCK, unix.SOCK_STREAM}, errno(unix.EAFNOSUPPORT)},
		{"family with high bits", Filter{}, nr("socket"), []uint64{1<<32 | unix.AF_VSOCK, unix.SOCK_STREAM}, errno(unix.EAFNOSUPPORT)},
		{"connect", strict, nr("connect"), nil, errno(unix.EPERM)},
		{"connect where programs run", Filter{}, nr("connect"), nil, allow},
		{"memory file", Filter{NoMemoryFiles: true}, nr("memfd_create"), nil, errno(unix.EPERM)},
		{"memory file of a program", Filter{}, nr("memfd_create"), nil, allow},
		{"chmod by path", own, nr("fchmodat"), nil, errno(unix.EPERM)},
		{"chmod by the newest call", own, 452, nil, errno(unix.ENOSYS)},
		{"attribute by path", own, nr("setxattr"), nil, errno(unix.EPERM)},
		{"times of a writer", own, nr("utimensat"), nil, allow},
		{"times of a reader", blind, nr("utimensat"), nil, errno(unix.EPERM)},
		{"chmod of an open file", own, nr("fchmod"), nil, allow},
		{"chmod of an open file by a reader", blind, nr("fchmod"), nil, errno(unix.EPERM)},
		{"own limit", own, nr("prlimit64"), []uint64{0, 7}, allow},
		{"another's limit", own, nr("prlimit64"), []uint64{77, 7}, errno(unix.EPERM)},
		{"another's processors", own, nr("sched_setaffinity"), []uint64{77}, errno(unix.EPERM)},
		{"priority", own, nr("setpriority"), nil, errno(unix.EPERM)},
		{"shared memory", own, nr("shmget"), nil, errno(unix.EPERM)},
		{"message queue", own, nr("mq_open"), nil, errno(unix.EPERM)},
		{"a thread of one process", Filter{OneProcess: true}, nr("clone"), []uint64{unix.CLONE_VM | unix.CLONE_THREAD}, allow},
		{"a second process", Filter{OneProcess: true}, nr("clone"), []uint64{17}, errno(unix.EPERM)},
		{"setsid", strict, nr("setsid"), nil, errno(unix.EPERM)},
		{"setsid in a pid namespace", Filter{}, nr("setsid"), nil, allow},
		{"truncate", strict, nr("truncate"), nil, errno(unix.EPERM)},
		{"open to truncate without writing", strict, nr("openat"), []uint64{0, 0, unix.O_TRUNC}, errno(unix.EPERM)},
		{"open to truncate and write", strict, nr("openat"), []uint64{0, 0, unix.O_TRUNC | unix.O_WRONLY}, allow},
		{"signal to oneself", strict, nr("tgkill"), []uint64{77, 78, 23}, allow},
		{"signal to another", strict, nr("kill"), []uint64{1, 9}, errno(unix.EPERM)},
		{"signal to everyone", strict, nr("kill"), []uint64{^uint64(0), 9}, errno(unix.EPERM)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := run(t, c.f, uint32(info.ID), c.nr, c.args...); got != c.want {
				t.Errorf("verdict %#x, want %#x", got, c.want)
			}
		})
	}
	const i386 = 0x40000003
	if got := run(t, Filter{}, i386, nr("read")); got != 0x80000000 {
		t.Errorf("a call of another architecture: verdict %#x, want the process killed", got)
	}
	raw, err := Seccomp(strict)
	if err != nil || len(Bytes(raw)) != 8*len(raw) || len(raw) > 4096 {
		t.Errorf("%d instructions, %d bytes, %v", len(raw), len(Bytes(raw)), err)
	}
}
