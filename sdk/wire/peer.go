package wire

import (
	"context"
	"io"
	"net"
	"sync"
	"time"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
)

// maxCallbacks bounds how many of a plugin's requests are served at a time.
const maxCallbacks = 128

// Peer is a plugin process as the core sees it.
type Peer struct {
	conn   *meter
	client *plugin.RPCClient
	broker *plugin.MuxBroker
	line   *line
	limits Limits
	ctx    context.Context // ends with the connection
	stop   context.CancelFunc

	lost   sync.Once
	reason error // set before ctx ends

	mu       sync.Mutex
	calls    map[uint64]*invocation
	resident *invocation // serves callbacks outside of any call
	core     sdk.Core
	coreCtx  context.Context
}

// Connect attaches to a plugin over the connection of its handshake. It owns conn from then on. Errors are
// *sdk.Error; the connection is closed.
func Connect(conn net.Conn, limits Limits) (*Peer, error) {
	p := &Peer{limits: limits.orDefault(), calls: map[uint64]*invocation{}}
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.conn = newMeter(conn, p.limits.Slack, p.fail)
	attached := make(chan error, 1)
	go func() { attached <- p.attach() }()
	timer := time.NewTimer(p.limits.Attach)
	defer timer.Stop()
	var err error
	select {
	case err = <-attached:
	case <-timer.C:
		err = sdk.Errorf(sdk.Timeout, "attach_timeout", "the plugin did not attach within %v", p.limits.Attach)
	}
	if err == nil {
		return p, nil
	}
	p.fail(err)
	return nil, p.reason
}

func (p *Peer) attach() error {
	client, err := plugin.NewRPCClient(p.conn, Plugins())
	if err != nil {
		return sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the connection: %w", err)
	}
	p.client = client
	// go-plugin carries what the plugin prints; undrained it would block the plugin.
	if err := client.SyncStreams(io.Discard, io.Discard); err != nil {
		return sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the output streams: %w", err)
	}
	raw, err := client.Dispense(dispensed)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "attach_refused", "the plugin does not dispense %q: %w", dispensed, err)
	}
	a := raw.(*attachClient)
	calls, callbacks, err := a.attach(p.limits)
	if err != nil {
		return err
	}
	p.broker = a.broker
	p.line = newLine(calls, p.limits, p.conn.count, p.fail, p.why)
	go serveLine(callbacks, &serverCodec{
		limits: p.limits, count: p.conn.count, onLost: p.fail, base: p.ctx, slots: make(chan struct{}, maxCallbacks),
	}, map[string]any{"Host": &hostServer{p}, "Core": &coreServer{p}, "Sink": &sinkServer{p}})
	return nil
}

// fail records why the connection is lost and closes it.
func (p *Peer) fail(err error) {
	p.lost.Do(func() {
		if sdk.ClassOf(err) == "" {
			err = sdk.Errorf(sdk.Crashed, "plugin_crashed", "the connection to the plugin was lost: %w", err)
		}
		p.reason = err
		p.stop()
		p.conn.Close()
	})
}

// why waits for the reason of a loss that net/rpc noticed.
func (p *Peer) why() error {
	select {
	case <-p.ctx.Done():
	case <-time.After(time.Second):
		p.fail(io.ErrUnexpectedEOF)
	}
	return p.reason
}

// Done ends with the connection; Err then tells why.
func (p *Peer) Done() <-chan struct{} { return p.ctx.Done() }

// Err returns nil while the connection stands.
func (p *Peer) Err() error {
	if p.ctx.Err() == nil {
		return nil
	}
	return p.reason
}

// Close asks the plugin to end and closes the connection within a second.
func (p *Peer) Close() error {
	quit := make(chan struct{})
	go func() {
		defer close(quit)
		if p.ctx.Err() == nil {
			_ = p.client.Close() // an error here is a plugin that is gone already
		}
	}()
	select {
	case <-quit:
	case <-time.After(time.Second):
	}
	p.fail(sdk.Errorf(sdk.Cancelled, "plugin_closed", "the connection to the plugin was closed"))
	return nil
}

// Describe asks the plugin what it is.
func (p *Peer) Describe(ctx context.Context) (sdk.Description, error) {
	var d sdk.Description
	if err := p.line.call(ctx, "Plugin.Describe", 0, nil, &d); err != nil {
		return sdk.Description{}, err
	}
	return d, nil
}

// Open tells the plugin which entry it is and what it may reach; once, before anything else.
func (p *Peer) Open(ctx context.Context, o Opening) (Opened, error) {
	var got Opened
	if err := p.line.call(ctx, "Plugin.Open", 0, o, &got); err != nil {
		return Opened{}, err
	}
	if got.Protocol != ProtocolVersion {
		return Opened{}, mismatch(got.Protocol)
	}
	return got, nil
}

// Attend sets who serves what a channel or model asks outside of any call. Nil refuses it.
func (p *Peer) Attend(host sdk.Host) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.resident != nil {
		p.resident.end()
		p.resident = nil
	}
	if host != nil {
		p.resident = newInvocation(p.ctx, host)
	}
}

// invoke makes one call during which host and delta serve the plugin's callbacks.
func (p *Peer) invoke(ctx context.Context, method string, in, out any, host sdk.Host, delta func(sdk.Delta)) error {
	id := p.line.next.Add(1)
	inv := newInvocation(ctx, host)
	inv.delta = delta
	p.mu.Lock()
	p.calls[id] = inv
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.calls, id)
		p.mu.Unlock()
		inv.end()
	}()
	return p.line.numbered(ctx, id, method, 0, in, out)
}

// during finds the invocation a callback belongs to.
func (p *Peer) during(call uint64) (*invocation, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	inv := p.calls[call]
	if call == 0 {
		inv = p.resident
	}
	if inv == nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "call_ended", "the call this request belongs to has ended")
	}
	return inv, nil
}

// invocation is one call in progress: who serves its callbacks, and what they opened.
type invocation struct {
	host  sdk.Host
	delta func(sdk.Delta)
	ctx   context.Context
	stop  context.CancelFunc
}

func newInvocation(ctx context.Context, host sdk.Host) *invocation {
	inv := &invocation{host: host}
	inv.ctx, inv.stop = context.WithCancel(ctx)
	return inv
}

func (i *invocation) end() { i.stop() }

// bind ends ctx with the invocation.
func (i *invocation) bind(ctx context.Context) (context.Context, context.CancelFunc) {
	bound, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(i.ctx, cancel)
	return bound, func() { stop(); cancel() }
}
