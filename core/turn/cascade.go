package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/source"
	"github.com/metnos/metnos/sdk"
)

// control may end a turn before it is planned; false lets it go on.
type control func(ctx context.Context, t *run) (core.Outcome, bool)

// cascade is the order of controls of every turn. The sentence is redacted and bound already. A waiting dialog
// takes it first, then what needs no plan; then the sources of plans are asked in their order (L0, L1, the
// composer, a model). Whatever the source, the same guards, the same validation and the same decisions follow,
// and no path leads around them.
func (r *Runner) cascade(ctx context.Context, t *run, button *Decision) core.Outcome {
	waiting := func(ctx context.Context, t *run) (core.Outcome, bool) { return r.pending(ctx, t, button) }
	for _, c := range [...]control{waiting, r.tutored, r.placed, r.route} {
		if out, done := c(ctx, t); done {
			return out
		}
	}
	t.request = t.asks(t.Previous)
	for draft, err := range r.sources().Drafts(ctx, t.request) {
		if err != nil {
			return r.refuse(t, err)
		}
		if out, done := r.carryOut(ctx, t, draft); done {
			return out
		}
	}
	return r.refuse(t, sdk.Errorf(sdk.ContractViolation, "no_source", "no source of plans answered"))
}

// asks is the turn as the sources of plans see it.
func (t *run) asks(previous *plan.Remembered) source.Request {
	return source.Request{Turn: t.Turn, Places: t.places, Previous: previous, Attached: t.attached}
}

// carryOut takes a draft to the end of the turn. False means that an earlier plan failed before it changed
// anything: it is forgotten, and the next source is asked.
func (r *Runner) carryOut(ctx context.Context, t *run, d source.Draft) (core.Outcome, bool) {
	t.draft, t.Origin, t.Proposed = d, d.Origin, d.Proposed
	t.tongue(d.Lang)
	out, done := r.undecided(ctx, t, d.Draft)
	if !done {
		out, done = r.finalise(ctx, t, d.Framework, plan.MaxSteps)
	}
	if !done {
		out = r.execute(ctx, t)
	}
	if d.Reused() && t.Failed() && t.Effects.Mutations+t.Effects.Uncertain == 0 {
		r.sources().Failed(ctx, t.Turn.Owner, d)
		t.tried = append(t.tried, t.Steps...)
		t.Restart(plan.Framework{})
		t.kept = t.bound.Found
		return core.Outcome{}, false
	}
	return out, true
}

// tongue takes the language a sentence showed, unless it is chosen already.
func (t *run) tongue(lang string) {
	if !t.bound.Fixed && lang != "" {
		t.Turn.Lang, t.bound.Fixed = lang, true
	}
}
