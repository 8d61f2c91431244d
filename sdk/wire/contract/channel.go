package contract

import (
	"context"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// channelClient is the core's half.
type channelClient struct {
	p    *Remote
	core sdk.Core
}

var _ sdk.Channel = (*channelClient)(nil)

// Channel returns the opened channel, whose messages go to core.
func (r *Remote) Channel(core sdk.Core) sdk.Channel { return &channelClient{r, core} }

// Start starts the channel. When ctx ends the channel's own context ends too.
func (c *channelClient) Start(ctx context.Context, core sdk.Core) error {
	if core == nil {
		core = c.core
	}
	c.p.mu.Lock()
	c.p.core, c.p.coreCtx = core, ctx
	c.p.mu.Unlock()
	if err := c.p.line.Call(ctx, "Channel.Start", 0, nil, nil); err != nil {
		return err
	}
	context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(c.p.ctx, time.Second)
		defer cancel()
		_ = c.p.line.Call(end, "Channel.End", 0, nil, nil) // a lost channel has ended
	})
	return nil
}

func (c *channelClient) Send(ctx context.Context, out sdk.Outbound) error {
	return c.p.line.Call(ctx, "Channel.Send", 0, out, nil)
}

func (c *channelClient) Stop(ctx context.Context) error {
	return c.p.line.Call(ctx, "Channel.Stop", 0, nil, nil)
}

// channelServer is the plugin's half.
type channelServer struct{ s *session }

func (c *channelServer) run(in, out *line.Envelope, do func(context.Context, *Service) error) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		service, err := c.s.opened()
		if err != nil {
			return nil, err
		}
		if service.Channel == nil {
			return nil, wrongKind(KindChannel)
		}
		return nil, do(ctx, service)
	})
}

// Start starts the channel under a context that outlives this call.
func (c *channelServer) Start(in, out *line.Envelope) {
	c.run(in, out, func(_ context.Context, service *Service) error {
		ctx, stop := context.WithCancel(c.s.ctx)
		c.s.mu.Lock()
		if c.s.channel != nil {
			c.s.channel()
		}
		c.s.channel = stop
		c.s.mu.Unlock()
		return service.Channel.Start(ctx, &coreClient{c.s, service})
	})
}

// End ends the context Start gave.
func (c *channelServer) End(in, out *line.Envelope) {
	c.run(in, out, func(context.Context, *Service) error {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		if c.s.channel != nil {
			c.s.channel()
		}
		return nil
	})
}

// Send delivers one event.
func (c *channelServer) Send(in, out *line.Envelope) {
	c.run(in, out, func(ctx context.Context, service *Service) error {
		var o sdk.Outbound
		if err := line.Decode(in.Body, &o); err != nil {
			return err
		}
		return service.Channel.Send(ctx, o)
	})
}

// Stop stops the channel.
func (c *channelServer) Stop(in, out *line.Envelope) {
	c.run(in, out, func(ctx context.Context, service *Service) error {
		err := service.Channel.Stop(ctx)
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		if c.s.channel != nil {
			c.s.channel()
		}
		return err
	})
}
