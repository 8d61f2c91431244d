package wire

import (
	"fmt"
	"net"
	"net/rpc"
	"os"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/contract"
)

// Hello opens the two lines. It and Welcome are all that gob ever carries.
type Hello struct {
	Protocol          int
	Callbacks         uint32 // stream on which the core serves
	Request, Response int64
}

// Welcome answers Hello.
type Welcome struct {
	Protocol int
	Calls    uint32 // stream on which the plugin serves
}

// What is said in both directions is named in package contract.
type (
	Opening   = contract.Opening
	Opened    = contract.Opened
	Isolation = contract.Isolation
	Backend   = contract.Backend
	Service   = contract.Service
)

// Serving is the plugin's side of the plugin set.
func Serving(b Backend) map[string]plugin.Plugin {
	return map[string]plugin.Plugin{dispensed: &half{backend: &b}}
}

// attachServer is dispensed to the core; its one method trades the streams.
type attachServer struct {
	broker  *plugin.MuxBroker
	backend *Backend
}

// Attach checks the protocol and starts to serve.
func (a *attachServer) Attach(hello Hello, w *Welcome) error {
	w.Protocol = ProtocolVersion
	if hello.Protocol != ProtocolVersion {
		fmt.Fprintln(os.Stderr, contract.Mismatch(ProtocolVersion).Message, "offered:", hello.Protocol)
		return nil
	}
	w.Calls = a.broker.NextId()
	go func() {
		calls, err := a.broker.Accept(w.Calls)
		if err != nil {
			fmt.Fprintln(os.Stderr, "the core did not open its line:", err)
			return
		}
		callbacks, err := a.broker.Dial(hello.Callbacks)
		if err != nil {
			calls.Close()
			fmt.Fprintln(os.Stderr, "the core did not answer on its line:", err)
			return
		}
		limits := Limits{Request: hello.Request, Response: hello.Response}.OrDefault()
		contract.Serve(a.broker, *a.backend, limits, calls, callbacks)
	}()
	return nil
}

// attachClient is the core's half.
type attachClient struct {
	broker *plugin.MuxBroker
	rpc    *rpc.Client
}

// attach returns the line to call on and the stream to serve.
func (a *attachClient) attach(l Limits) (calls, callbacks net.Conn, err error) {
	hello := Hello{Protocol: ProtocolVersion, Callbacks: a.broker.NextId(), Request: l.Request, Response: l.Response}
	var w Welcome
	if err := a.rpc.Call("Plugin.Attach", hello, &w); err != nil {
		return nil, nil, sdk.Errorf(sdk.ContractViolation, "attach_refused", "attaching to the plugin: %w", err)
	}
	if w.Protocol != ProtocolVersion {
		return nil, nil, contract.Mismatch(w.Protocol)
	}
	if calls, err = a.broker.Dial(w.Calls); err != nil {
		return nil, nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the line to the plugin: %w", err)
	}
	if callbacks, err = a.broker.Accept(hello.Callbacks); err != nil {
		calls.Close()
		return nil, nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "opening the line from the plugin: %w", err)
	}
	return calls, callbacks, nil
}
