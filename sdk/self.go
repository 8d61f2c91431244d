package sdk

import (
	"context"
	"math"
	"strconv"
	"time"
)

// Self is what metnos itself keeps for the person a call is for: their tasks, their preferences, the skills that are
// installed. The core knows whose they are; a plugin never names a person. Reading needs the capability metnos:read,
// changing metnos:write; without them everything fails with [PolicyDenied].
type Self interface {
	// Tasks returns the tasks all words of query speak of, by name, by what they do or by when: "friday", "the shopping
	// reminder". An empty query is all of them, the next to run first.
	Tasks(ctx context.Context, query string) ([]Task, error)
	// Runs returns what became of the runs of those tasks, newest first, at most limit of them.
	Runs(ctx context.Context, query string, limit int) ([]Run, error)
	// Preferences returns every preference there is.
	Preferences(ctx context.Context) ([]Preference, error)
	// Skills returns the installed skills, by name.
	Skills(ctx context.Context) ([]Skill, error)
	// Rows returns the rows of one of the person's own stores, or of all when store is "", in which every word of query
	// stands, oldest first.
	Rows(ctx context.Context, store, query string) ([]Row, error)
	// Alter makes one change and says what there is after it. One that is only tried changes nothing. What is missing
	// of a schedule is an error of class [MissingInput] with the code schedule_day, schedule_time, schedule_when, or
	// schedule_which and the parameter options, one a line.
	Alter(ctx context.Context, a Alteration) (Altered, error)
	// Revert takes an alteration back, by its Ref. It is a [Conflict] when something else was changed since; taking it
	// back twice is harmless.
	Revert(ctx context.Context, ref string) (Altered, error)
}

// Task is a request that runs later, or again and again, as a turn of its owner.
type Task struct {
	Name    string    `json:"name"` // its owner's own, at most 40 characters
	Kind    string    `json:"kind"` // request or reminder
	Request string    `json:"request"`
	When    string    `json:"when"`            // its schedule in words of the call's language
	Next    time.Time `json:"next,omitzero"`   // zero: it does not run again
	State   string    `json:"state"`           // active, paused, done, failed
	Created time.Time `json:"created"`         //
	Runs    int       `json:"runs,omitempty"`  // how often it ran
	Last    *Run      `json:"last,omitempty"`  // the latest of them
	Print   string    `json:"print,omitempty"` // tells this state of the task from any other
}

// Run is one time a task ran.
type Run struct {
	Task    string    `json:"task"`
	At      time.Time `json:"at"`
	Outcome string    `json:"outcome"` // success, partial, error, refused, waiting
	Message string    `json:"message,omitempty"`
	Turn    string    `json:"turn,omitempty"`
}

// Preference is one of a closed vocabulary. Value is "" until it is chosen; Effective is what holds.
type Preference struct {
	Name      string   `json:"name"`
	Value     string   `json:"value,omitempty"`
	Effective string   `json:"effective,omitempty"`
	Choices   []string `json:"choices,omitempty"` // empty: any text of its kind
}

// Skill is a foreign package whose operations were admitted.
type Skill struct {
	Name      string   `json:"name"`
	Publisher string   `json:"publisher"`
	Version   string   `json:"version,omitempty"`
	Enabled   bool     `json:"enabled"`
	Tools     []string `json:"tools"`
}

// Row is one row of a store of the person's own, such as the notes.
type Row struct {
	ID    string    `json:"id,omitempty"` // the core's, when it is written
	Store string    `json:"store"`
	At    time.Time `json:"at,omitzero"` // when it was written
	Cells []Cell    `json:"cells"`
}

// Cell is one field of a row. A store keeps the type a field first had.
type Cell struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // text, number, boolean, datetime
	Value string `json:"value"`
}

// Fits reports whether the value is of its type: a number as JSON writes it, true or false, an RFC 3339 time.
func (c Cell) Fits() bool {
	switch c.Type {
	case "text":
		return true
	case "number":
		f, err := strconv.ParseFloat(c.Value, 64)
		return err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	case "boolean":
		return c.Value == "true" || c.Value == "false"
	case "datetime":
		_, err := time.Parse(time.RFC3339, c.Value)
		return err == nil
	}
	return false
}

// Kinds of alteration.
const (
	CreateTask    = "create_task"
	SetTask       = "set_task"
	DeleteTask    = "delete_task"
	SetPreference = "set_preference" // an empty Value resets it
	SetSkill      = "set_skill"      // Value: enabled or disabled
	WriteRow      = "write_row"      // Row without ID
	DeleteRow     = "delete_row"     // Row by ID
)

// Alteration is one change to what metnos keeps for the person.
type Alteration struct {
	Kind     string   `json:"kind"`
	Try      bool     `json:"try,omitempty"`
	Name     string   `json:"name,omitempty"`     // of the task, the preference or the skill; of a new task it may be ""
	Value    string   `json:"value,omitempty"`    // of the preference, the skill
	State    string   `json:"state,omitempty"`    // of the task: active or paused
	Request  string   `json:"request,omitempty"`  // of the task: the sentence that will be its turn, or what to remind of
	Reminder bool     `json:"reminder,omitempty"` // the task only says its Request
	Schedule []string `json:"schedule,omitempty"` // what was said of the time, the first thing first
	Row      *Row     `json:"row,omitempty"`
}

// Altered is what there is after a change. Same tells that it was so before, and nothing changed.
type Altered struct {
	Ref        string      `json:"ref,omitempty"` // of the change, for Revert
	Same       bool        `json:"same,omitempty"`
	Task       *Task       `json:"task,omitempty"`
	Preference *Preference `json:"preference,omitempty"`
	Skill      *Skill      `json:"skill,omitempty"`
	Row        *Row        `json:"row,omitempty"`
}
