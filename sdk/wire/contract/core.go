package contract

import (
	"context"
	"encoding/json"
	"net"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// coreClient is the plugin's half: the core as a channel sees it.
type coreClient struct {
	s       *session
	service *Service
}

var _ sdk.Core = (*coreClient)(nil)

// about is one request about something the speaker presented a proof for.
type about struct {
	Who          sdk.Presented   `json:"who"`
	Turn         string          `json:"turn,omitempty"`
	Good         bool            `json:"good,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Seq          int64           `json:"seq,omitempty"`
	Method       string          `json:"method,omitempty"`
	Params       json.RawMessage `json:"params,omitempty"`
	Decision     *sdk.Decision   `json:"decision,omitempty"`
	Reply        *sdk.Reply      `json:"reply,omitempty"`
}

func (c *coreClient) call(ctx context.Context, method string, in, out any) error {
	return c.s.line.Call(ctx, method, 0, in, out)
}

func (c *coreClient) Config() json.RawMessage {
	if len(c.service.Config) == 0 {
		return json.RawMessage("{}")
	}
	return c.service.Config
}

func (c *coreClient) Listener() (net.Listener, error) {
	if c.service.Listener == nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "no_listener", "the core opened no socket for this channel")
	}
	return c.service.Listener()
}

func (c *coreClient) Deliver(ctx context.Context, in sdk.Inbound) (sdk.Accepted, error) {
	var a sdk.Accepted
	err := c.call(ctx, "Core.Deliver", in, &a)
	return a, err
}

func (c *coreClient) Decide(ctx context.Context, who sdk.Presented, d sdk.Decision) error {
	return c.call(ctx, "Core.Decide", about{Who: who, Decision: &d}, nil)
}

func (c *coreClient) Reply(ctx context.Context, who sdk.Presented, r sdk.Reply) error {
	return c.call(ctx, "Core.Reply", about{Who: who, Reply: &r}, nil)
}

func (c *coreClient) Cancel(ctx context.Context, who sdk.Presented, turn string) error {
	return c.call(ctx, "Core.Cancel", about{Who: who, Turn: turn}, nil)
}

func (c *coreClient) Feedback(ctx context.Context, who sdk.Presented, turn string, good bool) error {
	return c.call(ctx, "Core.Feedback", about{Who: who, Turn: turn, Good: good}, nil)
}

func (c *coreClient) Resume(ctx context.Context, who sdk.Presented, conversation string, seq int64) ([]sdk.Event, error) {
	var events []sdk.Event
	err := c.call(ctx, "Core.Resume", about{Who: who, Conversation: conversation, Seq: seq}, &events)
	return events, err
}

func (c *coreClient) Call(ctx context.Context, who sdk.Presented, method string, params json.RawMessage) (json.RawMessage, error) {
	var got json.RawMessage
	err := c.call(ctx, "Core.Call", about{Who: who, Method: method, Params: params}, &got)
	return got, err
}

// coreServer is the core's half.
type coreServer struct{ p *Remote }

func (c *coreServer) serve(in, out *line.Envelope, v any, fn func(context.Context, sdk.Core) (any, error)) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		c.p.mu.Lock()
		core, until := c.p.core, c.p.coreCtx
		c.p.mu.Unlock()
		if core == nil {
			return nil, sdk.Errorf(sdk.PolicyDenied, "no_core", "this plugin was not started as a channel")
		}
		if err := line.Decode(in.Body, v); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(until, cancel)()
		return fn(ctx, core)
	})
}

// Deliver hands a message to the core.
func (c *coreServer) Deliver(in, out *line.Envelope) {
	var m sdk.Inbound
	c.serve(in, out, &m, func(ctx context.Context, core sdk.Core) (any, error) { return core.Deliver(ctx, m) })
}

// Decide answers a proposal.
func (c *coreServer) Decide(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		if a.Decision == nil {
			return nil, sdk.Errorf(sdk.ContractViolation, "malformed_message", "a decision without its content")
		}
		return nil, core.Decide(ctx, a.Who, *a.Decision)
	})
}

// Reply fills a dialog.
func (c *coreServer) Reply(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		if a.Reply == nil {
			return nil, sdk.Errorf(sdk.ContractViolation, "malformed_message", "a reply without its content")
		}
		return nil, core.Reply(ctx, a.Who, *a.Reply)
	})
}

// Cancel stops a turn.
func (c *coreServer) Cancel(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		return nil, core.Cancel(ctx, a.Who, a.Turn)
	})
}

// Feedback rates a turn.
func (c *coreServer) Feedback(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		return nil, core.Feedback(ctx, a.Who, a.Turn, a.Good)
	})
}

// Resume replays events.
func (c *coreServer) Resume(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		return core.Resume(ctx, a.Who, a.Conversation, a.Seq)
	})
}

// Call is the settings surface.
func (c *coreServer) Call(in, out *line.Envelope) {
	var a about
	c.serve(in, out, &a, func(ctx context.Context, core sdk.Core) (any, error) {
		return core.Call(ctx, a.Who, a.Method, a.Params)
	})
}
