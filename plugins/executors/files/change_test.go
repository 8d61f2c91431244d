package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
)

// mutator is what every executor that changes files is.
type mutator interface {
	sdk.Executor
	sdk.Previewer
	sdk.Reverser
}

// Every change is previewed exactly, changes what it says and nothing else, and is undone completely, once.
func TestChangesArePreviewedCountedAndUndone(t *testing.T) {
	for _, c := range []struct {
		name     string
		executor mutator
		args     func(s scene) map[string]any
		added    []string
		removed  []string
		failed   string
	}{
		{"create folders", folderMaker{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("n/a/b", "n/c", "in")}
		}, []string{"n/", "n/a/", "n/a/b/", "n/c/"}, nil, ""},
		{"create files and their folders", writer{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("n/new.txt", "in/a.txt"), "content": "x"}
		}, []string{"n/", "n/new.txt"}, nil, "file_exists"},
		{"move into a new folder", mover{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/a.txt", "in/b.PDF", "gone"), "destination": s.Path("n/m")}
		}, []string{"n/", "n/m/", "n/m/a.txt", "n/m/b.PDF"}, []string{"in/a.txt", "in/b.PDF"}, "file_not_found"},
		{"rename", mover{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/a.txt"), "name": "z.txt"}
		}, []string{"in/z.txt"}, []string{"in/a.txt"}, ""},
		{"move a folder with what is in it", mover{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in", "in/a.txt"), "destination": s.Path("other")}
		}, []string{"other/in/", "other/in/a.txt", "other/in/b.PDF", "other/in/sub/", "other/in/sub/c.txt"},
			[]string{"in/", "in/a.txt", "in/b.PDF", "in/sub/", "in/sub/c.txt"}, ""},
		{"one place for two", mover{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/sub/c.txt", "other/c.txt"), "destination": s.Path("in")}
		}, []string{"in/c.txt"}, []string{"in/sub/c.txt"}, "same_target"},
		{"into itself", mover{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in", "other/c.txt"), "destination": s.Path("in/sub/deep")}
		}, []string{"in/sub/deep/", "in/sub/deep/c.txt"}, []string{"other/c.txt"}, "folder_into_itself"},
		{"copy into a new folder", copier{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/a.txt", "in/b.PDF", "gone"), "destination": s.Path("n/m")}
		}, []string{"n/", "n/m/", "n/m/a.txt", "n/m/b.PDF"}, nil, "file_not_found"},
		{"copy under another name", copier{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/a.txt"), "name": "{stem} copia.{extension}"}
		}, []string{"in/a copia.txt"}, nil, ""},
		{"copy a folder with what is in it", copier{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in", "in/a.txt"), "destination": s.Path("other")}
		}, []string{"other/in/", "other/in/a.txt", "other/in/b.PDF", "other/in/sub/", "other/in/sub/c.txt"}, nil, ""},
		{"a copy into itself", copier{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in", "other/c.txt"), "destination": s.Path("in/sub/deep")}
		}, []string{"in/sub/deep/", "in/sub/deep/c.txt"}, nil, "folder_into_itself"},
		{"copies that meet", copier{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/sub/c.txt", "other/c.txt"), "destination": s.Path("in")}
		}, []string{"in/c.txt"}, nil, "same_target"},
		{"to the trash", deleter{}, func(s scene) map[string]any {
			return map[string]any{"paths": s.paths("in/a.txt", "in/sub", "other/c.txt", "gone")}
		}, nil, []string{"in/a.txt", "other/c.txt"}, "delete_is_folder file_not_found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, "in/a.txt", "in/b.PDF", "in/sub/c.txt", "other/c.txt")
			before := s.tree()
			args := c.args(s)
			seen, err := s.preview(c.executor, args)
			if err != nil || !maps.Equal(s.tree(), before) {
				t.Fatalf("preview: %v; or it changed something", err)
			}
			r := s.run(c.executor, args)
			if !r.OK || codes(r.Failed) != c.failed {
				t.Fatalf("ok %v, error %v, failed %v", r.OK, r.Error, r.Failed)
			}
			after := s.tree()
			want := maps.Clone(before)
			for _, p := range c.removed {
				delete(want, p)
			}
			for _, p := range c.added {
				want[p] = after[p]
			}
			if !maps.Equal(after, want) {
				t.Errorf("left %v, want %v", after, want)
			}
			predicted(t, seen, r)
			undone := s.undo(c.executor, r)
			if !undone.OK || len(undone.Failed) > 0 || !maps.Equal(s.tree(), before) {
				t.Errorf("undo left %v, failed %v", s.tree(), undone.Failed)
			}
			if undone.Effects.Mutations != r.Effects.Mutations {
				t.Errorf("undid %d of %d", undone.Effects.Mutations, r.Effects.Mutations)
			}
			again := s.undo(c.executor, r)
			if len(again.Failed) > 0 || again.Effects.Mutations != 0 || !maps.Equal(s.tree(), before) {
				t.Errorf("a second undo: %d mutations, failed %v", again.Effects.Mutations, again.Failed)
			}
		})
	}
}

