package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/ahead"
)

// odd is a folder of what file systems allow and nobody expects: names of bytes, links in circles and to nowhere, what is no
// file, a file of holes, a folder nobody may read. It returns the names of the files that can be read whole.
func odd(t *testing.T, s scene) []string {
	t.Helper()
	names := []string{"two\nlines.txt", `quo"te's\n.txt`, "😀 emoji.txt", "bad\xff\xfe.txt", " spaces ", "-rf.txt", "$(id).txt", strings.Repeat("x", 251) + ".txt", "caffè.txt", "cafe\u0301.txt"}
	for _, name := range names {
		s.Write(t, "odd/"+name, "the same text")
	}
	for link, to := range map[string]string{"self": "self", "a-loop": "b-loop", "b-loop": "a-loop", "up": "..", "here": ".", "gone": "nowhere", "out": "/etc/hostname"} {
		if err := os.Symlink(to, s.Path("odd/"+link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(s.Path("odd/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := net.Listen("unix", s.Path("odd/sock")); err == nil { // its path may be too long for one
		t.Cleanup(func() { _ = l.Close() })
	}
	if err := syscall.Mknod(s.Path("odd/null"), syscall.S_IFCHR|0o600, 1<<8|3); err != nil && os.Geteuid() == 0 {
		t.Log("no device can be made here:", err)
	}
	s.Write(t, "odd/hollow.bin", "")
	if err := os.Truncate(s.Path("odd/hollow.bin"), 1<<40); err != nil {
		t.Log("no file of holes can be made here:", err)
	}
	s.Write(t, "odd/closed/a.txt", "the same text")
	if err := os.Chmod(s.Path("odd/closed"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(s.Path("odd/closed"), 0o700) })
	return names
}

// Every executor that looks at files ends on the odd ones, says the same twice, and opens nothing that is no file.
func TestOddFilesAreLookedAt(t *testing.T) {
	s := newScene(t)
	names := odd(t, s)
	unprivileged(t, func() {
		if os.Geteuid() == 0 {
			_ = os.Chmod(s.Dir, 0o755)
		}
		folder := map[string]any{"path": s.Path("odd"), "hidden": true}
		for name, c := range map[string]struct {
			e    sdk.Executor
			args map[string]any
			want int // items at least
		}{
			"find_files":          {finder{}, folder, len(names)},
			"find_files, by size": {finder{}, map[string]any{"path": s.Path("odd"), "size_min": 1.0, "order_by": "size"}, len(names)},
			"find_files, by word": {finder{}, map[string]any{"path": s.Path("odd"), "text_query": "SAME"}, len(names)},
			"find_files_hash":     {twinFinder{}, folder, len(names)},
			"list_dirs":           {lister{}, map[string]any{"path": s.Path("odd"), "recursive": true}, len(names)},
			"get_files":           {getter{}, map[string]any{"paths": s.paths("odd/pipe", "odd/self", "odd/null", "odd/😀 emoji.txt")}, 1},
			"read_files":          {reader{}, map[string]any{"paths": s.paths("odd/pipe", "odd/self", "odd/null", "odd/hollow.bin", "odd/gone", "odd/two\nlines.txt")}, 1},
		} {
			first := s.run(c.e, c.args)
			if !first.OK || len(first.Entries) < c.want {
				t.Errorf("%s: %d of %d, %v", name, len(first.Entries), c.want, first.Error)
			}
			if again := s.run(c.e, c.args); !reflect.DeepEqual(first, again) {
				t.Errorf("%s says something else the second time", name)
			}
		}
	})
}

// What is copied, moved and thrown away of them goes whole, and the rest is told.
func TestOddFilesAreChanged(t *testing.T) {
	s := newScene(t)
	names := odd(t, s)
	_ = os.Chmod(s.Path("odd/closed"), 0o700)
	_ = os.Remove(s.Path("odd/hollow.bin"))
	if r := s.run(copier{}, map[string]any{"paths": s.paths("odd"), "destination": s.Path("copy")}); len(r.Results) == 0 || len(r.Failed) == 0 {
		t.Errorf("copy: %+v", r)
	}
	copied := 0
	for p, text := range s.tree() {
		if strings.HasPrefix(p, "copy") && text == "the same text" {
			copied++
		}
	}
	if copied != len(names)+1 {
		t.Errorf("%d copies of %d", copied, len(names)+1)
	}
	var all []any
	for _, name := range names {
		all = append(all, s.Path("odd/"+name))
	}
	if r := s.run(mover{}, map[string]any{"paths": all, "destination": s.Path("moved")}); !r.OK || len(r.Results) != len(names) {
		t.Errorf("move: %d of %d, %+v %+v", len(r.Results), len(names), r.Failed, r.Error)
	}
	if r := s.run(deleter{}, map[string]any{"paths": s.paths("odd/self", "odd/pipe", "odd/gone")}); r.Error != nil && len(r.Results) > 0 {
		t.Errorf("delete: %+v", r)
	}
	if r := s.run(dirDeleter{}, map[string]any{"paths": s.paths("odd")}); !r.OK {
		t.Errorf("delete the folder: %+v", r)
	}
}

// halting is a file system on which the person stops the call at the so-manieth thing looked at; it counts what is looked
// at afterwards.
type halting struct {
	sdk.Files
	stop  context.CancelFunc
	at    int64
	seen  *atomic.Int64
	after *atomic.Int64
}

func (f halting) tick() {
	if n := f.seen.Add(1); n == f.at {
		f.stop()
	} else if n > f.at {
		f.after.Add(1)
	}
}

func (f halting) Search(ctx context.Context, p string, pick ahead.Pick, fn fs.WalkDirFunc) error {
	return f.Files.(interface {
		Search(context.Context, string, ahead.Pick, fs.WalkDirFunc) error
	}).Search(ctx, p, pick, func(p string, d fs.DirEntry, err error) error { f.tick(); return fn(p, d, err) })
}

func (f halting) Walk(ctx context.Context, p string, fn fs.WalkDirFunc) error {
	return f.Files.Walk(ctx, p, func(p string, d fs.DirEntry, err error) error { f.tick(); return fn(p, d, err) })
}

func (f halting) Open(p string) (sdk.ReadFile, error) { f.tick(); return f.Files.Open(p) }

type stoppingHost struct {
	sdk.Host
	files sdk.Files
}

func (h stoppingHost) Files() sdk.Files { return h.files }

// A call that is stopped looks at next to nothing more, wherever it is.
func TestACallStopsWhereItIs(t *testing.T) {
	s := newScene(t)
	for i := range 400 {
		s.Write(t, "in/d"+string(rune('a'+i%20))+"/f"+strings.Repeat("x", i/20)+".txt", "the same text")
	}
	for name, c := range map[string]struct {
		e    sdk.Executor
		args map[string]any
	}{
		"find_files":          {finder{}, map[string]any{"path": s.Path("in")}},
		"find_files, by word": {finder{}, map[string]any{"path": s.Path("in"), "text_query": "text"}},
		"find_files_hash":     {twinFinder{}, map[string]any{"path": s.Path("in")}},
		"list_dirs":           {lister{}, map[string]any{"path": s.Path("in"), "recursive": true}},
		"create_files":        {copier{}, map[string]any{"paths": s.paths("in"), "destination": s.Path("out")}},
	} {
		for _, at := range []int64{1, 50, 300} {
			ctx, cancel := context.WithCancel(t.Context())
			var seen, after atomic.Int64
			host := stoppingHost{s.Host, halting{s.Host.Files(), cancel, at, &seen, &after}}
			r, err := c.e.Invoke(ctx, s.call(c.args), host)
			cancel()
			if err == nil {
				err = r.Error
			}
			var known *sdk.Error
			if seen.Load() >= at && (!errors.As(err, &known) || known.Class != sdk.Cancelled && known.Class != sdk.Uncertain) {
				t.Errorf("%s, stopped at %d: %v", name, at, err)
			}
			if after.Load() > 8 {
				t.Errorf("%s, stopped at %d, went on for %d", name, at, after.Load())
			}
		}
	}
}
