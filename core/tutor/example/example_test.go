package example

import (
	"context"
	"os"
	"path/filepath"
	"slices"
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
