package course

import (
	"slices"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
	"pgregory.net/rapid"
)

func foreseen(items ...sdk.Effect) sdk.Effects {
	return sdk.Effects{Reversible: true, Total: len(items), Items: items}
}

func TestBeyondThePreview(t *testing.T) {
	move := foreseen(sdk.Effect{Action: "move", Source: "/h/a", Target: "/h/new/deep/a"})
	linked := foreseen(sdk.Effect{Action: "overwrite", Target: "/h/ln", Real: "/h/private/a"})
	trash := foreseen(sdk.Effect{Action: "trash", Target: "/h/a"})
	for name, c := range map[string]struct {
		effects *sdk.Effects
		paths   []vaglio.Path
		results []map[string]any
		undo    []map[string]any
		count   int
		want    string
	}{
		"exactly it":              {effects: &move, results: []map[string]any{{"path": "/h/new/deep/a", "source": "/h/a"}}, undo: []map[string]any{{"from": "/h/a", "to": "/h/new/deep/a"}}, count: 1},
		"where a link leads":      {effects: &linked, results: []map[string]any{{"path": "/h/private/a"}}, undo: []map[string]any{{"action": "overwrite", "path": "/h/private/a", "backup": "r"}}, count: 1},
		"beside where it leads":   {effects: &linked, results: []map[string]any{{"path": "/h/private/b"}}, count: 1, want: "/h/private/b"},
		"less":                    {effects: &move},
		"the folders on the way":  {effects: &move, undo: []map[string]any{{"action": "folder", "path": "/h/new"}, {"action": "folder", "path": "/h/new/deep"}}, count: 3},
		"a folder elsewhere":      {effects: &move, undo: []map[string]any{{"action": "folder", "path": "/h/other"}}, want: "/h/other"},
		"a folder called a file":  {effects: &move, undo: []map[string]any{{"path": "/h/new"}}, want: "/h/new"},
		"another file":            {effects: &move, results: []map[string]any{{"path": "/h/b"}}, want: "/h/b"},
		"another source":          {effects: &move, results: []map[string]any{{"path": "/h/new/deep/a", "source": "/h/b"}}, want: "/h/b"},
		"only the evidence tells": {effects: &move, undo: []map[string]any{{"from": "/h/b", "to": "/h/new/deep/a"}}, want: "/h/b"},
		"more than it lists":      {effects: &move, count: 2, want: "move_files"},
		"an unclean spelling":     {effects: &move, results: []map[string]any{{"path": "/h/new/deep/../../b"}}, want: "/h/new/deep/../../b"},
		"the place in the trash":  {effects: &trash, results: []map[string]any{{"path": "/h/a", "trashed": "/h/.trash/a"}}, undo: []map[string]any{{"path": "/h/a", "trashed": "/h/.trash/a", "info": "/h/.trash/a.info"}}, count: 1},
		"the prefix of a name":    {effects: &trash, results: []map[string]any{{"path": "/h/ab"}}, want: "/h/ab"},
		"what was there already":  {effects: &move, results: []map[string]any{{"path": "/h/other", "created": false}}},
		"what is no path":         {effects: &move, results: []map[string]any{{"path": "message 7"}}, count: 1},
		"a preview cut short":     {effects: &sdk.Effects{Truncated: true, Total: 3, Items: move.Items}, results: []map[string]any{{"path": "/h/b"}}, count: 3},
		"more than a cut preview": {effects: &sdk.Effects{Truncated: true, Total: 3, Items: move.Items}, count: 4, want: "move_files"},
		"without a preview":       {paths: []vaglio.Path{{Path: "/h/d", Write: true}}, results: []map[string]any{{"path": "/h/d/x"}, {"path": "/h/d"}}, count: 9},
		"outside what was given":  {paths: []vaglio.Path{{Path: "/h/d", Write: true}, {Path: "/h/e"}}, results: []map[string]any{{"path": "/h/e"}}, want: "/h/e"},
		"no paths at all":         {results: []map[string]any{{"path": "/h/e"}}},
	} {
		call := &Call{Tool: "move_files", Executor: executor("reversible", nil), Effects: c.effects, Paths: c.paths}
		r := sdk.Result{Results: c.results, Effects: sdk.Counters{Mutations: c.count}}
		if c.undo != nil {
			r.Undo = &sdk.Undo{Evidence: c.undo}
		}
		got, beyond := call.beyond(r)
		if got != c.want || beyond != (c.want != "") {
			t.Errorf("%s: %q, %v", name, got, beyond)
		}
	}
}

