package chat

import (
	"bytes"
	"encoding/json"
	"net"
	"time"

	"github.com/metnos/metnos/sdk"
)

// settings is the body of the `channel "web"` block.
type settings struct {
	Listen   string            `json:"listen"`   // address the core listens on for us
	Hosts    []string          `json:"hosts"`    // further host names browsers reach us by
	HTTPS    bool              `json:"https"`    // a proxy in front of us ends TLS
	TLS      []json.RawMessage `json:"tls"`      // the core ends TLS: connections come with a preface
	Language string            `json:"language"` // of the sign-in page when the browser states none
}

func decodeSettings(raw json.RawMessage) (settings, error) {
	s := settings{Language: "it"}
	if len(bytes.TrimSpace(raw)) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return s, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, sdk.Errorf(sdk.WrongArgs, "web_settings_invalid", "channel \"web\": %w", err).With("detail", err.Error())
	}
	if s.Language != "en" {
		s.Language = "it"
	}
	return s, nil
}

func (s settings) secured() bool { return s.HTTPS || len(s.TLS) > 0 }

// reachable refuses an address that strangers can reach without TLS: a session cookie would travel in clear.
func (s settings) reachable(addr net.Addr) error {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() || s.secured() {
		return nil
	}
	return sdk.Errorf(sdk.PolicyDenied, "web_address_needs_https",
		"channel \"web\" listens on %s, which other machines can reach, without TLS", addr).With("address", addr.String())
}

// pace holds every bound of the channel, so that tests can run with shorter ones.
type pace struct {
	ping     time.Duration // between pings, and between looks at an idle session
	pong     time.Duration // how long after a ping silence means a dead peer
	write    time.Duration // one message, beside the time its bytes take
	slowest  int           // bytes a second of the slowest line that still counts as one
	call     time.Duration // one request to the core
	trust    time.Duration // how long a session check covers the events that follow
	linger   time.Duration // wait for the peer's close frame
	frames   int           // messages waiting for one tab
	bytes    int           // of the messages waiting for one tab
	inbox    int           // requests waiting for the core, per tab
	message  int64         // bytes of one request
	sockets  int           // open tabs, all people together
	perOwner int           // open tabs of one person
}

func defaultPace() pace {
	return pace{
		ping: 30 * time.Second, pong: 10 * time.Second, write: 10 * time.Second, slowest: 32 << 10, call: 15 * time.Second,
		trust: 5 * time.Second, linger: 2 * time.Second,
		frames: 256, bytes: 1 << 20, inbox: 64, message: 64 << 10, sockets: 1024, perOwner: 64,
	}
}

// writing is how long so many bytes may take to be written.
func (p pace) writing(bytes int) time.Duration {
	return p.write + time.Duration(bytes)*time.Second/time.Duration(p.slowest)
}

// ConfigSchema declares the keys of the `channel "web"` block.
func (*Channel) ConfigSchema() sdk.Schema {
	return sdk.Schema{Blocks: map[string]sdk.Schema{"tls": {Attributes: map[string]sdk.Attribute{
		"cert": {Type: "string", Default: json.RawMessage(`""`), Description: "PEM file of the certificate chain; without files the core makes a certificate"},
		"key":  {Type: "string", Default: json.RawMessage(`""`), Description: "PEM file of its key, read by the core alone"},
	}}}, Attributes: map[string]sdk.Attribute{
		"listen":   {Type: "string", Default: json.RawMessage(`"127.0.0.1:8770"`), Description: "address and port of the page"},
		"hosts":    {Type: "list(string)", Default: json.RawMessage(`[]`), Description: "further host names browsers reach the page by"},
		"https":    {Type: "bool", Default: json.RawMessage(`false`), Description: "a proxy in front ends TLS: secure cookies, https origin"},
		"language": {Type: "string", Default: json.RawMessage(`"it"`), Description: "it or en, where the browser states neither"},
	}}
}

var _ sdk.Configurable = (*Channel)(nil)
