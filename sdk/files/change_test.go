package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

func TestCreateAbortClose(t *testing.T) {
	s, dir := open(t)
	p := filepath.Join(dir, "a")
	w, err := s.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "ciao")
	_, err = s.Create(p)
	wants(t, err, sdk.Conflict, "file_exists", fs.ErrExist)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil || text(t, s, p) != "ciao" {
		t.Errorf("Abort after Close is no no-op: %v", err)
	}
	w, _ = s.Create(filepath.Join(dir, "b"))
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "b")); err == nil {
		t.Error("Abort left the file")
	}
	if err := w.Close(); err != nil {
		t.Errorf("Close after Abort: %v", err)
	}
	link(t, "none", filepath.Join(dir, "dangling"))
	_, err = s.Create(filepath.Join(dir, "dangling"))
	wants(t, err, sdk.Conflict, "file_exists", fs.ErrExist)
	_, err = s.Create(filepath.Join(dir, "no/folder"))
	wants(t, err, sdk.NotFound, "file_not_found", fs.ErrNotExist)
	_, err = s.Create(filepath.Join(p, "below"))
	wants(t, err, sdk.Conflict, "not_a_directory", nil)
	_, err = s.Create(filepath.Join(dir, strings.Repeat("x", 300)))
	wants(t, err, sdk.IOError, "name_too_long", nil)
	_, err = s.Create(dir + "/nul\x00")
	wants(t, err, sdk.IOError, "path_invalid", fs.ErrInvalid)
}

// Abort does not remove what someone else put in the file's place.
func TestAbortSparesOthers(t *testing.T) {
	s, dir := open(t)
	p := filepath.Join(dir, "a")
	w, err := s.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(p)
	put(t, p, "other")
	w.Abort()
	if text(t, s, p) != "other" {
		t.Error("another's file is gone")
	}
}

func TestReplaceAbortsAndCreates(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), "old")
	w, err := s.Replace(p)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "new")
	if err := w.Abort(); err != nil || text(t, s, p) != "old" {
		t.Errorf("after Abort: %q, %v", text(t, s, p), err)
	}
	w, err = s.Replace(filepath.Join(dir, "fresh"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "new")
	if _, err := s.Stat(filepath.Join(dir, "fresh")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("visible before Close: %v", err)
	}
	if err := w.Close(); err != nil || text(t, s, filepath.Join(dir, "fresh")) != "new" {
		t.Error(err)
	}
	_, err = s.Replace(dir)
	wants(t, err, sdk.Conflict, "is_a_directory", nil)
	w, _ = s.Replace(filepath.Join(dir, "late"))
	os.Mkdir(filepath.Join(dir, "late"), 0o755)
	wants(t, w.Close(), sdk.Conflict, "is_a_directory", nil)
	if list, _ := os.ReadDir(dir); len(list) != 3 {
		t.Errorf("left behind: %v", list)
	}
}

// A reader sees the old content or the new one, never a mixture.
func TestReplaceIsAtomic(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), strings.Repeat("0", 100_000))
	var done atomic.Bool
	var all sync.WaitGroup
	all.Go(func() {
		for !done.Load() {
			b, err := os.ReadFile(p)
			if err != nil || len(b) != 100_000 || strings.Trim(string(b), string(b[0])) != "" {
				t.Errorf("torn: %d bytes, %v", len(b), err)
				return
			}
		}
	})
	for i := range 50 {
		w, err := s.Replace(p)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, strings.Repeat(string(rune('a'+i%26)), 100_000))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	done.Store(true)
	all.Wait()
}

func TestAppend(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), "uno ")
	w, err := s.Append(p)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "due")
	if err := w.Close(); err != nil || text(t, s, p) != "uno due" {
		t.Errorf("%q, %v", text(t, s, p), err)
	}
	_, err = s.Append(filepath.Join(dir, "none"))
	wants(t, err, sdk.NotFound, "file_not_found", fs.ErrNotExist)
	_, err = s.Append(dir)
	wants(t, err, sdk.Conflict, "is_a_directory", nil)
}

