package state

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

func TestMarkNoticesEveryChange(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	old := time.Now().Add(-time.Hour)
	fresh := func() Mark {
		t.Helper()
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("one"), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(file, old, old)
		time.Sleep(settle + 10*time.Millisecond)
		m := Take(file)
		if !m.Same(Take(file)) {
			t.Fatal("an untouched file is not the same")
		}
		return m
	}
	for name, change := range map[string]func(){
		"same size, same mtime": func() { os.WriteFile(file, []byte("two"), 0o600); os.Chtimes(file, old, old) },
		"mode":                  func() { os.Chmod(file, 0o644) },
		"removed":               func() { os.Remove(file) },
		"replaced": func() {
			os.WriteFile(file+"2", []byte("one"), 0o600)
			os.Chtimes(file+"2", old, old)
			os.Rename(file+"2", file)
		},
		"now a link": func() { os.Rename(file, file+"2"); os.Symlink(file+"2", file) },
	} {
		t.Run(name, func(t *testing.T) {
			m := fresh()
			change()
			if m.Same(Take(file)) {
				t.Error("the change went unnoticed")
			}
		})
	}
	if m := Take(filepath.Join(dir, "none")); !m.Same(Take(filepath.Join(dir, "none"))) {
		t.Error("a missing file is not the same missing file")
	}
}

// A state taken right after a change is not trusted: a second change may look like it.
func TestMarkOfAJustChangedFileIsNeverTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if m := Take(file); m.Same(m) {
		t.Error("a file written a moment ago is trusted by its times")
	}
}

func TestHashesReadAFileOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plugin")
	if err := os.WriteFile(file, nil, 0o500); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, 64<<20); err != nil {
		t.Fatal(err)
	}
	time.Sleep(settle + 10*time.Millisecond)
	h := NewHashes()
	const zeros = "sha256:3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351"
	before := bytesRead(t)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			if err := h.Check(file, zeros); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	first := bytesRead(t)
	if n := first - before; n < 64<<20 || n > 96<<20 {
		t.Errorf("16 concurrent checks of a file of %d bytes read %d", 64<<20, n)
	}
	for range 16 {
		if err := h.Check(file, zeros); err != nil {
			t.Error(err)
		}
	}
	if n := bytesRead(t) - first; n > 1<<20 {
		t.Errorf("16 later checks read %d bytes", n)
	}
}

// bytesRead is how much this process has read so far.
func bytesRead(t *testing.T) (n int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("the kernel does not count what a process reads:", err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCheckRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "plugin")
	if err := os.WriteFile(file, []byte("x"), 0o500); err != nil {
		t.Fatal(err)
	}
	os.Symlink(file, filepath.Join(dir, "link"))
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := NewHashes()
	const digest = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
	if err := h.Check(file, digest); err != nil {
		t.Fatal(err)
	}
	for name, code := range map[string]string{"link": "executor_file_missing", "fifo": "plugin_not_a_file", "none": "executor_file_missing", ".": "plugin_not_a_file"} {
		var e *sdk.Error
		if err := h.Check(filepath.Join(dir, name), digest); !errors.As(err, &e) || e.Code != code {
			t.Errorf("%s: %v, want %s", name, err, code)
		}
	}
}
