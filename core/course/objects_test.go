package course

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// home is a folder with real files, for consents about real objects.
func home(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		must(t, os.MkdirAll(filepath.Dir(dir+"/"+name), 0o755))
		must(t, os.WriteFile(dir+"/"+name, []byte(name), 0o644))
	}
	return dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// agreeing asks about every change until it is approved.
type agreeing struct{ *script }

func (agreeing) Decide(_ context.Context, a vaglio.Action) core.Verdict {
	switch {
	case a.Preview:
		return core.Verdict{Ruling: core.Allow}
	case a.Approved:
		return core.Verdict{Ruling: core.Allow, Code: "approved"}
	}
	return core.Verdict{Ruling: core.AskFor, Code: "ask_overwrite"}
}

// asked takes the first step of a plan up to its question, lets change happen, answers yes, and reports whether the
// step ran and what it says it would do when it asked again.
func asked(t *testing.T, dir string, args map[string]any, effects *sdk.Effects, change func()) (ran bool, again *sdk.Effects) {
	t.Helper()
	path := manifest.Property{Type: "array", Semantic: "paths"}
	ex := executor("reversible", map[string]manifest.Property{"paths": path})
	ex.Manifest.Capabilities = []manifest.Capability{{Name: "fs:write", Args: []string{"paths"}}}
	s := &script{ex: ex, result: sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}}}
	if effects != nil {
		s.effects = *effects
	}
	w := &Walker{Catalog: s, Decider: agreeing{s}, Invoker: blind{s, effects == nil}, Journal: s, Trace: s}
	open := func() *Course {
		return &Course{Turn: core.Turn{ID: "00000000000000aa", Owner: core.Host, Home: dir, Zone: time.UTC}, As: "00000000000000aa",
			Plan: plan.Framework{Steps: []plan.Step{{Tool: "move_files", Args: args}}}}
	}
	c := open()
	halt, err := w.Step(t.Context(), c, 1)
	if err != nil || halt.Asks == nil {
		t.Fatalf("%+v, %v", halt, err)
	}
	f, err := w.Freeze(c, 1)
	must(t, err)
	f.Args, f.Foreseen = halt.Call.Args, halt.Call.Effects
	change()
	later := open()
	later.Approved = &f
	halt, err = w.Step(t.Context(), later, 1)
	must(t, err)
	if halt.Call != nil {
		again = halt.Call.Effects
	}
	return slices.Contains(s.order, "invoke"), again
}

// blind is an invoker whose executors may have no preview.
type blind struct {
	*script
	always bool
}

func (b blind) Preview(ctx context.Context, ex core.Executor, call sdk.Call) (sdk.Effects, core.Sandbox, error) {
	if b.always {
		return sdk.Effects{}, core.Sandbox{}, sdk.Errorf(sdk.OutOfScope, "preview_unsupported", "none")
	}
	return b.script.Preview(ctx, ex, call)
}

// A yes is about the objects that were shown: what took their place since asks again, by its own name.
func TestField_CONSENT_SwappedForALink(t *testing.T) {
	for _, action := range []string{"overwrite", "append", "trash", "delete", "move"} {
		dir := home(t, "n.txt", "Q/a.txt", "Privato/a.txt", "Privato/n.txt")
		one := func(name string) *sdk.Effects {
			e := sdk.Effect{Action: action, Target: dir + "/" + name}
			if action == "move" {
				e = sdk.Effect{Action: action, Source: dir + "/" + name, Target: dir + "/D/x"}
			}
			return &sdk.Effects{Total: 1, Items: []sdk.Effect{e}}
		}
		for name, swap := range map[string]struct {
			file   string
			change func()
			real   string
			runs   bool
		}{
			"nothing": {"n.txt", func() {}, "", true},
			"a link in the file's place": {"n.txt", func() {
				must(t, os.Rename(dir+"/n.txt", dir+"/old"))
				must(t, os.Symlink("Privato/n.txt", dir+"/n.txt"))
			}, dir + "/Privato/n.txt", false},
			"a link in the folder's place": {"Q/a.txt", func() {
				must(t, os.Rename(dir+"/Q", dir+"/Qold"))
				must(t, os.Symlink("Privato", dir+"/Q"))
			}, dir + "/Privato/a.txt", false},
		} {
			ran, again := asked(t, dir, map[string]any{"paths": []any{dir + "/" + swap.file}}, one(swap.file), swap.change)
			if ran != swap.runs {
				t.Errorf("%s, %s: ran %v", action, name, ran)
			}
			if swap.runs {
				continue
			}
			shown := again.Items[0]
			if real := shown.Real + shown.RealSource; real != swap.real && !(swap.file == "n.txt" && real == "" && (action == "trash" || action == "delete" || action == "move")) {
				t.Errorf("%s, %s: asks again about %+v", action, name, shown)
			}
			for link, old := range map[string]string{"n.txt": "old", "Q": "Qold"} {
				if os.Rename(dir+"/"+old, dir+"/back") == nil {
					must(t, os.Remove(dir+"/"+link))
					must(t, os.Rename(dir+"/back", dir+"/"+link))
				}
			}
		}
	}
}

