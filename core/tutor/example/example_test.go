package example

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/sdk/manifest"
)

var catalog = sync.OnceValues(func() (out []core.Executor, err error) {
	paths, err := filepath.Glob("../../../plugins/executors/*/*.toml")
	for _, p := range paths {
		data, fault := os.ReadFile(p)
		if fault != nil {
			return nil, fault
		}
		m, fault := manifest.Decode(p, data)
		if fault != nil {
			return nil, fault
		}
		out = append(out, core.Executor{Manifest: m})
	}
	return out, err
})

// bare is a home with nothing in it.
type bare struct{}

func (bare) Folder(string) []string { return nil }
func (bare) File(string) []string   { return nil }

// full is a home with files; two have one name.
type full struct{ bare }

var own = []string{"/home/anna/.cache/x.csv", "/home/anna/a b.csv", "/home/anna/Documenti/ordini.csv", "/home/anna/Documenti/Casa/clienti.csv", "/home/anna/a.txt", "/home/anna/Documenti/a.txt"}

func (full) Inside(string, bool) ([]string, bool) { return slices.Clone(own), true }
func (full) File(spoken string) (out []string) {
	for _, path := range own {
		if filepath.Base(path) == spoken {
			out = append(out, path)
		}
	}
	return out
}

// A sentence names a file the person has, when its name means that file alone.
func TestOwnFiles(t *testing.T) {
	f := finder(t)
	f.Request.Places, f.stage.Places = full{}, full{}
	for _, c := range []struct{ tool, want string }{{"read_files_csv", "mostrami le righe di ordini.csv"}, {"read_files", "leggi appunti.txt"}, {"read_files_doc", "leggi contratto.pdf"}} {
		at := slices.IndexFunc(f.Request.Catalog, func(e core.Executor) bool { return e.Manifest.Name == c.tool })
		if got := f.For(context.Background(), f.Request.Catalog[at], "it", "", 1); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", c.tool, got, c.want)
		}
	}
}

func finder(t testing.TB) *Finder {
	t.Helper()
	list, err := catalog()
	if err != nil || len(list) < 50 {
		t.Fatalf("%d executors, %v", len(list), err)
	}
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	return New(compose.New(), core.Turn{Lang: "it", Now: now, Zone: time.UTC, Home: "/home/anna"}, bare{}, list)
}

// Every sentence that is offered makes a plan with the executor it is offered for, in both languages.
func TestEveryExampleIsPlanned(t *testing.T) {
	f := finder(t)
	for key, sentences := range known() {
		at := slices.IndexFunc(f.Request.Catalog, func(e core.Executor) bool { return e.Manifest.Name == key[0] })
		if key[0] == "*" {
			for _, kind := range map[string][]string{"it": {"PDF", "foto", "csv"}, "en": {"PDF files", "pictures", "csv files"}}[key[1]] {
				if got := f.About(context.Background(), kind, key[1], 9); len(got) < 3 {
					t.Errorf("about %s: %q", kind, got)
				}
			}
			continue
		}
		if at < 0 {
			t.Errorf("%s has sentences and is no executor", key[0])
			continue
		}
		if got := f.For(context.Background(), f.Request.Catalog[at], key[1], "", 9); len(got) != len(sentences) {
			t.Errorf("%s %s: of %q only %q is planned", key[0], key[1], sentences, got)
		}
	}
}

// What is offered to begin with are whole sentences, each a plan over what is there, in both languages.
func TestBegin(t *testing.T) {
	f := finder(t)
	f.Request.Places = full{}
	for _, lang := range []string{"it", "en"} {
		got := f.Begin(context.Background(), lang, 6)
		if len(got) != 6 {
			t.Errorf("%s: %q", lang, got)
		}
		for _, said := range got {
			if d := f.Draft(context.Background(), said, lang); !d.Accepted || d.Question != nil || strings.ContainsAny(said, "@|[]{}") {
				t.Errorf("%s: %q is no plan", lang, said)
			}
		}
	}
	if got := f.Begin(context.Background(), "it", 2); len(got) != 2 {
		t.Errorf("two: %q", got)
	}
}
