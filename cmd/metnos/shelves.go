package main

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/core/precedent/scribe"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/sdk"
)

// The shelves give the store's tables the shape the organs ask for: organs never import one another.

// sessionShelf is people.Sessions over the store.
type sessionShelf struct{ table store.Sessions }

func (s sessionShelf) Put(owner core.Owner, secret string, session people.Session) (people.Session, error) {
	kept, err := s.table.Put(owner, secret, store.Session(session))
	return people.Session(kept), err
}

func (s sessionShelf) Find(owner core.Owner, secret string, now time.Time) (people.Session, error) {
	found, err := s.table.Find(owner, secret, now)
	return people.Session(found), err
}

func (s sessionShelf) Redeem(owner core.Owner, once, next string, session people.Session, now time.Time) (people.Session, error) {
	kept, err := s.table.Redeem(owner, once, next, store.Session(session), now)
	return people.Session(kept), err
}

func (s sessionShelf) Renew(owner core.Owner, key string, now, expires time.Time) error {
	return s.table.Renew(owner, key, now, expires)
}

func (s sessionShelf) List(owner core.Owner) ([]people.Session, error) {
	list, err := s.table.List(owner)
	out := make([]people.Session, len(list))
	for i, one := range list {
		out[i] = people.Session(one)
	}
	return out, err
}

func (s sessionShelf) Revoke(owner core.Owner, key string) error { return s.table.Revoke(owner, key) }

// deliveryShelf is gateway.Deliveries over the store.
type deliveryShelf struct{ table store.Deliveries }

var _ gateway.Deliveries = deliveryShelf{}

func (s deliveryShelf) Accept(owner core.Owner, d gateway.Delivery) (gateway.Delivery, bool, error) {
	first, duplicate, err := s.table.Accept(owner, store.Delivery(d))
	return gateway.Delivery(first), duplicate, err
}

func (s deliveryShelf) Start(owner core.Owner, d gateway.Delivery, epoch, dialog string, now time.Time) (gateway.Delivery, error) {
	begun, err := s.table.Start(owner, store.Delivery(d), epoch, dialog, now)
	return gateway.Delivery(begun), err
}

func (s deliveryShelf) Finish(owner core.Owner, d gateway.Delivery, outcome core.Outcome, now time.Time, letters ...outbox.Letter) error {
	return s.table.Finish(owner, store.Delivery(d), outcome, now, kept(letters)...)
}

func (s deliveryShelf) Get(owner core.Owner, d gateway.Delivery) (gateway.Delivery, bool, error) {
	found, ok, err := s.table.Get(owner, store.Delivery(d))
	return gateway.Delivery(found), ok, err
}

func (s deliveryShelf) Unfinished(owner core.Owner) ([]gateway.Delivery, error) {
	list, err := s.table.Unfinished(owner)
	out := make([]gateway.Delivery, len(list))
	for i, one := range list {
		out[i] = gateway.Delivery(one)
	}
	return out, err
}

func (s deliveryShelf) Forget(owner core.Owner, then time.Time) (int, error) {
	return s.table.Forget(owner, then)
}

func (s deliveryShelf) Owners() ([]core.Owner, error) { return s.table.Owners() }

// letterShelf is gateway.Letters over the store.
type letterShelf struct{ table store.Letters }

var _ gateway.Letters = letterShelf{}

func (s letterShelf) Post(owner core.Owner, l outbox.Letter) error {
	return s.table.Post(owner, store.Letter(l))
}

func (s letterShelf) Waiting(owner core.Owner, channel string) ([]outbox.Letter, error) {
	list, err := s.table.Waiting(owner, channel)
	out := make([]outbox.Letter, len(list))
	for i, one := range list {
		out[i] = outbox.Letter(one)
	}
	return out, err
}

func (s letterShelf) Mark(owner core.Owner, l outbox.Letter) error {
	return s.table.Mark(owner, store.Letter(l))
}

func (s letterShelf) End(owner core.Owner, l outbox.Letter, copies ...outbox.Letter) error {
	return s.table.End(owner, store.Letter(l), kept(copies)...)
}

func (s letterShelf) Forget(owner core.Owner, then time.Time) (int, error) {
	return s.table.Forget(owner, then)
}

func (s letterShelf) Owners() ([]core.Owner, error) { return s.table.Owners() }

func kept(letters []outbox.Letter) []store.Letter {
	out := make([]store.Letter, len(letters))
	for i, one := range letters {
		out[i] = store.Letter(one)
	}
	return out
}

// verdicts takes what people thought of a turn of theirs: on record, for the plans that may be used again, and for the
// page that shows the turn again.
type verdicts struct {
	ledger *ledger.Ledger
	dir    string // of the ledger
	book   *scribe.Scribe
	table  store.Table[rated] // by turn
}

// rated is what its owner thought of a turn.
type rated struct {
	Turn string    `json:"turn"`
	Good bool      `json:"good"`
	At   time.Time `json:"at"`
}

func (v verdicts) Record(ctx context.Context, owner core.Owner, turn string, good bool) error {
	of, err := ledger.Read(v.dir, owner, ledger.Filter{Turn: turn, Kinds: []string{"opened"}, Latest: 1})
	if err != nil {
		return err
	}
	if len(of) == 0 || of[0].Record.Turn != turn {
		return sdk.Errorf(sdk.NotFound, "feedback_turn_unknown", "%s has no turn %q", owner, turn).With("turn", turn)
	}
	verdict := precedent.Bad
	if good {
		verdict = precedent.Good
	}
	if err := v.ledger.Append(ctx, ledger.Record{Kind: "feedback", At: time.Now(), Owner: owner, Turn: turn, State: string(verdict)}); err != nil {
		return err
	}
	if err := v.table.Put(owner, turn, rated{turn, good, time.Now()}); err != nil {
		return err
	}
	_, err = v.book.Feedback(ctx, owner, turn, verdict)
	return err
}
