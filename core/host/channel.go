package host

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// A channel that ends is started again after a pause that doubles up to backoffMax; one that ran for
// steadyAfter begins at the shortest pause again.
const (
	backoffMin  = 100 * time.Millisecond
	backoffMax  = 30 * time.Second
	steadyAfter = time.Minute
)

// Channel is a supervised channel: a process that is started again whenever it ends. It implements
// sdk.Channel; Send fails with Unavailable while there is no process, and the outbox keeps the message.
type Channel struct {
	host     *Host
	executor core.Executor
	profile  sandbox.Profile
	core     sdk.Core
	listener *os.File
	ctx      context.Context
	cancel   context.CancelFunc
	ended    chan struct{}

	mu       sync.Mutex
	proc     *process
	restarts int
	lastErr  error
}

var _ sdk.Channel = (*Channel)(nil)

// Channel starts a channel and keeps it running until ctx ends or Stop. listener, when not nil, is the
// socket the core opened for it; the host does not close it. The first start is made before Channel
// returns, so that a channel that cannot run at all is an error here.
func (h *Host) Channel(ctx context.Context, ex core.Executor, c sdk.Core, listener *os.File) (*Channel, error) {
	profile, err := sandbox.For(ex.Manifest, h.cfg.Grants(core.Host), h.cfg.Hidden)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ch := &Channel{host: h, executor: ex, profile: profile, core: c, listener: listener, ctx: ctx, cancel: cancel, ended: make(chan struct{})}
	if err := ch.begin(); err != nil {
		cancel()
		return nil, err
	}
	h.mu.Lock()
	h.channels = append(h.channels, ch)
	h.mu.Unlock()
	go ch.supervise()
	return ch, nil
}

// begin starts one process and the channel in it.
func (c *Channel) begin() error {
	if err := c.host.programs.Check(c.executor); err != nil {
		return err
	}
	p, err := c.host.start(c.executor, c.profile, c.listener)
	if err != nil {
		return err
	}
	p.attend(c.host.cfg.Broker)
	if err := p.peer.Channel(c.core).Start(c.ctx, c.core); err != nil {
		err = c.host.settle(c.executor, p, err)
		p.Shut()
		return err
	}
	c.mu.Lock()
	c.proc = p
	c.mu.Unlock()
	return nil
}

// supervise waits for the end of the process and starts another.
func (c *Channel) supervise() {
	defer close(c.ended)
	pause := backoffMin
	for {
		c.mu.Lock()
		p := c.proc
		c.mu.Unlock()
		if p != nil && !c.watch(p) {
			return
		}
		if p != nil && time.Since(p.since) > steadyAfter {
			pause = backoffMin
		}
		select {
		case <-time.After(pause):
		case <-c.ctx.Done():
			return
		case <-c.host.ctx.Done():
			return
		}
		pause = min(pause*2, backoffMax)
		err := c.begin()
		c.mu.Lock()
		c.restarts++
		c.lastErr = err
		c.mu.Unlock()
	}
}

// watch returns true when the process ended on its own, and false when the channel is to end.
func (c *Channel) watch(p *process) bool {
	goOn := false
	select {
	case <-p.child.Exited:
		goOn = true
	case <-p.peer.Done():
		goOn = true
	case <-c.ctx.Done():
	case <-c.host.ctx.Done():
	}
	c.mu.Lock()
	c.proc = nil
	c.mu.Unlock()
	if goOn {
		p.child.Kill()
	}
	p.Shut()
	return goOn
}

// Start implements sdk.Channel: Host.Channel has started it.
func (c *Channel) Start(context.Context, sdk.Core) error { return nil }

// Send delivers one event or answer.
func (c *Channel) Send(ctx context.Context, out sdk.Outbound) error {
	c.mu.Lock()
	p := c.proc
	c.mu.Unlock()
	if p == nil {
		return sdk.Errorf(sdk.Unavailable, "channel_restarting", "channel %s is starting again", c.executor.Manifest.Name).With("channel", c.executor.Manifest.Name)
	}
	return p.peer.Channel(c.core).Send(ctx, out)
}

// Stop ends the channel: politely until ctx ends, then at once.
func (c *Channel) Stop(ctx context.Context) error {
	c.mu.Lock()
	p := c.proc
	c.mu.Unlock()
	var err error
	if p != nil {
		err = p.peer.Channel(c.core).Stop(ctx)
	}
	c.cancel()
	select {
	case <-c.ended:
	case <-ctx.Done():
		if p != nil {
			p.child.Kill()
		}
		<-c.ended
	}
	return err
}

// Restarts tells how often the channel was started again, and why the last start failed, if it did.
func (c *Channel) Restarts() (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.restarts, c.lastErr
}

func (c *Channel) process() *process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.proc
}
