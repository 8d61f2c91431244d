package course

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// desk has a reader that carries two of nine items and does on all of them what it is told follows, and a step that counts.
type desk struct {
	script
	calls []string
	deaf  bool // the reader does nothing for others
}

func (d *desk) Get(tool string) (core.Executor, error) {
	m := &manifest.Manifest{Name: tool, Execution: manifest.Execution{Effect: "read_only"}, Output: manifest.Output{Collection: "entries", Value: "integer"}}
	m.Args.Properties = map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}, "field": {Type: "string"}}
	if tool == "read_files_csv" {
		does := manifest.Property{Type: "string", Enum: []any{"filter_entries", "compute_entries"}}
		m.Args.Properties = map[string]manifest.Property{"then": {Type: "array", Semantic: "then", Items: &manifest.Property{Type: "object", Properties: map[string]manifest.Property{"tool": does}}}}
	}
	return core.Executor{Manifest: m}, nil
}

func (d *desk) Invoke(_ context.Context, ex core.Executor, call sdk.Call, _ func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	d.calls = append(d.calls, fmt.Sprint(ex.Manifest.Name, call.Step, call.Args))
	r := sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}}
	if ex.Manifest.Name != "read_files_csv" {
		entries, _ := call.Args["entries"].([]any)
		r.Value = len(entries)
		return r, core.Sandbox{}, nil
	}
	r.Entries, r.Value, r.Truncated = []map[string]any{{"a": 1}, {"a": 2}}, 9, &sdk.Truncation{Used: 2, Available: 9, Cap: "limit"}
	then, _ := call.Args["then"].([]any)
	if !d.deaf {
		for range then {
			r.Then = append(r.Then, sdk.Result{OK: true, Value: 9, Truncated: &sdk.Truncation{Used: 0, Available: 9}})
		}
		r.Then = append(r.Then, sdk.Result{OK: true, Value: "nobody asked"})
	}
	return r, core.Sandbox{}, nil
}

func (d *desk) walk(t *testing.T, c *Course, from int) {
	t.Helper()
	w := &Walker{Catalog: d, Decider: d, Invoker: d, Journal: d, Trace: d}
	for n := from; n <= len(c.Plan.Steps); n++ {
		if halt, err := w.Step(context.Background(), c, n); err != nil || halt != (Halt{}) {
			t.Fatalf("step %d: %+v, %+v, %v", n, halt, c.Steps, err)
		}
	}
}

func counting() *Course {
	c := &Course{Turn: core.Turn{ID: "00000000000000aa", Owner: core.Host, Home: "/home/x", Zone: time.UTC}, As: "00000000000000aa"}
	c.Plan = plan.Framework{Steps: []plan.Step{
		{Tool: "read_files_csv", Args: map[string]any{}},
		{Tool: "filter_entries", Args: map[string]any{"from_step": 1}},
		{Tool: "compute_entries", Args: map[string]any{"from_step": 2}},
	}}
	return c
}

// What a reader did on all its items is the result of the steps it did, and nothing was left out of the answer; a result
// nobody asked for is nobody's.
func TestAReaderDoesWhatFollowsOnAllItems(t *testing.T) {
	d := &desk{script: script{verdict: core.Verdict{Ruling: core.Allow}}}
	c := counting()
	d.walk(t, c, 1)
	if len(d.calls) != 1 || c.Told[1].Result.Value != 9 || c.Told[2].Result.Value != 9 || c.ahead[4].result.OK {
		t.Errorf("%q, %+v", d.calls, c.Told)
	}
	if c.Told[0].Cut() != nil || c.Told[1].Cut() != nil || c.Told[2].Cut() == nil || c.Observed[0].Result.Then != nil {
		t.Errorf("%+v", c.Told)
	}
}

// A reader that does not leaves it to the steps, and what was left out is told.
func TestAReaderThatDoesNotLeavesItToTheSteps(t *testing.T) {
	d := &desk{script: script{verdict: core.Verdict{Ruling: core.Allow}}, deaf: true}
	c := counting()
	c.Plan.Steps = c.Plan.Steps[:2]
	d.walk(t, c, 1)
	if c.Told[1].Result.Value != 2 || c.Told[0].Cut() == nil {
		t.Errorf("%q, %+v", d.calls, c.Told)
	}
}

// A step that another one reads too is told to be cut short all the same.
func TestWhatOthersReadStaysCut(t *testing.T) {
	d := &desk{script: script{verdict: core.Verdict{Ruling: core.Allow}}}
	c := counting()
	c.Plan.Steps = []plan.Step{c.Plan.Steps[0], c.Plan.Steps[1], {Tool: "sort_entries", Args: map[string]any{"from_step": 1}}}
	d.walk(t, c, 1)
	if c.Told[0].Cut() == nil || c.Told[2].Result.Value != 2 {
		t.Errorf("%q, %+v", d.calls, c.Told)
	}
}

// After a question the reader is asked again with the answer.
func TestAReaderIsAskedAgainAfterAQuestion(t *testing.T) {
	d := &desk{script: script{verdict: core.Verdict{Ruling: core.Allow}}}
	c := counting()
	d.walk(t, c, 1)
	c.Observed, c.Told, c.Steps, c.ahead, d.calls = c.Observed[:1], c.Told[:1], c.Steps[:1], nil, nil
	c.Observed[0].Result.Truncated = &sdk.Truncation{Used: 2, Available: 9}
	c.Plan.Steps[1].Args["field"] = "chosen"
	d.walk(t, c, 2)
	if len(d.calls) != 1 || d.calls[0] != "read_files_csv1 map[then:[map[args:map[field:chosen] tool:filter_entries] map[args:map[] tool:compute_entries]]]" || c.Told[1].Result.Value != 9 {
		t.Errorf("%q, %+v", d.calls, c.Told)
	}
}
