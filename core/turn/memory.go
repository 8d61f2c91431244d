package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/sdk"
)

func (r *Runner) remember(t *run) { t.kept = recall.After(t.kept, &t.Course, r.lookup) }

func (r *Runner) forget(t *run) { t.kept = recall.Forget(t.kept, &t.Course, r.lookup) }

// keep stores what the conversation remembers. Should that fail, only a follow-up will have nothing to follow.
func (r *Runner) keep(ctx context.Context, t *run, out core.Outcome) {
	t.kept.Lang, t.kept.Changed = t.Turn.Lang, ""
	if out.Effects.Mutations+out.Effects.Uncertain > 0 {
		t.kept.Changed = t.As
	}
	keeper := recall.Keeper{Memory: r.Memory, Walker: &r.walk, Now: r.Now}
	r.warn(ctx, t, keeper.Keep(t.Turn.Owner, t.bound.Thread(), t.bound.Found, t.kept))
}

// sweep removes from the scratchpad what ended.
func (r *Runner) sweep(ctx context.Context, t *run) {
	if r.Pad != nil {
		r.warn(ctx, t, r.Pad.SweepOwner(t.Turn.Owner))
	}
}

// warn tells of a fault that does not end the turn.
func (r *Runner) warn(ctx context.Context, t *run, err error) {
	if err == nil {
		return
	}
	if sdk.ClassOf(err) == "" {
		err = sdk.Errorf(sdk.IOError, "", "%w", err)
	}
	r.emit(ctx, t, "notice", map[string]string{"text": r.Say.Sentence(t.Turn.Lang, err)})
}
