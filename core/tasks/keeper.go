package tasks

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Shelf keeps tasks by owner and name.
type Shelf interface {
	Get(owner core.Owner, name string) (Task, bool, error)
	Put(owner core.Owner, name string, t Task) error
	Delete(owner core.Owner, name string) error
	Each(owner core.Owner, prefix string, visit func(name string, t Task) bool) error
	Owners() ([]core.Owner, error)
}

// Past keeps what a change found and left, by its reference.
type Past interface {
	Get(owner core.Owner, ref string) (Change, bool, error)
	Put(owner core.Owner, ref string, c Change) error
	DeleteWhere(owner core.Owner, match func(ref string, c Change) bool) (int, error)
}

// Planner plans a request without running anything of it. An error says why it is no request a task can have.
type Planner func(ctx context.Context, owner core.Owner, request, lang string, zone *time.Location) (plan.Framework, error)

// Keeper keeps the tasks of everybody. It is safe for concurrent use.
type Keeper struct {
	tasks Shelf
	past  Past
	plan  Planner
	now   func() time.Time
	mu    sync.Mutex // of changes: what is read is still so when it is written
}

// New returns a keeper over its shelves.
func New(tasks Shelf, past Past, p Planner, now func() time.Time) *Keeper {
	return &Keeper{tasks: tasks, past: past, plan: p, now: now}
}

// List returns the tasks of one person, the next to run first.
func (k *Keeper) List(owner core.Owner) ([]Task, error) {
	var list []Task
	var damage error
	err := k.tasks.Each(owner, "", func(name string, t Task) bool {
		if damage = t.check(owner, name); damage != nil {
			return false
		}
		list = append(list, t)
		return true
	})
	if err == nil {
		err = damage
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Task) int {
		if rest := a.State != Active; rest != (b.State != Active) {
			return map[bool]int{true: 1, false: -1}[rest]
		}
		return a.Next.Compare(b.Next)
	})
	return list, nil
}

// Find returns the tasks every word of a query speaks of; a name that is exactly one task's is that one.
func (k *Keeper) Find(owner core.Owner, query string) ([]Task, error) {
	list, err := k.List(owner)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(list, func(t Task) bool { return t.Name == query }); i >= 0 {
		return list[i : i+1], nil
	}
	return slices.DeleteFunc(list, func(t Task) bool { return !matches(t, query) }), nil
}

// Get returns one task by its name.
func (k *Keeper) Get(owner core.Owner, name string) (Task, error) {
	t, ok, err := k.tasks.Get(owner, name)
	switch {
	case err != nil:
		return Task{}, err
	case !ok:
		return Task{}, unknown(name)
	}
	return t, t.check(owner, name)
}

func unknown(name string) error {
	return sdk.Errorf(sdk.NotFound, "task_unknown", "no task %q", name).With("name", name)
}

// Due returns the active tasks of a person whose moment has come.
func (k *Keeper) Due(owner core.Owner, now time.Time) ([]Task, error) {
	list, err := k.List(owner)
	return slices.DeleteFunc(list, func(t Task) bool { return t.State != Active || t.Next.IsZero() || t.Next.After(now) }), err
}

// Owners lists who has tasks.
func (k *Keeper) Owners() ([]core.Owner, error) { return k.tasks.Owners() }

// Ran writes down one run, and moves the next one past it. A run out of its turn moves nothing.
func (k *Keeper) Ran(owner core.Owner, name string, run sdk.Run, scheduled bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, err := k.Get(owner, name)
	if err != nil {
		return err
	}
	run.Task = name
	if len(run.Message) > maxMessage {
		run.Message = run.Message[:maxMessage]
	}
	t.Runs = append(t.Runs, run)
	t.Runs = t.Runs[max(0, len(t.Runs)-maxRuns):]
	t.Count++
	t.Failures++
	if run.Outcome != "error" {
		t.Failures = 0
	}
	if scheduled {
		if t.Next = t.Rule.Next(run.At, t.location()); t.Next.IsZero() && t.State == Active {
			t.State = Done
		}
	}
	return k.tasks.Put(owner, name, t)
}

// Drop removes a task whatever its record holds, so that one that was damaged can go.
func (k *Keeper) Drop(owner core.Owner, name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.tasks.Delete(owner, name)
}
