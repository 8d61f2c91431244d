package wire

import (
	"context"
	"io"
	"net"
	"sync"
	"time"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/guest"
	"github.com/metnos/metnos/sdk/wire/line"
)

// Peer is a plugin process as the core sees it.
type Peer struct {
	*contract.Remote
	conn   *line.Meter
	direct net.Conn // other line than a stream of conn, or nil
	limits Limits
	ctx    context.Context // ends with the connection
	stop   context.CancelFunc

	opening sync.Once // of client
	client  *plugin.RPCClient
	broker  *attachClient
	refused error // why there is none

	lost   sync.Once
	reason error // set before ctx ends
}

// Connect attaches to a plugin over the connection of its handshake; calls travel on a stream of it. It owns
// conn from then on. Errors are *sdk.Error; the connection is closed.
func Connect(conn net.Conn, limits Limits) (*Peer, error) { return ConnectLine(conn, nil, limits) }

// ConnectLine is Connect to a plugin that inherited the other end of direct: calls travel there. A nil direct
// is Connect.
func ConnectLine(conn, direct net.Conn, limits Limits) (*Peer, error) {
	p := &Peer{limits: limits.OrDefault(), direct: direct}
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.conn = line.NewMeter(conn, p.limits.Slack, p.fail)
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
	if p.direct != nil {
		return p.attachLine()
	}
	a, err := p.dispense()
	if err != nil {
		return err
	}
	stream, err := a.attach(p.limits)
	if err != nil {
		return err
	}
	p.Remote = contract.NewRemote(p.ctx, p.limits, a.broker, p.conn, stream, p.conn.Count, p.fail, p.why)
	return nil
}

// attachLine calls on the inherited line; go-plugin's session waits until there is a use for it.
func (p *Peer) attachLine() error {
	theirs, err := guest.Preface(p.direct, p.limits)
	if err != nil {
		return sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the line: %w", err)
	}
	if theirs != ProtocolVersion {
		return contract.Mismatch(theirs)
	}
	p.Remote = contract.NewRemote(p.ctx, p.limits, streams{p}, p.conn, p.direct, nil, p.fail, p.why)
	return nil
}

// dispense opens go-plugin's session, once.
func (p *Peer) dispense() (*attachClient, error) {
	p.opening.Do(func() {
		if p.broker, p.refused = p.open(); p.refused != nil {
			p.fail(p.refused)
		}
	})
	return p.broker, p.refused
}

func (p *Peer) open() (*attachClient, error) {
	client, err := plugin.NewRPCClient(p.conn, Plugins())
	if err != nil {
		return nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the connection: %w", err)
	}
	p.client = client
	// go-plugin carries what the plugin prints; undrained it would block the plugin.
	if err := client.SyncStreams(io.Discard, io.Discard); err != nil {
		return nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the output streams: %w", err)
	}
	raw, err := client.Dispense(guest.Dispensed)
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "attach_refused", "the plugin does not dispense %q: %w", guest.Dispensed, err)
	}
	return raw.(*attachClient), nil
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
		if p.direct != nil {
			p.direct.Close()
		}
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

var errClosed = sdk.Errorf(sdk.Cancelled, "plugin_closed", "the connection to the plugin was closed")

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
		p.opening.Do(func() { p.refused = errClosed }) // a plugin without a session leaves when its line closes
		if p.client != nil && p.ctx.Err() == nil {
			_ = p.client.Close() // an error here is a plugin that is gone already
		}
	}()
	select {
	case <-quit:
	case <-time.After(time.Second):
	}
	p.fail(errClosed)
	return nil
}
