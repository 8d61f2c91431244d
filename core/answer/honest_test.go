package answer

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

// An executor that thinks aloud: what it thought is never the answer, wherever it stands.
func TestField_HONEST_07(t *testing.T) {
	answer := map[string]any{"type": "answer", "text": "Roma"}
	for name, thought := range map[string]map[string]any{
		"reasoning": {"type": "reasoning", "text": "the user wants the capital"}, "by role": {"role": "thinking", "text": "the user wants the capital"},
		"flagged": {"thought": true, "text": "the user wants the capital"},
	} {
		for order, items := range map[string][]map[string]any{"last": {answer, thought}, "first": {thought, answer}, "around": {thought, answer, thought}, "alone": {thought}} {
			for _, view := range []string{"cards", "table", "list"} {
				m := reader("read_texts")
				m.Output.Fields, m.Output.Value, m.Presentation.View = map[string]string{"text": "text"}, "", view
				m.Presentation.Columns = []manifest.Column{{Key: "text"}}
				s := Step{Manifest: m, Types: map[string]string{"text": "text"}, Result: sdk.Result{OK: true, Entries: items}}
				got := writer(t).Reply(Account{Lang: "it", Home: "/home/anna", Steps: []Step{s}})
				if strings.Contains(got.Message, "capital") || order != "alone" && view == "cards" && !strings.Contains(got.Message, "Roma") {
					t.Errorf("%s, %s, %s: %q", name, order, view, got.Message)
				}
				if got.Table != nil {
					for _, row := range got.Table.Rows {
						if row["text"] == thought["text"] {
							t.Errorf("%s, %s: the table shows %v", name, order, row)
						}
					}
				}
			}
		}
	}
	file := Step{Manifest: reader("read_files"), Types: map[string]string{"text": "text"}, Result: sdk.Result{OK: true, Entries: []map[string]any{{"path": "/home/anna/a", "type": "analysis", "text": "x"}}}}
	if got := writer(t).Reply(Account{Lang: "it", Home: "/home/anna", Shape: plan.ShapeText, Steps: []Step{file}}); !strings.Contains(got.Message, "x") {
		t.Errorf("a file of that type is not shown: %q", got.Message)
	}
}

// claims are the beginnings of sentences that say something was changed, in the two languages.
var claims = regexp.MustCompile(`(?i)\b(ho (anche )?(spostato|rinominato|messo|cancellato|eliminato|creato|scritto|sostituito|aggiunto|copiato|inviato|mandato|modificato|annullato)|fatto:|` +
	`I (also )?(moved|renamed|put|deleted|trashed|removed|created|made|wrote|replaced|added|copied|sent|changed|undid)|done:)`)

// denials say that nothing was.
var denials = strings.NewReplacer("I changed nothing", "", "I put back what can be put back", "", "I put back nothing", "")

// Whatever the outcome, no success is told that was not counted.
func TestNoSuccessWithoutItsCounter(t *testing.T) {
	w := writer(t)
	names := []string{"move_files", "delete_files", "write_files", "create_dirs", "create_files", "send_messages", "set_preferences", "compress_files", "find_files", "read_files"}
	rapid.Check(t, func(t *rapid.T) {
		a := Account{
			Lang: rapid.SampledFrom([]string{"it", "en"}).Draw(t, "lang"), Home: "/home/anna",
			Shape:   rapid.SampledFrom([]plan.Shape{plan.ShapeAuto, plan.ShapeCount, plan.ShapeList, plan.ShapeText, plan.ShapeScalar, plan.ShapeReceipt, plan.ShapeExists}).Draw(t, "shape"),
			Closing: rapid.SampledFrom([]string{"", "Ho cancellato tutto.", "I deleted everything.", "Done: sent."}).Draw(t, "closing"),
		}
		for range rapid.IntRange(1, 3).Draw(t, "steps") {
			m := reader(rapid.SampledFrom(names).Draw(t, "tool"))
			if m.Execution.Effect = rapid.SampledFrom([]string{"read_only", "reversible", "create_only", "mutating", "outbound"}).Draw(t, "effect"); m.Execution.Effect != "read_only" {
				m.Output.Collection, m.Output.Value = "results", ""
			}
			s := Step{Manifest: m, Args: map[string]any{"path": "/home/anna/Doc"}, Uncertain: rapid.Bool().Draw(t, "uncertain")}
			s.Result.OK = rapid.Bool().Draw(t, "ok")
			s.Result.Effects.Countable = rapid.Bool().Draw(t, "countable")
			items := files(rapid.IntRange(0, 3).Draw(t, "items"))
			for i := range items {
				if rapid.Bool().Draw(t, "says") {
					items[i]["action"] = rapid.SampledFrom([]string{"move", "delete", "create", "overwrite", "send"}).Draw(t, "action")
				}
			}
			if m.Execution.Effect == "read_only" {
				s.Result.Entries = items
			} else {
				s.Result.Results = items
			}
			if rapid.Bool().Draw(t, "evidence") {
				s.Result.Undo = &sdk.Undo{Evidence: []map[string]any{{"action": "folder", "path": "/home/anna/New"}, {"path": "/home/anna/a"}}}
			}
			if rapid.Bool().Draw(t, "partly") {
				s.Result.Failed = []sdk.Failure{{Item: "/home/anna/b", Class: sdk.IOError}}
			}
			if rapid.Bool().Draw(t, "fails") {
				s.Err = rapid.SampledFrom([]error{errors.New("untyped"), sdk.Errorf(sdk.Timeout, "", "slow"), sdk.Errorf(sdk.PolicyDenied, "path_outside", "x").With("path", "/x"),
					sdk.Errorf(sdk.ContractViolation, "effects_beyond_preview", "x").With("path", "/x")}).Draw(t, "error")
			}
			s.Skipped = s.Err == nil && rapid.IntRange(0, 4).Draw(t, "skipped") == 0
			a.Steps = append(a.Steps, s)
			if s.Err != nil {
				a.Effects.Failures++
				break
			}
		}
		if got := w.Reply(a); claims.MatchString(denials.Replace(got.Message)) {
			t.Fatalf("nothing was counted, and it says %q", got.Message)
		}
	})
	// The words are the ones that are used: a counted change is told with them.
	m := reader("move_files")
	m.Execution.Effect, m.Output.Collection = "reversible", "results"
	for _, lang := range []string{"it", "en"} {
		s := Step{Manifest: m, Result: sdk.Result{OK: true, Results: files(2), Effects: sdk.Counters{Mutations: 2, Countable: true}}}
		if got := w.Reply(Account{Lang: lang, Home: "/home/anna", Steps: []Step{s}, Effects: core.Effects{Mutations: 2}}); !claims.MatchString(got.Message) {
			t.Errorf("%q claims nothing: the test looks for other words", got.Message)
		}
	}
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []string{"move", "delete", "create", "write", "overwrite", "append", "copy", "compress", "send", "other"} {
		for _, lang := range []string{"it", "en"} {
			if said := say.Say(lang, "receipt_"+action, map[string]string{"what": "x"}); !claims.MatchString(said) {
				t.Errorf("%q is no claim to this test", said)
			}
		}
	}
}
