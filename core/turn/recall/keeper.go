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
	Fault  func(fault any) error // what is told of a fault of the program
}

// Thread is what one conversation remembers, while a turn of it runs.
type Thread struct {
	Keeper
	Owner  core.Owner
	Name   string          // of the conversation, across channels
	Was    plan.Remembered // when the turn began
	stored *plan.Remembered
}

// LetGo stores that the conversation is about nothing, before the turn changes anything: of a core that is killed
// before [Thread.Keep] nobody knows what the turn was about, and "them" must not mean an older list.
func (t *Thread) LetGo() error {
	if t.Was.Turn == "" || t.stored != nil {
		return nil
	}
	nothing := Nothing(t.Was)
	t.stored = &nothing
	return t.Memory.Put(t.Owner, t.Name, nothing)
}

// Keep stores what the conversation remembers when a turn in lang ends, unless that is stored already. as is the turn
// that had the effects. What cannot be kept whole is not kept at all; the error says why.
func (t *Thread) Keep(is plan.Remembered, lang, as string, effects core.Effects) error {
	is.Lang, is.Changed = lang, ""
	if effects.Mutations+effects.Uncertain > 0 {
		is.Changed = as
	}
	stored := t.Was
	if t.stored != nil {
		stored = *t.stored
	}
	light, err := t.Walker.LightMemory(t.Owner, is)
	if err == nil {
		err = t.hold(t.Owner, t.Was.Observed.Spilled, light.Observed.Spilled)
	}
	if body, fault := json.Marshal(light); err != nil || fault != nil || len(body) > Limit {
		light = Nothing(is)
	}
	if reflect.DeepEqual(light, stored) {
		return err
	}
	if fault := t.Memory.Put(t.Owner, t.Name, light); err == nil {
		err = fault
	}
	return err
}

// Beside keeps beside whatever else is done, and returns what waits for the end of it.
func (t *Thread) Beside(is plan.Remembered, lang, as string, effects core.Effects) (kept func() error) {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer func() {
			if fault := recover(); fault != nil {
				err = t.Fault(fault)
			}
		}()
		err = t.Keep(is, lang, as, effects)
	}()
	return func() error { return <-done }
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
