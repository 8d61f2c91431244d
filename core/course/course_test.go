package course

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func executor(effect string, properties map[string]manifest.Property) core.Executor {
	return core.Executor{Manifest: &manifest.Manifest{Name: "move_files", Execution: manifest.Execution{Effect: effect}, Args: manifest.Args{Properties: properties}}}
}

func TestAStepWithNothingToWorkOnIsIdle(t *testing.T) {
	paths := map[string]manifest.Property{"paths": {Type: "array", FromEntries: "path"}}
	records := map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}}
	none := []any{}
	for name, c := range map[string]struct {
		ex   core.Executor
		r    plan.Resolved
		want bool
	}{
		"no collection was passed":              {executor("reversible", paths), plan.Resolved{}, false},
		"a change handed nothing":               {executor("reversible", paths), plan.Resolved{Fed: true, Empty: true, Args: map[string]any{"paths": none}}, true},
		"reading handed no files":               {executor("read_only", paths), plan.Resolved{Fed: true, Empty: true, Args: map[string]any{"paths": none}}, true},
		"computing on no records":               {executor("read_only", records), plan.Resolved{Fed: true, Empty: true, Args: map[string]any{"entries": none}}, false},
		"writing no records":                    {executor("reversible", records), plan.Resolved{Fed: true, Empty: true, Args: map[string]any{"entries": none}}, true},
		"an explicit target beside the nothing": {executor("reversible", paths), plan.Resolved{Fed: true, Empty: true, Args: map[string]any{"paths": []any{"/a"}}}, false},
		"something":                             {executor("reversible", paths), plan.Resolved{Fed: true, Args: map[string]any{"paths": []any{"/a"}}}, false},
	} {
		if got := (&Call{Executor: c.ex, Resolved: c.r}).Idle(); got != c.want {
			t.Errorf("%s: idle %v", name, got)
		}
	}
}

// script is every organ of a walker; it notes the order in which they are used.
type script struct {
	ex      core.Executor
	order   []string
	verdict core.Verdict
	failAt  string
	result  sdk.Result
	effects sdk.Effects

	kept      *sdk.Undo // what the journal was told
	uncertain bool
}

func (s *script) note(what string) error {
	s.order = append(s.order, what)
	if what == s.failAt {
		return sdk.Errorf(sdk.IOError, "", "scripted")
	}
	return nil
}
func (s *script) Get(string) (core.Executor, error) { return s.ex, nil }
func (s *script) Decide(_ context.Context, a vaglio.Action) core.Verdict {
	if a.Preview {
		return core.Verdict{Ruling: core.Allow}
	}
	_ = s.note("decide")
	return s.verdict
}
func (s *script) Invoke(context.Context, core.Executor, sdk.Call, func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	return s.result, core.Sandbox{}, s.note("invoke")
}
func (s *script) Preview(context.Context, core.Executor, sdk.Call) (sdk.Effects, core.Sandbox, error) {
	return s.effects, core.Sandbox{}, s.note("preview")
}
func (s *script) Reverse(context.Context, core.Executor, sdk.Call, func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	return sdk.Result{}, core.Sandbox{}, s.note("reverse")
}
func (s *script) Begin(undo.Entry) error { return s.note("begin") }
func (s *script) Done(_ undo.Entry, r sdk.Result, uncertain bool) error {
	s.kept, s.uncertain = r.Undo, uncertain
	return s.note("done")
}
func (s *script) Record(_ context.Context, _ core.Turn, r ledger.Record) error {
	return s.note("record " + r.Kind)
}
func (s *script) Emit(context.Context, core.Turn, string, any) {}

func (s *script) step() (Halt, *Course, error) {
	c := &Course{Turn: core.Turn{ID: "00000000000000aa", Owner: core.Host, Home: "/home/x"}, As: "00000000000000aa"}
	c.Turn.Zone, c.Plan = time.UTC, plan.Framework{Steps: []plan.Step{{Tool: "move_files", Args: map[string]any{}}}}
	w := &Walker{Catalog: s, Decider: s, Invoker: s, Journal: s, Trace: s}
	halt, err := w.Step(context.Background(), c, 1)
	return halt, c, err
}

func TestAChangeIsWrittenDownBeforeAndAfter(t *testing.T) {
	s := &script{ex: executor("reversible", nil), verdict: core.Verdict{Ruling: core.Allow},
		result: sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 2, Countable: true}}, effects: sdk.Effects{Total: 2}}
	halt, c, err := s.step()
	if err != nil || halt != (Halt{}) || c.Effects.Mutations != 2 {
		t.Fatalf("%+v %+v %v", halt, c.Effects, err)
	}
	want := []string{"preview", "decide", "record verdict", "begin", "record pending", "invoke", "done", "record step"}
	if diff := cmp.Diff(want, s.order); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeWrittenDownDoesNotRun(t *testing.T) {
	for _, failAt := range []string{"preview", "record verdict", "begin", "record pending"} {
		s := &script{ex: executor("reversible", nil), verdict: core.Verdict{Ruling: core.Allow}, failAt: failAt}
		halt, c, _ := s.step()
		for _, what := range s.order {
			if what == "invoke" {
				t.Errorf("%s failed and the step ran", failAt)
			}
		}
		if !halt.Failed || c.Effects.Mutations != 0 || c.Effects.Failures != 1 {
			t.Errorf("%s: %+v %+v", failAt, halt, c.Effects)
		}
	}
}

func TestOnlyAllowRuns(t *testing.T) {
	for _, ruling := range []core.Ruling{core.AskFor, core.Deny, core.Defer, "", "maybe"} {
		s := &script{ex: executor("read_only", nil), verdict: core.Verdict{Ruling: ruling}}
		halt, _, err := s.step()
		if err != nil || halt == (Halt{}) || (halt.Asks != nil) != (ruling == core.AskFor) {
			t.Errorf("%q: %+v, %v", ruling, halt, err)
		}
		for _, what := range s.order {
			if what == "invoke" {
				t.Errorf("%q let the step run", ruling)
			}
		}
	}
}

// An executor that says it only reads is believed about nothing it claims to have changed.
func TestAReaderCountsNoChange(t *testing.T) {
	s := &script{ex: executor("read_only", nil), verdict: core.Verdict{Ruling: core.Allow},
		result: sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 5, Countable: true}}}
	if _, c, err := s.step(); err != nil || c.Effects.Mutations != 0 {
		t.Errorf("%+v, %v", c.Effects, err)
	}
}
