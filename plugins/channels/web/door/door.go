package door

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

// Door decides which requests come from our own page at one of our own addresses.
type Door struct {
	names map[string]bool // host names, lower case, no port
	https bool
}

// New knows the loopback names and every name or host:port given; https says that a proxy in front ends
// TLS. An unspecified address (0.0.0.0, ::) is no name.
func New(https bool, hosts ...string) Door {
	d := Door{names: map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}, https: https}
	for _, h := range hosts {
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

func (d Door) hostAllowed(r *http.Request) bool { return d.names[hostName(r.Host)] }

// SameOrigin reports whether the Origin header names exactly the address the request was sent to.
func (d Door) SameOrigin(r *http.Request) bool {
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

// Origin is the address a request was sent to, as the browser names it.
func (d Door) Origin(r *http.Request) string {
	if d.https {
		return "https://" + strings.ToLower(r.Host)
	}
	return "http://" + strings.ToLower(r.Host)
}

// OwnForm reports whether a POST was made by our own page: the browser says so, and the form carries the
// token derived from a secret that only the cookie holds. Browsers send "Origin: null" from a page with
// no-referrer, so Sec-Fetch-Site decides when it is there.
func (d Door) OwnForm(r *http.Request, secret string) bool {
	return d.OwnRequest(r, r.PostFormValue("form"), secret)
}

// OwnRequest is OwnForm for a request that carries the token elsewhere than in a form.
func (d Door) OwnRequest(r *http.Request, given, secret string) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	origin := r.Header.Get("Origin")
	switch {
	case site != "" && site != "same-origin":
		return false
	case site == "" && !d.SameOrigin(r):
		return false
	case origin != "" && origin != "null" && !d.SameOrigin(r):
		return false
	}
	return secret != "" && subtle.ConstantTimeCompare([]byte(given), []byte(FormToken(secret))) == 1
}

// FormToken proves that a form was rendered for whoever holds the secret in a cookie.
func FormToken(secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("metnos web form v1"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// NewNonce is a fresh secret for a cookie.
func NewNonce() string { return rand.Text() }

// Guard answers only at our own names and puts the protective headers on everything.
func (d Door) Guard(next http.Handler) http.Handler {
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
