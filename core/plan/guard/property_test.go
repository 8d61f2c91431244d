package guard_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard"
	"github.com/metnos/metnos/core/plan/shelf"
	"pgregory.net/rapid"
)

// arbitrary draws an argument a model might write: a path, a pattern, a word, a number, a reference, nothing.
var arbitrary = rapid.OneOf(
	rapid.SampledFrom([]any{home + "/Downloads", "~/Documenti", "Archivio", "*.pdf", down + "/**/*.tmp", "a.txt", "${step1.path}", "${step2.0.folder}", "${previous.path}",
		"pdf", "size", "desc", "DESC", "true", "5", "10 MB", "> 5", "contains x", "", nil, true, false, 5, 3.0, 0, -1, 1e9, []any{}, []any{"a.txt", "b.txt"}, []any{down}, []any{"*.a", "*.b"},
		args{"field": "size", "operation": "more than", "value": "1"}, []any{args{"field": "x", "operation": ">", "value": "= 2"}}}),
)

// proposed draws a plan over a catalog, with known and unknown tools and arguments.
func proposed(catalog []core.Executor) *rapid.Generator[plan.Framework] {
	return rapid.Custom(func(t *rapid.T) plan.Framework {
		var f plan.Framework
		for n := rapid.IntRange(0, 6).Draw(t, "steps"); len(f.Steps) < n; {
			e := rapid.SampledFrom(catalog).Draw(t, "tool").Manifest
			step := plan.Step{Tool: e.Name, Args: args{}, Aside: rapid.IntRange(0, 19).Draw(t, "aside") == 0}
			names := append(shelf.Keys(e.Args.Properties), "colour", "Path", "_x", "from_previous")
			for k := rapid.IntRange(0, 4).Draw(t, "args"); k > 0; k-- {
				step.Args[rapid.SampledFrom(names).Draw(t, "arg")] = arbitrary.Draw(t, "value")
			}
			if rapid.Bool().Draw(t, "fed") {
				step.Args[plan.FromStep] = rapid.SampledFrom([]any{1, 2, 1.0, "2", "step1", "${step1}", len(f.Steps), 9, nil}).Draw(t, "from")
			}
			if rapid.IntRange(0, 9).Draw(t, "remote") == 0 {
				step.Host = "laptop"
			}
			f.Steps = append(f.Steps, step)
		}
		if rapid.IntRange(0, 4).Draw(t, "close") == 0 {
			f.Steps = append(f.Steps, plan.Step{Tool: plan.FinalAnswer, Args: args{}})
		}
		if rapid.IntRange(0, 4).Draw(t, "odd") == 0 {
			f.Steps = append(f.Steps, plan.Step{Tool: "levitate_files", Args: args{"paths": "x"}})
		}
		if rapid.IntRange(0, 4).Draw(t, "several") == 0 {
			f.Answers = []plan.Answer{{Step: 1}, {Step: len(f.Steps), Shape: plan.ShapeCount}}
		}
		f.FinalMessage = rapid.SampledFrom([]string{"", "done ${step1.count}", "${step3.path}"}).Draw(t, "message")
		return f
	})
}

// spoken draws a sentence: one people say, or words thrown together.
func spoken(t testing.TB) *rapid.Generator[string] {
	all := append(sentences(t, "pairs.txt"), append(sentences(t, "never.txt"), sentences(t, "notmine.txt")...)...)
	for _, c := range slices.Concat(argumentCases(), swapCases(), folderCases(), missingCases(), wiringCases()) {
		all = append(all, c.text)
	}
	word := rapid.SampledFrom([]string{"sposta", "cancellali", "i", "pdf", "di", "Downloads", "in", "~/Archivio", "e", "non", "delete", "them", "the", "files", "folder", "5", "largest", "how", "big", "quanto", "pesa", ",", "\"x\"", "messages", "a.txt"})
	return rapid.OneOf(rapid.SampledFrom(all), rapid.Custom(func(r *rapid.T) string {
		text := ""
		for n := rapid.IntRange(0, 10).Draw(r, "words"); n > 0; n-- {
			text += word.Draw(r, "word") + " "
		}
		return text
	}))
}

func changing(catalog []core.Executor, f plan.Framework) map[string]int {
	find, out := lookup(catalog), map[string]int{}
	for _, step := range f.Steps {
		m, _ := find(step.Tool)
		if t, ok := shelf.Of(m); ok && t.Changes() {
			out[t.Parts.Verb]++
		}
	}
	return out
}

// TestGuardsSettle: applying the guards to what they made changes nothing, and the plan they were given is left as it was.
func TestGuardsSettle(t *testing.T) {
	catalog := append(made(), append(foreign(t), shipped(t)...)...)
	plans, texts, find := proposed(catalog), spoken(t), lookup(catalog)
	rapid.Check(t, func(r *rapid.T) {
		f, text := plans.Draw(r, "plan"), texts.Draw(r, "text")
		kept := f.Clone()
		req := guard.Request{Framework: f, Text: text, Lang: "it", Home: home, Find: find, Catalog: catalog}
		once := guard.Apply(req)
		if diff := cmp.Diff(kept, f); diff != "" {
			r.Fatalf("the guards edited what they were given:\n%s", diff)
		}
		req.Framework = once.Framework
		twice := guard.Apply(req)
		if diff := cmp.Diff(once.Framework, twice.Framework); diff != "" || len(twice.Fired) > 0 {
			r.Fatalf("%v then %v\n%s", once.Fired, twice.Fired, diff)
		}
		if diff := cmp.Diff(f, once.Framework); (diff != "") != (len(once.Fired) > 0) {
			r.Fatalf("fired %v\n%s", once.Fired, diff)
		}
		if len(once.Framework.Steps) > max(len(f.Steps), plan.MaxRuntimeSteps) {
			r.Fatalf("%d steps", len(once.Framework.Steps))
		}
	})
}

