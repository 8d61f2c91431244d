package chat

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

var attribute = regexp.MustCompile(`(src|href|action)="([^"]*)"`)

func TestHeadersOnEveryAnswer(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	for _, path := range []string{"/", "/signin", "/nowhere", "/session", "/ws"} {
		resp, _ := b.get(path)
		h := resp.Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
			"img-src 'self' data:", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q lacks %q", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%s: policy %q is loose", path, csp)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY"} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestPageLoadsNothingFromElsewhere(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	for _, path := range []string{"/", "/signin"} {
		_, html := b.get(path)
		for _, ref := range attribute.FindAllStringSubmatch(html, -1) {
			if strings.HasPrefix(ref[2], "#") {
				continue
			}
			if !strings.HasPrefix(ref[2], "/") || strings.HasPrefix(ref[2], "//") || strings.Contains(ref[2], "\\") {
				t.Errorf("%s refers to %q", path, ref[2])
				continue
			}
			if ref[1] == "action" {
				continue // a form of this site, not a page
			}
			if resp, _ := b.get(ref[2]); resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", ref[2], resp.Status)
			}
		}
	}
}

func TestAnonymousVisitorIsSentToSignIn(t *testing.T) {
	r := start(t)
	resp, _ := r.browser().get("/")
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/signin" {
		t.Fatalf("answered %s to %q", resp.Status, resp.Header.Get("Location"))
	}
}

func TestSignInLinkIsSpentByPostOnce(t *testing.T) {
	r := start(t)
	r.core.link("once", "anna")
	b := r.browser()
	var html string
	for range 3 { // link previews, prefetch, the person
		_, html = b.get("/signin?t=once")
	}
	if r.core.opens != 0 {
		t.Fatalf("GET reached the core %d times", r.core.opens)
	}
	form := url.Values{"t": {"once"}, "form": {formField.FindStringSubmatch(html)[1]}}
	resp := b.post("/signin", form, nil)
	body(t, resp)
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("sign-in answered %s", resp.Status)
	}
	var session *http.Cookie
	for _, k := range resp.Cookies() {
		if strings.HasPrefix(k.Name, "metnos_session_") {
			session = k
		}
	}
	if session == nil || !session.HttpOnly || session.SameSite != http.SameSiteStrictMode || session.Secure {
		t.Fatalf("session cookie %+v", session)
	}
	if resp, html := b.get("/"); resp.StatusCode != http.StatusOK || !strings.Contains(html, "anna") {
		t.Fatalf("page after sign-in: %s", resp.Status)
	}
	again := r.browser()
	_, html = again.get("/signin?t=once")
	form.Set("form", formField.FindStringSubmatch(html)[1])
	resp = again.post("/signin", form, nil)
	if html := body(t, resp); resp.StatusCode != http.StatusUnauthorized || !strings.Contains(html, "già stato usato") {
		t.Fatalf("second use answered %s", resp.Status)
	}
	if again.session() != "" {
		t.Fatal("second use got a session")
	}
}

func TestSignInSurvivesAnOutageOfTheCore(t *testing.T) {
	r := start(t)
	r.core.link("once", "anna")
	b := r.browser()
	_, html := b.get("/signin?t=once")
	form := url.Values{"t": {"once"}, "form": {formField.FindStringSubmatch(html)[1]}}
	r.core.outage(sdk.Errorf(sdk.Unavailable, "", "starting"))
	resp := b.post("/signin", form, nil)
	if html := body(t, resp); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(html, `value="once"`) {
		t.Fatalf("answered %s without offering the link again", resp.Status)
	}
	r.core.outage(nil)
	resp = b.post("/signin", form, nil)
	body(t, resp)
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("answered %s", resp.Status)
	}
}

