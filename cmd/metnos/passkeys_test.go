package main

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/core/settings"
)

// device gives the browser an authenticator whose user is verified.
func (s *screen) device() (id webauthn.AuthenticatorID) {
	s.t.Helper()
	s.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		made, err := cdp.Call(ctx, t, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true}})
		id = made.AuthenticatorID
		return err
	}))
	return id
}

// lies sets what the authenticator gets wrong.
func (s *screen) lies(id webauthn.AuthenticatorID, signature, verification bool) {
	s.t.Helper()
	s.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, webauthn.SetResponseOverrideBits, webauthn.SetResponseOverrideBitsParams{AuthenticatorID: id, IsBogusSignature: &signature, IsBadUV: &verification})
		return err
	}))
}

// A passkey is made in the settings and signs in from then on, in a real browser; a device that lies does not, and
// one that was removed neither.
func TestPasskeyInABrowser(t *testing.T) {
	v := openScreen(t)
	s := newWorld(t, anyPort).serve()
	link := strings.Replace(s.link, "127.0.0.1", "localhost", 1)
	online := `document.querySelector("#state")?.dataset.state === "online"`
	said := func(key string) string {
		return `document.querySelector("#passkey")?.dataset.` + key + ` === document.querySelector("#passkey [role=status]")?.textContent`
	}
	page := "/settings/people/passkeys"
	v.do(chromedp.EmulateViewport(1180, 800), chromedp.Navigate(link))
	device := v.device()
	v.click("button[type=submit]")
	v.is(online)

	open := func() {
		t.Helper()
		v.do(chromedp.Navigate(strings.Split(link, "/signin")[0] + page))
		v.is(`document.querySelector("#settings .page-body")`)
	}
	open()
	v.is(`document.querySelectorAll("#settings tbody tr").length === 0`)
	v.press("#settings .choices .primary")
	v.is(`document.querySelector("#ask").open && document.querySelector("#ask").textContent.includes("localhost.")`)
	v.press("#ask button")
	v.is(`document.querySelectorAll("#settings tbody tr").length === 1 && document.querySelector("#settings tbody").textContent.includes("Chrome")`)
	v.clean("passkeys")
	v.shoot("people-passkeys")
	v.press("#settings .choices .primary") // the device has one already
	v.is(`document.querySelector("#ask").open && !document.querySelector("#ask").textContent.includes("localhost")`)
	v.press("#ask button")
	v.is(`!document.querySelector("#ask").open && document.querySelectorAll("#settings tbody tr").length === 1`)

	leave := func() {
		t.Helper()
		v.click(`form[action="/signout"] button`)
		v.is(`location.pathname === "/signin" && document.querySelector("#passkey") && !document.querySelector("#passkey").hidden`)
	}
	leave()
	v.clean("sign-in")
	v.shoot("signin")
	v.lies(device, true, false)
	v.click("#passkey button")
	v.is(said("refused"))
	v.lies(device, false, true)
	v.click("#passkey button")
	v.is(said("refused") + ` || ` + said("stopped")) // the browser itself may notice
	v.lies(device, false, false)
	v.click("#passkey button")
	v.is(online)

	open()
	v.press(`#settings tbody .link:nth-of-type(1)`)
	v.is(`document.querySelector("#ask").open`)
	v.do(chromedp.SetValue(chromedp.CSS("#ask input"), "il portatile"))
	v.press("#ask .primary")
	v.is(`document.querySelector("#settings tbody")?.textContent.includes("il portatile")`)
	v.press(`#settings tbody .link:nth-of-type(2)`)
	v.is(`document.querySelector("#ask").open`)
	v.press("#ask .primary")
	v.is(`document.querySelector("#settings .page-body .none")`)
	leave()
	v.click("#passkey button")
	v.is(said("refused"))
}

// Over TLS of the core's own, with a certificate the browser was told to know: the page, its socket and a passkey.
func TestPasskeyOverTLSInABrowser(t *testing.T) {
	w := newWorld(t, strings.Replace(anyPort, `channel "web" { listen = "127.0.0.1:0" }`, "channel \"web\" {\n  listen = \"127.0.0.1:0\"\n  tls {}\n}", 1))
	s := w.serve()
	text, err := os.ReadFile(filepath.Join(w.data, "tls", "own.pem"))
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(cert.RawSubjectPublicKeyInfo)
	v := openScreen(t, chromedp.Flag("ignore-certificate-errors-spki-list", base64.StdEncoding.EncodeToString(sum[:])))
	if !strings.HasPrefix(s.link, "https://localhost:") {
		t.Fatalf("the link is %s", s.link)
	}
	online := `location.protocol === "https:" && document.querySelector("#state")?.dataset.state === "online"`
	v.do(chromedp.EmulateViewport(1180, 800), chromedp.Navigate(s.link))
	v.device()
	v.click("button[type=submit]")
	v.is(online)
	v.do(chromedp.Navigate(strings.Split(s.link, "/signin")[0] + "/settings/people/passkeys"))
	v.is(`document.querySelector("#settings .page-body")`)
	v.press("#settings .choices .primary")
	v.is(`document.querySelector("#ask").open`)
	v.press("#ask button")
	v.is(`document.querySelectorAll("#settings tbody tr").length === 1`)
	v.click(`form[action="/signout"] button`)
	v.is(`location.pathname === "/signin" && document.querySelector("#passkey") && !document.querySelector("#passkey").hidden`)
	v.click("#passkey button")
	v.is(online)
}

