package compose

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

// household is the manifests of somebody else's calendar, mail, address book and alarms, beside ours.
func household(t testing.TB) []core.Executor {
	t.Helper()
	list := realCatalog(t)
	paths, err := filepath.Glob("../rank/testdata/household/*.toml")
	if err != nil || len(paths) < 10 {
		t.Fatal(len(paths), err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Decode(p, data)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, core.Executor{Manifest: m})
	}
	return list
}

// TestADayIsNotAnAgenda: a word and a day in common with an executor's phrase do not make it the one that is meant, nor
// does a word of it after an order nobody knows.
func TestADayIsNotAnAgenda(t *testing.T) {
	c, catalog := New(), household(t)
	for text, want := range map[string]string{
		"what is my next appointment": "read_events",
		"what is on my calendar":      "read_events",
		"che impegni ho":              "read_events",
		"it is cloudy today":          "",
		"do I need a jacket today":    "",
		"clear my schedule":           "",
		"eat my schedule":             "",
	} {
		req := said(t, text)
		req.Catalog = catalog
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(d.Framework.Tools(), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestOutsideStaysOutside: of what people say to a home assistant that nothing here does, hardly any makes a plan, and none
// that changes something.
func TestOutsideStaysOutside(t *testing.T) {
	c, catalog := New(), household(t)
	total, accepted := 0, 0
	for _, file := range []string{"spoken.dev.jsonl", "spoken.held.jsonl"} {
		f, err := os.Open("../rank/testdata/route/" + file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		for in := bufio.NewScanner(f); in.Scan(); {
			var q struct {
				Query string `json:"query"`
				First string `json:"first_tool"`
			}
			if err := json.Unmarshal(in.Bytes(), &q); err != nil {
				t.Fatal(err)
			}
			if q.First != "" {
				continue
			}
			req := said(t, q.Query)
			req.Catalog = catalog
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if total++; d.Accepted {
				accepted++
				t.Logf("%s: %s", q.Query, sketch(d))
			}
			if d.Accepted && mutates(t, d.Framework) {
				t.Errorf("%s changes something: %s", q.Query, sketch(d))
			}
		}
	}
	if total < 40 || accepted > total/10 {
		t.Errorf("%d of %d accepted", accepted, total)
	}
}
