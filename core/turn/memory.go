package turn

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/sdk"
)

// maxRemembered bounds the JSON kept for a follow-up, in bytes, where no scratchpad takes what is large. Of a larger
// result nothing is kept: half of a collection would make "move them" mean something else.
const maxRemembered = 8 << 20

// rememberedFor is how long a conversation that nobody goes on with finds its large results again.
const rememberedFor = 30 * 24 * time.Hour

func (r *Runner) remember(t *run) { t.kept = recall.After(t.kept, &t.Course, r.lookup) }

func (r *Runner) forget(t *run) { t.kept = recall.Forget(t.kept, &t.Course, r.lookup) }

// keep stores what the conversation remembers, when the turn changed it.
func (r *Runner) keep(ctx context.Context, t *run, out core.Outcome) {
	t.kept.Lang, t.kept.Changed = t.Turn.Lang, ""
	if out.Effects.Mutations+out.Effects.Uncertain > 0 {
		t.kept.Changed = t.As
	}
	light, err := r.walk.LightMemory(t.Turn.Owner, t.kept)
	if err == nil {
		t.kept = light
		err = r.hold(t)
	}
	if body, fault := json.Marshal(t.kept); err != nil || fault != nil || len(body) > maxRemembered {
		t.kept = recall.Nothing(t.kept)
	}
	if !reflect.DeepEqual(t.kept, t.found) {
		if fault := r.Memory.Put(t.Turn.Owner, t.thread(), t.kept); err == nil {
			err = fault
		}
	}
	r.warn(ctx, t, err) // the answer stands; only a follow-up will have nothing to follow
}

// sweep removes from the scratchpad what ended.
func (r *Runner) sweep(ctx context.Context, t *run) {
	if r.Pad != nil {
		r.warn(ctx, t, r.Pad.SweepOwner(t.Turn.Owner))
	}
}

// warn tells of a fault that does not end the turn.
func (r *Runner) warn(ctx context.Context, t *run, err error) {
	if err != nil {
		r.emit(ctx, t, "notice", map[string]string{"text": r.Say.Sentence(t.Turn.Lang, said(err))})
	}
}

// said is an error with a sentence of its own, or that of the disk.
func said(err error) error {
	if sdk.ClassOf(err) != "" {
		return err
	}
	return sdk.Errorf(sdk.IOError, "", "%w", err)
}

// hold keeps what the conversation remembers in the scratchpad for as long as it may come back to it, and lets go
// of what it remembered before.
func (r *Runner) hold(t *run) error {
	was, is := t.found.Observed.Spilled, t.kept.Observed.Spilled
	if r.Pad == nil {
		return nil
	}
	if is != nil {
		if err := r.Pad.Keep(t.Turn.Owner, *is, r.Now().Add(rememberedFor)); err != nil {
			return err
		}
	}
	if was != nil && !same(was, is) {
		return r.Pad.Release(t.Turn.Owner, *was)
	}
	return nil
}

func same(a, b *plan.Handle) bool { return b != nil && a.Turn == b.Turn && a.ID == b.ID }
