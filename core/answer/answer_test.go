package answer

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

var sentences = sync.OnceValues(i18n.New)

func writer(t testing.TB) Writer {
	t.Helper()
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	return Writer{Say: say}
}

func in(t testing.TB, lang string) page {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return writer(t).page(Account{Lang: lang, Home: "/home/anna", Zone: rome})
}

func TestValuesAreWrittenTheWayTheLanguageDoes(t *testing.T) {
	for _, c := range []struct {
		kind   string
		value  any
		it, en string
	}{
		{"bytes", float64(10_500_000), "10,5 MB", "10.5 MB"},
		{"bytes", float64(138_500_000), "138,5 MB", "138.5 MB"},
		{"bytes", 1, "1 byte", "1 byte"},
		{"bytes", 0, "0 byte", "0 bytes"},
		{"bytes", 999, "999 byte", "999 bytes"},
		{"bytes", 1e12, "1 TB", "1 TB"},
		{"number", 1234.5, "1234,5", "1234.5"},
		{"number", 1234567.891, "1.234.567,89", "1,234,567.89"},
		{"number", -12345.0, "-12.345", "-12,345"},
		{"integer", float64(2026), "2026", "2026"},
		{"datetime", "2026-07-01T22:30:00Z", "2 luglio 2026 00:30", "2 July 2026 00:30"},
		{"text", "2026-11-30", "30 novembre 2026", "30 November 2026"},
		{"text", "a 2026-11-30", "a 2026-11-30", "a 2026-11-30"},
		{"path", "/home/anna/Documenti/a", "Documenti/a", "Documenti/a"},
		{"path", "/home/annabella/a", "/home/annabella/a", "/home/annabella/a"},
		{"boolean", true, "sì", "yes"},
	} {
		if got := in(t, "it").Value(c.kind, c.value); got != c.it {
			t.Errorf("it %s %v: %q, want %q", c.kind, c.value, got, c.it)
		}
		if got := in(t, "en").Value(c.kind, c.value); got != c.en {
			t.Errorf("en %s %v: %q, want %q", c.kind, c.value, got, c.en)
		}
	}
}

func reader(name string) *manifest.Manifest {
	return &manifest.Manifest{
		Name: name, Execution: manifest.Execution{Effect: "read_only"},
		Output: manifest.Output{Collection: "entries", Value: "integer"},
		Args: manifest.Args{Properties: map[string]manifest.Property{
			"path": {Semantic: "folder"}, "limit": {Semantic: "quantity"}, "extensions": {Semantic: "extension"}, "aggregate": {Semantic: "aggregate"}, "field": {Semantic: "field"}}},
		Presentation: manifest.Presentation{View: "table", Columns: []manifest.Column{{Key: "name"}, {Key: "size", Type: "bytes"}}},
	}
}

func files(n int) []map[string]any {
	list := []map[string]any{}
	for i := range n {
		list = append(list, map[string]any{"path": fmt.Sprintf("/home/anna/Doc/f%03d.txt", i), "size": float64(2000)})
	}
	return list
}

func TestShapes(t *testing.T) {
	step := func(n, total int) Step {
		return Step{Manifest: reader("find_files"), Args: map[string]any{"path": "/home/anna/Doc"}, Types: map[string]string{"path": "path", "size": "bytes"},
			Result: sdk.Result{OK: true, Entries: files(n), Value: float64(total)}}
	}
	for _, c := range []struct {
		name  string
		lang  string
		shape plan.Shape
		step  Step
		want  string
	}{
		{"count", "it", plan.ShapeCount, step(3, 3), "In Doc ci sono 3 file."},
		{"count one", "en", plan.ShapeCount, step(1, 1), "In Doc there is 1 file."},
		{"count beyond the list", "en", plan.ShapeCount, step(3, 57), "In Doc there are 57 files."},
		{"count none", "en", plan.ShapeCount, step(0, 0), "In Doc I found no files."},
		{"list", "it", plan.ShapeList, step(1, 1), "In Doc c'è 1 file:\n- Doc/f000.txt: 2 KB"},
		{"the first of many", "it", plan.ShapeList, step(1, 4), "Tra 4 file in Doc, quello che cerchi è questo:\n- Doc/f000.txt: 2 KB"},
		{"exists", "en", plan.ShapeExists, step(0, 0), "No. In Doc I found no files."},
		{"where", "it", plan.ShapeWhere, step(1, 1), "f000.txt è in Doc (Doc/f000.txt)."},
	} {
		got := writer(t).Reply(Account{Lang: c.lang, Home: "/home/anna", Shape: c.shape, Steps: []Step{c.step}})
		if got.Message != c.want || got.Kind != core.Answer {
			t.Errorf("%s: %s %q, want %q", c.name, got.Kind, got.Message, c.want)
		}
	}
}

