package gateway

import (
	"context"
	"encoding/json"
	"net"

	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

// Door is what the core opened for one channel.
type Door struct {
	Name   string // of the channel's block
	Config json.RawMessage
	Listen func() (net.Listener, error) // nil when the channel listens on nothing
}

// Core returns the core as one channel sees it.
func (g *Gateway) Core(d Door) sdk.Core { return &channel{g, d} }

type channel struct {
	gateway *Gateway
	door    Door
}

var _ sdk.Core = (*channel)(nil)

func (c *channel) Config() json.RawMessage { return c.door.Config }

func (c *channel) Listener() (net.Listener, error) {
	if c.door.Listen == nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "channel_without_listener", "the channel %s listens on nothing", c.door.Name).With("channel", c.door.Name)
	}
	return c.door.Listen()
}

func (c *channel) Deliver(ctx context.Context, in sdk.Inbound) (sdk.Accepted, error) {
	return c.gateway.deliver(ctx, c.door.Name, in)
}

func (c *channel) Decide(ctx context.Context, who sdk.Presented, d sdk.Decision) error {
	return c.gateway.decide(ctx, c.door.Name, who, d.ID, turn.Decision{Dialog: d.Proposal, Digest: d.Digest, Approve: d.Approve})
}

// Reply answers a question, which asks for one value.
func (c *channel) Reply(ctx context.Context, who sdk.Presented, r sdk.Reply) error {
	if len(r.Values) != 1 {
		return sdk.Errorf(sdk.WrongArgs, "reply_values", "%d values answer one question", len(r.Values))
	}
	for _, value := range r.Values {
		return c.gateway.decide(ctx, c.door.Name, who, r.ID, turn.Decision{Dialog: r.Dialog, Value: value})
	}
	return nil
}

func (c *channel) Cancel(ctx context.Context, who sdk.Presented, turn string) error {
	return c.gateway.cancel(ctx, c.door.Name, who, turn)
}

func (c *channel) Feedback(ctx context.Context, who sdk.Presented, turn string, good bool) error {
	person, err := c.gateway.principal(ctx, c.door.Name, who)
	if err != nil {
		return err
	}
	if c.gateway.Feedback == nil {
		return sdk.Errorf(sdk.Unavailable, "feedback_unavailable", "nothing records feedback")
	}
	return c.gateway.Feedback.Record(ctx, person.ID, turn, good)
}

func (c *channel) Resume(ctx context.Context, who sdk.Presented, conversation string, seq int64) ([]sdk.Event, error) {
	person, err := c.gateway.principal(ctx, c.door.Name, who)
	if err != nil {
		return nil, err
	}
	return c.gateway.Feed.Resume(person.ID, c.door.Name, conversation, seq)
}

func (c *channel) Call(ctx context.Context, who sdk.Presented, method string, params json.RawMessage) (json.RawMessage, error) {
	return c.gateway.call(ctx, c.door.Name, who, method, params)
}
