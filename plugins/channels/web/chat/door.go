package chat

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// contentPolicy allows the page's own files and its own socket, nothing else. Trusted Types turn any
// markup sink that slips into a script into an error.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; frame-ancestors 'none'; form-action 'self'; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// door decides which requests come from our own page at one of our own addresses.
type door struct {
	names map[string]bool // host names, lower case, no port
	https bool
}

func newDoor(s settings, addr net.Addr) door {
	d := door{names: map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}, https: s.HTTPS}
	for _, h := range append([]string{s.Listen, addr.String()}, s.Hosts...) {
		name := hostName(h)
		if ip := net.ParseIP(name); name != "" && (ip == nil || !ip.IsUnspecified()) {
			d.names[name] = true
		}
	}
	return d
}

// hostName strips port and brackets. A name is compared without its port: a rebound DNS name is told by
// the name, and a tunnel may well change the port.
func hostName(hostport string) string {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func (d door) hostAllowed(r *http.Request) bool { return d.names[hostName(r.Host)] }

// sameOrigin reports whether the Origin header names exactly the address the request was sent to.
func (d door) sameOrigin(r *http.Request) bool {
	values := r.Header.Values("Origin")
	if len(values) != 1 {
		return false
	}
	u, err := url.Parse(values[0])
	if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" {
		return false
	}
	want := "http"
	if d.https {
		want = "https"
	}
	return u.Scheme == want && strings.EqualFold(u.Host, r.Host) && d.names[hostName(u.Host)]
}

// ownForm reports whether a POST was made by our own page: the browser says so, and the form carries the
// token derived from a secret that only the cookie holds. Browsers send "Origin: null" from a page with
// no-referrer, so Sec-Fetch-Site decides when it is there.
func (d door) ownForm(r *http.Request, secret string) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	origin := r.Header.Get("Origin")
	switch {
	case site != "" && site != "same-origin":
		return false
	case site == "" && !d.sameOrigin(r):
		return false
	case origin != "" && origin != "null" && !d.sameOrigin(r):
		return false
	}
	given := r.PostFormValue("form")
	return secret != "" && subtle.ConstantTimeCompare([]byte(given), []byte(formToken(secret))) == 1
}

// formToken proves that a form was rendered for whoever holds the secret in a cookie.
func formToken(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("metnos web form v1"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func newNonce() string { return rand.Text() }

// guard answers only at our own names and puts the protective headers on everything.
func (d door) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		h.Set("Cache-Control", "no-store")
		if d.https {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !d.hostAllowed(r) {
			http.Error(w, "This address is not one of ours: "+hostName(r.Host)+
				". Add it to hosts in the channel \"web\" block, or use localhost.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
