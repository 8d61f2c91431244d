package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// tree makes a granted folder with a secret beside it and one denied inside it.
func tree(t *testing.T) (s *Set, root, outside string) {
	t.Helper()
	base := realPath(t.TempDir())
	root, outside = filepath.Join(base, "root"), filepath.Join(base, "outside")
	put(t, filepath.Join(outside, "secret.txt"), "secret")
	put(t, filepath.Join(root, "docs/a.txt"), "a")
	put(t, filepath.Join(root, ".ssh/id"), "key")
	s, err := Open([]sdk.Root{{Path: root, Write: true}}, []string{filepath.Join(root, ".ssh")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, root, outside
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

func TestNoWayOut(t *testing.T) {
	s, root, outside := tree(t)
	link(t, filepath.Join(outside, "secret.txt"), filepath.Join(root, "abs"))
	link(t, "../outside/secret.txt", filepath.Join(root, "rel"))
	link(t, "../outside", filepath.Join(root, "dir"))
	link(t, "/", filepath.Join(root, "slash"))
	link(t, "loop2", filepath.Join(root, "loop1"))
	link(t, "loop1", filepath.Join(root, "loop2"))
	link(t, ".ssh/id", filepath.Join(root, "key"))
	link(t, filepath.Join(root, ".ssh"), filepath.Join(root, "keys"))
	link(t, ".ssh/../docs/a.txt", filepath.Join(root, "through"))
	link(t, "docs/../../outside/secret.txt", filepath.Join(root, "around"))
	for _, tt := range []struct{ path, code string }{
		{outside + "/secret.txt", "path_outside_grants"},
		{root + "/../outside/secret.txt", "path_outside_grants"},
		{root + "-sibling/x", "path_outside_grants"},
		{"/etc/passwd", "path_outside_grants"},
		{"docs/a.txt", "path_not_absolute"},
		{root + "/abs", "link_leaves_root"},
		{root + "/rel", "link_leaves_root"},
		{root + "/dir/secret.txt", "link_leaves_root"},
		{root + "/around", "link_leaves_root"},
		{root + "/slash/etc/passwd", "link_leaves_root"},
		{root + "/loop1", "too_many_links"},
		{root + "/.ssh", "path_hidden"},
		{root + "/.ssh/id", "path_hidden"},
		{root + "/.ssh/none", "path_hidden"},
		{root + "/docs/../.ssh/id", "path_hidden"},
		{root + "/key", "path_hidden"},
		{root + "/keys/id", "path_hidden"},
		{root + "/through", "path_hidden"},
	} {
		_, err := s.Open(tt.path)
		wants(t, err, sdk.PermissionDenied, tt.code, fs.ErrPermission)
		_, err = s.Stat(tt.path)
		wants(t, err, sdk.PermissionDenied, tt.code, fs.ErrPermission)
		_, err = s.ReadDir(tt.path)
		wants(t, err, sdk.PermissionDenied, tt.code, fs.ErrPermission)
		_, err = s.Replace(tt.path)
		wants(t, err, sdk.PermissionDenied, tt.code, fs.ErrPermission)
		_, err = s.Append(tt.path)
		wants(t, err, sdk.PermissionDenied, tt.code, fs.ErrPermission)
	}
	if b, _ := os.ReadFile(outside + "/secret.txt"); string(b) != "secret" {
		t.Errorf("the secret holds %q", b)
	}
}

func TestLinksThatStay(t *testing.T) {
	s, root, _ := tree(t)
	link(t, "docs", filepath.Join(root, "rel"))
	link(t, filepath.Join(root, "docs"), filepath.Join(root, "abs"))
	link(t, "../docs/../rel/a.txt", filepath.Join(root, "docs/self"))
	for _, p := range []string{"rel/a.txt", "abs/a.txt", "docs/self"} {
		if got := text(t, s, filepath.Join(root, p)); got != "a" {
			t.Errorf("%s holds %q", p, got)
		}
	}
	if target, err := s.Readlink(filepath.Join(root, "rel")); err != nil || target != "docs" {
		t.Errorf("Readlink: %q, %v", target, err)
	}
	_, err := s.Readlink(filepath.Join(root, "docs/a.txt"))
	wants(t, err, sdk.IOError, "io_failed", nil)
	if fi, err := s.Lstat(filepath.Join(root, "rel")); err != nil || fi.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat: %v, %v", fi, err)
	}
	if fi, err := s.Stat(filepath.Join(root, "rel")); err != nil || !fi.IsDir() {
		t.Errorf("Stat: %v, %v", fi, err)
	}
	w, err := s.Replace(filepath.Join(root, "docs/self"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "new")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if fi, _ := os.Lstat(filepath.Join(root, "docs/self")); fi.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link was replaced instead of its file")
	}
	if got := text(t, s, filepath.Join(root, "docs/a.txt")); got != "new" {
		t.Errorf("the file holds %q", got)
	}
}

func TestDeniedNamesAreAbsent(t *testing.T) {
	s, root, _ := tree(t)
	list, err := s.ReadDir(root)
	if err != nil || len(list) != 1 || list[0].Name() != "docs" {
		t.Fatalf("%v, %v", list, err)
	}
	if err := s.Walk(context.Background(), root, func(p string, _ fs.DirEntry, err error) error {
		if strings.Contains(p, ".ssh") {
			t.Errorf("the walk shows %s", p)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// A denied folder cannot be moved into sight, by itself or with a folder above it.
func TestDeniedFoldersStay(t *testing.T) {
	base := realPath(t.TempDir())
	put(t, filepath.Join(base, "config/metnos/key"), "key")
	s, err := Open([]sdk.Root{{Path: base, Write: true}}, []string{filepath.Join(base, "config/metnos")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wants(t, s.Rename(base+"/config", base+"/c2"), sdk.PermissionDenied, "path_pinned", fs.ErrPermission)
	wants(t, s.Rename(base+"/config/metnos", base+"/c2"), sdk.PermissionDenied, "path_hidden", fs.ErrPermission)
	wants(t, s.Remove(base), sdk.PermissionDenied, "path_pinned", fs.ErrPermission)
	wants(t, s.Mkdir(base+"/config/metnos/x"), sdk.PermissionDenied, "path_hidden", fs.ErrPermission)
}

// What is denied stays denied under its other name.
func TestDeniedThroughLinks(t *testing.T) {
	base := realPath(t.TempDir())
	put(t, filepath.Join(base, "real/vault/key"), "key")
	link(t, "real", filepath.Join(base, "alias"))
	link(t, "real/vault", filepath.Join(base, "door"))
	for _, deny := range []string{"alias/vault", "door", "real/vault"} {
		s, err := Open([]sdk.Root{{Path: filepath.Join(base, "real")}}, []string{filepath.Join(base, deny)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Open(filepath.Join(base, "real/vault/key"))
		wants(t, err, sdk.PermissionDenied, "path_hidden", fs.ErrPermission)
		s.Close()
	}
	s, err := Open([]sdk.Root{{Path: filepath.Join(base, "alias")}}, []string{filepath.Join(base, "real/vault")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Open(filepath.Join(base, "alias/vault/key"))
	wants(t, err, sdk.PermissionDenied, "path_hidden", fs.ErrPermission)
	s2, err := Open([]sdk.Root{{Path: filepath.Join(base, "real/vault")}}, []string{filepath.Join(base, "real")})
	if err != nil {
		t.Fatal(err)
	}
	defer s2.Close()
	_, err = s2.Open(filepath.Join(base, "real/vault/key"))
	wants(t, err, sdk.PermissionDenied, "path_hidden", fs.ErrPermission)
}

func TestInnermostRootDecides(t *testing.T) {
	base := realPath(t.TempDir())
	put(t, filepath.Join(base, "in/a"), "a")
	put(t, filepath.Join(base, "in/frozen/b"), "b")
	s, err := Open([]sdk.Root{{Path: base}, {Path: filepath.Join(base, "in"), Write: true}, {Path: filepath.Join(base, "in/frozen")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	link(t, "frozen/b", filepath.Join(base, "in/b"))
	if _, err := s.Create(filepath.Join(base, "x")); true {
		wants(t, err, sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
	}
	w, err := s.Create(filepath.Join(base, "in/x"))
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	for _, p := range []string{"in/frozen/b", "in/b"} {
		_, err := s.Append(filepath.Join(base, p))
		wants(t, err, sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
		_, err = s.Replace(filepath.Join(base, p))
		wants(t, err, sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
		wants(t, s.Chmod(filepath.Join(base, p), 0o700), sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
		wants(t, s.Chtimes(filepath.Join(base, p), time.Now(), time.Now()), sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
	}
	for _, err := range []error{
		s.Remove(filepath.Join(base, "in/frozen/b")), s.Mkdir(filepath.Join(base, "in/frozen/d")),
		s.Rename(filepath.Join(base, "in/frozen/b"), filepath.Join(base, "in/c")), s.Rename(filepath.Join(base, "in/a"), filepath.Join(base, "in/frozen/a")),
	} {
		wants(t, err, sdk.PermissionDenied, "root_read_only", fs.ErrPermission)
	}
	for _, err := range []error{s.Rename(filepath.Join(base, "in/frozen"), filepath.Join(base, "in/z")), s.Remove(filepath.Join(base, "in/frozen"))} {
		wants(t, err, sdk.PermissionDenied, "path_pinned", fs.ErrPermission)
	}
	if got := s.Roots(); len(got) != 3 || got[0].Path != base || got[1].Write != true {
		t.Errorf("Roots: %v", got)
	}
}

// Fifos, sockets and devices are never opened, and nothing waits on them.
func TestSpecialFiles(t *testing.T) {
	s, root, _ := tree(t)
	fifo, device := filepath.Join(root, "fifo"), filepath.Join(root, "null")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	odd := []string{fifo}
	if err := syscall.Mknod(device, syscall.S_IFCHR|0o666, 1<<8|3); err == nil {
		odd = append(odd, device)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, p := range odd {
			_, err := s.Open(p)
			wantsIn(t, err, "special_file")
			_, err = s.Append(p)
			wantsIn(t, err, "special_file")
			_, err = s.Replace(p)
			wantsIn(t, err, "special_file")
		}
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("it waits on a special file")
	}
	if fi, err := s.Stat(fifo); err != nil || fi.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("Stat: %v, %v", fi, err)
	}
	if err := s.Rename(fifo, filepath.Join(root, "fifo2")); err != nil {
		t.Errorf("a fifo can move by name: %v", err)
	}
}

func wantsIn(t *testing.T, err error, code string) {
	t.Helper()
	var e *sdk.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Errorf("error %v, want %s", err, code)
	}
}

// Someone swaps a folder for a link to a secret, over and over, while it is read: either the file or a
// refusal, never the secret.
func TestSwappedComponents(t *testing.T) {
	s, root, outside := tree(t)
	put(t, filepath.Join(root, "swap/secret.txt"), "harmless")
	put(t, filepath.Join(root, "swap/id"), "harmless")
	stop := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		swap, aside, trap := filepath.Join(root, "swap"), filepath.Join(root, "aside"), filepath.Join(root, "trap")
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			os.Rename(swap, aside)
			target := outside
			if i%2 == 0 {
				target = ".ssh"
			}
			os.Symlink(target, trap)
			os.Rename(trap, swap)
			os.Remove(swap)
			os.Rename(aside, swap)
		}
	})
	read, refusals := 0, 0
	for until := time.Now().Add(700 * time.Millisecond); time.Now().Before(until); {
		for _, name := range []string{"secret.txt", "id"} {
			f, err := s.Open(filepath.Join(root, "swap", name))
			if err != nil {
				refusals++
				continue
			}
			b, _ := io.ReadAll(f)
			f.Close()
			if read++; string(b) != "harmless" {
				t.Fatalf("it read %q", b)
			}
		}
	}
	close(stop)
	all.Wait()
	if read == 0 || refusals == 0 {
		t.Errorf("%d reads, %d refusals: the race was not run", read, refusals)
	}
}

func TestWalkEndsWithItsContext(t *testing.T) {
	s, root, _ := tree(t)
	for i := range 300 {
		put(t, filepath.Join(root, "many", string(rune('a'+i%26)), strings.Repeat("x", i+1)[:min(i+1, 200)]), "")
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := s.Walk(ctx, root, func(string, fs.DirEntry, error) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if err != context.Canceled || n > 11 {
		t.Errorf("%v after %d", err, n)
	}
}

func TestWalkReports(t *testing.T) {
	s, root, _ := tree(t)
	put(t, filepath.Join(root, "docs/sub/b"), "bb")
	link(t, "docs", filepath.Join(root, "link"))
	collect := func(path string, fn func(p string, d fs.DirEntry) error) (got []string, err error) {
		err = s.Walk(context.Background(), path, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				got = append(got, "error "+string(sdk.ClassOf(err)))
				return nil
			}
			rel, _ := filepath.Rel(root, p)
			got = append(got, rel)
			if fn != nil {
				return fn(p, d)
			}
			return nil
		})
		return got, err
	}
	for _, tt := range []struct {
		name, path string
		fn         func(p string, d fs.DirEntry) error
		want       string
	}{
		{"a link at the start is followed, below not", root + "/link", nil, "link link/a.txt link/sub link/sub/b"},
		{"links are reported", root, nil, ". docs docs/a.txt docs/sub docs/sub/b link"},
		{"a file", root + "/docs/a.txt", nil, "docs/a.txt"},
		{"nothing", root + "/none", nil, "error not_found"},
		{"hidden", root + "/.ssh", nil, "error permission_denied"},
		{"skip a folder", root, func(p string, d fs.DirEntry) error {
			if d.Name() == "sub" {
				return fs.SkipDir
			}
			return nil
		}, ". docs docs/a.txt docs/sub link"},
		{"skip the rest of a folder", root, func(p string, d fs.DirEntry) error {
			if d.Name() == "a.txt" {
				return fs.SkipDir
			}
			return nil
		}, ". docs docs/a.txt link"},
		{"skip all", root, func(p string, d fs.DirEntry) error {
			if d.Name() == "a.txt" {
				return fs.SkipAll
			}
			return nil
		}, ". docs docs/a.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := collect(tt.path, tt.fn)
			if err != nil || strings.Join(got, " ") != tt.want {
				t.Errorf("%q, %v, want %q", got, err, tt.want)
			}
		})
	}
	stop := errors.New("stop")
	if err := s.Walk(context.Background(), root, func(string, fs.DirEntry, error) error { return stop }); err != stop {
		t.Errorf("fn's error is lost: %v", err)
	}
}

func TestUnreadableFolderIsReported(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("the superuser reads every folder")
	}
	s, root, _ := tree(t)
	closed := filepath.Join(root, "closed")
	if err := os.Mkdir(closed, 0o300); err != nil {
		t.Fatal(err)
	}
	var failures []error
	if err := s.Walk(context.Background(), root, func(_ string, _ fs.DirEntry, err error) error {
		if err != nil {
			failures = append(failures, err)
		}
		return nil
	}); err != nil || len(failures) != 1 {
		t.Fatalf("%v, %v", failures, err)
	}
	wants(t, failures[0], sdk.PermissionDenied, "file_denied", fs.ErrPermission)
}

// A folder that vanishes during a walk is reported, and the walk goes on. It has so many before it that it is not read
// ahead of the one that makes it vanish.
func TestVanishingFolderIsReported(t *testing.T) {
	s, root, _ := tree(t)
	put(t, filepath.Join(root, "gone/x"), "")
	put(t, filepath.Join(root, "later"), "")
	for i := range 20 {
		put(t, filepath.Join(root, "docs", fmt.Sprintf("e%02d", i), "x"), "")
		put(t, filepath.Join(root, fmt.Sprintf("e%02d", i), "x"), "")
	}
	var got []string
	err := s.Walk(context.Background(), root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			got = append(got, string(sdk.ClassOf(err)))
			return nil
		}
		switch name := d.Name(); {
		case name == "docs":
			os.RemoveAll(filepath.Join(root, "gone"))
		case name == "x" || name[0] == 'e':
			return nil
		}
		got = append(got, d.Name())
		return nil
	})
	if err != nil || strings.Join(got[1:], " ") != "docs a.txt gone not_found later" {
		t.Errorf("%q, %v", got, err)
	}
}

// Info answers after the walk too, from several goroutines.
func TestInfoOutlivesTheWalk(t *testing.T) {
	s, root, _ := tree(t)
	for i := range 50 {
		put(t, filepath.Join(root, "docs", "f"+strings.Repeat("x", i)), strings.Repeat("y", i))
	}
	var kept []fs.DirEntry
	var all sync.WaitGroup
	s.Walk(context.Background(), filepath.Join(root, "docs"), func(p string, d fs.DirEntry, err error) error {
		kept = append(kept, d)
		all.Go(func() {
			if _, err := d.Info(); err != nil {
				t.Error(err)
			}
		})
		return err
	})
	all.Wait()
	sort.Slice(kept, func(i, j int) bool { return kept[i].Name() < kept[j].Name() })
	for _, d := range kept {
		if fi, err := d.Info(); err != nil || fi.Name() != d.Name() {
			t.Errorf("%s: %v, %v", d.Name(), fi, err)
		}
	}
}