// predicted checks that a preview named exactly the objects that were then changed.
func predicted(t *testing.T, seen sdk.Effects, r sdk.Result) {
	t.Helper()
	changed := map[string]bool{}
	for _, item := range r.Results {
		if item["created"] != false {
			changed[item["path"].(string)] = true
		}
	}
	if seen.Total != len(changed) || r.Effects.Mutations != len(changed) || !seen.Reversible {
		t.Errorf("preview %d, mutations %d, changed %d", seen.Total, r.Effects.Mutations, len(changed))
	}
	for _, e := range seen.Items {
		if !changed[e.Target] {
			t.Errorf("the preview named %s", e.Target)
		}
	}
}

func TestPreviewOfNothingButFailuresIsTheFailure(t *testing.T) {
	s := newScene(t, "in/a.txt", "in/b.txt")
	for _, c := range []struct {
		executor mutator
		args     map[string]any
		code     string
	}{
		{writer{}, map[string]any{"paths": s.paths("in/a.txt"), "content": "x"}, "file_exists"},
		{mover{}, map[string]any{"paths": s.paths("in/a.txt"), "name": "b.txt"}, "file_exists"},
		{deleter{}, map[string]any{"paths": s.paths("in")}, "delete_is_folder"},
		{folderMaker{}, map[string]any{"paths": s.paths("in/a.txt")}, "file_in_the_way"},
	} {
		_, err := s.preview(c.executor, c.args)
		r := answered(t, sdk.Result{}, err)
		if r.Error == nil || r.Error.Code != c.code || r.Error.Params["path"] == "" {
			t.Errorf("%T: %v", c.executor, err)
		}
	}
}

