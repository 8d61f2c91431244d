package wire

import (
	"net"
	"net/rpc"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/guest"
)

// What is said in both directions is named in package contract.
type (
	Hello     = guest.Hello
	Welcome   = guest.Welcome
	Opening   = contract.Opening
	Opened    = contract.Opened
	Isolation = contract.Isolation
	Backend   = contract.Backend
	Service   = contract.Service
)

// ServeConn serves one connection in this process until it closes: what a harness uses in the place of a
// plugin process.
func ServeConn(conn net.Conn, b Backend) { guest.ServeConn(conn, b) }

// attachClient is the core's half.
type attachClient struct {
	broker *plugin.MuxBroker
	rpc    *rpc.Client
}

// attach returns the stream to call on.
func (a *attachClient) attach(l Limits) (net.Conn, error) {
	hello := Hello{Protocol: ProtocolVersion, Request: l.Request, Response: l.Response}
	var w Welcome
	if err := a.rpc.Call("Plugin.Attach", hello, &w); err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "attach_refused", "attaching to the plugin: %w", err)
	}
	if w.Protocol != ProtocolVersion {
		return nil, contract.Mismatch(w.Protocol)
	}
	stream, err := a.broker.Dial(w.Stream)
	if err != nil {
		return nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the line to the plugin: %w", err)
	}
	return stream, nil
}

// streams is go-plugin's broker, opened at its first use.
type streams struct{ p *Peer }

func (s streams) NextId() uint32 {
	a, err := s.p.dispense()
	if err != nil {
		return 0 // Accept tells why
	}
	return a.broker.NextId()
}

func (s streams) Accept(id uint32) (net.Conn, error) {
	a, err := s.p.dispense()
	if err != nil {
		return nil, err
	}
	return a.broker.Accept(id)
}

func (s streams) Dial(id uint32) (net.Conn, error) {
	a, err := s.p.dispense()
	if err != nil {
		return nil, err
	}
	return a.broker.Dial(id)
}
