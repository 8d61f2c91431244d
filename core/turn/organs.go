package turn

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/destination"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/core/turn/source"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/turn/trace"
	"github.com/metnos/metnos/core/tutor"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
)

// Organs are everything a turn needs. Those marked optional may be nil.
type Organs struct {
	People       opening.People
	Catalog      Catalog
	Places       func(owner core.Owner, home string) plan.Places
	Composer     plan.Proposer     // deterministic
	Models       plan.Proposer     // optional: what a model suggests for the sentences the composer cannot explain
	Tutor        Tutor             // optional
	Precedents   source.Precedents // optional
	Destinations Destinations      // optional: without it every turn runs here
	Epoch        string            // of the program, for precedents
	Decider      course.Decider
	Invoker      course.Invoker
	Dialogs      suspend.Dialogs
	Memory       opening.Memory
	Pad          course.Pad // optional: without it large results are stored whole, or not at all
	Journal      Journal
	Ledger       trace.Ledger
	Events       trace.Events
	Say          voice.Sayer
	Redact       func(text string) string // hides what looks like a secret
	Now          func() time.Time
	Lang         string         // when nothing else decides it
	Zone         *time.Location // when the person chose none
}

// Destinations tells where a request runs.
type Destinations interface {
	Resolve(ctx context.Context, req destination.Request) (destination.Target, error)
}

// Tutor answers questions about the product itself.
type Tutor interface {
	// Help answers in the language of the question; ok is false when the sentence is not one about the product.
	Help(ctx context.Context, t core.Turn) (help tutor.Reply, ok bool, err error)
}

// Catalog is what may be named now.
type Catalog interface {
	course.Catalog
	Active() []core.Executor
	Refused() []catalog.Refusal
}

// Journal keeps what turns changed, so that it can be undone.
type Journal interface {
	course.Journal
	Next(owner core.Owner, conversation, just string) (undo.Meant, error)
	Mean(owner core.Owner, conversation, just string, w which.Wish) (undo.Meant, error)
	UndoEach(ctx context.Context, owner core.Owner, turns []string, reverse undo.Reverse) ([]undo.Report, error)
	Interrupted(owner core.Owner) ([]undo.Entry, error)
}

// Record is one line of the turn log.
type Record = ledger.Record
