package aftermath

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// scene is a home a step is cut off in.
type scene struct {
	t    *testing.T
	home string
	kept shelf
}

func newScene(t *testing.T) scene { return scene{t, t.TempDir(), shelf{}} }

func (s scene) path(name string) string { return filepath.Join(s.home, name) }

func (s scene) write(name, text string) string {
	s.t.Helper()
	path := s.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	return path
}

func (s scene) rename(from, to string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(to)), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(s.path(from), s.path(to)); err != nil {
		s.t.Fatal(err)
	}
}

// foresee writes down effects, as "action source target" names below the home, and reads them back.
func (s scene) foresee(pattern string, effects ...[3]string) Foresight {
	s.t.Helper()
	var e sdk.Effects
	for _, one := range effects {
		effect := sdk.Effect{Action: one[0], Target: s.path(one[2])}
		if one[1] != "" {
			effect.Source = s.path(one[1])
		}
		e.Items = append(e.Items, effect)
	}
	e.Reversible, e.Total = true, len(e.Items)
	f, ok := Foresee(pattern, s.home, &e, nil)
	if !ok {
		s.t.Fatal("nothing is foreseen")
	}
	body, err := json.Marshal(f)
	if err != nil {
		s.t.Fatal(err)
	}
	var back Foresight
	if err := json.Unmarshal(body, &back); err != nil {
		s.t.Fatal(err)
	}
	return back
}

// shelf is pre-images by how their files looked.
type shelf map[imprint.Imprint]string

func (s shelf) Like(size int64, modified time.Time) (ref, digest string, ok bool) {
	for look, text := range s {
		if look.Size == size && look.Modified.Equal(modified) {
			return "turn/" + text, text, true
		}
	}
	return "", "", false
}

func TestMoves(t *testing.T) {
	s := newScene(t)
	for _, name := range []string{"done", "stays", "lost", "over", "overcut", "b/over", "b/overcut", "twin"} {
		s.write(name, name)
	}
	s.write("dir/in", "x")
	s.write("otherdir/in", "x")
	f := s.foresee("swap_src_dst", [3]string{"move", "done", "b/done"}, [3]string{"move", "stays", "b/stays"}, [3]string{"move", "lost", "b/lost"},
		[3]string{"overwrite", "over", "b/over"}, [3]string{"overwrite", "overcut", "b/overcut"}, [3]string{"move", "dir", "b/dir"},
		[3]string{"move", "otherdir", "b/otherdir"}, [3]string{"move", "twin", "b/twin"}, [3]string{"move", "never", "b/never"})
	for _, name := range []string{"over", "overcut"} {
		s.kept[imprint.Of(s.path("b/"+name))] = name
		if err := os.Remove(s.path("b/" + name)); err != nil {
			t.Fatal(err)
		}
	}
	s.rename("done", "b/done")
	s.rename("over", "b/over")
	s.rename("dir", "b/dir")
	s.rename("lost", "elsewhere")
	s.rename("otherdir", "gone")
	s.write("b/otherdir/in", "another folder")
	s.write("b/twin", "somebody's")
	got := f.Look(s.kept, false)
	want := []map[string]any{
		{"from": s.path("done"), "to": s.path("b/done")},
		{"from": s.path("over"), "to": s.path("b/over"), "backup": "turn/over"},
		{"from": s.path("overcut"), "to": s.path("b/overcut"), "backup": "turn/overcut"}, // only what it replaced is to come back
		{"from": s.path("dir"), "to": s.path("b/dir")},
	}
	if diff := cmp.Diff(want, got.Evidence); diff != "" {
		t.Error(diff)
	}
	unclear := []string{s.path("b/lost"), s.path("b/otherdir"), s.path("b/twin"), s.path("b/never")}
	if diff := cmp.Diff(unclear, got.Unclear); diff != "" || got.Done != 4 || got.Planned != 9 {
		t.Errorf("%s%+v", diff, got)
	}
}