// The way in by passkey takes only what our own page sends, and counts attempts with those by link.
func TestPasskeyDoor(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	s.link = strings.Replace(s.link, "127.0.0.1", "localhost", 1)
	base, err := url.Parse(s.link[:strings.Index(s.link, "/signin")])
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(base.String() + "/signin")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cookie := resp.Cookies()[0]
	form := s.formOf(cookie)
	post := func(path string, change func(h http.Header)) int {
		t.Helper()
		req, err := http.NewRequest(http.MethodPost, base.String()+path, strings.NewReader(`{"id":"x","answer":{}}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Origin", base.String())
		req.Header.Set("X-Form", form)
		req.Header.Set("Cookie", cookie.Name+"="+cookie.Value)
		change(req.Header)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if len(resp.Cookies()) > 0 {
			t.Errorf("%s sets %v", path, resp.Cookies())
		}
		return resp.StatusCode
	}
	for what, change := range map[string]func(h http.Header){
		"another origin":  func(h http.Header) { h.Set("Origin", "https://evil.example") },
		"no origin":       func(h http.Header) { h.Del("Origin") },
		"another site":    func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") },
		"no form":         func(h http.Header) { h.Del("X-Form") },
		"another's form":  func(h http.Header) { h.Set("X-Form", form[1:]+"x") },
		"no cookie":       func(h http.Header) { h.Del("Cookie") },
		"another browser": func(h http.Header) { h.Set("Cookie", cookie.Name+"=other") },
	} {
		for _, path := range []string{"/passkey/challenge", "/passkey/enter"} {
			if got := post(path, change); got != http.StatusForbidden {
				t.Errorf("%s, %s: %d", path, what, got)
			}
		}
	}
	as := func(http.Header) {}
	if got := post("/passkey/challenge", as); got != http.StatusOK {
		t.Errorf("our own page: %d", got)
	}
	if got := post("/passkey/enter", as); got != http.StatusUnauthorized {
		t.Errorf("an answer to nothing: %d", got)
	}
	for range 8 {
		post("/passkey/enter", as)
	}
	if got := post("/passkey/enter", as); got != http.StatusTooManyRequests {
		t.Errorf("one more attempt: %d", got)
	}
	if _, resp := s.present(); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a link after as many attempts: %s", resp.Status)
	}
}

// formOf is what the sign-in page gives the browser with that cookie.
func (s *server) formOf(cookie *http.Cookie) string {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.link, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.AddCookie(cookie)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	found := regexp.MustCompile(`data-form="([^"]+)"`).FindStringSubmatch(bodyOf(s.t, resp))
	if found == nil {
		s.t.Fatal("no form")
	}
	return found[1]
}

// Passkeys are their owner's alone: the others neither see nor touch them, whoever administers included.
func TestPasskeysAreOnesOwn(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	host := s.signIn()
	for id, params := range map[string]map[string]string{
		"unknown": {"route": "people/passkeys", "control": "remove", "row": "AAAA"},
		"renamed": {"route": "people/passkeys", "control": "rename", "row": "AAAA", "value": "x"},
	} {
		if got := host.refusal(id, "settings.act", params); got != "passkey_gone" {
			t.Errorf("%s: %s", id, got)
		}
	}
	if got := host.refusal("made", "settings.act", map[string]string{"route": "people/passkeys", "control": "add", "value": `{"name":"x","answer":{}}`}); got != "passkey_stale" {
		t.Errorf("an answer to nothing: %s", got)
	}
	if got := host.refusal("elsewhere", "passkeys.begin", map[string]string{"origin": "https://evil.example"}); got != "passkey_address" {
		t.Errorf("another site: %s", got)
	}
	var view settings.View
	host.call("open", "settings.open", map[string]string{"route": "people/passkeys", "lang": "it"}, &view)
	if len(view.Rows) != 0 || len(view.Facts) != 1 || !strings.HasPrefix(view.Facts[0].Value.Text, "http://localhost:") {
		t.Errorf("%+v", view)
	}
}
