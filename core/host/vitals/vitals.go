package vitals

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/sdk"
)

// Bounds of what is read.
const (
	maxProcesses = 4096     // that are told
	maxFile      = 64 << 10 // bytes of one file
	ticks        = 100      // of processor time in a second, as the kernel tells it to programs
)

// How far apart two looks are, from which the use of processors is told.
const (
	shortest = 250 * time.Millisecond
	longest  = 10 * time.Second
)

// Reader remembers its last look at the processes. It may be used by many calls at once.
type Reader struct {
	proc, sys string // folders of the kernel
	now       func() time.Time
	wait      func(context.Context, time.Duration) error
	statfs    func(string, *unix.Statfs_t) error
	page      int64
	most      int // processes

	mu   sync.Mutex
	last look
}

// look is one reading of every process.
type look struct {
	at    time.Time
	ticks map[identity]uint64
}

// identity is a process for good: its number alone is used again.
type identity struct {
	pid   int
	start uint64
}

// New returns a reader of this machine.
func New() *Reader {
	return &Reader{proc: "/proc", sys: "/sys", now: time.Now, wait: wait, statfs: unix.Statfs, page: int64(os.Getpagesize()), most: maxProcesses}
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Read looks at the machine; folders are those whose disks are told. It takes a quarter of a second, unless it was
// called shortly before.
func (r *Reader) Read(ctx context.Context, folders []string) (*sdk.System, error) {
	before := r.before()
	if before.ticks == nil {
		before, _, _ = r.processes(look{}, time.Time{})
		if err := r.wait(ctx, shortest); err != nil {
			return nil, sdk.Errorf(sdk.Cancelled, "", "reading the machine: %w", err)
		}
	}
	booted := r.booted()
	now, list, omitted := r.processes(before, booted)
	r.mu.Lock()
	r.last = now
	r.mu.Unlock()
	return &sdk.System{
		At: now.at, Processes: list, Omitted: omitted, Memory: r.memory(), Disks: r.disks(folders), Temperatures: r.temperatures(),
		Booted: booted, Load: r.load(), Processors: runtime.NumCPU(),
	}, nil
}

// before is the last look, when it is neither too near nor too far.
func (r *Reader) before() look {
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := r.now().Sub(r.last.at); age < shortest || age > longest {
		return look{}
	}
	return r.last
}

// processes reads every process; its use of processors is told since before.
func (r *Reader) processes(before look, booted time.Time) (look, []sdk.Process, int) {
	now := look{at: r.now(), ticks: map[identity]uint64{}}
	dir, err := os.Open(r.proc)
	if err != nil {
		return now, nil, 0
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var list []sdk.Process
	omitted := 0
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		st, ok := parse(r.text(filepath.Join(r.proc, name, "stat")))
		if !ok || pid == 2 || st.parent == 2 || st.state == "Z" || st.state == "X" {
			continue // a thread of the kernel, or what is left of a process
		}
		if len(list) == r.most {
			omitted++
			continue
		}
		id := identity{pid, st.start}
		now.ticks[id] = st.ticks
		p := sdk.Process{
			PID: pid, Name: st.name, Memory: st.pages * r.page, State: state(st.state),
			Started: booted.Add(time.Duration(st.start) * time.Second / ticks).Truncate(time.Second),
		}
		used, known := before.ticks[id]
		if seconds := now.at.Sub(before.at).Seconds(); known && seconds > 0 && st.ticks >= used {
			p.CPU = float64(int64(float64(st.ticks-used)/ticks/seconds*1000)) / 10
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b sdk.Process) int { return cmp.Compare(a.PID, b.PID) })
	return now, list, omitted
}

// stat is what is used of /proc/PID/stat.
type stat struct {
	name, state string
	parent      int
	ticks       uint64
	start       uint64
	pages       int64
}

func parse(line string) (stat, bool) {
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')') // the name may hold anything
	if open < 0 || end < open {
		return stat{}, false
	}
	f := strings.Fields(line[end+1:])
	if len(f) < 22 {
		return stat{}, false
	}
	s := stat{name: strings.ToValidUTF8(line[open+1:end], "\ufffd"), state: f[0]}
	var errs [5]error
	var user, system uint64
	s.parent, errs[0] = strconv.Atoi(f[1])
	user, errs[1] = strconv.ParseUint(f[11], 10, 62)
	system, errs[2] = strconv.ParseUint(f[12], 10, 62)
	s.start, errs[3] = strconv.ParseUint(f[19], 10, 46)
	s.pages, errs[4] = strconv.ParseInt(f[21], 10, 46)
	s.ticks = user + system
	for _, err := range errs {
		if err != nil {
			return stat{}, false
		}
	}
	return s, true
}

func state(letter string) string {
	switch letter {
	case "R":
		return "running"
	case "D":
		return "waiting"
	case "T", "t":
		return "stopped"
	}
	return "sleeping"
}

// text is the beginning of a small file, "" when it cannot be read.
func (r *Reader) text(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return ""
	}
	return string(data)
}
