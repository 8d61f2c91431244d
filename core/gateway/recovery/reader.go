package recovery

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Case is a message that was never finished, as it is kept.
type Case struct {
	Owner                 core.Owner
	Channel, Conversation string
	Turn                  string
	Dialog                string // what waited in the conversation when the turn began
	Text                  string
	Received, Started     time.Time
	Begun, Lossy          bool
	Attempts              int
}

// Log is the events of conversations.
type Log interface {
	Resume(owner core.Owner, channel, conversation string, after int64) ([]sdk.Event, error)
}

// Dialogs keeps suspended questions.
type Dialogs interface {
	Get(owner core.Owner, id string) (core.Dialog, bool, error)
	// Current returns the open dialog of a conversation.
	Current(owner core.Owner, channel, conversation string) (core.Dialog, bool, error)
}

// Traces tells what the undo journal knows of a turn that an earlier process did not end. Steps that were
// pending come back uncertain, and nobody else tells of them.
type Traces interface {
	Trace(owner core.Owner, turn string, since time.Time) (undo.Trace, error)
}

// Reader finds out what an interrupted turn did. Without Traces nobody knows.
type Reader struct {
	Log     Log
	Dialogs Dialogs
	Traces  Traces
	Zone    *time.Location
}

// Read gathers the evidence. What cannot be read makes it blind.
func (r Reader) Read(c Case) Evidence {
	e := Evidence{Text: c.Text, Received: c.Received, Attempts: c.Attempts, Lossy: c.Lossy}
	if !c.Begun {
		return e
	}
	if err := errors.Join(r.told(c, &e), r.asked(c, &e), r.traced(c, &e)); err != nil {
		e.Blind = true
	}
	return e
}

// told reads the log of the conversation: the end of the turn, should it be there.
func (r Reader) told(c Case, e *Evidence) error {
	for after := int64(0); ; {
		events, err := r.Log.Resume(c.Owner, c.Channel, c.Conversation, after)
		if err != nil || len(events) == 0 {
			return err
		}
		for _, event := range events {
			if after = event.Seq; event.Turn == c.Turn {
				read(event, e)
			}
		}
	}
}

// read takes from an event of the turn what it says of it.
func read(event sdk.Event, e *Evidence) {
	var said struct{ Lang, State, Text string }
	if json.Unmarshal(event.Data, &said) != nil {
		return
	}
	switch event.Kind {
	case "turn_started":
		e.Lang = said.Lang
		if e.Text == "" {
			e.Text = said.Text
		}
	case "proposal", "dialog":
		e.Shown = e.Shown || said.State == ""
	case "final":
		var out core.Outcome
		if json.Unmarshal(event.Data, &out) == nil {
			e.Told, e.End = &out, event
		}
	}
}

// asked looks for a question that was not there when the turn began.
func (r Reader) asked(c Case, e *Evidence) error {
	open, found, err := r.Dialogs.Current(c.Owner, c.Channel, c.Conversation)
	if err == nil && found && open.ID != c.Dialog && !open.Created.Before(c.Started) {
		e.Asks = &open
	}
	return err
}

// traced asks the journal what the turn changed or, when it was to undo, what it took back.
func (r Reader) traced(c Case, e *Evidence) error {
	if r.Traces == nil {
		return errors.New("nothing traces what turns did")
	}
	trace, err := r.Traces.Trace(c.Owner, c.Turn, c.Started)
	e.Steps = trace.Steps
	if len(e.Steps) > 0 && e.Steps[0].Text != "" { // the request, also when the message only let it go on
		e.Text = e.Steps[0].Text
	}
	_, undoes := which.Read(c.Text, when.Clock{Now: c.Started, Zone: r.Zone})
	undoes = undoes || phrase.Undoes(consent.Fold(c.Text))
	if c.Dialog != "" {
		answered, found, fault := r.Dialogs.Get(c.Owner, c.Dialog)
		err = errors.Join(err, fault)
		var f consent.Frozen
		if found && answered.State == consent.Granted && json.Unmarshal(answered.Frozen, &f) == nil {
			undoes = undoes || len(f.Undo) > 0
			if f.Text != "" {
				e.Text = f.Text
			}
		}
	}
	if undoes {
		e.Undone, e.Half = trace.Undone, trace.Half
	}
	return err
}
