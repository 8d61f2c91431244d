package wire

import (
	"bufio"
	"errors"
	"io"
	"net/rpc"
	"strconv"
	"strings"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/guest"
	"github.com/metnos/metnos/sdk/wire/line"
)

// ProtocolVersion is the version of everything that crosses the wire.
const ProtocolVersion = contract.Protocol

// Kinds of plugin.
const (
	KindExecutor = contract.KindExecutor
	KindChannel  = contract.KindChannel
	KindModel    = contract.KindModel
)

// CodeUnresponsive is the code of a call that outlived its context and its grace: kill the process.
const CodeUnresponsive = line.CodeUnresponsive

// Environment of a plugin process.
const (
	EnvExecutor    = guest.EnvExecutor
	EnvHandshakeFD = guest.EnvHandshakeFD
	EnvSocketDir   = guest.EnvSocketDir
	EnvLineFD      = guest.EnvLineFD
	EnvListenFD    = guest.EnvListenFD
)

// Handshake is go-plugin's.
var Handshake = plugin.HandshakeConfig{
	ProtocolVersion:  ProtocolVersion,
	MagicCookieKey:   guest.CookieKey,
	MagicCookieValue: guest.CookieValue,
}

// Plugins is the core's side of the plugin set.
func Plugins() map[string]plugin.Plugin {
	return map[string]plugin.Plugin{guest.Dispensed: coreHalf{}}
}

// coreHalf implements plugin.Plugin; the plugin's half is package guest.
type coreHalf struct{}

func (coreHalf) Server(*plugin.MuxBroker) (any, error) {
	return nil, errors.New("this side serves nothing")
}

func (coreHalf) Client(b *plugin.MuxBroker, c *rpc.Client) (any, error) {
	return &attachClient{broker: b, rpc: c}, nil
}

// Limits bound what a peer may make this side hold.
type Limits = line.Limits

// maxLine bounds the handshake line, far above any real one.
const maxLine = 4 << 10

// Greeting is a parsed handshake line.
type Greeting struct {
	Core     int    // go-plugin's own protocol, 1
	Protocol int    // ProtocolVersion of the plugin
	Network  string // unix
	Address  string // path of the socket, as the plugin sees it
}

// ReadGreeting reads and checks the handshake line a plugin writes. Only a unix socket is accepted; where
// it may lie is the caller's to check. Errors have the class ContractViolation, or Crashed when nothing came.
func ReadGreeting(r io.Reader) (Greeting, error) {
	line, err := bufio.NewReaderSize(io.LimitReader(r, maxLine+1), maxLine+1).ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull, err == io.EOF && len(line) > maxLine:
		return Greeting{}, sdk.Errorf(sdk.ContractViolation, "handshake_too_long",
			"the first line of the plugin is longer than %d bytes", maxLine)
	case err == io.EOF && len(line) == 0:
		return Greeting{}, sdk.Errorf(sdk.Crashed, "handshake_missing", "the plugin ended without a handshake")
	case err != nil && err != io.EOF:
		return Greeting{}, sdk.Errorf(sdk.Crashed, "handshake_missing", "reading the handshake: %w", err)
	}
	return parseGreeting(string(line))
}

func parseGreeting(line string) (Greeting, error) {
	parts := strings.Split(strings.TrimSpace(line), "|")
	bad := func(why string) (Greeting, error) {
		return Greeting{}, sdk.Errorf(sdk.ContractViolation, "handshake_malformed", "%s in the handshake %.100q", why, line)
	}
	if len(parts) < 5 {
		return bad("too few fields")
	}
	var g Greeting
	var err error
	if g.Core, err = strconv.Atoi(parts[0]); err != nil || g.Core != plugin.CoreProtocolVersion {
		return bad("another core protocol")
	}
	if g.Protocol, err = strconv.Atoi(parts[1]); err != nil {
		return bad("no protocol number")
	}
	if g.Protocol != ProtocolVersion {
		return g, contract.Mismatch(g.Protocol)
	}
	g.Network, g.Address = parts[2], parts[3]
	if g.Network != "unix" || !strings.HasPrefix(g.Address, "/") {
		return bad("no unix socket")
	}
	if parts[4] != string(plugin.ProtocolNetRPC) {
		return bad("another RPC")
	}
	return g, nil
}
