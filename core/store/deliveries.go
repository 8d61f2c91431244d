package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// States of a delivery.
const (
	Accepted = "accepted" // kept; its turn has not begun
	Running  = "running"  // its turn may have begun
	Finished = "done"     // its outcome is kept
)

// Delivery is one message as it came in, and what became of it.
type Delivery struct {
	Channel  string          `json:"channel"`
	Inbound  sdk.Inbound     `json:"inbound"` // without what the speaker showed, but for the account
	Decision json.RawMessage `json:"decision,omitempty"`
	Lossy    bool            `json:"lossy,omitempty"` // the answer held a secret, which is not kept
	Turn     string          `json:"turn"`
	Order    int64           `json:"order"` // grows by one with each of the owner's messages
	State    string          `json:"state"`
	Epoch    string          `json:"epoch,omitempty"` // the process that has it
	Attempts int             `json:"attempts,omitempty"`
	Dialog   string          `json:"dialog,omitempty"` // what waited in the conversation when the turn began
	Received time.Time       `json:"received"`
	Started  time.Time       `json:"started,omitzero"` // the first time
	Done     time.Time       `json:"done,omitzero"`
	Outcome  json.RawMessage `json:"outcome,omitempty"` // core.Outcome
}

// Deliveries makes a repeated message harmless: its id leads to the turn it opened. The outbox lies in the
// same file, so that a message is over and its answer on the way in one transaction.
type Deliveries struct {
	table   Table[Delivery]
	live    Table[string] // order -> key of an unfinished delivery
	letters Table[Letter]
}

// Deliveries returns the table of deliveries.
func (s *Store) Deliveries() Deliveries {
	const noun = "deliveries"
	return Deliveries{TableOf[Delivery](s, noun), TableOf[string](s, noun), TableOf[Letter](s, noun)}
}

// Keys of other things than deliveries start with NUL, which no channel's name does.
const liveKey = "\x00live\x00"

func liveAt(order int64) string { return fmt.Sprintf("%s%016x", liveKey, order) }

// deliveryKey tells two accounts of one channel apart.
func deliveryKey(d Delivery) (string, error) {
	account, id := d.Inbound.Who.Account, d.Inbound.ID
	if !plainName(d.Channel) || !plainName(id) || account != "" && !plainName(account) {
		return "", sdk.Errorf(sdk.WrongArgs, "delivery_without_id", "a message without a delivery id")
	}
	if account != "" {
		id = account + "\x00" + id
	}
	return d.Channel + "\x00" + id, nil
}

// Accept stores a message with its dedupe key and its state in one transaction. For a key already there it
// returns the first delivery and duplicate true, and stores nothing.
func (d Deliveries) Accept(owner core.Owner, in Delivery) (first Delivery, duplicate bool, err error) {
	key, err := deliveryKey(in)
	if err != nil {
		return in, false, err
	}
	in.Inbound.Who = sdk.Presented{Account: in.Inbound.Who.Account}
	if in.State == "" {
		in.State = Accepted
	}
	err = d.table.commit(owner, func(b bucket) error {
		there, found, err := get(d.table, b, key)
		if duplicate = found; err != nil || found {
			first = there
			return err
		}
		order, err := b.NextSequence()
		if err != nil {
			return err
		}
		first = in
		first.Order = int64(order)
		if err := put(b, liveAt(first.Order), key); err != nil {
			return err
		}
		return put(b, key, first)
	})
	return first, duplicate, err
}

// Start marks a delivery's turn as begun once more, by the process of this epoch.
func (d Deliveries) Start(owner core.Owner, in Delivery, epoch, dialog string, now time.Time) (Delivery, error) {
	return d.change(owner, in, func(_ bucket, there *Delivery) error {
		there.State, there.Epoch, there.Dialog = Running, epoch, dialog
		there.Attempts++
		if there.Started.IsZero() {
			there.Started = now
		}
		return nil
	})
}

// Finish records the outcome of an accepted delivery, and puts what is to be sent into the outbox.
func (d Deliveries) Finish(owner core.Owner, in Delivery, outcome core.Outcome, now time.Time, letters ...Letter) error {
	text, err := json.Marshal(outcome)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "store_value", "outcome of %s: %w", outcome.TurnID, err)
	}
	_, err = d.change(owner, in, func(b bucket, there *Delivery) error {
		if there.State == Finished {
			return nil // a letter is written once
		}
		there.State, there.Done, there.Outcome = Finished, now, text
		for _, letter := range letters {
			if err := d.post(b, letter); err != nil {
				return err
			}
		}
		return b.Delete([]byte(liveAt(there.Order)))
	})
	return err
}

func (d Deliveries) change(owner core.Owner, in Delivery, edit func(b bucket, there *Delivery) error) (after Delivery, err error) {
	key, err := deliveryKey(in)
	if err != nil {
		return in, err
	}
	err = d.table.commit(owner, func(b bucket) error {
		there, found, err := get(d.table, b, key)
		switch {
		case err != nil:
			return err
		case !found:
			return sdk.Errorf(sdk.NotFound, "delivery_unknown", "no delivery %q", in.Inbound.ID)
		}
		if err := edit(b, &there); err != nil {
			return err
		}
		after = there
		return put(b, key, there)
	})
	return after, err
}

// Get returns a delivery by the channel, the account and the id of in.
func (d Deliveries) Get(owner core.Owner, in Delivery) (Delivery, bool, error) {
	key, err := deliveryKey(in)
	if err != nil {
		return in, false, err
	}
	return d.table.Get(owner, key)
}

// Unfinished lists what was accepted and never finished, in the order it came.
func (d Deliveries) Unfinished(owner core.Owner) (out []Delivery, err error) {
	err = d.table.view(owner, func(b bucket) error {
		out = nil
		return walk(d.live, b, liveKey, func(_, key string) (bool, error) {
			there, found, err := get(d.table, b, key)
			if found {
				out = append(out, there)
			}
			return true, err
		})
	})
	return out, err
}

// Forget drops deliveries that were finished before then.
func (d Deliveries) Forget(owner core.Owner, then time.Time) (int, error) {
	return d.table.DeleteWhere(owner, func(_ string, there Delivery) bool { return there.State == Finished && there.Done.Before(then) })
}

// Owners lists who has deliveries or letters.
func (d Deliveries) Owners() ([]core.Owner, error) { return d.table.Owners() }

// plainName reports whether a part of a key is there and cannot be taken for two.
func plainName(s string) bool { return s != "" && strings.IndexByte(s, 0) < 0 }
