package sandbox

import (
	"slices"
	"strconv"
	"strings"
)

// Frame is what a launch adds to a layout: descriptors bwrap inherits, the socket folder of this start and
// the environment, which is built from nothing.
type Frame struct {
	SocketDir string // bound read-write at its own path
	Env       []string
	Exec      string   // what runs: /proc/self/fd/N
	Args      []string // after Exec
	System    []Bind   // system folders for process:exec and the CA bundle, read-only
	Links     [][2]string
	InfoFD    int // bwrap writes the child's pid here
	BlockFD   int // the child waits here before exec
	SeccompFD int // compiled filter
	SizedTmp  bool
}

// What bounds the private /tmp and /dev/shm of a process, which live in memory.
const (
	tmpBytes = 256 << 20
	shmBytes = 64 << 20
)

// Bwrap returns the arguments of bwrap, without its own name.
func (l Layout) Bwrap(f Frame) []string {
	a := []string{
		"--unshare-all", "--unshare-user", "--new-session", "--die-with-parent", "--clearenv",
		"--cap-drop", "ALL", "--hostname", "metnos",
	}
	if len(l.Profile.Binaries) == 0 {
		// A reaper at pid 1 is only needed where the process starts others.
		a = append(a, "--as-pid-1")
	}
	for _, kv := range f.Env {
		name, value, _ := strings.Cut(kv, "=")
		a = append(a, "--setenv", name, value)
	}
	for _, b := range f.System {
		a = append(a, "--ro-bind", b.Real, b.Path)
	}
	for _, link := range f.Links {
		a = append(a, "--symlink", link[1], link[0])
	}
	a = append(a, "--proc", "/proc", "--dev", "/dev")
	if f.SizedTmp {
		a = append(a, "--perms", "1777", "--size", strconv.Itoa(shmBytes), "--tmpfs", "/dev/shm", "--perms", "1777", "--size", strconv.Itoa(tmpBytes))
	} else {
		a = append(a, "--perms", "1777")
	}
	a = append(a, "--tmpfs", "/tmp", "--remount-ro", "/dev")
	a = append(a, l.mounts(f.SocketDir)...)
	if f.InfoFD > 0 {
		a = append(a, "--info-fd", strconv.Itoa(f.InfoFD))
	}
	if f.BlockFD > 0 {
		a = append(a, "--block-fd", strconv.Itoa(f.BlockFD))
	}
	if f.SeccompFD > 0 {
		a = append(a, "--seccomp", strconv.Itoa(f.SeccompFD))
	}
	a = append(a, "--remount-ro", "/", "--chdir", "/", "--", f.Exec)
	return append(a, f.Args...)
}

// mounts are the granted roots and the pins in them, outermost first, then what is hidden in them, then the
// socket folder; masks are made read-only last because the socket folder may lie in one.
func (l Layout) mounts(socketDir string) []string {
	var a, seal []string
	for _, b := range l.pinned() {
		flag := "--ro-bind"
		if b.Write {
			flag = "--bind"
		}
		a = append(a, flag, b.Real, b.Path)
	}
	for i, m := range l.Masks {
		if slices.ContainsFunc(l.Masks[:i], func(o Mask) bool { return Within(m.Path, o.Path) }) {
			continue // already hidden by a mask around it
		}
		if m.Kind == File {
			a = append(a, "--ro-bind", "/dev/null", m.Path)
			continue
		}
		perms := "0000"
		if Within(socketDir, m.Path) {
			perms = "0111"
		}
		a = append(a, "--perms", perms, "--tmpfs", m.Path)
		seal = append(seal, "--remount-ro", m.Path)
	}
	if socketDir != "" {
		a = append(a, "--bind", socketDir, socketDir)
	}
	return append(a, seal...)
}

// pinned merges binds and pins so that a root inside a pin stays on top of it.
func (l Layout) pinned() []Bind {
	all := slices.Clone(l.Binds)
	for _, m := range l.Masks {
		for _, pin := range m.Pins {
			if !slices.ContainsFunc(all, func(b Bind) bool { return b.Path == pin.Path }) {
				all = append(all, pin)
			}
		}
	}
	slices.SortFunc(all, func(a, b Bind) int { return strings.Compare(a.Path, b.Path) })
	return all
}
