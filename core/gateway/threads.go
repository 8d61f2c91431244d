package gateway

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/sdk"
)

// note adds a message to its conversation in the list, beside its turn. A list that cannot be written loses nothing
// of what was said. Answers given with a control are no messages.
func (g *Gateway) note(p people.Person, d Delivery) (noted chan struct{}) {
	noted = make(chan struct{})
	if g.Threads == nil || len(d.Decision) > 0 || d.Inbound.Text == pairedText {
		close(noted)
		return noted
	}
	go func() {
		defer close(noted)
		_ = g.Threads.Note(p.ID, d.Channel, d.Inbound.Conversation, d.Inbound.Text, g.Now())
	}()
	return noted
}

// runs takes a turn to its outcome: what its sentence or its decision asks for.
func (g *Gateway) runs(ctx context.Context, open turn.Opening) core.Outcome {
	if open.Decision != nil && open.Decision.Undo != "" {
		return g.Turns.Undo(ctx, open, open.Decision.Undo)
	}
	return g.Turns.Run(ctx, open)
}

// undo takes back an earlier turn of the caller's, in a turn of its own in the conversation it is asked from. A
// repeated id is answered from the record.
func (g *Gateway) undo(ctx context.Context, c Caller, params json.RawMessage) (any, error) {
	var in struct {
		ID           string `json:"id"`
		Conversation string `json:"conversation"`
		Turn         string `json:"turn"`
		Lang         string `json:"lang"`
	}
	if err := Params(params, &in); err != nil {
		return nil, err
	}
	if !keyed(in.ID, 256) || !keyed(in.Conversation, 200) || !keyed(in.Turn, 64) {
		return nil, sdk.Errorf(sdk.WrongArgs, "delivery_incomplete", "an undo needs an id, a conversation and a turn")
	}
	kept, err := json.Marshal(turn.Decision{Undo: in.Turn})
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "reply_values", "%w", err)
	}
	d := Delivery{
		Channel: c.Channel, Turn: opening.NewID(), Decision: kept,
		Inbound: sdk.Inbound{ID: string(c.Person.ID) + "/undo/" + in.ID, Conversation: in.Conversation, Lang: in.Lang, Text: g.Say.Say(cmp.Or(c.Person.Lang, known(in.Lang), g.Lang), "undo_button", nil)},
	}
	open := g.opening(c.Person.ID, d)
	return g.take(ctx, c.Person, d, func(ctx context.Context) core.Outcome { return g.runs(ctx, open) })
}