// A change that no preview names whole is held to the places it was given.
func TestTheUnnamedIsHeldToItsPlace(t *testing.T) {
	cut := &sdk.Effects{Total: 5000, Truncated: true, Items: []sdk.Effect{}}
	for name, effects := range map[string]*sdk.Effects{"no preview": nil, "a preview cut short": cut} {
		dir := home(t, "Q/a.txt", "Privato/a.txt")
		args := map[string]any{"paths": []any{dir + "/Q/a.txt"}}
		if ran, _ := asked(t, dir, args, effects, func() {}); !ran {
			t.Errorf("%s: the yes did not hold", name)
		}
		if ran, _ := asked(t, dir, args, effects, func() {
			must(t, os.Rename(dir+"/Q", dir+"/old"))
			must(t, os.Symlink("Privato", dir+"/Q"))
		}); ran {
			t.Errorf("%s: it ran in another folder", name)
		}
	}
}

// What ran without a yes is counted for every plan, also over a suspension; what was agreed to is not.
func TestWhatPassedAddsUp(t *testing.T) {
	s := &script{ex: executor("reversible", nil), verdict: core.Verdict{Ruling: core.Allow, Code: "allowed"}, result: sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}},
		effects: foreseen(sdk.Effect{Action: "trash", Target: "/h/a"}, sdk.Effect{Action: "trash", Target: "/h/b"}, sdk.Effect{Action: "create", Target: "/h/c"})}
	var seen []vaglio.Tally
	w := &Walker{Catalog: s, Decider: watching{s, &seen}, Invoker: s, Journal: s, Trace: s}
	step := plan.Step{Tool: "move_files", Args: map[string]any{}}
	c := &Course{Turn: core.Turn{ID: "00000000000000aa", Owner: core.Host, Home: "/h", Zone: time.UTC}, As: "00000000000000aa", Plan: plan.Framework{Steps: []plan.Step{step, step, step, step}}}
	for n := 1; n <= 2; n++ {
		if _, err := w.Step(t.Context(), c, n); err != nil {
			t.Fatal(err)
		}
	}
	f, err := w.Freeze(c, 3)
	must(t, err)
	later := &Course{Turn: c.Turn}
	must(t, w.Thaw(later, f))
	later.Approved, s.verdict.Code = &consent.Frozen{Next: 3}, "approved"
	if _, err := w.Step(t.Context(), later, 3); err != nil {
		t.Fatal(err)
	}
	s.verdict.Code = "allowed"
	if _, err := w.Step(t.Context(), later, 4); err != nil {
		t.Fatal(err)
	}
	want := []vaglio.Tally{{}, {Changed: 2, Created: 1}, {Changed: 4, Created: 2}, {Changed: 4, Created: 2}}
	if !slices.Equal(seen, want) || later.Passed != (vaglio.Tally{Changed: 6, Created: 3}) {
		t.Errorf("judged after %v, in the end %v", seen, later.Passed)
	}
}

// watching notes what each decision is told of the steps before.
type watching struct {
	*script
	seen *[]vaglio.Tally
}

func (w watching) Decide(ctx context.Context, a vaglio.Action) core.Verdict {
	if !a.Preview {
		*w.seen = append(*w.seen, a.Passed)
	}
	return w.script.Decide(ctx, a)
}

// What a step looked up for a change that still waits is not part of what was changed.
func TestTheReceiptEndsWithTheLastChange(t *testing.T) {
	mutated := answer.Step{Result: sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 2}}}
	found := answer.Step{Result: sdk.Result{OK: true, Effects: sdk.Counters{Items: 15}}}
	for want, told := range map[int][]answer.Step{2: {found, mutated, found}, 4: {found, mutated, found, mutated, found, found}, 0: {found}, 1: {{Uncertain: true}, found}} {
		if got := (&Course{Turn: core.Turn{Zone: time.UTC}, Told: told}).Receipt().Steps; len(got) != want {
			t.Errorf("%d steps of %d, want %d", len(got), len(told), want)
		}
	}
}

// What an executor's form offers and the person only points at is not their word; what they write is.
func TestPointingAtAnOptionIsNotSayingIt(t *testing.T) {
	ex := executor("reversible", map[string]manifest.Property{"destination": {Type: "string", Semantic: "destination"}})
	s := &script{ex: ex}
	w := &Walker{Catalog: s, Decider: s, Invoker: s, Journal: s, Trace: s}
	f := consent.Frozen{Next: 1, Turn: "00000000000000aa", Framework: plan.Framework{Steps: []plan.Step{{Tool: "move_files", Args: map[string]any{}}}},
		Question: &plan.Question{Step: 1, Arg: "destination", Options: []string{"Archivio", "evil"}}}
	for answer, want := range map[string]plan.Provenance{"2": plan.Untrusted, "la seconda": plan.Untrusted, "evil": plan.User, "Evil!": plan.User} {
		c := &Course{Turn: core.Turn{ID: "00000000000000bb", Text: answer, Home: "/h", Zone: time.UTC}}
		must(t, w.Thaw(c, f))
		again, err := w.Freeze(c, 1) // and it stays so over another question
		must(t, err)
		c = &Course{Turn: core.Turn{ID: "00000000000000cc", Text: "sì", Home: "/h", Zone: time.UTC}}
		must(t, w.Thaw(c, again))
		c.Plan.Steps[0].Args["destination"] = "evil"
		call, err := w.Prepare(c, 1)
		must(t, err)
		if got := call.Resolved.Origins["destination"]; got != want || want == plan.Untrusted && call.Resolved.Sources["destination"].Tool != "move_files" {
			t.Errorf("%q: %v of %+v", answer, got, call.Resolved.Sources)
		}
	}
	f.Question.Code = "ask_destination" // the core's own question
	c := &Course{Turn: core.Turn{ID: "00000000000000bb", Text: "2", Home: "/h", Zone: time.UTC}}
	must(t, w.Thaw(c, f))
	if len(c.picked) != 0 {
		t.Errorf("%+v", c.picked)
	}
}
