package turn

import (
	"context"
	"time"

	"github.com/metnos/metnos/core/answer/voice"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Organs are everything a turn needs. All are required.
type Organs struct {
	People   People
	Catalog  Catalog
	Places   func(home string) plan.Places
	Proposer plan.Proposer
	Decider  course.Decider
	Invoker  course.Invoker
	Dialogs  Dialogs
	Memory   Memory
	Journal  Journal
	Ledger   Ledger
	Events   Events
	Say      voice.Sayer
	Redact   func(text string) string // hides what looks like a secret
	Now      func() time.Time
	Lang     string         // when nothing else decides it
	Zone     *time.Location // when the person chose none
}

// People resolves an owner or refuses.
type People interface {
	Person(ctx context.Context, id core.Owner) (people.Person, error)
}

// Catalog is what may be named now.
type Catalog interface {
	course.Catalog
	Active() []core.Executor
	Refused() []catalog.Refusal
}

// Dialogs keeps suspended questions, at most one open per owner, channel and conversation.
type Dialogs interface {
	// Open stores a dialog open; one that was open in its place is superseded.
	Open(owner core.Owner, d core.Dialog) error
	// Current returns the open dialog of a conversation, expired or not.
	Current(owner core.Owner, channel, conversation string) (core.Dialog, bool, error)
	// Close moves a dialog from open to another state, once; one that is not open is a Conflict.
	Close(owner core.Owner, id, state string) (core.Dialog, error)
}

// Memory keeps what each conversation is about.
type Memory interface {
	Get(owner core.Owner, conversation string) (plan.Remembered, bool, error)
	Put(owner core.Owner, conversation string, r plan.Remembered) error
}

// Journal keeps what turns changed, so that it can be undone.
type Journal interface {
	course.Journal
	Latest(owner core.Owner, conversation string) (undo.Change, error)
	Undo(ctx context.Context, owner core.Owner, turn string, reverse undo.Reverse) (undo.Report, error)
	Interrupted(owner core.Owner) ([]undo.Entry, error)
}

// Ledger records a turn as it goes; a mutating step's pending record is durable when Append returns.
type Ledger interface {
	Append(ctx context.Context, r Record) error
}

// Record is one line of the turn log.
type Record = ledger.Record

// Events takes a turn's events as they happen; it numbers and keeps them.
type Events interface {
	Emit(ctx context.Context, owner core.Owner, channel, conversation string, e sdk.Event)
}
