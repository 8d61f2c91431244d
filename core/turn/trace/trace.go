package trace

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/sdk"
)

// Ledger records a turn as it goes; a mutating step's pending record is durable when Append returns.
type Ledger interface {
	Append(ctx context.Context, r ledger.Record) error
}

// Events takes a turn's events as they happen; it numbers and keeps them.
type Events interface {
	Emit(ctx context.Context, owner core.Owner, channel, conversation string, e sdk.Event)
}

// Trace is the ledger and the events as a turn sees them.
type Trace struct {
	Ledger Ledger
	Events Events
	Now    func() time.Time
}

var _ course.Trace = Trace{}

// Record appends rec as t's. The first and the last record of a turn carry its coordinates.
func (r Trace) Record(ctx context.Context, t core.Turn, rec ledger.Record) error {
	rec.At, rec.Owner, rec.Turn = r.Now(), t.Owner, t.ID
	if rec.Kind == "opened" || rec.Kind == "closed" {
		rec.Actor, rec.Channel, rec.Conversation, rec.Lang = t.Actor, t.Channel, t.Conversation, t.Lang
	}
	return r.Ledger.Append(ctx, rec)
}

// Emit announces an event of t; data is anything that encodes to JSON.
func (r Trace) Emit(ctx context.Context, t core.Turn, kind string, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		body = nil
	}
	r.Events.Emit(ctx, t.Owner, t.Channel, t.Conversation, sdk.Event{Kind: kind, Turn: t.ID, At: r.Now(), Data: body})
}

// Planned is the data of a plan event.
type Planned struct {
	Origin core.Origin `json:"origin"`
	Steps  []string    `json:"steps"`
}
