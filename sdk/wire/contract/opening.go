package contract

import (
	"context"
	"encoding/json"
	"net"
	"strconv"

	"github.com/metnos/metnos/sdk"
)

// Protocol is the version of everything that crosses the wire.
const Protocol = 1

// Kinds of plugin.
const (
	KindExecutor = "executor"
	KindChannel  = "channel"
	KindModel    = "model"
)

// Opening is what the core tells a plugin process once.
type Opening struct {
	Executor string          `json:"executor"` // entry of the family
	Roots    []sdk.Root      `json:"roots,omitempty"`
	Deny     []string        `json:"deny,omitempty"`
	Canary   string          `json:"canary,omitempty"` // a file that confinement must hide
	Config   json.RawMessage `json:"config,omitempty"` // a channel's block of config.hcl
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
	Config    json.RawMessage              // for Core.Config
	Listener  func() (net.Listener, error) // for Core.Listener
	Isolation Isolation
	Close     func() // may be nil
}

// Mismatch is the error of a plugin of another protocol.
func Mismatch(theirs int) *sdk.Error {
	return sdk.Errorf(sdk.ContractViolation, "protocol_mismatch",
		"the plugin speaks protocol %d, the core %d", theirs, Protocol).
		With("plugin", strconv.Itoa(theirs)).With("core", strconv.Itoa(Protocol))
}
