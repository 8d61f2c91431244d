package course

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Pad keeps large observations beside what is stored of a conversation or a suspended turn. Those carry a handle.
type Pad interface {
	// Spill returns the light form of a large observation, a small one as it is.
	Spill(ctx context.Context, owner core.Owner, turn string, step int, tool string, o plan.Observed) (plan.Observed, error)
	Load(ctx context.Context, owner core.Owner, h plan.Handle) (plan.Observed, error)
	// Keep makes a row stay while a conversation remembers it, Pin while an open dialog stands on it, whatever the
	// space; Release ends what Keep promised.
	Keep(owner core.Owner, h plan.Handle, until time.Time) error
	Pin(owner core.Owner, h plan.Handle, until time.Time) error
	Release(owner core.Owner, h plan.Handle) error
	// SweepOwner removes what ended.
	SweepOwner(owner core.Owner) error
}

// Light is an observation as it is stored: a large one lies in the pad, when there is one.
func (w *Walker) Light(owner core.Owner, turn string, step int, o plan.Observed) (plan.Observed, error) {
	if w.Pad == nil {
		return o, nil
	}
	return w.Pad.Spill(context.Background(), owner, turn, step, o.Tool, o) // local and short: it is not left half done
}

// LightMemory is what a conversation remembers as it is stored.
func (w *Walker) LightMemory(owner core.Owner, r plan.Remembered) (plan.Remembered, error) {
	if r.Turn == "" {
		return r, nil
	}
	var err error
	r.Observed, err = w.Light(owner, r.Turn, len(r.Framework.Steps), r.Observed)
	return r, err
}

// whole is an observation with everything that was observed.
func (w *Walker) whole(owner core.Owner, o plan.Observed) (plan.Observed, error) {
	switch {
	case o.Spilled == nil:
		return o, nil
	case w.Pad == nil:
		return o, sdk.Errorf(sdk.NotFound, "scratch_gone", "there is no scratchpad")
	}
	return w.Pad.Load(context.Background(), owner, *o.Spilled)
}

// fetch loads the conversation's previous collection when the plan reads it.
func (w *Walker) fetch(c *Course) error {
	if c.Previous == nil || c.Previous.Observed.Spilled == nil || !c.Plan.UsesPrevious() {
		return nil
	}
	loaded := *c.Previous
	var err error
	if loaded.Observed, err = w.whole(c.Turn.Owner, loaded.Observed); err == nil {
		c.Previous = &loaded
	}
	return err
}