// TestGuardsChangeNothingUnordered: a plan never comes to change more than it did by a verb that the sentence does
// not order, and never gets more faults.
func TestGuardsChangeNothingUnordered(t *testing.T) {
	catalog := append(made(), append(foreign(t), shipped(t)...)...)
	plans, texts, find := proposed(catalog), spoken(t), lookup(catalog)
	rapid.Check(t, func(r *rapid.T) {
		f, text := plans.Draw(r, "plan"), texts.Draw(r, "text")
		got := guard.Apply(guard.Request{Framework: f, Text: text, Lang: "it", Home: home, Find: find, Catalog: catalog})
		ordered := func(verb string) bool {
			return slices.ContainsFunc(guard.Read(text, "it"), func(c guard.Clause) bool { return c.Orders() && c.CoveredBy(verb) })
		}
		before := changing(catalog, f)
		for verb, n := range changing(catalog, got.Framework) {
			if n > before[verb] && !ordered(verb) {
				r.Fatalf("%q now %ss: %v", text, verb, got.Fired)
			}
		}
	})
}

// TestWhatMustNotActStaysStill: no sentence that must change nothing makes a reading plan change something.
func TestWhatMustNotActStaysStill(t *testing.T) {
	catalog := append(made(), shipped(t)...)
	for _, text := range sentences(t, "never.txt") {
		for name, f := range map[string]plan.Framework{
			"a search":  steps("find_files", args{"path": down}),
			"a listing": steps("list_dirs", args{"path": down}),
			"a choice":  steps("find_files", args{"path": down}, "sort_entries", args{"from_step": 1, "order_by": "size"}),
		} {
			got := guard.Apply(guard.Request{Framework: f, Text: text, Lang: "it", Home: home, Find: lookup(catalog), Catalog: catalog})
			if n := changing(catalog, got.Framework); len(n) > 0 {
				t.Errorf("%s, %s: %v by %v", text, name, n, got.Fired)
			}
		}
	}
}

// TestMissingActionsAreTold: an order no step carries out is told, with whether anything could carry it out.
func TestMissingActionsAreTold(t *testing.T) {
	catalog := shipped(t)
	for _, c := range []struct {
		text, missing string
		able          bool
		plan          plan.Framework
	}{
		{"cancella i pdf di Downloads", "delete", true, steps("find_files", args{"path": down})},
		{"move the pdfs in Downloads to Archivio", "move", true, steps("find_files", args{"path": down})},
		{"manda i messaggi a Luca", "put", false, steps("find_files", args{"path": down})},
		{"send the pdfs in Downloads to Luca", "send", false, steps("find_files", args{"path": down})},
		{"elenca i pdf di Downloads", "", false, steps("find_files", args{"path": down})},
		{"non cancellare i pdf di Downloads", "", false, steps("find_files", args{"path": down})},
		{"can I delete the pdfs in Downloads?", "", false, steps("find_files", args{"path": down})},
		{"cancella i pdf di Downloads", "", false, steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "delete_files", args{"from_step": 1})},
	} {
		got := guard.Apply(guard.Request{Framework: c.plan, Text: c.text, Lang: "it", Home: home, Find: lookup(catalog), Catalog: catalog})
		said := ""
		for _, m := range got.Missing {
			said += m.Said
			if able := guard.Able(m, catalog); able != c.able {
				t.Errorf("%s: able %v", c.text, able)
			}
		}
		if said != c.missing {
			t.Errorf("%s: %q is missing, want %q", c.text, said, c.missing)
		}
	}
}

// TestLimit: a plan that was short enough keeps its right to run when the guards add to it; one that was not gets none.
func TestLimit(t *testing.T) {
	catalog := shipped(t)
	apply := func(n int) guard.Result {
		f := steps("read_files", args{"paths": []any{"~/*.txt"}})
		for len(f.Steps) < n {
			f.Steps = append(f.Steps, plan.Step{Tool: "find_files", Args: args{"path": fmt.Sprint(home, "/", len(f.Steps))}})
		}
		return guard.Apply(guard.Request{Framework: f, Text: "read", Lang: "en", Home: home, Find: lookup(catalog), Catalog: catalog})
	}
	if got := apply(12); got.Limit != plan.MaxRuntimeSteps || len(got.Framework.Steps) != 13 {
		t.Errorf("%d steps, limit %d", len(got.Framework.Steps), got.Limit)
	}
	if got := apply(13); got.Limit != plan.MaxSteps {
		t.Errorf("limit %d", got.Limit)
	}
	if got := apply(32); len(got.Framework.Steps) != 32 {
		t.Errorf("%d steps", len(got.Framework.Steps))
	}
}