// What is foreseen is never beyond; what is not, always.
func TestBeyondIsExact(t *testing.T) {
	path := rapid.StringMatching(`/h(/[ab]{1,2}){1,3}`)
	rapid.Check(t, func(t *rapid.T) {
		targets := rapid.SliceOfN(path, 1, 5).Draw(t, "foreseen")
		e := sdk.Effects{Total: len(targets)}
		for _, target := range targets {
			e.Items = append(e.Items, sdk.Effect{Action: "overwrite", Target: target})
		}
		changed := path.Draw(t, "changed")
		call := &Call{Tool: "x", Executor: executor("reversible", nil), Effects: &e}
		if _, beyond := call.beyond(sdk.Result{Results: []map[string]any{{"path": changed}}}); beyond == slices.Contains(targets, changed) {
			t.Fatalf("%s of %v: beyond %v", changed, targets, beyond)
		}
	})
}

// A step that changed more than was shown ends the turn, says so, and can be undone.
func TestEffectsBeyondThePreviewStopTheCourse(t *testing.T) {
	s := &script{ex: executor("reversible", nil), verdict: core.Verdict{Ruling: core.Allow}, effects: foreseen(sdk.Effect{Action: "move", Source: "/h/a", Target: "/h/b"}),
		result: sdk.Result{OK: true, Results: []map[string]any{{"path": "/h/b", "source": "/h/a"}, {"path": "/h/z"}}, Effects: sdk.Counters{Mutations: 2, Countable: true},
			Undo: &sdk.Undo{Evidence: []map[string]any{{"from": "/h/a", "to": "/h/b"}, {"path": "/h/z"}}}}}
	halt, c, err := s.step()
	if err != nil || !halt.Failed {
		t.Fatalf("%+v, %v", halt, err)
	}
	last := c.Steps[0]
	if last.OK || last.ErrorClass != sdk.ContractViolation || codeOf(c.Told[0].Err) != "effects_beyond_preview" {
		t.Errorf("%+v", last)
	}
	if c.Effects.Mutations != 2 || c.Effects.Uncertain != 1 || c.Effects.Failures != 1 {
		t.Errorf("counted %+v", c.Effects)
	}
	if s.uncertain || s.kept == nil || len(s.kept.Evidence) != 2 {
		t.Errorf("the journal cannot take it back: uncertain %v, evidence %+v", s.uncertain, s.kept)
	}
}

// A suspended course is the same when it goes on: also whose plan it is, and what the person said.
func TestFreezingKeepsWhosePlanItIs(t *testing.T) {
	s := &script{ex: executor("reversible", nil)}
	w := &Walker{Catalog: s}
	c := &Course{Turn: core.Turn{ID: "00000000000000bb", Text: "in Archivio"}, As: "00000000000000aa", Asked: "sposta i pdf", Answers: []string{"quelli di ieri"},
		Origin: core.FromFastpath, Proposed: true, Passed: vaglio.Tally{Changed: 3, Created: 1}, Plan: plan.Framework{Steps: []plan.Step{{Tool: "move_files"}}}}
	f, err := w.Freeze(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	later := &Course{Turn: core.Turn{ID: "00000000000000cc", Text: "sì"}}
	if err := w.Thaw(later, f); err != nil {
		t.Fatal(err)
	}
	if !later.Proposed || later.Passed != c.Passed || !slices.Equal(later.Said(), []string{"quelli di ieri", "in Archivio", "sì"}) || f.Origin != core.FromFastpath {
		t.Errorf("%+v %v %v", later.Passed, later.Proposed, later.Said())
	}
	plain := f
	plain.Proposed = false
	a, _ := f.Digest("anna", "c")
	if b, _ := plain.Digest("anna", "c"); a == b {
		t.Error("whose plan it is is not part of what is approved")
	}
}