func TestSignInIsThrottled(t *testing.T) {
	now := time.Now()
	r := start(t, func(c *Channel, _ *fakeCore) { c.now = func() time.Time { return now } })
	b := r.browser()
	_, html := b.get("/signin?t=guess")
	form := url.Values{"t": {"guess"}, "form": {formField.FindStringSubmatch(html)[1]}}
	for range 20 { // another website's forms use up nobody's attempts
		resp := b.post("/signin", form, map[string]string{"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"})
		body(t, resp)
		if resp.StatusCode != http.StatusForbidden {
			t.Fatalf("a foreign form answered %s", resp.Status)
		}
	}
	for i := range 11 {
		resp := b.post("/signin", form, nil)
		body(t, resp)
		if limited := resp.StatusCode == http.StatusTooManyRequests; limited != (i == 10) {
			t.Fatalf("attempt %d answered %s", i+1, resp.Status)
		}
		if i == 10 && resp.Header.Get("Retry-After") == "" {
			t.Fatal("no Retry-After")
		}
	}
	now = now.Add(time.Minute)
	resp := b.post("/signin", form, nil)
	body(t, resp)
	if resp.StatusCode == http.StatusTooManyRequests {
		t.Fatal("still throttled a minute later")
	}
}

func TestSignOutRevokesAndClosesItsTabs(t *testing.T) {
	r := start(t)
	b := r.browser()
	session := b.signIn("anna")
	other := r.browser()
	other.signIn("anna")
	mine, theirs := b.tab(), other.tab()
	mine.resume("c_conversation", 0)
	theirs.resume("c_conversation", 0)
	_, html := b.get("/")
	resp := b.post("/signout", url.Values{"form": {"wrong"}}, nil)
	body(t, resp)
	if b.session() != session {
		t.Fatal("a form without its token signed out")
	}
	resp = b.post("/signout", url.Values{"form": {formField.FindStringSubmatch(html)[1]}}, nil)
	body(t, resp)
	if resp.Header.Get("Location") != "/signin" || b.session() != "" {
		t.Fatalf("sign-out answered %s to %q", resp.Status, resp.Header.Get("Location"))
	}
	if code := mine.closed(); code != protocol.CloseSignedOut {
		t.Fatalf("tab closed with %d", code)
	}
	if _, ack := theirs.resume("c_conversation", 0); ack.Ack == "" {
		t.Fatalf("the other session was closed too: %+v", ack)
	}
	r.core.mu.Lock()
	defer r.core.mu.Unlock()
	if _, alive := r.core.sessions[session]; alive {
		t.Fatal("the core still honours the session")
	}
}

func TestBehindTLSCookiesAreSecure(t *testing.T) {
	r := start(t, func(_ *Channel, c *fakeCore) { c.config = `{"https":true,"hosts":["chat.example.org"]}` })
	resp, _ := r.browser().get("/signin?t=x")
	for _, k := range resp.Cookies() {
		if !k.Secure {
			t.Errorf("cookie %s is not Secure", k.Name)
		}
	}
	if len(resp.Cookies()) == 0 || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Fatal("no cookie or no HSTS")
	}
}

func TestUnknownSettingIsRefused(t *testing.T) {
	_, err := decodeSettings([]byte(`{"lisen":"127.0.0.1:1"}`))
	if sdk.ClassOf(err) != sdk.WrongArgs || !strings.Contains(err.Error(), "lisen") {
		t.Fatalf("got %v", err)
	}
}

func TestOversizeBodiesAndHeadersAreRefused(t *testing.T) {
	r := start(t)
	b := r.browser()
	resp := b.post("/signin", url.Values{"t": {strings.Repeat("a", maxForm+1)}}, nil)
	body(t, resp)
	if resp.StatusCode != http.StatusBadRequest || r.core.opens != 0 {
		t.Fatalf("large body answered %s", resp.Status)
	}
	req, _ := http.NewRequest("GET", r.base+"/signin", nil)
	req.Header.Set("X-Large", strings.Repeat("a", 64<<10))
	resp, err := b.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body(t, resp)
	if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Fatalf("large header answered %s", resp.Status)
	}
}

func TestLanguage(t *testing.T) {
	r := start(t)
	b := r.browser()
	for accept, want := range map[string]string{"en-US,en;q=0.9,it;q=0.5": "en", "it-IT": "it", "de": "it", "de,en;q=0.3": "en", "": "it"} {
		req, _ := http.NewRequest("GET", r.base+"/signin", nil)
		req.Header.Set("Accept-Language", accept)
		resp, err := b.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if html := body(t, resp); !strings.Contains(html, `<html lang="`+want+`">`) {
			t.Errorf("%q: not in %s", accept, want)
		}
	}
}
