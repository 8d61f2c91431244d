package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crypto/sha256"
	"encoding/hex"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func stored(t *testing.T, content string) core.Executor {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plugin")
	if err := os.WriteFile(path, []byte(content), 0o700); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(content))
	return core.Executor{Binary: path, Manifest: &manifest.Manifest{Name: "x", Plugin: manifest.Plugin{Digest: "sha256:" + hex.EncodeToString(sum[:])}}}
}

func code(err error) string {
	var e *sdk.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return fmt.Sprint(err)
}

func TestOpenRunsWhatWasHashed(t *testing.T) {
	c := NewCache(time.Hour)
	defer c.Close()
	ex := stored(t, "#!/bin/sh\necho verified\n")
	p, err := c.Open(ex)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release(p)
	if err := os.WriteFile(ex.Binary, []byte("#!/bin/sh\necho changed\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "/proc/self/fd/3")
	cmd.ExtraFiles = []*os.File{p.File}
	if out, err := cmd.Output(); err != nil || string(out) != "verified\n" {
		t.Errorf("ran %q (%v)", out, err)
	}
	if _, err := p.File.WriteAt([]byte("x"), 0); err == nil {
		t.Error("the sealed copy can be written")
	}
	if err := p.File.Truncate(1); err == nil {
		t.Error("the sealed copy can be cut")
	}
	if got := code(c.Check(ex)); got != "plugin_changed" {
		t.Errorf("checking the changed file: %s", got)
	}
	if _, err := c.Open(ex); code(err) != "plugin_changed" {
		t.Errorf("opening the changed file: %v", err)
	}
}

func TestCheckNoticesEveryChange(t *testing.T) {
	content := "#!/bin/sh\n" + strings.Repeat("#", 1000)
	changes := map[string]func(path string) error{
		"rewritten in place, same size and time": func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(strings.ToUpper(content)), 0o700); err != nil {
				return err
			}
			return os.Chtimes(path, info.ModTime(), info.ModTime())
		},
		"another file in its place": func(path string) error {
			if err := os.WriteFile(path+".new", []byte(content+"x"), 0o700); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			c := NewCache(time.Hour)
			defer c.Close()
			ex := stored(t, content)
			if err := c.Check(ex); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond) // the clock of the file system is coarser than ours
			if err := change(ex.Binary); err != nil {
				t.Fatal(err)
			}
			if got := code(c.Check(ex)); got != "plugin_changed" {
				t.Errorf("verdict %s", got)
			}
		})
	}
	c := NewCache(time.Hour)
	defer c.Close()
	ex := stored(t, content)
	if err := c.Check(ex); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(ex.Binary, time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := c.Check(ex); err != nil {
		t.Errorf("a file whose time changed and content did not: %v", err)
	}
	if err := os.Remove(ex.Binary); err != nil {
		t.Fatal(err)
	}
	if got := code(c.Check(ex)); got != "plugin_missing" {
		t.Errorf("a missing file: %s", got)
	}
}

func TestCopiesAreSharedAndDropped(t *testing.T) {
	c := NewCache(0)
	defer c.Close()
	ex := stored(t, "#!/bin/sh\n")
	a, err := c.Open(ex)
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Open(ex)
	if err != nil {
		t.Fatal(err)
	}
	if a != b {
		t.Error("two copies of one program")
	}
	c.Release(a)
	if _, err := a.File.Stat(); err != nil {
		t.Error("dropped while in use")
	}
	c.Release(b)
	time.Sleep(time.Millisecond)
	if d, err := c.Open(stored(t, "#!/bin/sh\n# other\n")); err != nil {
		t.Fatal(err)
	} else {
		c.Release(d)
	}
	if _, err := a.File.Stat(); err == nil {
		t.Error("an unused copy was kept")
	}
	again, err := c.Open(ex)
	if err != nil {
		t.Fatal(err)
	}
	c.Release(again)
}
