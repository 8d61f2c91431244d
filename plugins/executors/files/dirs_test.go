package main

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// exactly lists what is below a folder with mode, time and content: what an undo must bring back.
func exactly(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String() + " " + info.ModTime().Format(time.RFC3339Nano)
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			text += " " + string(data)
		case info.Mode()&fs.ModeSymlink != 0:
			text, err = os.Readlink(p)
		}
		out[p[len(dir):]] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A folder comes back from the trash as it was: names of any bytes, links, modes, times, empty folders.
func TestFoldersGoToTheTrashAndComeBackWhole(t *testing.T) {
	s := newScene(t, "in/x/a.txt", "in/x/deep/er/b.txt", "in/x/bad\xffname", "in/x/riga\nnuova \"q\" 🎉", "keep/c.txt")
	for _, err := range []error{
		os.Mkdir(s.Path("in/x/empty"), 0o700), os.Symlink("..", s.Path("in/x/loop")), os.Symlink("/etc/passwd", s.Path("in/x/out")),
		os.Chmod(s.Path("in/x/a.txt"), 0o400), os.Chtimes(s.Path("in/x/a.txt"), time.Time{}, time.Unix(1_500_000_000, 123)),
		os.Chtimes(s.Path("in/x"), time.Time{}, time.Unix(1_400_000_000, 0)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	before := exactly(t, s.Path("in/x"))
	args := map[string]any{"paths": s.paths("in/x", "in/x/deep", "gone", "keep/c.txt")}
	seen, err := s.preview(dirDeleter{}, args)
	if err != nil || seen.Total != 10 || seen.Items[0].Target != s.Path("in/x") || seen.Items[0].Action != "trash" || !seen.Reversible {
		t.Fatalf("%+v, %v", seen, err)
	}
	r := s.run(dirDeleter{}, args)
	if !r.OK || len(r.Results) != 1 || r.Results[0]["items"] != 9.0 || r.Effects.Mutations != 10 || codes(r.Failed) != "file_not_found delete_is_no_folder" {
		t.Fatalf("%+v", r)
	}
	if _, err := os.Lstat(s.Path("in/x")); err == nil {
		t.Fatal("it is still there")
	}
	info := s.Read(".local/share/Trash/info/x.trashinfo")
	if !strings.Contains(info, "Path="+s.Path("in/x")+"\n") || !strings.Contains(info, "DeletionDate=2026-03-31T14:05:06") {
		t.Errorf("%q", info)
	}
	undone := s.undo(dirDeleter{}, r)
	if after := exactly(t, s.Path("in/x")); !undone.OK || undone.Effects.Mutations != 10 || !maps.Equal(before, after) {
		t.Errorf("undo: %+v\nbefore %v\nafter  %v", undone, before, after)
	}
	if again := s.undo(dirDeleter{}, r); again.Effects.Mutations != 0 || len(again.Failed) > 0 {
		t.Errorf("a second undo: %+v", again)
	}
}

func TestFoldersThatStay(t *testing.T) {
	s := newScene(t, "in/full/a.txt", ".local/share/Trash/files/old/b.txt")
	if err := os.Symlink(s.Path("in/full"), s.Path("in/link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": "delete_holds_home", "in/full/a.txt": "delete_is_no_folder",
		".local": "delete_holds_trash", ".local/share/Trash": "delete_holds_trash", ".local/share/Trash/files/old": "in_trash_already", "none": "file_not_found",
	} {
		args := map[string]any{"paths": s.paths(name)}
		r := s.run(dirDeleter{}, args)
		_, err := s.preview(dirDeleter{}, args)
		if r.OK || r.Error == nil || r.Error.Code != want || err == nil {
			t.Errorf("%q: %v, preview %v; want %s", name, r.Error, err, want)
		}
	}
	r := s.run(dirDeleter{}, map[string]any{"paths": s.paths("in/full"), "only_empty": true})
	if r.OK || r.Error.Code != "delete_not_empty" || s.Read("in/full/a.txt") == "‹none›" {
		t.Errorf("%+v", r)
	}
}

// What cannot be counted is not thrown away: the gate on many files must see them all.
func TestAFolderThatCannotBeLookedIntoStays(t *testing.T) {
	s := newScene(t, "in/x/closed/a.txt")
	if err := os.Chmod(s.Path("in/x/closed"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(s.Path("in/x/closed"), 0o755) })
	unprivileged(t, func() {
		if _, err := os.ReadDir(s.Path("in/x/closed")); err == nil {
			t.Skip("this user reads every folder")
		}
		r := s.run(dirDeleter{}, map[string]any{"paths": s.paths("in/x")})
		if r.OK || r.Error.Code != "file_denied" {
			t.Errorf("%+v", r)
		}
	})
	if _, err := os.Lstat(s.Path("in/x")); err != nil {
		t.Error("it went away")
	}
}

func TestCountingAFolderEndsWithItsContext(t *testing.T) {
	s := newScene(t)
	for _, x := range []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := dirDeleter{}.Preview(ctx, s.call(map[string]any{"paths": s.paths("")}), s.Host)
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := x(ctx); err == nil {
			t.Error("it went on")
		}
	}
}

func TestCopiesKeepModeAndTimeAndLeaveLinksOut(t *testing.T) {
	s := newScene(t, "in/run.sh", "in/d/a", "in/d/bad\xffname")
	old := time.Unix(1_500_000_000, 0)
	for _, err := range []error{
		os.Chmod(s.Path("in/run.sh"), 0o750), os.Chmod(s.Path("in/d"), 0o710), os.Mkdir(s.Path("in/d/empty"), 0o755),
		os.Symlink("a", s.Path("in/d/link")), os.Symlink("run.sh", s.Path("in/shown")), os.Symlink("/etc/passwd", s.Path("in/out")),
		os.Chtimes(s.Path("in/run.sh"), old, old), os.Chtimes(s.Path("in/d"), old, old),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := s.run(copier{}, map[string]any{"paths": s.paths("in/run.sh", "in/d", "in/shown", "in/out"), "destination": s.Path("to")})
	if !r.OK || len(r.Results) != 5 || codes(r.Failed) != "link_left_out path_outside_grants" {
		t.Fatalf("%v: %+v", sortedNames(r.Results), r.Failed)
	}
	for name, mode := range map[string]fs.FileMode{"to/run.sh": 0o750, "to/d": 0o710, "to/shown": 0o750} {
		if info, err := os.Lstat(s.Path(name)); err != nil || info.Mode().Perm() != mode || !info.ModTime().Equal(old) {
			t.Errorf("%s: %v %v, %v", name, info.Mode(), info.ModTime(), err)
		}
	}
	if s.Read("to/d/bad\xffname") != "text of in/d/bad\xffname" {
		t.Error("the name of odd bytes was not copied")
	}
}

func TestACopyOverAFileIsSaidAndUndone(t *testing.T) {
	s := newScene(t, "in/a.txt", "to/a.txt")
	args := map[string]any{"paths": s.paths("in/a.txt"), "destination": s.Path("to"), "overwrite": true}
	seen, err := s.preview(copier{}, args)
	if err != nil || seen.Total != 1 || seen.Items[0].Action != "overwrite" || seen.Items[0].Source != s.Path("in/a.txt") {
		t.Fatalf("%+v, %v", seen, err)
	}
	r := s.run(copier{}, args)
	if !r.OK || s.Read("to/a.txt") != "text of in/a.txt" {
		t.Fatalf("%+v", r)
	}
	if undone := s.undo(copier{}, r); !undone.OK || s.Read("to/a.txt") != "text of to/a.txt" || s.Read("in/a.txt") != "text of in/a.txt" {
		t.Errorf("%+v", undone)
	}
	s.Write(t, "b", "x")
	made := s.run(copier{}, map[string]any{"paths": s.paths("b"), "name": "c"})
	s.Write(t, "c", "changed")
	if undone := s.undo(copier{}, made); undone.OK || codes(undone.Failed) != "changed_since" || s.Read("c") != "changed" {
		t.Errorf("%+v", undone)
	}
}

func TestTwins(t *testing.T) {
	big := strings.Repeat("x", 100_000)
	s := newScene(t)
	for name, text := range map[string]string{
		"in/a": big, "in/sub/b": big, "in/c": big[:50_000] + "y" + big[50_001:], "in/d": big[:99_999] + "y",
		"in/e": "short", "in/f": "short", "in/g": "shirt", "in/zero": "", "in/zero2": "", "in/.h": "short", "other/e": "short", "other/n": "none",
		"in/bad\xff": "short",
	} {
		s.Write(t, name, text)
	}
	for _, err := range []error{
		os.Link(s.Path("in/c"), s.Path("in/c2")), os.Symlink("a", s.Path("in/link")), os.Symlink(".", s.Path("in/loop")),
		os.Chtimes(s.Path("in/sub/b"), time.Time{}, time.Unix(1, 0)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args map[string]any
		want string
	}{
		{map[string]any{"path": s.Path("in")}, "a b bad\uFFFD e f"},
		{map[string]any{"path": s.Path("in"), "keep": "first"}, "b bad\uFFFD f"},
		{map[string]any{"path": s.Path("in"), "keep": "oldest", "size_min": 6.0}, "a"},
		{map[string]any{"path": s.Path("in"), "keep": "newest", "size_min": 6.0}, "b"},
		{map[string]any{"path": s.Path("in"), "recursive": false, "size_min": 6.0}, ""},
		{map[string]any{"path": s.Path("in"), "hidden": true, "size_min": 5.0, "keep": "shortest"}, ".h bad\uFFFD f b"},
		{map[string]any{"path": s.Path("in"), "other": s.Path("other")}, "bad\uFFFD e f"},
		{map[string]any{"paths": s.paths("in/a", "in/sub/b", "in/e")}, "a b"},
		{map[string]any{"paths": s.paths("in", "in/sub"), "size_min": 6.0}, "a b"},
		{map[string]any{"paths": []any{}}, ""},
	} {
		r := s.run(twinFinder{}, c.args)
		if got := strings.Join(strings.Fields(listed(r.Entries, "name")), " "); !r.OK || got != c.want || len(r.Failed) > 0 {
			t.Errorf("%v: %q, want %q; %v", c.args, got, c.want, r.Failed)
		}
	}
	cut := s.run(twinFinder{}, map[string]any{"path": s.Path("in"), "limit": 2.0})
	if len(cut.Entries) != 2 || cut.Truncated == nil || cut.Truncated.Available != 5 {
		t.Errorf("%+v", cut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (twinFinder{}).Invoke(ctx, s.call(map[string]any{"path": s.Path("in")}), s.Host); err == nil {
		t.Error("it went on although it was stopped")
	}
}

// A folder is empty when nothing is in it, hidden names included; what cannot be known is not said.
func TestEmptyFolders(t *testing.T) {
	s := newScene(t, "in/full/a.txt", "in/hidden/.x", "in/zero.txt")
	for _, err := range []error{
		os.MkdirAll(s.Path("in/empty"), 0o700), os.MkdirAll(s.Path("in/outer/inner"), 0o700), os.Truncate(s.Path("in/zero.txt"), 0),
		os.Symlink("empty", s.Path("in/link")), os.MkdirAll(s.Path("in/.secret"), 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	names := func(args map[string]any) string {
		args["path"] = s.Path("in")
		r := s.run(lister{}, args)
		var out []string
		for _, item := range r.Entries {
			if args["only_empty"] == true && item["empty"] != true {
				t.Errorf("%v does not say that it is empty", item)
			}
			out = append(out, item["name"].(string))
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		args map[string]any
		want string
	}{
		{map[string]any{"only_empty": true, "type": "folder", "recursive": true}, "empty inner"},
		{map[string]any{"only_empty": true, "type": "folder"}, "empty"},
		{map[string]any{"only_empty": true}, "empty zero.txt"},
		{map[string]any{"only_empty": true, "hidden": true, "type": "folder"}, ".secret empty"},
		{map[string]any{"only_empty": true, "type": "folder", "recursive": true, "order_by": "name", "order": "desc", "limit": 1.0}, "inner"},
	} {
		if got := names(c.args); got != c.want {
			t.Errorf("%v: %q, want %q", c.args, got, c.want)
		}
	}
	r := s.run(lister{}, map[string]any{"path": s.Path("in")})
	said := map[string]any{}
	for _, item := range r.Entries {
		said[item["name"].(string)] = item["empty"]
	}
	if want := map[string]any{"empty": true, "full": false, "hidden": false, "outer": false, "zero.txt": true, "link": nil}; !maps.Equal(said, want) {
		t.Errorf("%v", said)
	}
}
