package proc

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// ID names a process for good: a pid alone is reused.
type ID struct {
	PID   int
	Start uint64 // clock ticks after boot
	Boot  string // the kernel's boot id
}

func (p ID) String() string { return fmt.Sprintf("%d %d %s\n", p.PID, p.Start, p.Boot) }

// Parse reads what String wrote; a process of the system itself is refused.
func Parse(s string) (ID, error) {
	f := strings.Fields(s)
	if len(f) != 3 {
		return ID{}, fmt.Errorf("record of %d words, want 3", len(f))
	}
	pid, err := strconv.Atoi(f[0])
	if err != nil || pid <= 1 {
		return ID{}, fmt.Errorf("record names process %q", f[0])
	}
	start, err := strconv.ParseUint(f[1], 10, 64)
	if err != nil {
		return ID{}, err
	}
	return ID{PID: pid, Start: start, Boot: f[2]}, nil
}

// Look identifies a running process.
func Look(pid int) (ID, error) {
	st, err := read(pid)
	if err != nil {
		return ID{}, err
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ID{}, err
	}
	return ID{PID: pid, Start: st.Start, Boot: strings.TrimSpace(string(boot))}, nil
}

// Alive reports whether this very process still runs.
func (p ID) Alive() bool {
	now, err := Look(p.PID)
	return err == nil && now == p
}

// Stat is what is read of /proc/<pid>/stat.
type Stat struct {
	PID, Parent, Session int
	State                byte
	Start                uint64
}

// Parent returns the parent of a running process.
func Parent(pid int) (int, error) {
	st, err := read(pid)
	return st.Parent, err
}

func read(pid int) (Stat, error) {
	st, err := readStat("/proc/" + strconv.Itoa(pid) + "/stat")
	st.PID = pid
	return st, err
}

func readStat(path string) (Stat, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return Stat{}, &os.PathError{Op: "open", Path: path, Err: err}
	}
	var line [1 << 10]byte // one line of at most some fifty numbers
	n, err := unix.Read(fd, line[:])
	_ = unix.Close(fd)
	if err != nil {
		return Stat{}, &os.PathError{Op: "read", Path: path, Err: err}
	}
	return parse(path, string(line[:max(n, 0)]))
}

func parse(path, s string) (Stat, error) {
	end := strings.LastIndexByte(s, ')') // the name may hold anything
	f := strings.Fields(s[end+1:])
	if end < 0 || len(f) < 20 {
		return Stat{}, fmt.Errorf("%s: unexpected form", path)
	}
	var err error
	st := Stat{State: f[0][0]}
	st.Parent, _ = strconv.Atoi(f[1])
	st.Session, _ = strconv.Atoi(f[3])
	st.Start, err = strconv.ParseUint(f[19], 10, 64)
	return st, err
}

// KillSession ends the process and everything still in the session it leads, and returns how many it ended. The
// leader may be gone: the kernel does not reuse its number while the session has members.
func (p ID) KillSession() int {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil || strings.TrimSpace(string(boot)) != p.Boot {
		return 0
	}
	if now, err := read(p.PID); err == nil && now.Start != p.Start {
		return 0 // the number belongs to another process now
	}
	killed := 0
	for _, st := range Session(p.PID) {
		if st.Start >= p.Start && st.Kill() {
			killed++
		}
	}
	return killed
}

// Kill ends exactly the process that was looked at.
func (st Stat) Kill() bool { return st.Send(unix.SIGKILL) }

// Stopped reports whether no thread of the process runs: each is stopped or dead.
func Stopped(pid int) bool {
	tasks := "/proc/" + strconv.Itoa(pid) + "/task"
	dir, err := os.Open(tasks)
	if err != nil {
		return true
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		st, err := readStat(tasks + "/" + name + "/stat")
		if err == nil && !strings.ContainsRune("TtZX", rune(st.State)) {
			return false
		}
	}
	return true
}

// AwaitStop waits until Stopped, and reports whether that was before the deadline.
func AwaitStop(pid int, deadline time.Time) bool {
	for wait := 5 * time.Microsecond; !Stopped(pid); wait *= 2 {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(min(wait, time.Millisecond))
	}
	return true
}

// Expendable makes the kernel choose the process before anything of the person when memory runs out. A
// process may always make itself so; where the core may not write it, the process has no less than it had.
func Expendable(pid int) {
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("1000"), 0o600)
}

// Send sends a signal to exactly the process that was looked at.
func (st Stat) Send(signal unix.Signal) bool {
	fd, err := unix.PidfdOpen(st.PID, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	now, err := read(st.PID)
	if err != nil || now.Start != st.Start || now.State == 'Z' {
		return false
	}
	return unix.PidfdSendSignal(fd, signal, nil, 0) == nil
}

// Session lists the processes of a session.
func Session(sid int) []Stat {
	var out []Stat
	eachProcess(func(st Stat) {
		if st.Session == sid {
			out = append(out, st)
		}
	})
	return out
}

// Descendants lists every process below pid, whatever session it moved to.
func Descendants(pid int) []Stat {
	children := map[int][]Stat{}
	eachProcess(func(st Stat) { children[st.Parent] = append(children[st.Parent], st) })
	var out []Stat
	todo := []int{pid}
	for len(todo) > 0 {
		for _, st := range children[todo[0]] {
			out = append(out, st)
			todo = append(todo, st.PID)
		}
		todo = todo[1:]
	}
	return out
}

func eachProcess(fn func(Stat)) {
	dir, err := os.Open("/proc")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if st, err := read(pid); err == nil {
				fn(st)
			}
		}
	}
}
