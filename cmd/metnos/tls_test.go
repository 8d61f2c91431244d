package main

import (
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/core"
)

// pinned trusts the one certificate whose fingerprint was printed, as a person who compares it does.
func pinned(t *testing.T, said string) *tls.Config {
	t.Helper()
	want := regexp.MustCompile(`(?:[0-9A-F]{2}:){31}[0-9A-F]{2}`).FindString(said)
	if want == "" {
		t.Fatalf("no fingerprint in %q", said)
	}
	return &tls.Config{InsecureSkipVerify: true, VerifyConnection: func(state tls.ConnectionState) error {
		sum := sha256.Sum256(state.PeerCertificates[0].Raw)
		if got := strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":"); got != want {
			return errors.New("another certificate: " + got)
		}
		return state.PeerCertificates[0].VerifyHostname("127.0.0.1")
	}}
}

// A family's instance on every address of the machine, over a certificate made here: sign-in, a turn, the cookie that
// never leaves TLS, and the key where no plugin finds it.
func TestWebOverTLS(t *testing.T) {
	s := newWorld(t, strings.Replace(anyPort, `channel "web" { listen = "127.0.0.1:0" }`, "channel \"web\" {\n  listen = \"0.0.0.0:0\"\n  tls {}\n}", 1)).serve()
	s.tls = pinned(t, s.said)
	link, err := url.Parse(s.link)
	if err != nil || link.Scheme != "https" || link.Hostname() == "0.0.0.0" {
		t.Fatalf("the link is %s: %v", s.link, err)
	}
	link.Host = "127.0.0.1:" + link.Port()
	s.link = link.String()
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	if out := p.final(); out.Kind != core.Answer || !strings.Contains(out.Message, "2") {
		t.Errorf("%+v", out)
	}
	for _, c := range p.http.Jar.Cookies(&url.URL{Scheme: "http", Host: "localhost:" + link.Port()}) {
		t.Errorf("the cookie %s is another host's too", c.Name)
	}
	if !strings.Contains(cookieLine(p), "session_"+link.Port()) {
		t.Errorf("the cookie is not that of the port: %s", cookieLine(p))
	}
	resp, err := (&http.Client{Transport: p.http.Transport}).Get(p.base.String() + "/signin")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if len(resp.Cookies()) == 0 {
		t.Error("no cookie is set")
	}
	for _, c := range resp.Cookies() {
		if !strings.HasPrefix(c.Name, "__Host-") || c.Path != "/" || c.Domain != "" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode {
			t.Errorf("the cookie %s is set as %s", c.Name, c)
		}
	}
	if resp.Header.Get("Strict-Transport-Security") == "" {
		t.Error("the browser is not told to stay on TLS")
	}
	for name, origin := range map[string]string{"plain": "http://" + link.Host, "another port": "https://127.0.0.1:1", "another name": "https://evil.example"} {
		dialer := websocket.Dialer{TLSClientConfig: s.tls}
		ws, resp, err := dialer.Dial("wss://"+link.Host+"/ws", http.Header{"Origin": {origin}, "Cookie": {cookieLine(p)}})
		if err == nil {
			ws.Close()
		}
		if err == nil || resp == nil || resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s origin: %v", name, err)
		}
	}
	if out := s.ask("read the file " + filepath.Join(s.data, "tls", "own.pem")); strings.Contains(fmt.Sprintf("%+v", out), "PRIVATE KEY") {
		t.Errorf("an executor read the key: %+v", out)
	}
	if key, err := os.ReadFile(filepath.Join(s.data, "tls", "own.pem")); err != nil || !strings.Contains(string(key), "PRIVATE KEY") {
		t.Errorf("no key is kept: %v", err)
	}
	p.sentOn()
}

// sentOn opens the page by a plain request, which gets an address and nothing of the page.
func (p *person) sentOn() {
	p.t.Helper()
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Get("http://" + p.base.Host + "/signin?t=x")
	if err != nil {
		p.t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != http.StatusTemporaryRedirect || !strings.HasPrefix(resp.Header.Get("Location"), "https://") || len(body) > 0 || len(resp.Cookies()) > 0 {
		p.t.Errorf("a plain request is answered with %s, %q", resp.Status, body)
	}
}

// An address other machines reach is refused without TLS, with the remedy; so is a block that says two things.
func TestAddressWithoutTLSIsRefused(t *testing.T) {
	cert := filepath.Join(t.TempDir(), "cert.pem")
	for block, want := range map[string]string{
		`listen = "0.0.0.0:0"`:                                       "tls {}",
		`listen = "[::]:0"`:                                          "tls {}",
		"listen = \"0.0.0.0:0\"\nhttps = true":                       "tls {}",
		"listen = \"0.0.0.0:0\"\nhttps = true\ntls {}":               "https = true",
		"listen = \"0.0.0.0:0\"\ntls {\n cert = \"" + cert + "\"\n}": "cert and key",
		"listen = \"0.0.0.0:0\"\ntls {\n cert = \"" + cert + "\"\n key = \"" + cert + "\"\n}": "PEM",
	} {
		w := newWorld(t, strings.Replace(anyPort, `channel "web" { listen = "127.0.0.1:0" }`, "channel \"web\" {\n"+block+"\n}", 1))
		out, err := w.command("--lang", "en", "serve").CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", block, err, out)
		}
		if out, err = w.command("--lang", "en", "doctor").CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("the doctor of %s: %v\n%s", block, err, out)
		}
	}
}

// Sign-in cannot be turned off: whoever has no session gets the sign-in page and nothing else, everywhere.
func TestNobodyGetsInUnsigned(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	base := s.link[:strings.Index(s.link, "/signin")]
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/", http.StatusSeeOther}, {"GET", "/settings/people/users", http.StatusSeeOther}, {"GET", "/session", http.StatusUnauthorized},
		{"POST", "/upload", http.StatusForbidden}, {"GET", "/file/abc", http.StatusUnauthorized}, {"POST", "/signout", http.StatusSeeOther},
	} {
		req, err := http.NewRequest(c.method, base+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status || resp.StatusCode == http.StatusSeeOther && !strings.HasPrefix(resp.Header.Get("Location"), "/") {
			t.Errorf("%s %s: %s to %q, want %d", c.method, c.path, resp.Status, resp.Header.Get("Location"), c.status)
		}
	}
}
