package vitals

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// machine is a reader of a made-up machine: files below a folder, a clock that only waits move.
type machine struct {
	*Reader
	t     testing.TB
	dir   string
	clock time.Time
	waits int
}

func newMachine(t testing.TB) *machine {
	m := &machine{Reader: New(), t: t, dir: t.TempDir(), clock: time.Unix(1_700_000_000, 0)}
	m.proc, m.sys, m.page = filepath.Join(m.dir, "proc"), filepath.Join(m.dir, "sys"), 4096
	m.now = func() time.Time { return m.clock }
	m.wait = func(_ context.Context, d time.Duration) error {
		m.waits++
		m.clock = m.clock.Add(d)
		m.file("proc/10/stat", process("fire (fox) 1", "S", 1, 125, 200)) // a quarter of a second on one processor
		return nil
	}
	m.statfs = func(path string, st *unix.Statfs_t) error {
		switch path {
		case "/", "/home/anna", "/srv":
			*st = unix.Statfs_t{Blocks: 1000, Bavail: 250, Bsize: 4096, Fsid: unix.Fsid{Val: [2]int32{1, 0}}}
			if path == "/srv" {
				st.Fsid.Val[0], st.Blocks = 2, 500
			}
			return nil
		}
		return unix.ENOENT
	}
	m.file("proc/stat", "cpu 1 2\nbtime 1690000000\n")
	m.file("proc/meminfo", "MemTotal: 16000 kB\nMemFree: 1 kB\nMemAvailable: 4000 kB\nSwapTotal: 100 kB\nSwapFree: 100 kB\n")
	m.file("proc/loadavg", "0.50 1.25 2.00 1/200 4321\n")
	m.file("proc/10/stat", process("fire (fox) 1", "S", 1, 100, 200))
	m.file("proc/11/stat", process("zombie", "Z", 1, 0, 0))
	m.file("proc/12/stat", process("kworker/0:1", "S", 2, 0, 0))
	m.file("proc/13/stat", process("big\xff", "D", 1, 7, 9000))
	m.file("proc/14/stat", "broken")
	m.file("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n")
	m.file("sys/class/thermal/thermal_zone0/temp", "54500\n")
	m.file("sys/class/thermal/thermal_zone1/temp", "none\n")
	return m
}

func process(name, state string, parent, ticks, pages int) string {
	return "1 (" + name + ") " + state + " " + strconv.Itoa(parent) + " 1 1 0 -1 0 0 0 0 0 " + strconv.Itoa(ticks) + " 0 0 0 20 0 1 0 3000 999 " + strconv.Itoa(pages) + " 18446744073709551615 0\n"
}

func (m *machine) file(name, text string) {
	m.t.Helper()
	p := filepath.Join(m.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte(text), 0o600)); err != nil {
		m.t.Fatal(err)
	}
}

func TestWhatIsTold(t *testing.T) {
	m := newMachine(t)
	got, err := m.Read(t.Context(), []string{"/home/anna", "/srv", "/gone"})
	if err != nil {
		t.Fatal(err)
	}
	got.Processors = 0
	const want = `{"at":"2023-11-14T22:13:20.25Z","processes":[{"pid":10,"name":"fire (fox) 1","memory":819200,"cpu":100,"started":"2023-07-22T04:27:10Z","state":"sleeping"},` +
		`{"pid":13,"name":"big�","memory":36864000,"cpu":0,"started":"2023-07-22T04:27:10Z","state":"waiting"}],` +
		`"memory":{"total":16384000,"available":4096000,"swap_total":102400,"swap_free":102400},"disks":[{"path":"/","size":4096000,"free":1024000},{"path":"/srv","size":2048000,"free":1024000}],` +
		`"temperatures":[{"name":"x86_pkg_temp","celsius":54.5}],"booted":"2023-07-22T04:26:40Z","load":[0.5,1.25,2],"processors":0}`
	got.At = got.At.UTC()
	if said, _ := json.Marshal(got); string(said) != want {
		t.Errorf("%s\nwant\n%s", said, want)
	}
}

// A look shortly before saves the wait; one long ago tells nothing of now.
func TestLooksAreReused(t *testing.T) {
	m := newMachine(t)
	for _, c := range []struct {
		later time.Duration
		waits int
	}{{0, 1}, {time.Second, 1}, {10 * time.Millisecond, 2}, {time.Minute, 3}} {
		m.clock = m.clock.Add(c.later)
		if _, err := m.Read(t.Context(), nil); err != nil || m.waits != c.waits {
			t.Errorf("after %s: %d waits, want %d (%v)", c.later, m.waits, c.waits, err)
		}
	}
	m.wait = func(context.Context, time.Duration) error { return context.Canceled }
	m.clock = m.clock.Add(time.Hour)
	if _, err := m.Read(t.Context(), nil); !errors.Is(err, context.Canceled) {
		t.Error("it went on although it was stopped", err)
	}
}

func TestManyProcesses(t *testing.T) {
	m := newMachine(t)
	m.most = 40
	for i := range m.most + 50 {
		m.file("proc/"+strconv.Itoa(100+i)+"/stat", process("p", "S", 1, 1, 1))
	}
	got, err := m.Read(t.Context(), nil)
	if err != nil || len(got.Processes) != 40 || got.Omitted != 52 {
		t.Errorf("%d, %d more (%v)", len(got.Processes), got.Omitted, err)
	}
}

// The real machine: this process is among those told, and nothing but its name, its state and its figures.
func TestThisMachine(t *testing.T) {
	r := New()
	r.wait = func(context.Context, time.Duration) error { return nil }
	got, err := r.Read(t.Context(), []string{t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, p := range got.Processes {
		found = found || p.PID == os.Getpid() && p.Memory > 1<<20 && time.Since(p.Started) < time.Hour && p.Name != ""
	}
	if !found || got.Memory.Total < 1<<26 || got.Memory.Available <= 0 || len(got.Disks) == 0 || got.Booted.IsZero() || got.Processors < 1 {
		t.Errorf("%+v", got)
	}
	data, _ := json.Marshal(got)
	for _, secret := range []string{os.Args[0], "-test."} {
		if strings.Contains(string(data), secret) {
			t.Errorf("it tells %q", secret)
		}
	}
}

func FuzzStat(f *testing.F) {
	f.Add(process("a) (b", "R", 1, 5, 6))
	f.Add("1 (x) S")
	f.Fuzz(func(t *testing.T, line string) {
		s, ok := parse(line)
		if ok && (s.state == "" || s.pages > 1<<46 || s.start > 1<<46) {
			t.Errorf("%+v", s)
		}
	})
}
