package guard

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// What is made at a denied path and removed again counts, and only while a call runs.
func TestSentry(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	flash := func(name string) func() {
		return func() { must(os.Mkdir(at(name), 0o700)); must(os.Remove(at(name))) }
	}
	cases := map[string]struct {
		do   func()
		want string
	}{
		"a folder":        {flash(".ssh"), ".ssh"},
		"something else":  {flash("other"), ""},
		"a folder above":  {func() { must(os.Mkdir(at(".config"), 0o700)) }, ""},
		"a link above":    {func() { must(os.Symlink(t.TempDir(), at(".config"))) }, ".config/git"},
		"moved there":     {func() { flash("x")(); must(os.Mkdir(at("y"), 0o700)); must(os.Rename(at("y"), at(".ssh"))) }, ".ssh"},
		"another in turn": {func() { must(os.Rename(at("kept"), at("old"))); must(os.MkdirAll(at("kept/key"), 0o700)) }, "kept/key"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir = t.TempDir()
			must(os.Mkdir(at("kept"), 0o700))
			var called atomic.Int32
			s, err := Look([]string{at(".ssh"), at(".config/git"), at("kept/key")}).Watch(func() { called.Add(1) })
			must(err)
			defer s.Close()
			flash(".ssh")() // nobody's call
			s.Begin()
			c.do()
			deadline := time.Now().Add(30 * time.Second)
			for c.want != "" && called.Load() == 0 && time.Now().Before(deadline) {
				time.Sleep(time.Millisecond)
			}
			s.End()
			want := c.want
			if want != "" {
				want = at(want)
			}
			if got := s.Touched(); got != want || (called.Load() == 1) != (want != "") {
				t.Errorf("touched %q, called %d times; want %q", got, called.Load(), want)
			}
		})
	}
}
