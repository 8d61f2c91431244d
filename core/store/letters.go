package store

import (
	"fmt"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Letter is an answer on its way out through a channel. Its ID is sent at most once.
type Letter struct {
	ID           string    `json:"id"`
	Order        int64     `json:"order"` // its place in the outbox; given when it is posted
	Channel      string    `json:"channel"`
	Conversation string    `json:"conversation"`
	Turn         string    `json:"turn"`
	Event        sdk.Event `json:"event"`
	State        string    `json:"state"` // queued, sending; then sent, or doubtful when nobody knows
	Copy         int       `json:"copy"`  // 1, and one more for each time its fate was in doubt
	Tries        int       `json:"tries,omitempty"`
	Posted       time.Time `json:"posted"`
	Next         time.Time `json:"next,omitzero"` // not to be sent before
	Ended        time.Time `json:"ended,omitzero"`
}

const (
	outKey  = "\x00out\x00"  // channel NUL order -> letter on its way
	sentKey = "\x00sent\x00" // id -> letter that is over
)

func outAt(l Letter) string { return fmt.Sprintf("%s%s\x00%016x", outKey, l.Channel, l.Order) }

// Letters is the outbox, in the file of the deliveries.
type Letters struct{ d Deliveries }

// Letters returns the outbox.
func (s *Store) Letters() Letters { return Letters{s.Deliveries()} }

// post gives a letter its place at the end of its channel.
func (d Deliveries) post(b bucket, l Letter) error {
	if !plainName(l.Channel) || !plainName(l.ID) {
		return sdk.Errorf(sdk.ContractViolation, "store_value", "letter %q for channel %q", l.ID, l.Channel)
	}
	order, err := b.NextSequence()
	if err != nil {
		return err
	}
	l.Order = int64(order)
	return put(b, outAt(l), l)
}

// Post puts a letter at the end of its channel.
func (o Letters) Post(owner core.Owner, l Letter) error {
	return o.d.letters.commit(owner, func(b bucket) error { return o.d.post(b, l) })
}

// Waiting lists what is on its way through a channel, in order.
func (o Letters) Waiting(owner core.Owner, channel string) (out []Letter, err error) {
	err = o.d.letters.view(owner, func(b bucket) error {
		out = nil
		return walk(o.d.letters, b, outKey+channel+"\x00", func(_ string, l Letter) (bool, error) {
			out = append(out, l)
			return true, nil
		})
	})
	return out, err
}

// Mark keeps a letter's new state in its place.
func (o Letters) Mark(owner core.Owner, l Letter) error {
	return o.d.letters.commit(owner, func(b bucket) error {
		if _, err := o.there(b, l); err != nil {
			return err
		}
		return put(b, outAt(l), l)
	})
}

// End takes a letter from its place, over, and puts copies of it there, if any, in one transaction. What a
// letter that is over said is not kept.
func (o Letters) End(owner core.Owner, l Letter, copies ...Letter) error {
	return o.d.letters.commit(owner, func(b bucket) error {
		there, err := o.there(b, l)
		if err != nil {
			return err
		}
		if err := b.Delete([]byte(outAt(there))); err != nil {
			return err
		}
		for _, c := range copies {
			c.Order = there.Order
			if err := put(b, outAt(c), c); err != nil {
				return err
			}
		}
		l.Event.Data = nil
		return put(b, sentKey+l.ID, l)
	})
}

// there finds a letter in its place.
func (o Letters) there(b bucket, l Letter) (Letter, error) {
	there, found, err := get(o.d.letters, b, outAt(l))
	if err == nil && (!found || there.ID != l.ID) {
		err = sdk.Errorf(sdk.NotFound, "letter_unknown", "no letter %q", l.ID)
	}
	return there, err
}

// Forget drops letters that were over before then.
func (o Letters) Forget(owner core.Owner, then time.Time) (int, error) {
	return sweep(o.d.letters, owner, sentKey, func(_ string, l Letter) bool { return l.Ended.Before(then) })
}

// Owners lists who has letters or deliveries.
func (o Letters) Owners() ([]core.Owner, error) { return o.d.Owners() }
