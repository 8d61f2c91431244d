package wire

import (
	"context"
	"fmt"
	"net"
	"net/rpc"
	"os"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
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

// Opening is what the core tells a plugin process once.
type Opening struct {
	Executor string     `json:"executor"` // entry of the family
	Roots    []sdk.Root `json:"roots,omitempty"`
	Deny     []string   `json:"deny,omitempty"`
	Canary   string     `json:"canary,omitempty"` // a file that confinement must hide
	Config   []byte     `json:"config,omitempty"` // JSON of a channel's block of config.hcl
}

// Opened is the plugin's answer.
type Opened struct {
	Protocol  int       `json:"protocol"`
	Kind      string    `json:"kind"`
	Entry     string    `json:"entry"`
	Previews  bool      `json:"previews,omitempty"`
	Reverses  bool      `json:"reverses,omitempty"`
	Isolation Isolation `json:"isolation"`
}

// Isolation is what a process finds about its own confinement. It is a report by the plugin's runtime, made
// before plugin code runs; a plugin that wants to lie can.
type Isolation struct {
	PID        int      `json:"pid"`    // as it sees itself
	Canary     string   `json:"canary"` // readable | denied | absent | "" when none was given
	NoNewPrivs bool     `json:"no_new_privs"`
	Seccomp    int      `json:"seccomp"`    // 0 none, 1 strict, 2 filter
	Caps       uint64   `json:"caps"`       // effective capabilities
	Interfaces []string `json:"interfaces"` // other than loopback
	UserMap    string   `json:"user_map"`   // /proc/self/uid_map, one line
}

// Backend is what a plugin process offers.
type Backend struct {
	Description sdk.Description
	// Open builds the one entry this process is.
	Open func(ctx context.Context, o Opening) (*Service, error)
}

// Service is one opened entry: exactly one of Executor, Channel and Model is set.
type Service struct {
	Entry     string
	Executor  sdk.Executor
	Channel   sdk.Channel
	Model     sdk.Model
	Files     sdk.Files
	Config    []byte                       // JSON, for Core.Config
	Listener  func() (net.Listener, error) // for Core.Listener
	Isolation Isolation
	Close     func() // may be nil
}

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
		fmt.Fprintln(os.Stderr, mismatch(ProtocolVersion).Message, "offered:", hello.Protocol)
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
		limits := Limits{Request: hello.Request, Response: hello.Response}.orDefault()
		newSession(a.broker, a.backend, limits, calls, callbacks).serve()
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
		return nil, nil, mismatch(w.Protocol)
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
