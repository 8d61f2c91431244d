package guard

import (
	"sync"

	"github.com/metnos/metnos/sdk"
)

// Record is which executors touched a denied path: they stay blocked as long as it lives.
type Record struct {
	Folder string // where what appeared is moved

	mu      sync.Mutex
	blocked map[string]error
}

// Blocked returns why an executor is blocked, or nil.
func (r *Record) Blocked(executor string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.blocked[executor]
}

// Names lists the blocked executors.
func (r *Record) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := []string{}
	for name := range r.blocked {
		names = append(names, name)
	}
	return names
}

// Inspect looks at the denied paths after a process of the executor has run. When it touched one, end ends
// the process, what appeared is moved aside and the executor is blocked. The sentry may be nil.
func (r *Record) Inspect(executor string, before Guard, sentry *Sentry, end func()) error {
	changes := Look(before.Paths).Changes(before)
	if path := sentry.Touched(); path != "" && len(changes) == 0 {
		changes = []Change{{Path: path}}
	}
	if len(changes) == 0 {
		return nil
	}
	end()
	if last := Look(before.Paths).Changes(before); len(last) > 0 {
		changes = last // nothing more comes of it: what it made since the first look is moved aside too
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	path, aside := changes[0].Path, ""
	for _, c := range changes {
		if !c.Appeared {
			continue
		}
		if to, err := Quarantine(r.Folder, c.Path); err == nil {
			path, aside = c.Path, to
		}
	}
	if known := r.blocked[executor]; known != nil && aside == "" {
		return known // someone else looked at the same time
	}
	err := sdk.Errorf(sdk.PolicyDenied, "executor_touched_denied", "%s changed %s, which is denied; it is blocked (moved aside: %q)", executor, path, aside).
		With("executor", executor).With("path", path).With("aside", aside)
	if r.blocked == nil {
		r.blocked = map[string]error{}
	}
	r.blocked[executor] = err
	return err
}
