package course

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Foreseen is one step that would run. A step that reads what an earlier change would leave cannot be judged
// before it: its ruling is "later".
type Foreseen struct {
	N       int          `json:"n"`
	Tool    string       `json:"tool"`
	Verdict core.Verdict `json:"verdict"`
	Effects *sdk.Effects `json:"effects,omitempty"`
	Err     error        `json:"-"` // why the step cannot be foreseen
}

// Later is the ruling of a step that waits for an earlier one's result.
const Later core.Ruling = "later"

// Ahead judges every step as it would be if the plan ran now. Steps that only read are run, so that the
// changes that follow can be previewed on what they find; nothing is changed and nothing recorded.
func (w *Walker) Ahead(ctx context.Context, c *Course) []Foreseen {
	out := make([]Foreseen, 0, len(c.Plan.Steps))
	unknown, changed := map[int]bool{}, false
	for i, step := range c.Plan.Steps {
		n := i + 1
		s, o := Foreseen{N: n, Tool: step.Tool, Verdict: core.Verdict{Ruling: Later, Code: "later"}}, (*plan.Observed)(nil)
		waits := false
		for _, from := range plan.Reads(step) {
			waits = waits || unknown[from]
		}
		if !waits {
			var call *Call
			s, o, call = w.ahead(ctx, c, s, changed)
			changed = changed || call.Executor.Manifest == nil || call.Mutates()
		}
		if o == nil {
			unknown[n], o = true, &plan.Observed{}
		}
		c.Observed = append(c.Observed, *o)
		out = append(out, s)
	}
	return out
}

// ahead foresees one step; of one that only reads, before anything changes, it learns the result.
func (w *Walker) ahead(ctx context.Context, c *Course, s Foreseen, changed bool) (Foreseen, *plan.Observed, *Call) {
	call, err := w.Prepare(c, s.N)
	if err != nil {
		s.Err = err
		return s, nil, call
	}
	if call.Idle() {
		s.Verdict = core.Verdict{Ruling: core.Allow, Code: "nothing_to_change"}
		o := plan.Observe(call.Executor.Manifest, sdk.Result{OK: true}, call.Resolved)
		return s, &o, call
	}
	if s.Verdict, s.Err = w.Foresee(ctx, c, call); s.Err != nil {
		return s, nil, call
	}
	s.Effects = call.Effects
	if call.Mutates() && s.Verdict.Ruling == core.Allow {
		c.Passed = c.Passed.Add(call.weight())
	}
	if call.Mutates() || changed || s.Verdict.Ruling != core.Allow {
		return s, nil, call
	}
	result, _, err := w.Invoker.Invoke(ctx, call.Executor, call.sdk(c), nil)
	if err == nil && !result.OK {
		err = failureOf(result)
	}
	if s.Err = err; err != nil {
		return s, nil, call
	}
	o := plan.Observe(call.Executor.Manifest, normalised(call, result), call.Resolved)
	return s, &o, call
}
