package chat

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// CVE-2026-25253 and its kin: the page takes no endpoint from its address, the token stays on its origin,
// and the upgrade checks Origin and Host.
func TestField_WS_06(t *testing.T) {
	r := start(t, func(_ *Channel, c *fakeCore) { c.config = `{"hosts":["chat.example.org"]}` })
	port := r.base[strings.LastIndex(r.base, ":")+1:]
	b := r.browser()
	session := b.signIn("anna")
	cookie := "metnos_session_" + port + "=" + session
	cases := []struct {
		name, host, origin string
		status             int
	}{
		{"own address", "127.0.0.1:" + port, "http://127.0.0.1:" + port, 101},
		{"localhost", "localhost:" + port, "http://localhost:" + port, 101},
		{"IPv6 loopback", "[::1]:" + port, "http://[::1]:" + port, 101},
		{"configured name", "chat.example.org", "http://chat.example.org", 101},
		{"a tunnel on another port", "localhost:9000", "http://localhost:9000", 101},
		{"foreign origin", "127.0.0.1:" + port, "http://evil.example", 403},
		{"other port of this machine", "127.0.0.1:" + port, "http://127.0.0.1:1", 403},
		{"one of our names, but not the one asked", "127.0.0.1:" + port, "http://localhost:" + port, 403},
		{"other scheme", "127.0.0.1:" + port, "https://127.0.0.1:" + port, 403},
		{"opaque origin", "127.0.0.1:" + port, "null", 403},
		{"no origin", "127.0.0.1:" + port, "", 403},
		{"origin with our name inside", "127.0.0.1:" + port, "http://127.0.0.1:" + port + ".evil.example", 403},
		{"origin with credentials", "127.0.0.1:" + port, "http://evil@127.0.0.1:" + port, 403},
		{"rebound name", "evil.example:" + port, "http://evil.example:" + port, 421},
		{"rebound name, our origin", "evil.example:" + port, "http://127.0.0.1:" + port, 421},
		{"our name as a prefix", "localhost.evil.example", "http://localhost.evil.example", 421},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := http.Header{"Host": {c.host}, "Cookie": {cookie}}
			if c.origin != "" {
				h.Set("Origin", c.origin)
			}
			conn, resp, err := websocket.DefaultDialer.Dial("ws://127.0.0.1:"+port+"/ws?gatewayUrl=ws://evil:8080&token=x", h)
			if resp == nil {
				t.Fatal(err)
			}
			if conn != nil {
				conn.Close()
			}
			if resp.StatusCode != c.status {
				t.Fatalf("answered %d, want %d", resp.StatusCode, c.status)
			}
		})
	}
	t.Run("a session in the address is no session", func(t *testing.T) {
		conn, _, err := websocket.DefaultDialer.Dial("ws://127.0.0.1:"+port+"/ws?token="+session+"&session="+session,
			http.Header{"Origin": {r.base}})
		if err != nil {
			t.Fatal(err)
		}
		if code := (&tab{t, conn}).closed(); code != protocol.CloseSignedOut {
			t.Fatalf("closed with %d", code)
		}
	})
	t.Run("the page itself", func(t *testing.T) {
		for _, host := range []string{"evil.example", "evil.example:" + port} {
			req, _ := http.NewRequest("GET", r.base+"/", nil)
			req.Host = host
			req.Header.Set("Cookie", cookie)
			resp, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if html := body(t, resp); resp.StatusCode != http.StatusMisdirectedRequest || strings.Contains(html, "anna") {
				t.Fatalf("%s got %s", host, resp.Status)
			}
		}
		_, plain := b.get("/")
		if _, odd := b.get("/?gatewayUrl=ws://evil:8080"); odd != plain || strings.Contains(odd, "evil") {
			t.Fatal("the address changes the page")
		}
	})
}

func TestAddressOthersReachNeedsTLS(t *testing.T) {
	for _, c := range []struct {
		config, addr string
		ok           bool
	}{
		{`{}`, "127.0.0.1:8770", true},
		{`{}`, "[::1]:8770", true},
		{`{}`, "192.0.2.7:8770", false},
		{`{}`, "0.0.0.0:8770", false},
		{`{"https":true}`, "0.0.0.0:8770", true},
	} {
		s, err := decodeSettings([]byte(c.config))
		if err != nil {
			t.Fatal(err)
		}
		addr, err := net.ResolveTCPAddr("tcp", c.addr)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.reachable(addr); (err == nil) != c.ok || (err != nil && sdk.ClassOf(err) != sdk.PolicyDenied) {
			t.Errorf("%s on %s: %v", c.config, c.addr, err)
		}
	}
}

func TestSignInFormsFromElsewhereAreRefused(t *testing.T) {
	for name, headers := range map[string]map[string]string{
		"cross-site":              {"Sec-Fetch-Site": "cross-site"},
		"another port":            {"Sec-Fetch-Site": "same-site"},
		"typed or scripted":       {"Sec-Fetch-Site": "none"},
		"foreign origin":          {"Origin": "http://evil.example"},
		"no word on its origin":   {"Sec-Fetch-Site": "", "Origin": ""},
		"old browser, null":       {"Sec-Fetch-Site": "", "Origin": "null"},
		"old browser, other port": {"Sec-Fetch-Site": "", "Origin": "http://127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			r.core.link("once", "anna")
			b := r.browser()
			_, html := b.get("/signin?t=once")
			form := url.Values{"t": {"once"}, "form": {formField.FindStringSubmatch(html)[1]}}
			resp := b.post("/signin", form, headers)
			body(t, resp)
			if resp.StatusCode != http.StatusForbidden || r.core.opens != 0 {
				t.Fatalf("answered %s, core reached %d times", resp.Status, r.core.opens)
			}
		})
	}
	t.Run("wrong form token", func(t *testing.T) {
		r := start(t)
		b := r.browser()
		b.get("/signin?t=once")
		resp := b.post("/signin", url.Values{"t": {"once"}, "form": {door.FormToken("guess")}}, nil)
		body(t, resp)
		if resp.StatusCode != http.StatusForbidden || r.core.opens != 0 {
			t.Fatalf("answered %s", resp.Status)
		}
	})
	t.Run("old browser, own origin", func(t *testing.T) {
		r := start(t)
		r.core.link("once", "anna")
		b := r.browser()
		_, html := b.get("/signin?t=once")
		form := url.Values{"t": {"once"}, "form": {formField.FindStringSubmatch(html)[1]}}
		resp := b.post("/signin", form, map[string]string{"Sec-Fetch-Site": "", "Origin": r.base})
		body(t, resp)
		if resp.StatusCode != http.StatusSeeOther {
			t.Fatalf("answered %s", resp.Status)
		}
	})
}
