package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/wire"
)

// The test binary is the plugin when the core's cookie is in its environment.
func TestMain(m *testing.M) {
	if os.Getenv(wire.Handshake.MagicCookieKey) != "" || (len(os.Args) == 2 && os.Args[1] == "describe") {
		main()
		return
	}
	os.Exit(m.Run())
}

// oneUser is a core with one person, one link and one conversation.
type oneUser struct {
	sdk.Core
	mu    sync.Mutex
	heard []string
}

func (c *oneUser) Deliver(_ context.Context, in sdk.Inbound) (sdk.Accepted, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = append(c.heard, in.Text)
	return sdk.Accepted{Turn: "t1"}, nil
}

func (c *oneUser) Resume(context.Context, sdk.Presented, string, int64) ([]sdk.Event, error) {
	return nil, nil
}

func (c *oneUser) Call(_ context.Context, who sdk.Presented, method string, params json.RawMessage) (json.RawMessage, error) {
	switch {
	case method == "session.open" && strings.Contains(string(params), `"once"`):
		return json.RawMessage(`{"session":"s3cret","expires":"2100-01-01T00:00:00Z"}`), nil
	case method == "session.show" && who.Token == "s3cret":
		return json.RawMessage(`{"owner":"anna","name":"Anna","lang":"it"}`), nil
	}
	return nil, sdk.Errorf(sdk.AuthRequired, "session_unknown", "refused")
}

// launch starts the plugin as the core does, with an inherited listening socket.
func launch(t *testing.T, l *net.TCPListener) *wire.Peer {
	t.Helper()
	socket, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	line, lineEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = []string{wire.Handshake.MagicCookieKey + "=" + wire.Handshake.MagicCookieValue, "PLUGIN_UNIX_SOCKET_DIR=" + t.TempDir(),
		"PLUGIN_PROTOCOL_VERSIONS=1", wire.EnvExecutor + "=web", wire.EnvListenFD + "=3", wire.EnvHandshakeFD + "=4", "TMPDIR=" + t.TempDir()}
	cmd.ExtraFiles = []*os.File{socket, lineEnd}
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lineEnd.Close()
	t.Cleanup(func() { // the end of stdin ends the plugin
		stdin.Close()
		ended := make(chan struct{})
		go func() { cmd.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			cmd.Process.Kill()
			t.Error("the plugin outlived its core")
		}
	})
	greeting, err := wire.ReadGreeting(line)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial(greeting.Network, greeting.Address)
	if err != nil {
		t.Fatal(err)
	}
	p, err := wire.Connect(conn, wire.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestServesThroughTheWire(t *testing.T) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	p := launch(t, l)
	d, err := p.Describe(ctx)
	if err != nil || d.Kind != manifest.KindChannel || len(d.Entries) != 1 || d.Entries[0].Name != "web" || d.Entries[0].Config.Attributes["listen"].Type != "string" {
		t.Fatalf("described %+v %v", d, err)
	}
	if _, err := p.Open(ctx, wire.Opening{Executor: "web", Config: json.RawMessage(`{"listen":"127.0.0.1:0","hosts":[],"https":false,"language":"it"}`)}); err != nil {
		t.Fatal(err)
	}
	core := &oneUser{}
	channel := p.Channel(core)
	if err := channel.Start(ctx, core); err != nil {
		t.Fatal(err)
	}

	base := "http://" + l.Addr().String()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	page := get(t, client, base+"/signin?t=once")
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(page)
	if form == nil {
		t.Fatalf("no form in %s", page)
	}
	post, _ := http.NewRequest("POST", base+"/signin", strings.NewReader(url.Values{"t": {"once"}, "form": {form[1]}}.Encode()))
	post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	post.Header.Set("Origin", base)
	resp, err := client.Do(post)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !strings.Contains(string(raw), "Anna") {
		t.Fatalf("after sign-in: %s %s", resp.Status, raw)
	}
	dialer := websocket.Dialer{Jar: jar}
	ws, _, err := dialer.Dial("ws"+strings.TrimPrefix(base, "http")+"/ws", http.Header{"Origin": {base}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	ws.SetReadDeadline(time.Now().Add(30 * time.Second))
	ws.WriteMessage(websocket.TextMessage, []byte(`{"id":"m1","type":"submit","conversation":"c_wire1","text":"ciao"}`))
	await(t, ws, `"ack":"m1"`)
	if err := channel.Send(ctx, sdk.Outbound{Recipient: "anna", Conversation: "c_wire1", Event: sdk.Event{Seq: 1, Kind: "final", Data: json.RawMessage(`{"message":"eccomi"}`)}}); err != nil {
		t.Fatal(err)
	}
	await(t, ws, "eccomi")
	if len(core.heard) != 1 || core.heard[0] != "ciao" {
		t.Fatalf("the core heard %v", core.heard)
	}
	if err := channel.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Fatalf("the tab heard %v", err)
	}
}

func get(t *testing.T, client *http.Client, address string) string {
	t.Helper()
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func await(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	for {
		_, raw, err := ws.ReadMessage()
		if err != nil {
			t.Fatalf("waiting for %s: %v", text, err)
		}
		if strings.Contains(string(raw), text) {
			return
		}
	}
}

// The manifest is complete but for the digest that signing stamps into it.
func TestManifest(t *testing.T) {
	raw, err := os.ReadFile("web.toml")
	if err != nil {
		t.Fatal(err)
	}
	stamped := strings.Replace(string(raw), `digest   = ""`, `digest   = "sha256:`+strings.Repeat("0", 64)+`"`, 1)
	m, err := manifest.Decode("web.toml", []byte(stamped))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	if manifest.Kind(m) != manifest.KindChannel || m.Name != "web" {
		t.Fatalf("declares %s %q", manifest.Kind(m), m.Name)
	}
	for _, c := range m.Capabilities {
		if c.Name != "network:listen" && c.Name != "channel:in" && c.Name != "channel:out" {
			t.Errorf("asks for %s", c.Name)
		}
	}
}