func TestCopies(t *testing.T) {
	s := newScene(t)
	for _, name := range []string{"whole", "part", "never", "b/over", "over", "b/mine"} {
		s.write(name, "text of "+name)
	}
	s.write("tree/in", "x")
	f := s.foresee("delete_created", [3]string{"copy", "whole", "b/whole"}, [3]string{"copy", "part", "b/part"}, [3]string{"copy", "never", "b/never"},
		[3]string{"overwrite", "over", "b/over"}, [3]string{"copy", "tree", "c/tree"}, [3]string{"copy", "tree/in", "c/tree/in"}, [3]string{"create", "", "b/made"})
	s.kept[imprint.Of(s.path("b/over"))] = "over"
	s.write("b/whole", "text of whole")
	s.write("b/part", "text")
	s.write("b/over", "text of over")
	s.write("b/made", "by whom?")
	if err := os.MkdirAll(s.path("c/tree"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := f.Look(s.kept, false)
	want := []map[string]any{
		{"action": "folder", "path": s.path("c")}, {"action": "folder", "path": s.path("c/tree")},
		{"action": "copy", "path": s.path("b/whole")}, {"action": "copy", "path": s.path("b/part")},
		{"action": "overwrite", "path": s.path("b/over"), "backup": "turn/over", "before": "over"},
		{"action": "folder", "path": s.path("c/tree")},
	}
	if diff := cmp.Diff(want, got.Evidence); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{s.path("b/made")}, got.Unclear); diff != "" {
		t.Errorf("nobody can vouch for what was made: %s", diff)
	}
	for name, proven := range map[string]bool{"b/whole": true, "b/part": true, "b/over": true} {
		sum, ok := Prove(t.Context(), s.path(name), got.Sources[s.path(name)])
		text, _ := os.ReadFile(s.path(name))
		whole := sha256.Sum256(text)
		if ok != proven || sum != hex.EncodeToString(whole[:]) {
			t.Errorf("%s: %v %s", name, ok, sum)
		}
	}
	s.write("b/whole", "text of WHOLE")
	if _, ok := Prove(t.Context(), s.path("b/whole"), s.path("whole")); ok {
		t.Error("somebody's text was taken for the copy")
	}
	if _, ok := Prove(t.Context(), s.path("b"), ""); ok {
		t.Error("a folder was taken for a file")
	}
	// Under the eyes of the process that ran it, what was made is the step's.
	if live := f.Look(s.kept, true); len(live.Unclear) != 0 || len(live.Sources) != 0 {
		t.Errorf("%+v", live)
	}
}

// throw puts a file into a trash as the specification has it.
func (s scene) throw(name, can, as, recorded string) {
	s.t.Helper()
	s.write(can+"/info/"+as+".trashinfo", "[Trash Info]\nPath="+recorded+"\nDeletionDate=2026-03-31T14:05:06\n")
	if name != "" {
		s.rename(name, can+"/files/"+as)
	}
}

func TestDeletions(t *testing.T) {
	s := newScene(t)
	for _, name := range []string{"a.txt", "due parole.txt", "stays.txt", "cut.txt", "empty.txt", "shredded.txt", "disk/x.txt", "dir/1", "dir/2/3"} {
		s.write(name, name)
	}
	const home = ".local/share/Trash"
	s.throw("", home, "a.txt", s.path("an/older/a.txt"))
	f := s.foresee("restore_trashed", [3]string{"trash", "", "a.txt"}, [3]string{"trash", "", "due parole.txt"}, [3]string{"trash", "", "stays.txt"},
		[3]string{"trash", "", "cut.txt"}, [3]string{"trash", "", "empty.txt"}, [3]string{"trash", "", "shredded.txt"}, [3]string{"trash", "", "disk/x.txt"},
		[3]string{"trash", "", "dir"}, [3]string{"trash", "", "dir/1"}, [3]string{"trash", "", "dir/2"}, [3]string{"trash", "", "dir/2/3"})
	top := "disk/.Trash-" + strconv.Itoa(os.Getuid())
	s.throw("a.txt", home, "a.2.txt", s.path("a.txt"))
	s.throw("due parole.txt", home, "due parole.txt", s.home+"/due%20parole.txt")
	s.throw("", home, "cut.txt", s.path("cut.txt")) // cut off between the information and the move
	s.write(home+"/info/empty.txt.trashinfo", "")   // and before the information was written
	s.throw("disk/x.txt", top, "x.txt", "x.txt")
	s.throw("dir", home, "dir", s.path("dir"))
	if err := os.Remove(s.path("shredded.txt")); err != nil {
		t.Fatal(err)
	}
	got := f.Look(s.kept, false)
	item := func(name, can, as string) map[string]any {
		return map[string]any{"path": s.path(name), "trashed": s.path(can + "/files/" + as), "info": s.path(can + "/info/" + as + ".trashinfo")}
	}
	folder := item("dir", home, "dir")
	folder["items"] = 3.0
	want := []map[string]any{item("a.txt", home, "a.2.txt"), item("due parole.txt", home, "due parole.txt"), item("disk/x.txt", top, "x.txt"), folder}
	if diff := cmp.Diff(want, got.Evidence); diff != "" {
		t.Error(diff)
	}
	litter := []string{s.path(home + "/info/empty.txt.trashinfo"), s.path(home + "/info/cut.txt.trashinfo")}
	if diff := cmp.Diff(litter, got.Litter); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{s.path("shredded.txt")}, got.Unclear); diff != "" || got.Done != 7 || got.Planned != 11 {
		t.Errorf("%s%+v", diff, got)
	}
}

