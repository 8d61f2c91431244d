package chat

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// running is a started channel with its fake core, reached over real sockets.
type running struct {
	t       *testing.T
	channel *Channel
	core    *fakeCore
	base    string // http://127.0.0.1:port
}

func start(t *testing.T, change ...func(*Channel, *fakeCore)) *running {
	t.Helper()
	c := New()
	core := newFakeCore(c)
	for _, f := range change {
		f(c, core)
	}
	var err error
	if core.listener == nil {
		if core.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Start(context.Background(), core); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		c.Stop(ctx)
	})
	return &running{t, c, core, "http://" + core.listener.Addr().String()}
}

// patience is how long a busy machine may take for what is sure to come.
const patience = 30 * time.Second

// quick shortens every timer.
func quick(c *Channel, _ *fakeCore) {
	c.pace.ping, c.pace.pong, c.pace.write = 200*time.Millisecond, 150*time.Millisecond, 500*time.Millisecond
	c.pace.trust, c.pace.linger = 0, 300*time.Millisecond
}

// browser is an http client that keeps cookies and says where a request comes from, as browsers do.
type browser struct {
	*http.Client
	r *running
}

func (r *running) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return &browser{&http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, r}
}

func (b *browser) get(path string) (*http.Response, string) {
	b.r.t.Helper()
	resp, err := b.Get(b.r.base + path)
	if err != nil {
		b.r.t.Fatal(err)
	}
	return resp, body(b.r.t, resp)
}

func body(t *testing.T, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

var formField = regexp.MustCompile(`name="form" value="([^"]+)"`)

func (b *browser) post(path string, values url.Values, headers map[string]string) *http.Response {
	b.r.t.Helper()
	req, err := http.NewRequest("POST", b.r.base+path, strings.NewReader(values.Encode()))
	if err != nil {
		b.r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("Origin", "null")
	for k, v := range headers {
		if req.Header.Del(k); v != "" {
			req.Header.Set(k, v)
		}
	}
	resp, err := b.Do(req)
	if err != nil {
		b.r.t.Fatal(err)
	}
	return resp
}

// signIn opens a link for the owner, confirms it, and returns the session token the cookie holds.
func (b *browser) signIn(owner string) string {
	b.r.t.Helper()
	token := "link-" + door.NewNonce()
	b.r.core.link(token, owner)
	_, html := b.get("/signin?t=" + token)
	form := formField.FindStringSubmatch(html)
	if form == nil {
		b.r.t.Fatalf("no form in %s", html)
	}
	resp := b.post("/signin", url.Values{"t": {token}, "form": {form[1]}}, nil)
	body(b.r.t, resp)
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/" {
		b.r.t.Fatalf("sign-in answered %s to %q", resp.Status, resp.Header.Get("Location"))
	}
	return b.session()
}

func (b *browser) session() string {
	u, _ := url.Parse(b.r.base)
	for _, k := range b.Jar.Cookies(u) {
		if strings.HasPrefix(k.Name, "metnos_session_") {
			return k.Value
		}
	}
	return ""
}

// tab is a page's side of the socket.
type tab struct {
	t    *testing.T
	conn *websocket.Conn
}

func (b *browser) tab() *tab {
	b.r.t.Helper()
	conn, resp, err := b.dial(nil)
	if err != nil {
		b.r.t.Fatalf("dial: %v %v", err, resp)
	}
	b.r.t.Cleanup(func() { conn.Close() })
	return &tab{b.r.t, conn}
}

func (b *browser) dial(headers http.Header) (*websocket.Conn, *http.Response, error) {
	h := http.Header{"Origin": {b.r.base}}
	for k, v := range headers {
		h[k] = v
	}
	d := websocket.Dialer{Jar: b.Jar, HandshakeTimeout: patience}
	return d.Dial("ws"+strings.TrimPrefix(b.r.base, "http")+"/ws", h)
}

func (t *tab) send(r protocol.Request) {
	t.t.Helper()
	if err := t.conn.WriteJSON(r); err != nil {
		t.t.Fatal(err)
	}
}

// next returns the next frame that is neither hello nor beat.
func (t *tab) next() protocol.Frame {
	t.t.Helper()
	for {
		f, err := t.read(patience)
		if err != nil {
			t.t.Fatalf("read: %v", err)
		}
		if f.Hello == nil && f.Beat == 0 {
			return f
		}
	}
}

func (t *tab) read(within time.Duration) (protocol.Frame, error) {
	t.conn.SetReadDeadline(time.Now().Add(within))
	_, raw, err := t.conn.ReadMessage()
	if err != nil {
		return protocol.Frame{}, err
	}
	var f protocol.Frame
	return f, json.Unmarshal(raw, &f)
}

// closed reads until the socket closes and returns the code.
func (t *tab) closed() int {
	t.t.Helper()
	for {
		if _, err := t.read(patience); err != nil {
			if e, ok := err.(*websocket.CloseError); ok {
				return e.Code
			}
			t.t.Fatalf("no close frame: %v", err)
		}
	}
}

// events reads n events and returns their sequence numbers, skipping acknowledgements.
func (t *tab) events(n int) []int64 {
	t.t.Helper()
	var seqs []int64
	for len(seqs) < n {
		if f := t.next(); f.Event != nil {
			seqs = append(seqs, f.Event.Seq)
		}
	}
	return seqs
}

func (t *tab) resume(conversation string, seq int64) (events []sdk.Event, ack protocol.Frame) {
	t.t.Helper()
	id := "r" + door.NewNonce()
	t.send(protocol.Request{ID: id, Type: "resume", Conversation: conversation, Seq: seq})
	for {
		f := t.next()
		switch {
		case f.Event != nil:
			events = append(events, *f.Event)
		case f.Ack == id || f.Nack == id:
			return events, f
		}
	}
}

func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("waited in vain for %s", what)
}

// dialAs opens a socket with a session that needs no sign-in.
func (r *running) dialAs(session string) *websocket.Conn {
	port := r.base[strings.LastIndex(r.base, ":")+1:]
	h := http.Header{"Origin": {r.base}, "Cookie": {"metnos_session_" + port + "=" + session}}
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(r.base, "http")+"/ws", h)
	if err != nil {
		r.t.Fatal(err)
	}
	return conn
}
