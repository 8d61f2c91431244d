package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// open returns a writable set over a fresh folder, its links resolved.
func open(t *testing.T, deny ...string) (*Set, string) {
	t.Helper()
	dir := realPath(t.TempDir())
	for i, d := range deny {
		deny[i] = filepath.Join(dir, d)
	}
	s, err := Open([]sdk.Root{{Path: dir, Write: true}}, deny)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, dir
}

func put(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func text(t *testing.T, s *Set, path string) string {
	t.Helper()
	f, err := s.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// wants checks class, code and the standard error it stands for.
func wants(t *testing.T, err error, class sdk.Class, code string, is error) {
	t.Helper()
	var e *sdk.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *sdk.Error", err)
	}
	if e.Class != class || e.Code != code {
		t.Fatalf("error is %s/%s (%v), want %s/%s", e.Class, e.Code, err, class, code)
	}
	if e.Params["path"] == "" {
		t.Errorf("error %v names no path", err)
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("error %v is not %v", err, is)
	}
}

func TestReadAndList(t *testing.T) {
	s, dir := open(t)
	names := []string{"a\nb.txt", "caffè ☕.txt", "z\xffz.txt", "plain.txt"}
	for _, n := range names {
		put(t, filepath.Join(dir, n), n)
	}
	list, err := s.ReadDir(dir)
	if err != nil || len(list) != len(names) {
		t.Fatalf("ReadDir: %d entries, %v", len(list), err)
	}
	for _, e := range list {
		if got := text(t, s, filepath.Join(dir, e.Name())); got != e.Name() {
			t.Errorf("%q holds %q", e.Name(), got)
		}
		if fi, err := e.Info(); err != nil || fi.Size() != int64(len(e.Name())) {
			t.Errorf("Info of %q: %v, %v", e.Name(), fi, err)
		}
	}
	if got := text(t, s, filepath.Join(dir, "z\uFFFDz.txt")); got != "z\xffz.txt" {
		t.Errorf("the lossy name reads %q", got)
	}
}

func TestWalkOrder(t *testing.T) {
	s, dir := open(t, "b/secret")
	for _, n := range []string{"b/1", "a/2", "b/secret/3", "b/c/4"} {
		put(t, filepath.Join(dir, n), n)
	}
	var got []string
	err := s.Walk(context.Background(), dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		got = append(got, rel)
		return err
	})
	want := []string{".", "a", "a/2", "b", "b/1", "b/c", "b/c/4"}
	if err != nil || len(got) != len(want) {
		t.Fatalf("walk: %q, %v", got, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("walk: %q, want %q", got, want)
		}
	}
}

func TestReplaceKeepsModeAndOldContent(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), "old")
	os.Chmod(p, 0o640)
	w, err := s.Replace(p)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "new")
	if got := text(t, s, p); got != "old" {
		t.Fatalf("before Close the file holds %q", got)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	fi, _ := os.Stat(p)
	if got := text(t, s, p); got != "new" || fi.Mode().Perm() != 0o640 {
		t.Fatalf("after Close: %q, mode %v", got, fi.Mode())
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Fatalf("left behind: %v", left)
	}
}
