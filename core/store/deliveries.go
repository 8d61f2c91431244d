package store

import (
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Delivery is one message as it came in, and what became of it.
type Delivery struct {
	Channel  string          `json:"channel"`
	Inbound  sdk.Inbound     `json:"inbound"` // without the speaker's token
	Turn     string          `json:"turn"`
	Received time.Time       `json:"received"`
	Done     time.Time       `json:"done,omitzero"`
	Outcome  json.RawMessage `json:"outcome,omitempty"` // core.Outcome
}

// Deliveries makes a repeated message harmless: its id leads to the turn it opened.
type Deliveries struct{ table Table[Delivery] }

// Deliveries returns the table of deliveries.
func (s *Store) Deliveries() Deliveries { return Deliveries{TableOf[Delivery](s, "deliveries")} }

// Accept stores a message with its dedupe key in one transaction. For a key already there it returns the
// first delivery and duplicate true, and stores nothing.
func (d Deliveries) Accept(owner core.Owner, in Delivery) (first Delivery, duplicate bool, err error) {
	if in.Channel == "" || in.Inbound.ID == "" {
		return in, false, sdk.Errorf(sdk.WrongArgs, "delivery_without_id", "a message without a delivery id")
	}
	in.Inbound.Who.Token = ""
	first, err = d.table.Update(owner, deliveryKey(in.Channel, in.Inbound.ID), func(there Delivery, found bool) (Delivery, error) {
		if duplicate = found; found {
			return there, nil
		}
		return in, nil
	})
	return first, duplicate, err
}

// Finish records the outcome of an accepted delivery.
func (d Deliveries) Finish(owner core.Owner, channel, id string, outcome core.Outcome, now time.Time) error {
	text, err := json.Marshal(outcome)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "store_value", "outcome of %s: %w", outcome.TurnID, err)
	}
	_, err = d.table.Update(owner, deliveryKey(channel, id), func(there Delivery, found bool) (Delivery, error) {
		if !found {
			return there, sdk.Errorf(sdk.NotFound, "delivery_unknown", "no delivery %q", id)
		}
		there.Done, there.Outcome = now, text
		return there, nil
	})
	return err
}

// Get returns a delivery by its dedupe key.
func (d Deliveries) Get(owner core.Owner, channel, id string) (Delivery, bool, error) {
	return d.table.Get(owner, deliveryKey(channel, id))
}

// Unfinished lists what was accepted and never finished: after a crash, what to tell the person about.
func (d Deliveries) Unfinished(owner core.Owner) (out []Delivery, err error) {
	err = d.table.Each(owner, "", func(_ string, there Delivery) bool {
		if there.Done.IsZero() {
			out = append(out, there)
		}
		return true
	})
	return out, err
}

// Forget drops finished deliveries received before then.
func (d Deliveries) Forget(owner core.Owner, then time.Time) (int, error) {
	return d.table.DeleteWhere(owner, func(_ string, there Delivery) bool {
		return !there.Done.IsZero() && there.Received.Before(then)
	})
}

// Owners lists who has deliveries.
func (d Deliveries) Owners() ([]core.Owner, error) { return d.table.Owners() }

func deliveryKey(channel, id string) string { return channel + "\x00" + id }