func TestLongListsSayHowManyAreLeft(t *testing.T) {
	s := Step{Manifest: reader("find_files"), Result: sdk.Result{OK: true, Entries: files(500), Value: float64(500)}}
	got := writer(t).Reply(Account{Lang: "en", Home: "/home/anna", Steps: []Step{s}})
	if !strings.HasSuffix(got.Message, "… and 440 more") || strings.Count(got.Message, "\n- ") != 60 {
		t.Errorf("%d lines, ending %q", strings.Count(got.Message, "\n"), got.Message[len(got.Message)-30:])
	}
	if got.Table == nil || len(got.Table.Rows) != 200 || got.Table.Total != 500 {
		t.Errorf("table of %d rows", len(got.Table.Rows))
	}
}

func TestACutResultSaysSoUnlessTheCutWasAsked(t *testing.T) {
	s := Step{Manifest: reader("find_files"), Args: map[string]any{}, Result: sdk.Result{OK: true, Entries: files(2), Truncated: &sdk.Truncation{Used: 2, Available: 9, Cap: "limit"}}}
	if got := writer(t).Reply(Account{Lang: "en", Steps: []Step{s}}); !strings.Contains(got.Message, "considered 2 of 9") {
		t.Errorf("%q", got.Message)
	}
	s.Args["limit"] = 2
	if got := writer(t).Reply(Account{Lang: "en", Steps: []Step{s}}); strings.Contains(got.Message, "considered") {
		t.Errorf("%q", got.Message)
	}
}

func TestContentIsShownWholeOrSaidToBeCut(t *testing.T) {
	m := reader("read_files")
	m.Presentation.View = "cards"
	s := Step{Manifest: m, Types: map[string]string{"text": "text"}, Result: sdk.Result{OK: true, Entries: []map[string]any{
		{"path": "/home/anna/a.txt", "text": "{{.Count}} ${step1.path} <b>\n"}, {"path": "/home/anna/b.txt", "text": ""}}}}
	got := writer(t).Reply(Account{Lang: "en", Home: "/home/anna", Steps: []Step{s}})
	if want := "── a.txt ──\n{{.Count}} ${step1.path} <b>\nb.txt is empty."; got.Message != want {
		t.Errorf("%q", got.Message)
	}
	s.Result.Entries = []map[string]any{{"path": "/home/anna/a.txt", "text": strings.Repeat("è", maxText+5)}}
	got = writer(t).Reply(Account{Lang: "it", Home: "/home/anna", Steps: []Step{s}})
	if strings.Count(got.Message, "è") != maxText || !strings.HasSuffix(got.Message, "(Ho mostrato solo i primi 16.000 caratteri.)") {
		t.Errorf("%d characters", strings.Count(got.Message, "è"))
	}
}

