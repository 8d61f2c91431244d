package recall

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
)

// Limit bounds the JSON kept for a follow-up, in bytes, where no scratchpad takes what is large. Of a larger result
// nothing is kept: half of a collection would make "move them" mean something else.
const Limit = 8 << 20

// Life is how long a conversation that nobody goes on with finds its large results again.
const Life = 30 * 24 * time.Hour

// Memory keeps what each conversation is about.
type Memory interface {
	Get(owner core.Owner, conversation string) (plan.Remembered, bool, error)
	Put(owner core.Owner, conversation string, r plan.Remembered) error
}

// Keeper stores what conversations remember, large results in the walker's scratchpad.
type Keeper struct {
	Memory Memory
	Walker *course.Walker
	Now    func() time.Time
}

// Keep stores what a conversation remembers, when that changed. What cannot be kept whole is not kept at all; the
// error says why.
func (k Keeper) Keep(owner core.Owner, thread string, was, is plan.Remembered) error {
	light, err := k.Walker.LightMemory(owner, is)
	if err == nil {
		err = k.hold(owner, was.Observed.Spilled, light.Observed.Spilled)
	}
	if body, fault := json.Marshal(light); err != nil || fault != nil || len(body) > Limit {
		light = Nothing(is)
	}
	if reflect.DeepEqual(light, was) {
		return err
	}
	if fault := k.Memory.Put(owner, thread, light); err == nil {
		err = fault
	}
	return err
}

// hold keeps what the conversation remembers in the scratchpad, and lets go of what it remembered before.
func (k Keeper) hold(owner core.Owner, was, is *plan.Handle) error {
	pad := k.Walker.Pad
	if pad == nil {
		return nil
	}
	if is != nil {
		if err := pad.Keep(owner, *is, k.Now().Add(Life)); err != nil {
			return err
		}
	}
	if was == nil || is != nil && was.Turn == is.Turn && was.ID == is.ID {
		return nil
	}
	return pad.Release(owner, *was)
}
