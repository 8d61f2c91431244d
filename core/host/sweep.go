package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// sweep ends what a core that did not end well left behind: its processes, known by pid and start time, and
// its folder. The folder of a core that still runs is left alone, and so is every process that is not
// exactly the recorded one. It returns how many processes it ended.
func sweep(base string) int {
	dirs, err := os.ReadDir(base)
	if err != nil {
		return 0
	}
	killed := 0
	for _, d := range dirs {
		path := filepath.Join(base, d.Name())
		if !d.IsDir() || !strings.HasPrefix(d.Name(), "h") || ours(path, false) != nil {
			continue
		}
		b, err := os.ReadFile(filepath.Join(path, "core"))
		owner, perr := parseProcessID(string(b))
		if err == nil && perr == nil && owner.alive() {
			continue
		}
		if err != nil && folderInMaking(d.Name()) {
			continue
		}
		killed += sweepDir(path)
		_ = os.RemoveAll(path)
	}
	return killed
}

// folderInMaking reports whether the process that named the folder still runs: it may not have written its
// record yet.
func folderInMaking(name string) bool {
	pid, _, _ := strings.Cut(strings.TrimPrefix(name, "h"), "-")
	n, err := strconv.Atoi(pid)
	return err == nil && n > 1 && unix.Kill(n, 0) == nil
}

func sweepDir(path string) int {
	records, _ := filepath.Glob(filepath.Join(path, "p*"))
	killed := 0
	for _, r := range records {
		b, err := os.ReadFile(r)
		if err != nil {
			continue
		}
		p, err := parseProcessID(string(b))
		if err != nil {
			continue
		}
		killed += p.kill()
	}
	return killed
}

// kill ends the process and everything still in the session it leads, and returns how many it ended. The
// leader may be gone: the kernel does not reuse its number while the session has members.
func (p processID) kill() int {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil || strings.TrimSpace(string(boot)) != p.boot {
		return 0
	}
	if now, err := readStat(p.pid); err == nil && now.start != p.start {
		return 0 // the number belongs to another process now
	}
	killed := 0
	for _, st := range session(p.pid) {
		if st.start >= p.start && st.kill() {
			killed++
		}
	}
	return killed
}

// kill ends exactly the process that was looked at.
func (st procStat) kill() bool {
	fd, err := unix.PidfdOpen(st.pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	now, err := readStat(st.pid)
	if err != nil || now.start != st.start || now.state == 'Z' {
		return false
	}
	return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) == nil
}

// session lists the processes of a session.
func session(sid int) []procStat {
	var out []procStat
	eachProcess(func(st procStat) {
		if st.session == sid {
			out = append(out, st)
		}
	})
	return out
}

// descendants lists every process below pid, whatever session it moved to.
func descendants(pid int) []procStat {
	children := map[int][]procStat{}
	eachProcess(func(st procStat) { children[st.parent] = append(children[st.parent], st) })
	var out []procStat
	todo := []int{pid}
	for len(todo) > 0 {
		for _, st := range children[todo[0]] {
			out = append(out, st)
			todo = append(todo, st.pid)
		}
		todo = todo[1:]
	}
	return out
}

func eachProcess(fn func(procStat)) {
	dir, err := os.Open("/proc")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if st, err := readStat(pid); err == nil {
				fn(st)
			}
		}
	}
}
