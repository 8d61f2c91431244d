package places

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
)

// home builds folders (names that end in a slash) and files below a new folder.
func home(t testing.TB, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, n := range names {
		path := filepath.Join(root, filepath.FromSlash(n))
		if strings.HasSuffix(n, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func view(root string, deny ...string) *View {
	for i, d := range deny {
		deny[i] = filepath.Join(root, d)
	}
	return New([]core.Grant{{Name: "home", Read: []string{root}, Deny: deny}}).Home(root)
}

func rel(t testing.TB, root string, paths []string) []string {
	t.Helper()
	var out []string
	for _, p := range paths {
		r, err := filepath.Rel(root, p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func TestFolder(t *testing.T) {
	root := home(t, "Documenti/Lavoro/", "Lavoro/", "Musica/De André/", "Immagini/Mare 2023/", "Documenti/Archivio/", "Progetti/Archivio/", "Segreti/chiavi/", ".config/cose/")
	v := view(root, "Segreti")
	for spoken, want := range map[string][]string{
		"documenti":         {"Documenti"},
		"Lavoro":            {"Lavoro", "Documenti/Lavoro"},
		"documenti/lavoro":  {"Documenti/Lavoro"},
		"De Andre":          {"Musica/De André"},
		"mare 2023":         {"Immagini/Mare 2023"},
		"Archivio":          {"Documenti/Archivio", "Progetti/Archivio"},
		"Documents":         {"Documenti"},
		"Documents/Lavoro":  {"Documenti/Lavoro"},
		"Pictures":          {"Immagini"},
		"music":             {"Musica"},
		"~/Documenti":       {"Documenti"},
		"Documenti/":        {"Documenti"},
		root + "/Documenti": {"Documenti"},
		"Segreti":           nil,
		"chiavi":            nil,
		"cose":              nil,
		"Cantina":           nil,
		"":                  nil,
		"..":                nil,
		"../etc":            nil,
		"avoro":             nil,
	} {
		if diff := cmp.Diff(want, rel(t, root, v.Folder(spoken))); diff != "" {
			t.Errorf("%q\n%s", spoken, diff)
		}
	}
}

// TestTwinsOnlyWhenAlone: Documents means Documenti only where no Documents is.
func TestTwinsOnlyWhenAlone(t *testing.T) {
	root := home(t, "Documenti/", "Documents/")
	v := view(root)
	if diff := cmp.Diff([]string{"Documents"}, rel(t, root, v.Folder("documents"))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Documenti"}, rel(t, root, v.Folder("documenti"))); diff != "" {
		t.Error(diff)
	}
}

// TestUserDirs: the desktop's own name of a well-known folder answers to the usual ones.
func TestUserDirs(t *testing.T) {
	root := home(t, "Carte/", ".config/")
	if err := os.WriteFile(filepath.Join(root, ".config/user-dirs.dirs"), []byte("# made by hand\nXDG_DOCUMENTS_DIR=\"$HOME/Carte\"\nXDG_MUSIC_DIR=\"/elsewhere\"\nbroken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Carte"}, rel(t, root, view(root).Folder("Documenti"))); diff != "" {
		t.Error(diff)
	}
	if got := view(root).Folder("Musica"); got != nil {
		t.Errorf("a folder outside home: %v", got)
	}
}

func TestFile(t *testing.T) {
	root := home(t, "Documenti/nota.txt", "Lavoro/nota.txt", "Ricette/tiramisù.md", "Documenti/lista della spesa.txt", "Documenti/piano_ferie_2024.ods", "Documenti/aereo.pdf", ".nascosto.txt")
	v := view(root)
	for spoken, want := range map[string][]string{
		"nota.txt":                {"Documenti/nota.txt", "Lavoro/nota.txt"},
		"Lavoro/nota.txt":         {"Lavoro/nota.txt"},
		"TIRAMISU.md":             {"Ricette/tiramisù.md"},
		"tiramisu":                {"Ricette/tiramisù.md"},
		"lista della spesa.txt":   {"Documenti/lista della spesa.txt"},
		"lista della spesa":       {"Documenti/lista della spesa.txt"},
		"ferie":                   {"Documenti/piano_ferie_2024.ods"},
		"aere":                    nil,
		"manca.txt":               nil,
		".nascosto.txt":           nil,
		"Documenti/lista della s": nil,
	} {
		if diff := cmp.Diff(want, rel(t, root, v.File(spoken))); diff != "" {
			t.Errorf("%q\n%s", spoken, diff)
		}
	}
}

// TestCaseTwins: of names that differ in case alone the one spelled exactly is meant; none of them, all are.
func TestCaseTwins(t *testing.T) {
	root := home(t, "A.txt", "a.txt", "Foto/", "foto/x.txt", "Foto/X.txt", "Lavoro/a.txt", "Solo.txt")
	v := view(root)
	for spoken, want := range map[string][]string{
		"A.txt":         {"A.txt", "Lavoro/a.txt"},
		"a.txt":         {"a.txt", "Lavoro/a.txt"},
		"~/A.txt":       {"A.txt", "Lavoro/a.txt"},
		root + "/a.txt": {"a.txt", "Lavoro/a.txt"},
		"foto/x.txt":    {"foto/x.txt"},
		"Foto/X.txt":    {"Foto/X.txt"},
		"FOTO/X.TXT":    {"Foto/X.txt", "foto/x.txt"},
		"solo.txt":      {"Solo.txt"},
	} {
		if diff := cmp.Diff(want, rel(t, root, v.File(spoken))); diff != "" {
			t.Errorf("%q\n%s", spoken, diff)
		}
	}
	for spoken, want := range map[string][]string{"Foto": {"Foto"}, "foto": {"foto"}, "FOTO": {"Foto", "foto"}} {
		if diff := cmp.Diff(want, rel(t, root, v.Folder(spoken))); diff != "" {
			t.Errorf("%q\n%s", spoken, diff)
		}
	}
}

// TestLinksAreNotFollowed: a link out of the root names nothing.
func TestLinksAreNotFollowed(t *testing.T) {
	outside := home(t, "Segreto/x.txt")
	root := home(t, "Documenti/")
	if err := os.Symlink(outside, filepath.Join(root, "Scorciatoia")); err != nil {
		t.Fatal(err)
	}
	v := view(root)
	if got := append(v.Folder("Segreto"), v.File("x.txt")...); len(got) > 0 {
		t.Errorf("reached %v", got)
	}
}

// TestBounds: the walk stops deep down, and a folder nobody may read is passed over.
func TestBounds(t *testing.T) {
	root := home(t, strings.Repeat("a/", maxDepth+4)+"fondo.txt", "chiusa/x.txt", "Documenti/vicino.txt")
	if err := os.Chmod(filepath.Join(root, "chiusa"), 0); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(filepath.Join(root, "chiusa"), 0o755) }()
	v := view(root)
	if got := v.File("fondo.txt"); len(got) > 0 {
		t.Errorf("found %v below the bound", got)
	}
	if got := v.File("vicino.txt"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

// TestAbsentRoot: a grant of a folder that is not there names nothing and breaks nothing.
func TestAbsentRoot(t *testing.T) {
	root := filepath.Join(t.TempDir(), "gone")
	if got := view(root).Folder("x"); got != nil {
		t.Errorf("got %v", got)
	}
}

// TestSeesWhatChanged: a folder made between two turns has a name in the second, a removed one has none.
func TestSeesWhatChanged(t *testing.T) {
	root := home(t, "Documenti/Vecchia/")
	past := time.Now().Add(-time.Hour)
	for _, d := range []string{"", "Documenti", "Documenti/Vecchia"} {
		if err := os.Chtimes(filepath.Join(root, d), past, past); err != nil {
			t.Fatal(err)
		}
	}
	f := New([]core.Grant{{Read: []string{root}}})
	for range 2 { // the second time from memory
		if len(f.Home(root).Folder("Vecchia")) != 1 {
			t.Fatal("not found at first")
		}
	}
	if err := os.Rename(filepath.Join(root, "Documenti/Vecchia"), filepath.Join(root, "Documenti/Nuova")); err != nil {
		t.Fatal(err)
	}
	if got := f.Home(root).Folder("Nuova"); len(got) != 1 {
		t.Errorf("the new name: %v", got)
	}
	if got := f.Home(root).Folder("Vecchia"); got != nil {
		t.Errorf("the old name: %v", got)
	}
}

// What one walk remembers is forgotten with any change it could see: a name is never one that is gone.
func TestASurveyEndsWithAnyChange(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, root, other string) error{
		"a new folder": func(_ *testing.T, root, _ string) error { return os.Mkdir(filepath.Join(root, "a/b/Target"), 0o755) },
		"a new file": func(_ *testing.T, root, _ string) error {
			return os.WriteFile(filepath.Join(root, "a/b/Target"), nil, 0o600)
		},
		"a rename": func(_ *testing.T, root, _ string) error {
			return os.Rename(filepath.Join(root, "a/c"), filepath.Join(root, "a/Target"))
		},
		"one in the place": func(_ *testing.T, root, _ string) error {
			return os.Rename(filepath.Join(root, "d/Target"), filepath.Join(root, "Target"))
		},
		"a root that came": func(_ *testing.T, _, other string) error { return os.MkdirAll(filepath.Join(other, "Target"), 0o755) },
		"a link for a folder": func(_ *testing.T, root, _ string) error {
			return errors.Join(os.Rename(filepath.Join(root, "a/b"), filepath.Join(root, "a/Target")), os.Symlink("Target", filepath.Join(root, "a/b")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			root, other := home(t, "a/b/", "a/c/x.txt", "d/Target/"), filepath.Join(t.TempDir(), "other")
			past := time.Now().Add(-time.Hour)
			for _, d := range []string{"d/Target", "d", "a/c", "a/b", "a", ""} {
				if err := os.Chtimes(filepath.Join(root, d), past, past); err != nil {
					t.Fatal(err)
				}
			}
			f := New([]core.Grant{{Read: []string{root, other}}})
			all := func() []string {
				v := f.Home(root)
				return append(v.Folder("Target"), v.File("Target")...)
			}
			before := all()
			for range 3 {
				if got := all(); !slices.Equal(got, before) {
					t.Fatalf("%v became %v by itself", before, got)
				}
			}
			if !f.survey(root).current() {
				t.Fatal("nothing is remembered")
			}
			if err := change(t, root, other); err != nil {
				t.Fatal(err)
			}
			if f.survey(root).current() {
				t.Error("what is remembered is not what is there")
			}
			for _, path := range all() {
				if _, err := os.Lstat(path); err != nil {
					t.Errorf("%s is gone", path)
				}
			}
			if slices.Equal(all(), before) {
				t.Errorf("still %v", before)
			}
		})
	}
}

// A home that is written to at this moment is looked at again.
func TestWhatMovesIsNotRemembered(t *testing.T) {
	root := home(t, "a/b/")
	f := New([]core.Grant{{Read: []string{root}}})
	soon := time.Now().Add(time.Hour) // later than now: nobody knows whether it is settled
	if err := os.Chtimes(filepath.Join(root, "a"), soon, soon); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.Home(root).Folder("b")
	}
	if f.survey(root) != nil {
		t.Error("it is remembered")
	}
}

func BenchmarkWalk(b *testing.B) {
	names := make([]string, 0, 2000)
	for _, d := range "abcdefghij" {
		for _, e := range "abcdefghij" {
			for _, f := range "abcdefghij" {
				names = append(names, string(d)+"/"+string(e)+"/"+string(f)+".txt")
			}
		}
	}
	root := home(b, names...)
	f := New([]core.Grant{{Read: []string{root}}})
	for b.Loop() {
		if got := f.Home(root).Folder("a/b"); len(got) == 0 {
			b.Fatal("not found")
		}
	}
}

func TestInside(t *testing.T) {
	root := home(t, "Documenti/a.txt", "Documenti/Lavoro/b.txt", "c.txt", "Segreti/d.txt", ".config/e.txt")
	v := view(root, "Segreti")
	for _, k := range []struct {
		folder string
		deep   bool
		want   []string
		whole  bool
	}{
		{"", false, []string{"c.txt"}, true},
		{"", true, []string{"c.txt", "Documenti/a.txt", "Documenti/Lavoro/b.txt"}, true},
		{"Documenti", false, []string{"Documenti/a.txt"}, true},
		{"Documenti", true, []string{"Documenti/a.txt", "Documenti/Lavoro/b.txt"}, true},
		{"Segreti", true, nil, false},
		{"Altrove", true, nil, false},
	} {
		found, whole := v.Inside(filepath.Join(root, k.folder), k.deep)
		if diff := cmp.Diff(k.want, rel(t, root, found)); diff != "" || whole != k.whole {
			t.Errorf("%q deep %v: whole %v, %s", k.folder, k.deep, whole, diff)
		}
	}
}

// TestTable: the heading and the rows of delimited text, of files the view knows and no others.
func TestTable(t *testing.T) {
	root := home(t, "a.csv", "b.csv", "c.csv", "d.csv", "Segreti/e.csv")
	for name, text := range map[string]string{"a.csv": "\xef\xbb\xbfnome;importo\n\"Rossi; figli\";1,50\nVerdi;2\n", "b.csv": "", "c.csv": "\x00\x01,x\n", "d.csv": "n,t\n" + strings.Repeat("1,"+strings.Repeat("x", 100)+"\n", 4000), "Segreti/e.csv": "x,y\n1,2\n"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "Segreti/e.csv"), filepath.Join(root, "l.csv")); err != nil {
		t.Fatal(err)
	}
	v := view(root, "Segreti")
	header, rows, whole := v.Table(filepath.Join(root, "a.csv"))
	if diff := cmp.Diff([][]string{{"nome", "importo"}, {"Rossi; figli", "1,50"}, {"Verdi", "2"}}, append([][]string{header}, rows...)); diff != "" || !whole {
		t.Error(whole, diff)
	}
	for _, name := range []string{"b.csv", "c.csv", "Segreti/e.csv", "l.csv", "gone.csv", "../x.csv"} {
		if header, rows, _ := v.Table(filepath.Join(root, name)); len(header) > 0 || len(rows) > 0 {
			t.Error(name, header, rows)
		}
	}
	if header, rows, whole := v.Table(filepath.Join(root, "d.csv")); whole || len(header) != 2 || len(rows) == 0 || len(rows) >= 4000 {
		t.Error("a cut table is whole", whole, len(rows))
	}
}

func FuzzDelimited(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"", "a;b\r\n\"x\ny\";2", "\xff\xfe", "|"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		header, rows := delimited(data, len(data)%2 == 0)
		if header == nil && len(rows) > 0 {
			t.Error("rows without a heading")
		}
	})
}

// TestInsideIsNotWholeBeyondTheBounds: below what was walked nothing is known.
func TestInsideIsNotWholeBeyondTheBounds(t *testing.T) {
	root := home(t, strings.Repeat("d/", maxDepth+3)+"f.txt")
	if _, whole := view(root).Inside(root, true); whole {
		t.Error("a walk cut by its depth says that it saw everything")
	}
}

func TestNear(t *testing.T) {
	root := home(t, "Documenti/Fatture 2024/", "Downloads/", "Nord/", "a/b/c/Lontano/")
	v := view(root)
	for spoken, want := range map[string][]string{
		"Documeti": {"Documenti"}, "documnti": {"Documenti"}, "Downlods": {"Downloads"}, "Fatture 2023": nil, "Fature 2024": {"Documenti/Fatture 2024"},
		"Sord": nil, "Documenti": nil, "Lotano": nil, "": nil, "Vacanze": nil,
	} {
		if diff := cmp.Diff(want, rel(t, root, v.Near(spoken))); diff != "" {
			t.Errorf("%q: %s", spoken, diff)
		}
	}
}

func TestHomeByItsName(t *testing.T) {
	root := home(t, "Documenti/")
	if found := view(root).Folder("home"); len(found) != 1 || found[0] != root {
		t.Errorf("home is %v", found)
	}
	other := home(t, "Lavoro/home/")
	if diff := cmp.Diff([]string{"Lavoro/home"}, rel(t, other, view(other).Folder("home"))); diff != "" {
		t.Error(diff)
	}
}

// Where only some folders of a home are granted, each is found by its own name, as are those elsewhere.
func TestGrantedFolderHasItsName(t *testing.T) {
	home, away := t.TempDir(), filepath.Join(t.TempDir(), "Archivio")
	for _, dir := range []string{filepath.Join(home, "Documenti", "Fatture"), filepath.Join(home, "Privato"), away} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	documents := filepath.Join(home, "Documenti")
	v := New([]core.Grant{{Read: []string{documents, away}}}).Home(home)
	for spoken, want := range map[string]string{"documenti": documents, "Documents": documents, "~/Documenti": documents, "fatture": filepath.Join(documents, "Fatture"), "archivio": away, "privato": ""} {
		got := v.Folder(spoken)
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || got[0] != want) {
			t.Errorf("%s: %v, want %q", spoken, got, want)
		}
	}
	if _, whole := v.Inside(documents, false); !whole {
		t.Error("what is in a granted folder is not known whole")
	}
}
