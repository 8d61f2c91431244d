package guard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"kept", "edited", "removed", "replaced"} {
		must(os.WriteFile(at(name), []byte("x"), 0o600))
	}
	must(os.Symlink("kept", at("turned")))
	paths := []string{at("kept"), at("edited"), at("removed"), at("replaced"), at("turned"), at("made"), at("never"), at("kept/below")}
	before := Look(paths)
	must(os.WriteFile(at("edited"), []byte("other content"), 0o600)) // masked content is not this package's business
	must(os.Remove(at("removed")))
	must(os.WriteFile(at("new"), nil, 0o600))
	must(os.Rename(at("new"), at("replaced")))
	must(os.Symlink("removed", at("new")))
	must(os.Rename(at("new"), at("turned")))
	must(os.Mkdir(at("made"), 0o700))
	want := []Change{{Path: at("removed")}, {Path: at("replaced")}, {Path: at("turned")}, {Path: at("made"), Appeared: true}}
	if diff := cmp.Diff(want, Look(paths).Changes(before)); diff != "" {
		t.Error(diff)
	}
}

func TestQuarantine(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".ssh")
	for _, folder := range []string{filepath.Join(t.TempDir(), "data/quarantine"), ""} {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		to, err := Quarantine(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("still in its place")
		}
		if info, err := os.Stat(to); err != nil || !info.IsDir() {
			t.Errorf("not at %s: %v", to, err)
		}
		if folder != "" && filepath.Dir(to) != folder {
			t.Errorf("moved to %s, want it in %s", to, folder)
		}
	}
}

// A link above a denied path is a change, and what is moved is the link: never what it leads to.
func TestQuarantineFollowsNoLink(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	kept := filepath.Join(outside, "git", "thesis.txt")
	if err := os.MkdirAll(filepath.Dir(kept), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, []byte("important"), 0o600); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, ".config")
	denied := []string{filepath.Join(config, "git"), filepath.Join(config, "autostart")}
	before := Look(denied)
	if err := os.Symlink(outside, config); err != nil {
		t.Fatal(err)
	}
	want := []Change{{Path: denied[0], Appeared: true}, {Path: denied[1], Appeared: true}}
	if diff := cmp.Diff(want, Look(denied).Changes(before)); diff != "" {
		t.Error(diff)
	}
	to, err := Quarantine(filepath.Join(t.TempDir(), "quarantine"), denied[0])
	if err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(to); err != nil || target != outside {
		t.Errorf("moved aside %q %v, want the link", target, err)
	}
	if _, err := os.Lstat(config); err == nil {
		t.Error("the link is still in its place")
	}
	if _, err := os.Stat(kept); err != nil {
		t.Errorf("what the link led to was moved: %v", err)
	}
}
