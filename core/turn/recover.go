package turn

import (
	"context"
	"errors"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/repair"
	"github.com/metnos/metnos/sdk"
)

// recover takes the one alternative to a plan whose step failed because the plan was wrong, before anything
// changed; it passes the same finalisation. What the person can decide becomes a question. False means that there
// is none: the answer tells what happened, with what was found so far. An earlier plan that fails has no
// alternative: the sentence is planned anew.
func (r *Runner) recover(ctx context.Context, t *run, call *course.Call) (core.Outcome, bool) {
	var failure *sdk.Error
	n := len(t.Told)
	if t.recovered || t.draft.Reused() && t.Origin != core.FromRecovery || n == 0 || !errors.As(t.Told[n-1].Err, &failure) {
		return core.Outcome{}, false
	}
	f := repair.Failure{
		Plan: t.Plan, Step: call.N, Err: failure, Args: call.Args, Observed: t.Observed[:min(call.N-1, len(t.Observed))],
		Effects: t.Effects, Home: t.Turn.Home, Find: r.lookup, Catalog: r.Catalog.Active(), Look: t.places,
	}
	if t.Previous != nil {
		f.Previous = &t.Previous.Observed
	}
	alternative, question, ok := repair.Alternative(f)
	if !ok {
		return core.Outcome{}, false
	}
	t.recovered, t.Origin = true, core.FromRecovery
	t.tried = append(t.tried, t.Steps[n-1])
	if question != nil {
		t.Restart(plan.Framework{})
		t.Proposed = t.Proposed || question.Foreign
		return r.ask(ctx, t, *question), true
	}
	t.Restart(alternative)
	if out, done := r.finalise(ctx, t, alternative, plan.MaxRuntimeSteps); done {
		return out, true
	}
	return r.execute(ctx, t), true
}