func TestWriteOverAndAppendKeepTheOldContent(t *testing.T) {
	s := newScene(t)
	for _, c := range []struct{ name, old, flag, content, want, action string }{
		{"overwrite", "old", "overwrite", "new", "new\n", "overwrite"},
		{"append", "one\n", "append", "two", "one\ntwo\n", "append"},
		{"append to a line without an end", "one", "append", "two\n", "one\ntwo\n", "append"},
		{"append to an empty file", "", "append", "two", "two\n", "append"},
		{"append in Windows-1252", "citt\xe0\n", "append", "perché", "citt\xe0\nperch\xe9\n", "append"},
		{"append in UTF-16", "\xff\xfec\x00", "append", "è", "\xff\xfec\x00\n\x00\xe8\x00\n\x00", "append"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Write(t, "f.txt", c.old)
			args := map[string]any{"paths": s.paths("f.txt"), "content": c.content, c.flag: true}
			seen, err := s.preview(writer{}, args)
			if err != nil || len(seen.Items) != 1 || seen.Items[0].Action != c.action {
				t.Fatalf("preview %v %v", seen, err)
			}
			r := s.run(writer{}, args)
			if got := s.Read("f.txt"); !r.OK || got != c.want {
				t.Fatalf("%q, error %v; want %q", got, r.Error, c.want)
			}
			if u := s.undo(writer{}, r); !u.OK || u.Effects.Mutations != 1 || s.Read("f.txt") != c.old {
				t.Errorf("undo gave %q, %v", s.Read("f.txt"), u.Failed)
			}
			if u := s.undo(writer{}, r); u.Effects.Mutations != 0 || len(u.Failed) > 0 {
				t.Errorf("a second undo: %v", u)
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	s := newScene(t, "in/a.txt")
	s.Write(t, "bin", "\x00\x01\x02\x03")
	s.Write(t, "latin.txt", "citt\xe0\n")
	if err := os.Symlink("nowhere", s.Path("dangling")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(s.Path("pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := s.tree()
	for _, c := range []struct {
		args map[string]any
		code string
	}{
		{map[string]any{"paths": s.paths("in"), "content": "x", "overwrite": true}, "is_a_directory"},
		{map[string]any{"paths": s.paths("pipe"), "content": "x", "append": true}, "special_file"},
		{map[string]any{"paths": s.paths("bin"), "content": "x", "append": true}, "not_text"},
		{map[string]any{"paths": s.paths("latin.txt"), "content": "🎉", "append": true}, "encoding_cannot"},
		{map[string]any{"paths": s.paths("dangling"), "content": "x"}, "link_leads_nowhere"},
		{map[string]any{"paths": s.paths("in/a.txt/b"), "content": "x"}, ""},
		{map[string]any{"paths": s.paths("in/a.txt"), "content": "x", "append": true, "overwrite": true}, "append_and_overwrite"},
		{map[string]any{"paths": []any{"/etc/metnos-test"}, "content": "x"}, "path_outside_grants"},
	} {
		r := s.run(writer{}, c.args)
		if r.OK || r.Error == nil || (c.code != "" && r.Error.Code != c.code) || r.Effects.Mutations != 0 {
			t.Errorf("%v: %v", c.args, r.Error)
		}
	}
	if !maps.Equal(s.tree(), before) {
		t.Error("something changed")
	}
}

func TestWriteLinesOfEntries(t *testing.T) {
	s := newScene(t)
	for i, c := range []struct {
		entries  []any
		template string
		content  string
		want     string
	}{
		{[]any{map[string]any{"path": "/x/a.txt", "name": "a.txt"}}, "", "", "/x/a.txt\n"},
		{[]any{map[string]any{"path": "/x/a.txt", "name": "a.txt"}}, "- {name}", "", "- a.txt\n"},
		{[]any{map[string]any{"text": "una riga", "name": "a.txt"}}, "", "", "una riga\n"},
		{[]any{map[string]any{"group": "pdf", "count": 8.0}, map[string]any{"group": "txt", "count": 2.0}}, "", "", "pdf\t8\ntxt\t2\n"},
		{[]any{map[string]any{"name": "a", "size": 1234567.0}}, "{n}. {name}: {size}{missing}", "", "1. a: 1234567\n"},
		{[]any{map[string]any{"name": "a"}}, "- {name}", "Elenco:", "Elenco:\n- a\n"},
		{[]any{}, "", "", ""},
		{[]any{map[string]any{"path": s.paths("in/a.txt")[0], "name": "a.txt"}}, "- {path}", "", "- in/a.txt\n"},
	} {
		name := fmt.Sprintf("f%d.txt", i)
		args := map[string]any{"paths": s.paths(name), "entries": c.entries, "content": c.content, "template": c.template}
		if r := s.run(writer{}, args); !r.OK || s.Read(name) != c.want {
			t.Errorf("%q, %v; want %q", s.Read(name), r.Error, c.want)
		}
	}
}

func TestUndoRefusesWhatChangedSince(t *testing.T) {
	s := newScene(t, "in/a.txt", "in/b.txt", "in/c.txt", "in/d.txt")
	created := s.run(writer{}, map[string]any{"paths": s.paths("new.txt"), "content": "x"})
	s.Write(t, "new.txt", "edited by hand")
	over := s.run(writer{}, map[string]any{"paths": s.paths("in/a.txt"), "content": "x", "overwrite": true})
	s.Write(t, "in/a.txt", "edited by hand")
	moved := s.run(mover{}, map[string]any{"paths": s.paths("in/b.txt"), "name": "b2.txt"})
	s.Write(t, "in/b.txt", "another")
	gone := s.run(mover{}, map[string]any{"paths": s.paths("in/c.txt"), "name": "c2.txt"})
	if err := os.Remove(s.Path("in/c2.txt")); err != nil {
		t.Fatal(err)
	}
	trashed := s.run(deleter{}, map[string]any{"paths": s.paths("in/d.txt")})
	s.Write(t, "in/d.txt", "another")
	folder := s.run(folderMaker{}, map[string]any{"paths": s.paths("fresh/er")})
	s.Write(t, "fresh/er/mine.txt", "mine")
	before := s.tree()
	for _, c := range []struct {
		executor mutator
		of       sdk.Result
		codes    string
	}{
		{writer{}, created, "changed_since"},
		{writer{}, over, "changed_since"},
		{mover{}, moved, "place_taken"},
		{mover{}, gone, "moved_away"},
		{deleter{}, trashed, "place_taken"},
		{folderMaker{}, folder, "folder_not_empty folder_not_empty"},
	} {
		u := s.undo(c.executor, c.of)
		if u.OK || codes(u.Failed) != c.codes || u.Effects.Mutations != 0 {
			t.Errorf("%T: ok %v, %v, %d mutations", c.executor, u.OK, u.Failed, u.Effects.Mutations)
		}
	}
	if !maps.Equal(s.tree(), before) {
		t.Errorf("something changed: %v", s.tree())
	}
	if _, err := (mover{}).Reverse(t.Context(), s.call(nil), s.Host); sdk.ClassOf(err) != sdk.MissingInput {
		t.Errorf("undo without evidence: %v", err)
	}
}

func TestMoveTemplates(t *testing.T) {
	at := time.Date(2023, 6, 30, 22, 30, 0, 0, time.UTC) // July in Rome
	for _, c := range []struct {
		name     string
		args     map[string]any
		want     string
		lang, no string
	}{
		{"extension", map[string]any{"template": "{extension}"}, "in/jpg/Èstate.JPG", "it", ""},
		{"year and month in the person's zone", map[string]any{"template": "{year}/{month}"}, "in/2023/07/Èstate.JPG", "it", ""},
		{"month by name", map[string]any{"template": "{year} {month_name}"}, "in/2023 luglio/Èstate.JPG", "it", ""},
		{"kind in Italian", map[string]any{"template": "{kind}"}, "in/Immagini/Èstate.JPG", "it", ""},
		{"kind in English", map[string]any{"template": "{kind}"}, "in/Pictures/Èstate.JPG", "en", ""},
		{"initial", map[string]any{"template": "{initial}"}, "in/E/Èstate.JPG", "it", ""},
		{"new name", map[string]any{"name": "{date} {stem}_{n}.{extension}"}, "in/2023-07-01 Èstate_1.jpg", "it", ""},
		{"unknown placeholder", map[string]any{"template": "{colour}"}, "", "it", "placeholder_unknown"},
		{"a name with a slash", map[string]any{"name": "a/b.txt"}, "", "it", "name_wrong"},
		{"a name that climbs", map[string]any{"name": ".."}, "", "it", "name_wrong"},
		{"a template that climbs", map[string]any{"template": "../{year}"}, "", "it", "name_wrong"},
		{"a name too long", map[string]any{"name": strings.Repeat("x", 300)}, "", "it", "name_wrong"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, "in/Èstate.JPG")
			if err := os.Chtimes(s.Path("in/Èstate.JPG"), at, at); err != nil {
				t.Fatal(err)
			}
			c.args["paths"] = s.paths("in/Èstate.JPG")
			call := s.call(c.args)
			call.Lang = c.lang
			r, err := mover{}.Invoke(t.Context(), call, s.Host)
			r = answered(t, r, err)
			if c.no != "" {
				if r.OK || r.Error.Code != c.no || s.Read("in/Èstate.JPG") == "‹none›" {
					t.Errorf("%v", r.Error)
				}
				return
			}
			if !r.OK || s.Read(c.want) != "text of in/Èstate.JPG" {
				t.Errorf("error %v, results %v", r.Error, r.Results)
			}
		})
	}
	s := newScene(t, "in/Makefile", "in/a.txt")
	r := s.run(mover{}, map[string]any{"paths": s.paths("in/Makefile", "in/a.txt"), "template": "{extension}"})
	if !r.OK || r.Effects.Mutations != 1 || s.Read("in/Makefile") == "‹none›" {
		t.Errorf("a file without extension: %v", r)
	}
	r = s.run(mover{}, map[string]any{"paths": s.paths("in/Makefile", "in/txt/a.txt"), "name": "same"})
	if r.OK || r.Error.Code != "name_for_many" {
		t.Errorf("%v", r.Error)
	}
}

func TestMoveOverAFile(t *testing.T) {
	s := newScene(t, "a.txt", "b.txt", "d/x.txt")
	args := map[string]any{"paths": s.paths("a.txt"), "name": "b.txt", "overwrite": true}
	seen, err := s.preview(mover{}, args)
	if err != nil || len(seen.Items) != 1 || seen.Items[0].Action != "overwrite" {
		t.Fatalf("%v %v", seen, err)
	}
	r := s.run(mover{}, args)
	if !r.OK || s.Read("b.txt") != "text of a.txt" || s.Read("a.txt") != "‹none›" {
		t.Fatalf("%v", r.Error)
	}
	u := s.undo(mover{}, r)
	if !u.OK || s.Read("a.txt") != "text of a.txt" || s.Read("b.txt") != "text of b.txt" {
		t.Errorf("%v %v", u.Error, s.tree())
	}
	if u := s.undo(mover{}, r); len(u.Failed) > 0 || u.Effects.Mutations != 0 {
		t.Errorf("a second undo: %v", u.Failed)
	}
	r = s.run(mover{}, args) // an undo of it that is cut off between its two halves is finished by the next
	if err := os.Rename(s.Path("b.txt"), s.Path("a.txt")); err != nil {
		t.Fatal(err)
	}
	if u := s.undo(mover{}, r); !u.OK || s.Read("a.txt") != "text of a.txt" || s.Read("b.txt") != "text of b.txt" {
		t.Errorf("%v %v", u.Error, s.tree())
	}
	r = s.run(mover{}, map[string]any{"paths": s.paths("a.txt"), "name": "d", "overwrite": true})
	if r.OK || r.Error.Code != "file_exists" {
		t.Errorf("a folder was replaced: %v", r.Error)
	}
}

// otherDisk returns a folder on another disk than the home's, or skips.
func otherDisk(t *testing.T, home string) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "files")
	if err != nil {
		t.Skip("there is no second disk to test with:", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	var a, b syscall.Stat_t
	if syscall.Stat(dir, &a) != nil || syscall.Stat(home, &b) != nil || a.Dev == b.Dev {
		t.Skip("/dev/shm is on the disk of the home")
	}
	return dir
}

func TestAcrossDisks(t *testing.T) {
	s := newScene(t, "a.txt")
	disk := otherDisk(t, s.Dir)
	set, err := files.Open([]sdk.Root{{Path: s.Dir, Write: true}, {Path: disk, Write: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	s.Host = birth.WithFiles(set)
	moved := s.run(mover{}, map[string]any{"paths": s.paths("a.txt"), "destination": disk})
	if !moved.OK || moved.Effects.Mutations != 1 || s.Read("a.txt") != "‹none›" {
		t.Fatalf("%v", moved.Error)
	}
	trashed := s.run(deleter{}, map[string]any{"paths": []any{disk + "/a.txt"}})
	can := filepath.Join(disk, fmt.Sprintf(".Trash-%d", os.Getuid()))
	info, err := os.ReadFile(can + "/info/a.txt.trashinfo")
	if !trashed.OK || err != nil || string(info) != "[Trash Info]\nPath=a.txt\nDeletionDate=2026-03-31T14:05:06\n" {
		t.Fatalf("%v, %v, %q", trashed.Error, err, info)
	}
	if u := s.undo(deleter{}, trashed); !u.OK {
		t.Fatal(u.Failed)
	}
	if u := s.undo(mover{}, moved); !u.OK || s.Read("a.txt") != "text of a.txt" {
		t.Fatal(u.Failed)
	}
}

func TestReadOnlyRootIsLeftAlone(t *testing.T) {
	s := newScene(t, "a.txt")
	set, err := files.Open([]sdk.Root{{Path: s.Dir}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	s.Host = birth.WithFiles(set)
	before := s.tree()
	for _, c := range []struct {
		executor mutator
		args     map[string]any
		code     string
	}{
		{deleter{}, map[string]any{"paths": s.paths("a.txt")}, "no_trash"},
		{mover{}, map[string]any{"paths": s.paths("a.txt"), "name": "b.txt"}, "root_read_only"},
		{writer{}, map[string]any{"paths": s.paths("b.txt"), "content": "x"}, "root_read_only"},
		{folderMaker{}, map[string]any{"paths": s.paths("d")}, "root_read_only"},
	} {
		r := s.run(c.executor, c.args)
		if r.OK || r.Error.Class != sdk.PermissionDenied || r.Error.Code != c.code || r.Effects.Mutations != 0 {
			t.Errorf("%T: %v", c.executor, r.Error)
		}
	}
	if !maps.Equal(s.tree(), before) {
		t.Error("something changed")
	}
}

func TestTooManyFilesAreRefusedBeforeAnythingChanges(t *testing.T) {
	s := newScene(t, "a.txt")
	paths := s.paths("a.txt")
	for i := range 15_000 {
		paths = append(paths, s.Path(fmt.Sprintf("%0200d", i)))
	}
	for _, e := range []mutator{folderMaker{}, writer{}, mover{}, deleter{}} {
		r := s.run(e, map[string]any{"paths": paths, "destination": s.Path("d")})
		if r.OK || r.Error.Class != sdk.Oversize || r.Error.Code != "too_many_files" || s.Read("a.txt") == "‹none›" {
			t.Errorf("%T: %v", e, r.Error)
		}
	}
}

func TestAStoppedChangeTellsWhatItDid(t *testing.T) {
	s := newScene(t, "in/a", "in/b", "in/c")
	ctx, stop := context.WithCancel(t.Context())
	host := &stopping{Host: s.Host, stop: stop}
	call := s.call(map[string]any{"paths": s.paths("in/a", "in/b", "in/c"), "content": "x", "overwrite": true})
	r, err := writer{}.Invoke(ctx, call, host)
	r = answered(t, r, err)
	if r.OK || r.Error.Class != sdk.Cancelled || r.Effects.Mutations != 1 || len(r.Undo.Evidence) != 1 {
		t.Fatalf("%v, %d mutations", r.Error, r.Effects.Mutations)
	}
	if u := s.undo(writer{}, r); !u.OK || s.Read("in/a") != "text of in/a" {
		t.Errorf("%v", u.Failed)
	}
}

// stopping ends the call at the second backup.
type stopping struct {
	sdk.Host
	stop context.CancelFunc
	kept int
}

func (s *stopping) Backup(ctx context.Context, path string) (string, error) {
	if s.kept++; s.kept == 2 {
		s.stop()
		return "", context.Canceled
	}
	return s.Host.Backup(ctx, path)
}
