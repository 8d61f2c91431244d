package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/tasks/rule"
	"github.com/metnos/metnos/sdk"
)

// Limits of what one person may have.
const (
	MaxTasks   = 50
	MaxName    = 40     // characters
	MaxRequest = 2_000  // bytes
	maxRuns    = 200    // of a task, kept
	maxMessage = 4_096  // bytes of what a run said
	maxSpan    = 10_000 // bytes of the sentence it was made of
)

// States of a task.
const (
	Active = "active"
	Paused = "paused"
	Done   = "done"   // its last moment has passed
	Failed = "failed" // it failed too often in a row, and was stopped
)

// Kinds of task.
const (
	Request  = "request"
	Reminder = "reminder"
)

// Mandate is what a task may do: the plan of its sentence as it was when the person made it. Every run is decided
// anew; the mandate only tells whether it is still the same thing.
type Mandate struct {
	Said   string          `json:"said"`   // the whole sentence the task was made of
	Plan   *plan.Framework `json:"plan"`   // of its request; nil of a reminder
	Digest string          `json:"digest"` // of owner, request and plan
}

// Task is one task as it is kept, under its name.
type Task struct {
	Name         string     `json:"name"`
	Owner        core.Owner `json:"owner"`
	Kind         string     `json:"kind"`
	Request      string     `json:"request"`
	Rule         rule.Rule  `json:"rule"`
	Zone         string     `json:"zone"` // IANA name: where the rule's times are
	Lang         string     `json:"lang"`
	State        string     `json:"state"`
	Next         time.Time  `json:"next,omitzero"`
	Channel      string     `json:"channel"` // where the answer goes
	Conversation string     `json:"conversation"`
	Mandate      Mandate    `json:"mandate"`
	Created      time.Time  `json:"created"`
	Changed      time.Time  `json:"changed"`
	Count        int        `json:"count,omitempty"`    // runs
	Failures     int        `json:"failures,omitempty"` // of the latest runs, in a row
	Runs         []sdk.Run  `json:"runs,omitempty"`     // newest last
}

// location is the zone of the task; UTC when the machine does not know it any more.
func (t Task) location() *time.Location {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil || t.Zone == "" {
		return time.UTC
	}
	return zone
}

// check refuses a record that cannot be what was kept.
func (t Task) check(owner core.Owner, name string) error {
	err := t.Rule.Check()
	known := t.State == Active || t.State == Paused || t.State == Done || t.State == Failed
	kind := t.Kind == Request || t.Kind == Reminder
	if err != nil || !known || !kind || t.Owner != owner || t.Name != name || t.Mandate.Digest != t.mandate() {
		return sdk.Errorf(sdk.IOError, "task_damaged", "the task %q of %s is not as it was written: %w", name, owner, err).With("name", name)
	}
	return nil
}

// mandate is the digest of what the task may do.
func (t Task) mandate() string {
	text, err := json.Marshal(struct {
		Owner   core.Owner
		Kind    string
		Request string
		Plan    *plan.Framework
	}{t.Owner, t.Kind, t.Request, t.Mandate.Plan})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// print tells this state of the task from any other; what only running it changes does not count.
func (t Task) print() string {
	t.Runs, t.Count, t.Failures, t.Next, t.Changed = nil, 0, 0, time.Time{}, time.Time{}
	text, err := json.Marshal(t)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// View is the task as its person sees it, in their language.
func (t Task) View(lang string) sdk.Task {
	v := sdk.Task{
		Name: t.Name, Kind: t.Kind, Request: t.Request, When: t.Rule.Text(lang, t.location()), State: t.State, Created: t.Created, Runs: t.Count, Print: t.print(),
	}
	if t.State == Active {
		v.Next = t.Next
	}
	if n := len(t.Runs); n > 0 {
		v.Last = &t.Runs[n-1]
	}
	return v
}
