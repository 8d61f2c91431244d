package tasks

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/tasks/rule"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Change is one change of a task: what it found and what it left. Either is nil when there was, or is, no task.
type Change struct {
	Before *Task     `json:"before,omitempty"`
	After  *Task     `json:"after,omitempty"`
	At     time.Time `json:"at"`
}

// keepPast is how long a change can be taken back: as long as the undo journal keeps it.
const keepPast = 30 * 24 * time.Hour

// From is where a change comes from: whose it is, and the turn that asks for it.
type From struct {
	Owner        core.Owner
	Channel      string
	Conversation string
	Said         string // the sentence
	Lang         string
	Zone         *time.Location
}

func (f From) zone() *time.Location {
	if f.Zone == nil {
		return time.UTC
	}
	return f.Zone
}

// Alter makes one change, or tries it.
func (k *Keeper) Alter(ctx context.Context, from From, a sdk.Alteration) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var c Change
	var err error
	switch a.Kind {
	case sdk.CreateTask:
		c, err = k.made(ctx, from, a)
	case sdk.SetTask:
		c, err = k.changed(from, a)
	case sdk.DeleteTask:
		c, err = k.dropped(from, a)
	default:
		err = sdk.Errorf(sdk.WrongArgs, "self_change", "%q changes no task", a.Kind)
	}
	if err != nil {
		return sdk.Altered{}, err
	}
	left := c.After
	if left == nil {
		left = c.Before
	}
	view := left.View(from.Lang)
	out := sdk.Altered{Task: &view, Same: c.Before != nil && c.After != nil && c.Before.print() == c.After.print()}
	if a.Try || out.Same {
		return out, nil
	}
	out.Ref, err = k.commit(from.Owner, c)
	return out, err
}

// commit writes a change, what it found first.
func (k *Keeper) commit(owner core.Owner, c Change) (string, error) {
	var b [12]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails: it ends the program instead
	ref := hex.EncodeToString(b[:])
	c.At = k.now()
	if _, err := k.past.DeleteWhere(owner, func(_ string, old Change) bool { return c.At.Sub(old.At) > keepPast }); err != nil {
		return "", err
	}
	if err := k.past.Put(owner, ref, c); err != nil {
		return "", err
	}
	return ref, k.put(owner, c.Before, c.After)
}

// put leaves after in the place of before.
func (k *Keeper) put(owner core.Owner, before, after *Task) error {
	if after == nil {
		return k.tasks.Delete(owner, before.Name)
	}
	return k.tasks.Put(owner, after.Name, *after)
}

// Revert takes a change back, when the task is still as the change left it.
func (k *Keeper) Revert(owner core.Owner, lang, ref string) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c, ok, err := k.past.Get(owner, ref)
	switch {
	case err != nil:
		return sdk.Altered{}, err
	case !ok || c.Before == nil && c.After == nil:
		return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "change_unknown", "no change %q is kept", ref)
	}
	one := c.Before
	if one == nil {
		one = c.After
	}
	view := one.View(lang)
	there, ok, err := k.tasks.Get(owner, one.Name)
	if err != nil {
		return sdk.Altered{}, err
	}
	print := func(t *Task) string {
		if t == nil {
			return ""
		}
		return t.print()
	}
	now := ""
	if ok {
		now = there.print()
	}
	switch now {
	case print(c.Before):
		return sdk.Altered{Same: true, Task: &view}, nil
	case print(c.After):
	default:
		return sdk.Altered{}, sdk.Errorf(sdk.Conflict, "task_changed_since", "%s was changed since", one.Name).With("name", one.Name)
	}
	if c.Before != nil {
		back := *c.Before
		if back.State == Active {
			back.Next = back.Rule.Next(k.now(), back.location()) // its moment may have passed meanwhile
		}
		c.Before = &back
	}
	return sdk.Altered{Ref: ref, Task: &view}, k.put(owner, c.After, c.Before)
}

// made is a new task.
func (k *Keeper) made(ctx context.Context, from From, a sdk.Alteration) (Change, error) {
	request := strings.Join(strings.Fields(a.Request), " ")
	if request == "" {
		return Change{}, sdk.Errorf(sdk.MissingInput, "task_what", "nothing is said of what to do")
	}
	if len(request) > MaxRequest || len(from.Said) > maxSpan {
		return Change{}, sdk.Errorf(sdk.WrongArgs, "task_too_long", "%d bytes of a request", len(request))
	}
	r, err := rule.Parse(a.Schedule, k.clock(from))
	if err != nil {
		return Change{}, err
	}
	list, err := k.List(from.Owner)
	if err != nil {
		return Change{}, err
	}
	t := Task{
		Owner: from.Owner, Kind: Request, Request: request, Rule: r, Zone: from.zone().String(), Lang: from.Lang, State: Active,
		Channel: from.Channel, Conversation: from.Conversation, Created: k.now(), Changed: k.now(), Mandate: Mandate{Said: from.Said},
	}
	if a.Reminder {
		t.Kind = Reminder
	}
	for _, old := range list {
		if old.Kind == t.Kind && old.Request == t.Request && old.Rule.Equal(r) && old.State == Active {
			return Change{Before: &old, After: &old}, nil // it is there already
		}
	}
	if len(list) >= MaxTasks {
		return Change{}, sdk.Errorf(sdk.Quota, "tasks_full", "%d tasks", len(list)).With("limit", "50")
	}
	if !a.Reminder {
		f, err := k.plan(ctx, from.Owner, request, from.Lang, from.zone())
		if err != nil {
			return Change{}, err
		}
		t.Mandate.Plan = &f
	}
	t.Name = name(request, a.Name, func(s string) bool {
		for _, old := range list {
			if old.Name == s {
				return true
			}
		}
		return false
	})
	t.Next = r.Next(k.now(), t.location())
	t.Mandate.Digest = t.mandate()
	return Change{After: &t}, nil
}

func (k *Keeper) clock(from From) when.Clock {
	return when.Clock{Now: k.now().In(from.zone()), Zone: from.zone(), Lang: from.Lang, Future: true}
}

// changed is a task with another state or schedule.
func (k *Keeper) changed(from From, a sdk.Alteration) (Change, error) {
	before, err := k.Get(from.Owner, a.Name)
	if err != nil {
		return Change{}, err
	}
	t := before
	switch a.State {
	case "":
	case Active, Paused:
		t.State = a.State
	default:
		return Change{}, sdk.Errorf(sdk.WrongArgs, "task_state", "%q is no state to set", a.State).With("value", a.State)
	}
	if len(a.Schedule) > 0 {
		clock := k.clock(from)
		clock.Zone = t.location()
		clock.Now = clock.Now.In(clock.Zone)
		if t.Rule, err = rule.Moved(t.Rule, a.Schedule, clock); err != nil {
			return Change{}, err
		}
		if t.State == Done || t.State == Failed {
			t.State = Active
		}
	}
	if t.print() == before.print() {
		return Change{Before: &before, After: &before}, nil
	}
	t.Failures, t.Changed = 0, k.now()
	if t.Next = t.Rule.Next(k.now(), t.location()); t.Next.IsZero() && t.State == Active {
		return Change{}, sdk.Errorf(sdk.WrongArgs, "schedule_past", "%s is over", t.Name).With("when", t.Rule.Text(from.Lang, t.location()))
	}
	return Change{Before: &before, After: &t}, nil
}

// dropped is a task that is no more.
func (k *Keeper) dropped(from From, a sdk.Alteration) (Change, error) {
	before, err := k.Get(from.Owner, a.Name)
	return Change{Before: &before}, err
}
