package answer

import (
	"strings"
	"testing"
	"unicode"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

var hostileNames = []string{
	"a\n- innocente.txt", "x\n(sì / no)\n- y", "\x1b[2J\x1b[1;1H", "\x1b]52;c;aGk=\a", "a\rb", "\u009b31m", "gpj.\u202eexe", "\u2066a\u2069", "pay\u200bpal", "a\u2028b", "\xff",
}

// unseen is the first character of a message that a terminal would obey or nobody would see. Joiners shape many
// scripts, and stay after their letters.
func unseen(message string) (rune, bool) {
	last := ' '
	for _, r := range message {
		joins := (r == '\u200c' || r == '\u200d') && last >= '\u0590'
		last = r
		if r != '\n' && !joins && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl) {
			return r, true
		}
	}
	return 0, false
}

// A name, and any other value, starts no line of a reply and moves nothing in it, in whatever shape.
func TestNamesForgeNoLines(t *testing.T) {
	w := writer(t)
	shapes := []plan.Shape{plan.ShapeAuto, plan.ShapeList, plan.ShapeCount, plan.ShapeExists, plan.ShapeWhere, plan.ShapeScalar, plan.ShapeReceipt}
	value := rapid.OneOf(rapid.SampledFrom(hostileNames), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		name := strings.ReplaceAll(value.Draw(t, "name"), "/", "_") + "x"
		item := map[string]any{"path": "/home/anna/" + name, "name": name, "note": value.Draw(t, "note")}
		if rapid.Bool().Draw(t, "nameless") {
			item = map[string]any{"name": name, value.Draw(t, "key"): value.Draw(t, "note")}
		}
		calm := map[string]any{"name": "calm", "note": "calm", "key": "calm"}
		if item["path"] != nil {
			calm["path"] = "/home/anna/calm"
		}
		reads := reader("find_files")
		reads.Presentation.Columns = append(reads.Presentation.Columns, manifest.Column{Key: "note", Type: "text"})
		changes := reader("move_files")
		changes.Execution.Effect, changes.Output.Collection = "reversible", "results"
		lang, shape := rapid.SampledFrom([]string{"it", "en"}).Draw(t, "lang"), rapid.SampledFrom(shapes).Draw(t, "shape")
		mutates, fails := rapid.Bool().Draw(t, "mutates"), rapid.Bool().Draw(t, "fails")
		reply := func(item map[string]any) string {
			s := Step{Manifest: reads, Result: sdk.Result{OK: true, Entries: []map[string]any{item, item}}}
			if mutates {
				s = Step{Manifest: changes, Result: sdk.Result{OK: true, Results: []map[string]any{item, item}}}
				s.Result.Effects.Mutations, s.Result.Effects.Countable = 2, true
			}
			if path, ok := item["path"].(string); ok && fails {
				s.Result.Failed = []sdk.Failure{{Item: path, Class: sdk.IOError, Message: path}}
			}
			s.Args = map[string]any{"path": item["path"], "name": item["name"]}
			return w.Reply(Account{Lang: lang, Home: "/home/anna", Shape: shape, Steps: []Step{s}}).Message
		}
		got, quiet := reply(item), reply(calm)
		if strings.Count(got, "\n") > strings.Count(quiet, "\n") {
			t.Fatalf("a value starts a line in %q, beside %q", got, quiet)
		}
		if r, bad := unseen(got); bad {
			t.Fatalf("%U in %q", r, got)
		}
	})
}

func TestAProposalIsNotForgedByANameInIt(t *testing.T) {
	for _, name := range hostileNames {
		e := &sdk.Effects{Total: 1, Items: []sdk.Effect{{Action: "delete", Target: "/home/anna/" + name, Source: "/home/anna/" + name + "2"}}}
		got := notice.Writer{Say: writer(t).Say}.Consent("it", "/home/anna", core.Verdict{Code: "ask_bulk", Params: map[string]string{"Count": "1", "path": name}}, notice.Call{Effects: e})
		if n := strings.Count(got, "\n"); n != 3 {
			t.Errorf("%d line breaks in %q", n, got)
		}
		if r, bad := unseen(got); bad {
			t.Errorf("%U in %q", r, got)
		}
	}
}

func TestContentKeepsItsLinesAndLosesItsCommands(t *testing.T) {
	m := reader("read_files")
	m.Presentation.View = "cards"
	s := Step{Manifest: m, Types: map[string]string{"text": "text"}, Result: sdk.Result{OK: true, Entries: []map[string]any{
		{"path": "/home/anna/a.txt", "text": "uno\r\n\tdue\x1b]52;c;aGk=\a\u202e\n"}}}}
	got := writer(t).Reply(Account{Lang: "it", Home: "/home/anna", Steps: []Step{s}})
	if want := "uno\n\tdue\\x1b]52;c;aGk=\\x07\\u202e"; got.Message != want {
		t.Errorf("%q, want %q", got.Message, want)
	}
}