func TestMkdirAndRemove(t *testing.T) {
	s, dir := open(t)
	made, err := s.MkdirAll(filepath.Join(dir, "a/b/c"))
	if want := dir + "/a " + dir + "/a/b " + dir + "/a/b/c"; err != nil || strings.Join(made, " ") != want {
		t.Errorf("made %q, %v", made, err)
	}
	if made, err := s.MkdirAll(filepath.Join(dir, "a/b/c")); err != nil || len(made) != 0 {
		t.Errorf("again: %q, %v", made, err)
	}
	put(t, filepath.Join(dir, "f"), "")
	_, err = s.MkdirAll(filepath.Join(dir, "f/x"))
	wants(t, err, sdk.Conflict, "not_a_directory", nil)
	wants(t, s.Mkdir(filepath.Join(dir, "a")), sdk.Conflict, "file_exists", fs.ErrExist)
	wants(t, s.Remove(filepath.Join(dir, "a")), sdk.Conflict, "directory_not_empty", nil)
	wants(t, s.Remove(filepath.Join(dir, "none")), sdk.NotFound, "file_not_found", fs.ErrNotExist)
	link(t, "f", filepath.Join(dir, "l"))
	for _, n := range []string{"a/b/c", "a/b", "l", "f"} {
		if err := s.Remove(filepath.Join(dir, n)); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.MkdirAll("/etc/metnos-test"); sdk.ClassOf(err) != sdk.PermissionDenied {
		t.Errorf("outside: %v", err)
	}
}

func TestRenameNeverOverwrites(t *testing.T) {
	for name, rename := range map[string]func(s *Set, from, to string) error{"renameat2": (*Set).Rename, "claim": claim} {
		t.Run(name, func(t *testing.T) {
			s, dir := open(t)
			a, b := put(t, filepath.Join(dir, "a"), "a"), put(t, filepath.Join(dir, "b"), "b")
			put(t, filepath.Join(dir, "d/x"), "x")
			os.Mkdir(filepath.Join(dir, "empty"), 0o755)
			wants(t, rename(s, a, b), sdk.Conflict, "file_exists", fs.ErrExist)
			wants(t, rename(s, a, filepath.Join(dir, "d")), sdk.Conflict, "file_exists", fs.ErrExist)
			wants(t, rename(s, filepath.Join(dir, "d"), filepath.Join(dir, "empty")), sdk.Conflict, "file_exists", fs.ErrExist)
			wants(t, rename(s, filepath.Join(dir, "none"), filepath.Join(dir, "z")), sdk.NotFound, "file_not_found", fs.ErrNotExist)
			if text(t, s, a) != "a" || text(t, s, b) != "b" {
				t.Error("something was overwritten")
			}
			if err := rename(s, a, filepath.Join(dir, "d/moved\n☕")); err != nil {
				t.Error(err)
			}
			if err := rename(s, filepath.Join(dir, "d"), filepath.Join(dir, "e")); err != nil {
				t.Error(err)
			}
			if text(t, s, filepath.Join(dir, "e/moved\n☕")) != "a" {
				t.Error("the content is lost")
			}
			if got := listed(t, dir); got != "b e empty" {
				t.Errorf("there is %q", got)
			}
		})
	}
}

// claim renames the way a file system without RENAME_NOREPLACE needs.
func claim(s *Set, from, to string) error {
	src, err := s.place("rename", from)
	if err != nil {
		return err
	}
	defer src.close()
	dst, err := s.place("rename", to)
	if err != nil {
		return err
	}
	defer dst.close()
	fi, err := os.Lstat(from)
	if err != nil {
		return fault.At("rename", from, err)
	}
	mode := uint32(unix.S_IFREG)
	if fi.IsDir() {
		mode = unix.S_IFDIR
	}
	if err := renameByClaim(src, dst, mode); err != nil {
		return fault.At("rename", to, err)
	}
	return nil
}

// Two who move to the same name: one wins, nothing is lost.
func TestRenameRace(t *testing.T) {
	s, dir := open(t)
	for i := range 50 {
		var wins atomic.Int32
		var all sync.WaitGroup
		to := filepath.Join(dir, "to")
		for _, n := range []string{"x", "y"} {
			from := put(t, filepath.Join(dir, n), n)
			all.Go(func() {
				if s.Rename(from, to) == nil {
					wins.Add(1)
				}
			})
		}
		all.Wait()
		if list, _ := os.ReadDir(dir); wins.Load() != 1 || len(list) != 2 {
			t.Fatalf("round %d: %d wins, %v", i, wins.Load(), list)
		}
		os.Remove(filepath.Join(dir, "x"))
		os.Remove(filepath.Join(dir, "y"))
		os.Remove(to)
	}
}

// twoDisks returns granted folders on two file systems.
func twoDisks(t *testing.T) (s *Set, here, there string) {
	t.Helper()
	here = realPath(t.TempDir())
	there, err := os.MkdirTemp("/dev/shm", "metnos-test-")
	if err != nil {
		t.Skipf("no second file system: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(there) })
	var a, b unix.Stat_t
	unix.Stat(here, &a)
	unix.Stat(there, &b)
	if a.Dev == b.Dev {
		t.Skip("/dev/shm is on the same file system as the temporary folder")
	}
	s, err = Open([]sdk.Root{{Path: here, Write: true}, {Path: there, Write: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, here, there
}

func TestRenameAcrossDisks(t *testing.T) {
	s, here, there := twoDisks(t)
	body := strings.Repeat("0123456789", 500_000)
	from, to := put(t, filepath.Join(here, "a"), body), filepath.Join(there, "a")
	at := time.Date(2020, 2, 3, 4, 5, 6, 789, time.UTC)
	os.Chmod(from, 0o640)
	if err := s.Chtimes(from, time.Time{}, at); err != nil {
		t.Fatal(err)
	}
	if err := s.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	fi, err := os.Stat(to)
	if err != nil || !fi.ModTime().Equal(at) || fi.Mode().Perm() != 0o640 || text(t, s, to) != body {
		t.Errorf("%v, %v", fi, err)
	}
	if _, err := os.Lstat(from); err == nil {
		t.Error("the source is still there")
	}
	put(t, filepath.Join(here, "b"), "b")
	wants(t, s.Rename(filepath.Join(here, "b"), to), sdk.Conflict, "file_exists", fs.ErrExist)
	put(t, filepath.Join(here, "d/x"), "x")
	wants(t, s.Rename(filepath.Join(here, "d"), filepath.Join(there, "d")), sdk.IOError, "cross_device_directory", nil)
	link(t, "b", filepath.Join(here, "l"))
	if err := s.Rename(filepath.Join(here, "l"), filepath.Join(there, "l")); err != nil {
		t.Error(err)
	}
	if target, err := os.Readlink(filepath.Join(there, "l")); err != nil || target != "b" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if err := syscall.Mkfifo(filepath.Join(here, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	wants(t, s.Rename(filepath.Join(here, "fifo"), filepath.Join(there, "fifo")), sdk.PermissionDenied, "special_file", fs.ErrPermission)
	for dir, want := range map[string]string{here: "b d fifo", there: "a l"} {
		if got := listed(t, dir); got != want {
			t.Errorf("%s holds %q, want %q", dir, got, want)
		}
	}
}

func listed(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range list {
		found = append(found, d.Name())
	}
	return strings.Join(found, " ")
}

// A file that changes while it is copied stays where it is.
func TestRenameAcrossDisksSparesAChangedFile(t *testing.T) {
	s, here, there := twoDisks(t)
	from := put(t, filepath.Join(here, "a"), "old")
	src, err := s.place("rename", from)
	if err != nil {
		t.Fatal(err)
	}
	defer src.close()
	var st unix.Stat_t
	unix.Fstatat(src.dir, src.name, &st, 0)
	put(t, from, "newer")
	dst, err := s.place("rename", filepath.Join(there, "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer dst.close()
	wants(t, s.moveAcross(src, dst, from, filepath.Join(there, "a"), st), sdk.Conflict, "file_changed", nil)
	if text(t, s, from) != "newer" || listed(t, there) != "" {
		t.Errorf("it holds %q, there is %q", text(t, s, from), listed(t, there))
	}
}

func TestChtimes(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), "")
	at := time.Date(1999, 12, 31, 23, 59, 59, 123456789, time.UTC)
	if err := s.Chtimes(p, time.Time{}, at); err != nil {
		t.Fatal(err)
	}
	fi, err := s.Stat(p)
	if err != nil || !fi.ModTime().Equal(at) {
		t.Errorf("%v, %v", fi.ModTime(), err)
	}
	if time.Since(time.Unix(fi.Sys().(*syscall.Stat_t).Atim.Unix())) > time.Hour {
		t.Error("the access time changed")
	}
	if err := s.Chtimes(dir, at, at); err != nil {
		t.Errorf("the root: %v", err)
	}
}

func TestChmod(t *testing.T) {
	s, dir := open(t)
	p := put(t, filepath.Join(dir, "a"), "")
	if err := s.Chmod(p, fs.ModeSetuid|fs.ModeSticky|0o751); err != nil {
		t.Fatal(err)
	}
	if fi, err := s.Stat(p); err != nil || fi.Mode() != 0o751 {
		t.Errorf("%v, %v: the permission bits alone", fi.Mode(), err)
	}
	if err := s.Chmod(dir, 0o700); err != nil {
		t.Errorf("the root: %v", err)
	}
	outside := put(t, filepath.Join(t.TempDir(), "b"), "")
	link(t, outside, filepath.Join(dir, "out"))
	if err := s.Chmod(filepath.Join(dir, "out"), 0o777); err == nil {
		t.Error("a link led out")
	}
	wants(t, s.Chmod(filepath.Join(dir, "none"), 0o700), sdk.NotFound, "file_not_found", fs.ErrNotExist)
}

// A name with bytes that are no UTF-8 survives JSON when it is the only one of its kind.
func TestLossyNames(t *testing.T) {
	s, dir := open(t)
	put(t, filepath.Join(dir, "foto\xe0\xe8/caff\xe8.txt"), "x")
	p := filepath.Join(dir, "foto\uFFFD\uFFFD/caff\uFFFD.txt")
	if got := text(t, s, p); got != "x" {
		t.Errorf("it holds %q", got)
	}
	if err := s.Rename(p, filepath.Join(dir, "caffè.txt")); err != nil {
		t.Error(err)
	}
	put(t, filepath.Join(dir, "a\xe0"), "1")
	put(t, filepath.Join(dir, "a\xe1"), "2")
	_, err := s.Open(filepath.Join(dir, "a\uFFFD"))
	wants(t, err, sdk.NotFound, "file_not_found", fs.ErrNotExist)
	put(t, filepath.Join(dir, "a\uFFFD"), "3")
	if got := text(t, s, filepath.Join(dir, "a\uFFFD")); got != "3" {
		t.Errorf("an exact name loses to a lossy one: %q", got)
	}
}

func TestOpenRefuses(t *testing.T) {
	_, err := Open([]sdk.Root{{Path: filepath.Join(t.TempDir(), "none")}}, nil)
	wants(t, err, sdk.NotFound, "file_not_found", fs.ErrNotExist)
	_, err = Open([]sdk.Root{{Path: "relative"}}, nil)
	wants(t, err, sdk.IOError, "path_not_absolute", nil)
	_, err = Open([]sdk.Root{{Path: put(t, filepath.Join(t.TempDir(), "f"), "")}}, nil)
	wants(t, err, sdk.Conflict, "not_a_directory", nil)
	_, err = Open(nil, []string{"relative"})
	wants(t, err, sdk.IOError, "path_not_absolute", nil)
}

func TestErrorsKeepTheirCause(t *testing.T) {
	s, dir := open(t)
	_, err := s.Open(filepath.Join(dir, "none"))
	var pe *fs.PathError
	if !errors.As(err, &pe) || pe.Path != filepath.Join(dir, "none") || !errors.Is(err, syscall.ENOENT) {
		t.Errorf("%#v", err)
	}
}

func FuzzPaths(f *testing.F) {
	for _, p := range []string{"a", "../x", "a/../../etc/passwd", ".ssh", "link/..", "a\x00", "\xff", "loop/x", "./.ssh/../a"} {
		f.Add(p)
	}
	base, err := os.MkdirTemp("", "metnos-fuzz-")
	if err != nil {
		f.Fatal(err)
	}
	base = realPath(base)
	f.Cleanup(func() { os.RemoveAll(base) })
	root := filepath.Join(base, "root")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(root, ".ssh"), 0o755), os.WriteFile(filepath.Join(base, "secret"), []byte("secret"), 0o644),
		os.WriteFile(filepath.Join(root, ".ssh/id"), []byte("secret"), 0o644), os.WriteFile(filepath.Join(root, "a"), []byte("a"), 0o644),
		os.Symlink("..", filepath.Join(root, "up")), os.Symlink(".ssh", filepath.Join(root, "link")), os.Symlink("loop", filepath.Join(root, "loop")),
	} {
		if err != nil {
			f.Fatal(err)
		}
	}
	s, err := Open([]sdk.Root{{Path: root}}, []string{filepath.Join(root, ".ssh")})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, p string) {
		r, err := s.Open(root + "/" + p)
		if err != nil {
			if !sdk.ClassOf(err).Valid() {
				t.Fatalf("error without a class: %v", err)
			}
			return
		}
		defer r.Close()
		if b, _ := io.ReadAll(r); string(b) != "a" {
			t.Fatalf("%q reads %q", p, b)
		}
	})
}

func BenchmarkWalk(b *testing.B) {
	dir := b.TempDir()
	for i := range 5_000 {
		p := filepath.Join(dir, string(rune('a'+i%20)), string(rune('a'+i/20%20)))
		os.MkdirAll(p, 0o755)
		os.WriteFile(filepath.Join(p, "file"+strings.Repeat("x", i%50)+string(rune('a'+i/400))), nil, 0o644)
	}
	s, err := Open([]sdk.Root{{Path: dir}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	visit := func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			_, err = d.Info()
		}
		return err
	}
	b.Run("files", func(b *testing.B) {
		for b.Loop() {
			if err := s.Walk(context.Background(), dir, visit); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("stock", func(b *testing.B) {
		for b.Loop() {
			if err := filepath.WalkDir(dir, visit); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A refused move names what could not leave its place, and the other side only when that is what refuses.
func TestARefusedRenameNamesWhatRefuses(t *testing.T) {
	s, dir := open(t)
	put(t, dir+"/fixed/a", "x")
	put(t, dir+"/to/b", "x")
	flags := func(path string, set uint32) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, int(set))
	}
	for name, c := range map[string]struct{ fixed, from, to, blamed string }{
		"a fixed file":               {"fixed/a", "fixed/a", "to/a", "fixed/a"},
		"a fixed folder to leave":    {"fixed", "fixed/a", "to/a", "fixed/a"},
		"a fixed folder to get into": {"to", "fixed/a", "to/a", "to/a"},
	} {
		if err := flags(dir+"/"+c.fixed, unix.STATX_ATTR_IMMUTABLE); err != nil {
			t.Skipf("no file can be fixed here: %v", err)
		}
		err := s.Rename(dir+"/"+c.from, dir+"/"+c.to)
		if undo := flags(dir+"/"+c.fixed, 0); undo != nil {
			t.Fatal(undo)
		}
		var e *sdk.Error
		if !errors.As(err, &e) || e.Class != sdk.PermissionDenied || e.Params["path"] != dir+"/"+c.blamed {
			t.Errorf("%s: %v", name, err)
		}
	}
}
