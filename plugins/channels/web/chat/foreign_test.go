package chat

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/sdk"
)

var postRoute = regexp.MustCompile(`"POST (/[^"{]+)"`)

// looks are the methods of the core that change nothing.
var looks = []string{"session.show", "setup.show", "health.live"}

// Whatever another site makes a browser post, with the person's cookie and even with the right form token, no route
// acts upon: not one that is there, and not one that is added.
func TestNoRouteActsForAnotherSite(t *testing.T) {
	source, err := os.ReadFile("routes.go")
	if err != nil {
		t.Fatal(err)
	}
	routes := postRoute.FindAllSubmatch(source, -1)
	if len(routes) < 4 {
		t.Fatalf("only %d routes were found", len(routes))
	}
	for _, route := range routes {
		path := string(route[1])
		for name, headers := range map[string]map[string]string{
			"another site":       {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"},
			"another port":       {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"},
			"a sandboxed frame":  {"Sec-Fetch-Site": "cross-site", "Origin": "null"},
			"an old browser":     {"Sec-Fetch-Site": "", "Origin": "http://evil.example"},
			"without any origin": {"Sec-Fetch-Site": "", "Origin": ""},
		} {
			t.Run(path+" from "+name, func(t *testing.T) {
				r := start(t)
				b := r.browser()
				session := b.signIn("anna")
				r.core.called = nil
				form := url.Values{"form": {door.FormToken(session)}, "step": {"name"}, "name": {"mallory"}, "t": {"once"}}
				for _, kind := range []string{"application/x-www-form-urlencoded", "text/plain", "application/json"} {
					headers["Content-Type"], headers["X-Form"] = kind, door.FormToken(session)
					resp := b.post(path+"?form="+url.QueryEscape(form.Get("form")), form, headers)
					if body(t, resp); resp.StatusCode < 300 {
						t.Errorf("%s: answered %s", kind, resp.Status)
					}
				}
				for _, method := range r.core.called {
					if !slices.Contains(looks, method) {
						t.Errorf("the core was asked for %s", method)
					}
				}
				if resp, _ := b.get("/"); resp.StatusCode != http.StatusOK {
					t.Errorf("the session is over: %s", resp.Status)
				}
			})
		}
	}
}

// What a client says about itself counts for nothing: not a role, not a scope, not another person, not that something
// was agreed to. A message that says more than it may is refused whole.
func TestClientDeclaresNothing(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	for id, raw := range map[string]string{
		"d1":  `{"id":"d1","type":"connect","role":"operator","scopes":["operator.admin"]}`,
		"d2":  `{"id":"d2","type":"hello","hello":{"role":"admin"}}`,
		"d3":  `{"id":"d3","type":"submit","conversation":"c_conversation","text":"x","role":"admin"}`,
		"d4":  `{"id":"d4","type":"submit","conversation":"c_conversation","text":"x","scopes":["operator.write"]}`,
		"d5":  `{"id":"d5","type":"submit","conversation":"c_conversation","text":"x","who":{"token":"other"}}`,
		"d6":  `{"id":"d6","type":"submit","conversation":"c_conversation","text":"x","approve":true}`,
		"d7":  `{"id":"d7","type":"submit","conversation":"c_conversation","text":"x","sandbox":"off"}`,
		"d8":  `{"id":"d8","type":"resume","conversation":"c_conversation","owner":"bruno"}`,
		"d9":  `{"id":"d9","type":"call","method":"people.add"}`,
		"d10": `{"id":"d10","type":"call","method":"Settings.Act"}`,
		"d11": `{"id":"d11","type":"call","method":"settings.act\u0000"}`,
	} {
		if err := s.conn.WriteMessage(websocket.TextMessage, []byte(raw)); err != nil {
			t.Fatal(err)
		}
		if f := s.next(); f.Nack != id || f.Error.Class != sdk.WrongArgs {
			t.Errorf("%s: %+v %+v", raw, f, f.Error)
		}
	}
	if n := len(r.core.deliveries()); n != 0 {
		t.Errorf("%d messages reached the core", n)
	}
	// Nor does what comes with the upgrade.
	d := websocket.Dialer{Jar: b.Jar, HandshakeTimeout: patience, Subprotocols: []string{"operator", "admin"}}
	conn, resp, err := d.Dial("ws"+strings.TrimPrefix(r.base, "http")+"/ws?role=admin&scopes=operator.admin&owner=bruno",
		http.Header{"Origin": {r.base}, "Authorization": {"Bearer admin"}, "X-Role": {"admin"}, "X-Forwarded-User": {"bruno"}})
	if err != nil {
		t.Fatal(err, resp)
	}
	defer conn.Close()
	hello, err := (&tab{t, conn}).read(patience)
	if err != nil || hello.Hello == nil || hello.Hello.Name != "anna" || hello.Hello.Role != "" || conn.Subprotocol() != "" {
		t.Errorf("%+v %+v %q %v", hello, hello.Hello, conn.Subprotocol(), err)
	}
}
