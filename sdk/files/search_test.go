package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc here:", err)
	}
	return len(list)
}

// bushy is a tree of folders, files and links; it returns how many objects there are below its root.
func bushy(t *testing.T, root string, wide, high int) (n int) {
	t.Helper()
	for i := range wide {
		put(t, filepath.Join(root, fmt.Sprintf("f%d.txt", i)), strings.Repeat("x", i))
		if n++; high > 0 {
			n += 1 + bushy(t, filepath.Join(root, fmt.Sprintf("d%d", i)), wide, high-1)
		}
	}
	if err := os.Symlink("..", filepath.Join(root, "up")); err != nil {
		t.Fatal(err)
	}
	return n + 1
}

// A walk that reads ahead sees what one that does not sees, in the same order, wherever it skips or ends, and leaves no
// folder open.
func TestReadingAheadChangesNothing(t *testing.T) {
	s, root := open(t)
	all := bushy(t, root, 4, 3)
	pick := func(name string, _ fs.FileMode) (bool, bool) { return name != "f1.txt", name == "f2.txt" }
	walk := func(stop int, skip string) (out []string) {
		err := s.Search(context.Background(), root, pick, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			out = append(out, fmt.Sprint(p, info.Size(), info.Mode()))
			if len(out) == stop {
				return fs.SkipAll
			}
			if d.Name() == skip {
				return fs.SkipDir
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, skip := range []string{"", "d2", "f2.txt"} {
		for _, stop := range []int{0, 1, 7, 100} {
			before := descriptors(t)
			old := runtime.GOMAXPROCS(1)
			plain := walk(stop, skip)
			runtime.GOMAXPROCS(4)
			ahead := walk(stop, skip)
			runtime.GOMAXPROCS(old)
			if !slices.Equal(plain, ahead) {
				t.Errorf("skip %q, stop %d: %d and %d objects", skip, stop, len(plain), len(ahead))
			}
			if skip == "" && stop == 0 && len(plain) != 1+all-(1+4+16+64) {
				t.Errorf("%d objects of %d", len(plain), all)
			}
			if after := descriptors(t); after > before {
				t.Errorf("skip %q, stop %d: %d descriptors before, %d after", skip, stop, before, after)
			}
		}
	}
}

// A tree deeper than the folders a process may hold open is walked to its end.
func TestWalkOfADeepTree(t *testing.T) {
	s, root := open(t)
	const levels = 900
	deep := filepath.Join(root, strings.Repeat("d/", levels))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(deep, "end"), "x")
	before, most, seen := descriptors(t), 0, 0
	err := s.Walk(context.Background(), root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if seen++; seen%50 == 0 {
			most = max(most, descriptors(t))
		}
		if d.Name() == "end" {
			if info, err := d.Info(); err != nil || info.Size() != 1 {
				t.Errorf("%v, %v", info, err)
			}
		}
		return nil
	})
	if err != nil || seen != levels+2 {
		t.Errorf("%d of %d, %v", seen, levels+2, err)
	}
	if most > before+deepOpen {
		t.Errorf("%d descriptors, %d before", most, before)
	}
}

// deepOpen is more than a walk may hold open: the folders above, and those read ahead.
const deepOpen = 84

// A walk that nobody waits for any more ends at once and leaves nothing open.
func TestWalkStops(t *testing.T) {
	s, root := open(t)
	bushy(t, root, 4, 3)
	before := descriptors(t)
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	err := s.Walk(ctx, root, func(string, fs.DirEntry, error) error {
		if seen++; seen == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || seen > 5 {
		t.Errorf("%d seen, %v", seen, err)
	}
	for end := time.Now().Add(5 * time.Second); descriptors(t) > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