// No reply claims a change its counters deny, whatever the executor says, in either language.
func TestNoClaimWithoutItsCounter(t *testing.T) {
	w := writer(t)
	verbs := []string{"move", "delete", "create", "write", "compress", "send", "transmogrify"}
	claims := []string{"Ho spostato", "Ho rinominato", "Ho messo", "Ho creato", "Ho scritto", "Ho sostituito", "Ho aggiunto", "Ho inviato", "Fatto",
		"I moved", "I renamed", "I created", "I wrote", "I replaced", "I added", "I sent", "Done:"}
	rapid.Check(t, func(t *rapid.T) {
		m := reader(rapid.SampledFrom(verbs).Draw(t, "verb") + "_files")
		m.Execution.Effect, m.Output.Collection = "reversible", "results"
		s := Step{Manifest: m, Result: sdk.Result{OK: rapid.Bool().Draw(t, "ok")}}
		if rapid.Bool().Draw(t, "results") {
			s.Result.Results = files(rapid.IntRange(1, 3).Draw(t, "n"))
		}
		if rapid.Bool().Draw(t, "failed") {
			s.Result.Failed = []sdk.Failure{{Item: "/home/anna/x", Class: sdk.IOError}}
		}
		s.Result.Effects.Countable = rapid.Bool().Draw(t, "countable")
		if !s.Result.OK {
			s.Err = sdk.Errorf(rapid.SampledFrom(sdk.Classes).Draw(t, "class"), "", "x")
			s.Uncertain = rapid.Bool().Draw(t, "uncertain")
		}
		for _, lang := range []string{"it", "en"} {
			got := w.Reply(Account{Lang: lang, Home: "/home/anna", Steps: []Step{s}, Closing: "Fatto: ho spostato tutto. Done: I moved it all."})
			for _, claim := range claims {
				if strings.Contains(got.Message, claim) {
					t.Fatalf("%q with no mutation counted", got.Message)
				}
			}
			if got.Message == "" {
				t.Fatal("an empty reply")
			}
		}
	})
}

func TestAProposalShowsEveryKindOfEffect(t *testing.T) {
	e := &sdk.Effects{Reversible: true, Total: 30}
	for i := range 28 {
		e.Items = append(e.Items, sdk.Effect{Action: "move", Source: fmt.Sprintf("/home/anna/a/%d", i), Target: fmt.Sprintf("/home/anna/b/%d", i)})
	}
	e.Items = append(e.Items, sdk.Effect{Action: "create", Target: "/home/anna/b"}, sdk.Effect{Action: "overwrite", Target: "/home/anna/b/9"})
	got := notice.Writer{Say: writer(t).Say}.Consent("en", "/home/anna", core.Verdict{Code: "ask_bulk", Params: map[string]string{"Count": "28"}}, notice.Call{Effects: e})
	for _, want := range []string{"28 items would be moved", "1 item would be created", "1 file would be replaced", "- a/0 → b/0", "replaced:\n- b/9\n", "… and 5 more", "undone", "(yes / no)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
}

func TestAProposalCountsWhatItDoesNotName(t *testing.T) {
	e := &sdk.Effects{Reversible: true, Truncated: true, Total: 10_000}
	for i := range 1000 {
		e.Items = append(e.Items, sdk.Effect{Action: "trash", Target: fmt.Sprintf("/home/anna/%d", i)})
	}
	verdict := core.Verdict{Code: "ask_bulk", Params: map[string]string{"Count": "10000"}}
	w := notice.Writer{Say: writer(t).Say}
	got := w.Consent("it", "/home/anna", verdict, notice.Call{Effects: e, Cut: &sdk.Truncation{Used: 10_000, Available: 100_000}})
	for _, want := range []string{"Andrebbero nel cestino 10000 elementi:", "corrispondono in 100.000, ma ne cambierei solo 10.000", "9975"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
	if strings.Contains(got, " 1000 ") {
		t.Errorf("the number of names passes for the number of changes: %q", got)
	}
	e.Items[0].Action = "delete"
	got = w.Consent("en", "/home/anna", verdict, notice.Call{Effects: e, Cut: &sdk.Truncation{Used: 10_000, Available: -1}})
	for _, want := range []string{"only 10,000, but more may match", "With 9000 more changes not listed here it would be 10,000 in all:"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
}