func TestWhatIsNotKnownIsNotClaimed(t *testing.T) {
	s := newScene(t)
	a := s.write("a", "a")
	plain := sdk.Effects{Items: []sdk.Effect{{Action: "move", Source: a, Target: s.path("b")}}, Total: 3, Reversible: true, Truncated: true}
	f, ok := Foresee("swap_src_dst", s.home, &plain, nil)
	if !ok || f.Planned != 3 {
		t.Fatalf("%+v", f)
	}
	if got := f.Look(s.kept, false); got.Beyond != 2 || got.Untouched() {
		t.Errorf("of two nobody can tell: %+v", got)
	}
	lasting := plain
	lasting.Reversible = false
	for name, none := range map[string]func() (Foresight, bool){
		"no preview":      func() (Foresight, bool) { return Foresee("swap_src_dst", s.home, nil, nil) },
		"no pattern":      func() (Foresight, bool) { return Foresee("", s.home, &plain, nil) },
		"no way back":     func() (Foresight, bool) { return Foresee("swap_src_dst", s.home, &lasting, nil) },
		"nothing happens": func() (Foresight, bool) { return Foresee("swap_src_dst", s.home, &sdk.Effects{Reversible: true}, nil) },
	} {
		if _, ok := none(); ok {
			t.Errorf("%s: something is foreseen", name)
		}
	}
	f.Pattern = "of_another_kind"
	if got := f.Look(s.kept, true); len(got.Unclear) != 1 || len(got.Evidence) != 0 {
		t.Errorf("a pattern nobody knows: %+v", got)
	}
}

// A preview lists only the first of many effects. The others are known by the paths the step was given, when those
// that are listed show where everything goes.
func TestWhatAPreviewDoesNotList(t *testing.T) {
	s := newScene(t)
	var paths []string
	for _, name := range []string{"a/1", "a/2", "a/3", "a/4"} {
		paths = append(paths, s.write(name, "text of "+name))
	}
	first := sdk.Effects{Items: []sdk.Effect{{Action: "move", Source: paths[0], Target: s.path("b/1")}}, Total: 4, Reversible: true, Truncated: true}
	f, ok := Foresee("swap_src_dst", s.home, &first, append([]string{s.path("b")}, paths...)) // where they go is no object
	if !ok || len(f.Effects) != 4 {
		t.Fatalf("%+v", f)
	}
	for _, n := range []string{"1", "2", "3"} {
		s.rename("a/"+n, "b/"+n)
	}
	if got := f.Look(s.kept, false); got.Done != 3 || got.Beyond != 0 || len(got.Unclear) != 0 {
		t.Errorf("%+v", got)
	}
	renaming := first
	renaming.Items = []sdk.Effect{{Action: "move", Source: paths[0], Target: s.path("b/uno")}}
	if f, _ := Foresee("swap_src_dst", s.home, &renaming, paths); len(f.Effects) != 1 {
		t.Errorf("where the others go is made up: %+v", f.Effects)
	}
	trash := sdk.Effects{Items: []sdk.Effect{{Action: "trash", Target: s.path("a/4")}}, Total: 2, Reversible: true, Truncated: true}
	if f, _ := Foresee("restore_trashed", s.home, &trash, []string{s.path("a/4"), s.path("b/1")}); len(f.Effects) != 2 || f.Effects[1].Target != s.path("b/1") {
		t.Errorf("%+v", f.Effects)
	}
}
