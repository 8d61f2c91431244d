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

// attach returns the stream to call on: nil means the direct line.
func (a *attachClient) attach(l Limits, direct bool) (net.Conn, error) {
	hello := Hello{Protocol: ProtocolVersion, Direct: direct, Request: l.Request, Response: l.Response}
	var w Welcome
	if err := a.rpc.Call("Plugin.Attach", hello, &w); err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "attach_refused", "attaching to the plugin: %w", err)
	}
	if w.Protocol != ProtocolVersion {
		return nil, contract.Mismatch(w.Protocol)
	}
	if w.Stream == 0 && direct {
		return nil, nil
	}
	stream, err := a.broker.Dial(w.Stream)
	if err != nil {
		return nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the line to the plugin: %w", err)
	}
	return stream, nil
}
