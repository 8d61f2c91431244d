package turn

import (
	"context"

	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/sdk"
)

func (r *Runner) remember(t *run) { t.kept = recall.After(t.kept, &t.Course, r.lookup) }

func (r *Runner) forget(t *run) { t.kept = recall.Forget(t.kept, &t.Course, r.lookup) }

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
	r.emit(ctx, t, "notice", map[string]string{"text": r.Say.Sentence(t.Turn.Tongue(), err)})
}
