package store

import (
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Dialogs keeps suspended questions, with the one that is open in each conversation.
type Dialogs struct {
	byID Table[core.Dialog]
	open Table[string] // channel NUL conversation -> id
}

// Dialogs returns the table of dialogs.
func (s *Store) Dialogs() Dialogs {
	return Dialogs{TableOf[core.Dialog](s, "dialogs"), TableOf[string](s, "dialogs")}
}

// currentKey is the prefix of index keys; ids never start with it.
const currentKey = "\x00open\x00"

func place(channel, conversation string) string { return currentKey + channel + "\x00" + conversation }

// Open stores a dialog in state open. The one its conversation had before, if still open, is superseded.
func (d Dialogs) Open(owner core.Owner, dialog core.Dialog) error {
	if dialog.ID == "" || dialog.ID[0] == 0 || dialog.Owner != owner {
		return sdk.Errorf(sdk.PolicyDenied, "store_owner_mismatch", "dialog %q of %q stored for %q", dialog.ID, dialog.Owner, owner)
	}
	dialog.State = "open"
	at := place(dialog.Channel, dialog.Conversation)
	return d.byID.commit(owner, func(b bucket) error {
		earlier, found, err := get(d.open, b, at)
		if err != nil {
			return err
		}
		if found && earlier != dialog.ID {
			if _, err := d.move(b, earlier, "superseded"); err != nil && sdk.ClassOf(err) != sdk.Conflict {
				return err
			}
		}
		if err := put(b, dialog.ID, dialog); err != nil {
			return err
		}
		return put(b, at, dialog.ID)
	})
}

// Get returns a dialog by id.
func (d Dialogs) Get(owner core.Owner, id string) (core.Dialog, bool, error) {
	return d.byID.Get(owner, id)
}

// Current returns the open dialog of a conversation.
func (d Dialogs) Current(owner core.Owner, channel, conversation string) (dialog core.Dialog, found bool, err error) {
	err = d.byID.view(owner, func(b bucket) error {
		id, there, err := get(d.open, b, place(channel, conversation))
		if err != nil || !there {
			return err
		}
		dialog, found, err = get(d.byID, b, id)
		found = found && dialog.State == "open"
		return err
	})
	return dialog, found, err
}

// Lapsed returns the latest dialog of a conversation when it expired; one that was answered, or followed by
// another, lapses no more.
func (d Dialogs) Lapsed(owner core.Owner, channel, conversation string) (last core.Dialog, found bool, err error) {
	err = d.byID.Each(owner, "", func(_ string, one core.Dialog) bool {
		if one.Channel == channel && one.Conversation == conversation && !one.Created.Before(last.Created) {
			last = one
		}
		return true
	})
	return last, err == nil && last.State == "expired", err
}

// Close moves a dialog from open to state, once: a dialog that is not open is a Conflict, so an answer
// given twice counts once.
func (d Dialogs) Close(owner core.Owner, id, state string) (core.Dialog, error) {
	var closed core.Dialog
	err := d.byID.commit(owner, func(b bucket) error {
		var err error
		closed, err = d.move(b, id, state)
		return err
	})
	return closed, err
}

// Reopen puts back a dialog that an interrupted turn answered without going on. One that expired stays so, and
// a place that another question took meanwhile stays taken: both are a Conflict.
func (d Dialogs) Reopen(owner core.Owner, id string) error {
	return d.byID.commit(owner, func(b bucket) error {
		dialog, found, err := get(d.byID, b, id)
		if err != nil {
			return err
		}
		if !found || id[0] == 0 {
			return sdk.Errorf(sdk.NotFound, "dialog_unknown", "no dialog %q", id)
		}
		at := place(dialog.Channel, dialog.Conversation)
		current, taken, err := get(d.open, b, at)
		switch {
		case err != nil:
			return err
		case dialog.State == "open":
			return nil
		case dialog.State == "expired" || taken && current != id:
			return sdk.Errorf(sdk.Conflict, "dialog_closed", "dialog %q is %s", id, dialog.State)
		}
		dialog.State = "open"
		if err := put(b, id, dialog); err != nil {
			return err
		}
		return put(b, at, id)
	})
}

// move changes the state of an open dialog and frees its place.
func (d Dialogs) move(b bucket, id, state string) (core.Dialog, error) {
	dialog, found, err := get(d.byID, b, id)
	if err != nil {
		return dialog, err
	}
	if !found || id[0] == 0 {
		return core.Dialog{}, sdk.Errorf(sdk.NotFound, "dialog_unknown", "no dialog %q", id)
	}
	if dialog.State != "open" {
		return dialog, sdk.Errorf(sdk.Conflict, "dialog_closed", "dialog %q is %s", id, dialog.State)
	}
	dialog.State = state
	if err := put(b, id, dialog); err != nil {
		return dialog, err
	}
	at := place(dialog.Channel, dialog.Conversation)
	if current, found, err := get(d.open, b, at); err != nil || !found || current != id {
		return dialog, err
	}
	return dialog, b.Delete([]byte(at))
}

// Expire closes the owner's dialogs that ended before now, and forgets those closed before forget.
func (d Dialogs) Expire(owner core.Owner, now, forget time.Time) (expired []core.Dialog, err error) {
	err = d.byID.commit(owner, func(b bucket) error {
		expired = nil
		var late, old []string
		err := walk(d.byID, b, "", func(_ string, dialog core.Dialog) (bool, error) {
			switch {
			case dialog.State == "open" && !dialog.Expires.IsZero() && dialog.Expires.Before(now):
				late = append(late, dialog.ID)
			case dialog.State != "open" && dialog.Expires.Before(forget):
				old = append(old, dialog.ID)
			}
			return true, nil
		})
		if err != nil {
			return err
		}
		for _, id := range old {
			if err := b.Delete([]byte(id)); err != nil {
				return err
			}
		}
		for _, id := range late {
			dialog, err := d.move(b, id, "expired")
			if err != nil {
				return err
			}
			expired = append(expired, dialog)
		}
		return nil
	})
	return expired, err
}

// Owners lists who has dialogs.
func (d Dialogs) Owners() ([]core.Owner, error) { return d.byID.Owners() }
