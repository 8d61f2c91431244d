//go:build soak

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// A tree of a million files is counted, searched, listed and looked through for duplicates in little memory.
func TestSoakAnEnormousTree(t *testing.T) {
	const files = 1_000_000
	s := newScene(t)
	for i := range files {
		if i%500 == 0 {
			if err := os.MkdirAll(s.Path(fmt.Sprintf("in/d%d/e%d", i/50_000, i/500)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		name := s.Path(fmt.Sprintf("in/d%d/e%d/f%d.%s", i/50_000, i/500, i, [...]string{"txt", "pdf", "jpg"}[i%3]))
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
		if err == nil {
			err = f.Truncate(int64(i % 5000)) // holes alone
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name  string
		e     sdk.Executor
		args  map[string]any
		total float64
	}{
		{"counting", finder{}, map[string]any{"path": s.Path("in"), "limit": 0.0}, files},
		{"the largest", finder{}, map[string]any{"path": s.Path("in"), "order_by": "size", "order": "desc", "limit": 10.0}, files},
		{"by extension", finder{}, map[string]any{"path": s.Path("in"), "extensions": []any{"pdf"}}, files / 3},
		{"listing it all", lister{}, map[string]any{"path": s.Path("in"), "recursive": true, "type": "file"}, files},
		{"duplicates", twinFinder{}, map[string]any{"path": s.Path("in"), "extensions": []any{"jpg"}, "limit": 100.0}, -1},
	} {
		began := time.Now()
		r := s.run(c.e, c.args)
		total, _ := r.Value.(float64)
		t.Logf("%s: %v of %d files, at most %d MB of memory so far", c.name, time.Since(began).Round(time.Millisecond), files, peak(t))
		if !r.OK || c.total >= 0 && total != c.total || c.total < 0 && total < files/4 {
			t.Errorf("%s: %v, %v", c.name, r.Value, r.Error)
		}
		if limit, _ := c.args["limit"].(float64); float64(len(r.Entries)) < total && limit > 0 && r.Truncated == nil {
			t.Errorf("%s was cut without a word", c.name)
		}
	}
	if most := peak(t); most > 1536 {
		t.Errorf("%d MB of memory", most)
	}
}

// peak is the largest memory this process has had, in MB.
func peak(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here:", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kb int
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				t.Fatal(err)
			}
			return kb >> 10
		}
	}
	t.Skip("the system does not tell")
	return 0
}
