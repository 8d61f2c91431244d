package vaglio

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// disk is a home with what a test puts into it.
func disk(t *testing.T, files ...string) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(home, name), []byte(name), 0o644))
	}
	return home
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestLocateFollowsWhatTheActionFollows(t *testing.T) {
	home := disk(t, "Privato/a.txt", "n.txt")
	must(t, os.Symlink("Privato/a.txt", home+"/ln.txt"))
	must(t, os.Symlink("Privato", home+"/Q"))
	for name, c := range map[string]struct{ given, want sdk.Effect }{
		"a plain file":         {sdk.Effect{Action: "overwrite", Target: "n.txt"}, sdk.Effect{}},
		"a link written to":    {sdk.Effect{Action: "overwrite", Target: "ln.txt"}, sdk.Effect{Real: "Privato/a.txt"}},
		"a link continued":     {sdk.Effect{Action: "append", Target: "ln.txt"}, sdk.Effect{Real: "Privato/a.txt"}},
		"a link thrown away":   {sdk.Effect{Action: "trash", Target: "ln.txt"}, sdk.Effect{}},
		"a link that moves":    {sdk.Effect{Action: "move", Source: "ln.txt", Target: "x/ln.txt"}, sdk.Effect{}},
		"below a linked one":   {sdk.Effect{Action: "trash", Target: "Q/a.txt"}, sdk.Effect{Real: "Privato/a.txt"}},
		"from a linked one":    {sdk.Effect{Action: "move", Source: "Q/a.txt", Target: "a.txt"}, sdk.Effect{RealSource: "Privato/a.txt"}},
		"into a linked one":    {sdk.Effect{Action: "copy", Source: "n.txt", Target: "Q/new/n.txt"}, sdk.Effect{Real: "Privato/new/n.txt"}},
		"an executor's say-so": {sdk.Effect{Action: "trash", Target: "n.txt", Real: "/x", RealSource: "/y", Print: "z"}, sdk.Effect{}},
		"what nobody knows":    {sdk.Effect{Action: "transmogrify", Target: "ln.txt"}, sdk.Effect{Real: "Privato/a.txt"}},
	} {
		whole := func(p string) string {
			if p == "" || p[0] == '/' {
				return p
			}
			return filepath.Join(home, p)
		}
		c.given.Target, c.given.Source = whole(c.given.Target), whole(c.given.Source)
		got := Locate(sdk.Effects{Items: []sdk.Effect{c.given}}, home).Items[0]
		if got.Real != whole(c.want.Real) || got.RealSource != whole(c.want.RealSource) || got.Target != c.given.Target || got.Print == "z" {
			t.Errorf("%s: %+v", name, got)
		}
		if changes := got.Action != "copy"; (got.Print != "") != changes {
			t.Errorf("%s: print %q", name, got.Print)
		}
	}
	if got := Locate(sdk.Effects{Items: []sdk.Effect{{Action: "send", Target: "anna@example.org"}}}, home).Items[0]; got.Real != "" || got.Print != "" {
		t.Errorf("an address was looked for: %+v", got)
	}
}

// A home reached through a link is spelled as the person knows it: nothing in it is elsewhere.
func TestLocateSpellsTheHomeAsItIsKnown(t *testing.T) {
	at := disk(t, "real/anna/a.txt", "real/anna/Privato/b.txt")
	must(t, os.Symlink("real/anna", at+"/anna"))
	must(t, os.Symlink("Privato/b.txt", at+"/real/anna/ln"))
	home := at + "/anna"
	e := Locate(sdk.Effects{Items: []sdk.Effect{{Action: "trash", Target: home + "/a.txt"}, {Action: "overwrite", Target: home + "/ln"}}}, home)
	if e.Items[0].Real != "" || e.Items[1].Real != home+"/Privato/b.txt" {
		t.Errorf("%+v", e.Items)
	}
}

// The print of an object is the same as long as it is, and another when something took its place.
func TestThePrintTellsObjectsApart(t *testing.T) {
	home := disk(t, "a.txt", "b.txt", "d/x")
	seen := func(action, name string) string {
		return Locate(sdk.Effects{Items: []sdk.Effect{{Action: action, Target: filepath.Join(home, name), Source: filepath.Join(home, name)}}}, home).Items[0].Print
	}
	for _, action := range []string{"overwrite", "trash", "delete", "move"} {
		for _, name := range []string{"a.txt", "d"} {
			before := seen(action, name)
			if before == "" || before != seen(action, name) {
				t.Errorf("%s %s: %q, then %q", action, name, before, seen(action, name))
			}
			must(t, os.Rename(home+"/"+name, home+"/aside"))
			must(t, os.Symlink("aside", home+"/"+name))
			if seen(action, name) == before {
				t.Errorf("%s %s: a link in its place is taken for it", action, name)
			}
			must(t, os.Remove(home+"/"+name))
			if seen(action, name) == before {
				t.Errorf("%s %s: nothing in its place is taken for it", action, name)
			}
			must(t, os.Rename(home+"/aside", home+"/"+name))
			if seen(action, name) != before {
				t.Errorf("%s %s: it came back and is another", action, name)
			}
		}
	}
	before := map[string]string{"overwrite": seen("overwrite", "b.txt"), "trash": seen("trash", "b.txt"), "move": seen("move", "b.txt")}
	must(t, os.WriteFile(home+"/b.txt", []byte("something longer than before"), 0o644))
	for action, print := range before {
		if same := seen(action, "b.txt") == print; same != (action == "move") {
			t.Errorf("%s of a file that was written to: same %v", action, same)
		}
	}
}

func TestFoundIsAboutWhatIsWritten(t *testing.T) {
	home := disk(t, "Q/a", "P/a", "read")
	paths := []Path{{Arg: "paths", Path: home + "/Q/a", Write: true}, {Arg: "from", Path: home + "/read"}}
	before := Found(paths, home)
	must(t, os.Remove(home+"/read"))
	if Found(paths, home) != before {
		t.Error("what is only read counts")
	}
	must(t, os.Rename(home+"/Q", home+"/aside"))
	must(t, os.Symlink("P", home+"/Q"))
	if Found(paths, home) == before {
		t.Error("another folder in its place is taken for it")
	}
}

// The order of the paths is that of nothing random: what is found twice is the same.
func TestPathsComeInOneOrder(t *testing.T) {
	m := &manifest.Manifest{}
	m.Args.Properties = map[string]manifest.Property{
		"destination": {Type: "string", Semantic: "path"}, "paths": {Type: "array", Semantic: "path"}, "from": {Type: "string", Semantic: "path"},
	}
	args := map[string]any{"paths": []any{"/h/b", "/h/a"}, "destination": "/h/d", "from": "/h/c"}
	for range 50 {
		_, paths, err := CanonicalArgs(m, "/h", args)
		if err != nil || len(paths) != 4 || paths[0].Path != "/h/d" || paths[1].Path != "/h/c" || paths[2].Path != "/h/b" || paths[3].Path != "/h/a" {
			t.Fatalf("%v, %v", paths, err)
		}
	}
}
