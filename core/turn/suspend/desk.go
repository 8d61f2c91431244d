package suspend

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/sdk"
)

// Life is how long a suspended question waits.
const Life = time.Hour

// Dialogs keeps suspended questions, at most one open per owner, channel and conversation.
type Dialogs interface {
	// Open stores a dialog open; one that was open in its place is superseded.
	Open(owner core.Owner, d core.Dialog) error
	// Current returns the open dialog of a conversation, expired or not.
	Current(owner core.Owner, channel, conversation string) (core.Dialog, bool, error)
	// Lapsed returns the latest dialog of a conversation when nobody answered it in time.
	Lapsed(owner core.Owner, channel, conversation string) (core.Dialog, bool, error)
	// Close moves a dialog from open to another state, once; one that is not open is a Conflict.
	Close(owner core.Owner, id, state string) (core.Dialog, error)
}

// Desk opens and settles dialogs, and records both.
type Desk struct {
	Dialogs Dialogs
	Trace   course.Trace
	Now     func() time.Time
	NewID   func() string
	Pad     course.Pad // nil: nothing is stored outside of the dialogs
}

// Question is what a dialog asks.
type Question struct {
	Kind    core.Kind
	Prompt  string
	Options []string
}

// Open freezes f as the open dialog of t's conversation.
func (d Desk) Open(ctx context.Context, t core.Turn, q Question, f consent.Frozen) (core.Dialog, error) {
	digest, err := f.Digest(t.Owner, t.Conversation)
	if err != nil {
		return core.Dialog{}, err
	}
	body, err := json.Marshal(f)
	if err != nil {
		return core.Dialog{}, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	now := d.Now()
	made := core.Dialog{
		ID: d.NewID(), Kind: q.Kind, Owner: t.Owner, Channel: t.Channel, Conversation: t.Conversation,
		Turn: f.Turn, Prompt: q.Prompt, Options: q.Options, Digest: digest,
		Frozen: body, Created: now, Expires: now.Add(Life), State: consent.Open,
	}
	if err := d.hold(made, f); err != nil {
		return core.Dialog{}, err
	}
	if err := d.Dialogs.Open(made.Owner, made); err != nil {
		return core.Dialog{}, err
	}
	return made, d.Trace.Record(ctx, t, ledger.Record{Kind: "dialog", Dialog: made.ID, State: consent.Open, Digest: made.Digest})
}

// kept is how long after its end an answer still finds what a dialog stood on: an approval that comes too late
// asks again.
const kept = 7 * 24 * time.Hour

// hold keeps what the suspended turn left in the scratchpad: whatever happens while the dialog is open.
func (d Desk) hold(dialog core.Dialog, f consent.Frozen) error {
	if d.Pad == nil {
		return nil
	}
	for _, h := range f.Handles() {
		err := d.Pad.Pin(dialog.Owner, h, dialog.Expires)
		if err == nil {
			err = d.Pad.Keep(dialog.Owner, h, dialog.Expires.Add(kept))
		}
		if err != nil && sdk.ClassOf(err) != sdk.NotFound { // what is gone is told when it is needed
			return err
		}
	}
	return nil
}

// Settled is the data of a dialog event once the dialog is no longer open.
type Settled struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Value string `json:"value,omitempty"` // the answer to a question, as the person reads it
}

// Settle moves a dialog out of open, once, and announces it. False means somebody else did.
func (d Desk) Settle(ctx context.Context, t core.Turn, dialog core.Dialog, state, value string) (bool, error) {
	if dialog.State == consent.Expired && state == consent.Expired {
		return true, nil // settled by the clock already
	}
	if _, err := d.Dialogs.Close(dialog.Owner, dialog.ID, state); err != nil {
		if sdk.ClassOf(err) == sdk.Conflict {
			err = nil
		}
		return false, err
	}
	d.Trace.Emit(ctx, t, "dialog", Settled{dialog.ID, state, value})
	return true, d.Trace.Record(ctx, t, ledger.Record{Kind: "dialog", Dialog: dialog.ID, State: state, Digest: dialog.Digest})
}

// Thawed reads what a dialog suspended.
func Thawed(d core.Dialog) (consent.Frozen, error) {
	var f consent.Frozen
	if err := json.Unmarshal(d.Frozen, &f); err != nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	if len(f.Undo) > 0 {
		return f, nil
	}
	if f.Next < 1 || f.Next > len(f.Framework.Steps) || len(f.Done) != f.Next-1 && f.Question == nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "dialog %s is not a suspended plan", d.ID)
	}
	return f, nil
}
