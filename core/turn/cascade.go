package turn

import (
	"context"
	"iter"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// control may end a turn before it is planned; false lets it go on.
type control func(ctx context.Context, t *run) (core.Outcome, bool)

// cascade is the order of controls of every turn. The sentence is redacted and bound already. A waiting dialog
// takes it first, then what needs no plan; then the first source that explains it. Whatever the source, the
// same guards, the same validation and the same decisions follow, and no path leads around them.
func (r *Runner) cascade(ctx context.Context, t *run, button *Decision) core.Outcome {
	waiting := func(ctx context.Context, t *run) (core.Outcome, bool) { return r.pending(ctx, t, button) }
	for _, c := range [...]control{waiting, r.tutored, r.placed, r.route} {
		if out, done := c(ctx, t); done {
			return out
		}
	}
	for draft, err := range r.drafts(ctx, t) {
		if err != nil {
			return r.refuse(t, err)
		}
		if out, done := r.carryOut(ctx, t, draft); done {
			return out
		}
	}
	return r.refuse(t, sdk.Errorf(sdk.ContractViolation, "no_source", "no source of plans answered"))
}

// source makes a draft of the turn's sentence; false means it has none.
type source func(ctx context.Context, t *run) (plan.Draft, bool, error)

// drafts asks the sources in their order: an equal request that worked, a cluster of them, the composer, and
// last a model.
func (r *Runner) drafts(ctx context.Context, t *run) iter.Seq2[plan.Draft, error] {
	return func(yield func(plan.Draft, error) bool) {
		for _, s := range [...]source{r.fastpath, r.autopath, r.compose, r.propose} {
			if draft, ok, err := s(ctx, t); (ok || err != nil) && !yield(draft, err) {
				return
			}
		}
		if t.declined != nil { // no model knew better than the composer
			t.Origin = core.FromCompose
			yield(*t.declined, nil)
		}
	}
}

// carryOut takes a draft to the end of the turn. False means that a reused plan failed before it changed
// anything: it is forgotten, and the next source is asked.
func (r *Runner) carryOut(ctx context.Context, t *run, d plan.Draft) (core.Outcome, bool) {
	out, done := r.undecided(ctx, t, d)
	if !done {
		out, done = r.finalise(ctx, t, d.Framework, plan.MaxSteps)
	}
	if !done {
		out = r.execute(ctx, t)
	}
	if reused(t.Origin) && t.failed() && t.Effects.Mutations+t.Effects.Uncertain == 0 {
		r.discard(ctx, t)
		return core.Outcome{}, false
	}
	return out, true
}

// failed reports whether the plan was not carried out: it did not pass, or a step of it ended in an error.
func (t *run) failed() bool {
	n := len(t.Steps)
	return n == 0 && len(t.Plan.Steps) > 0 || n > 0 && !t.Steps[n-1].OK
}

func reused(o core.Origin) bool { return o == core.FromFastpath || o == core.FromAutopath }

// compose asks the deterministic proposer. What it cannot explain is left to a model, when there is one.
func (r *Runner) compose(ctx context.Context, t *run) (plan.Draft, bool, error) {
	draft, err := r.draw(ctx, t, r.Composer, t.Previous)
	if err != nil {
		return plan.Draft{}, false, err
	}
	t.Origin, t.Proposed = core.FromCompose, false
	explained := draft.Accepted || draft.Question != nil || draft.Limit != nil && draft.Limit.Code != "capability_missing"
	if r.Models == nil || explained {
		return draft, true, nil
	}
	t.declined = &draft
	return plan.Draft{}, false, nil
}

// propose asks the model proposer. It may suggest a plan or a question; it never has the last word.
func (r *Runner) propose(ctx context.Context, t *run) (plan.Draft, bool, error) {
	if r.Models == nil {
		return plan.Draft{}, false, nil
	}
	draft, err := r.draw(ctx, t, r.Models, t.Previous)
	if err != nil {
		return plan.Draft{}, false, err
	}
	if !draft.Accepted && draft.Question == nil {
		return plan.Draft{}, false, nil
	}
	t.Origin, t.Proposed = core.FromPropose, true
	return draft, true, nil
}

// placed stops a turn that names another place than this host.
func (r *Runner) placed(context.Context, *run) (core.Outcome, bool) { return core.Outcome{}, false }

func (r *Runner) fastpath(context.Context, *run) (plan.Draft, bool, error) {
	return plan.Draft{}, false, nil
}

func (r *Runner) autopath(context.Context, *run) (plan.Draft, bool, error) {
	return plan.Draft{}, false, nil
}

func (r *Runner) discard(context.Context, *run) {}
