package door

import (
	"net/http"
	"time"
)

// Cookies names our cookies after the port, because browsers share cookies between the ports of a host
// and two instances on one machine must not sign each other out.
type Cookies struct {
	Port   string
	Secure bool // behind TLS
}

// Session names the cookie that holds the session token.
func (c Cookies) Session() string { return c.prefix() + "metnos_session_" + c.Port }

// Form names the cookie that holds the secret of a form.
func (c Cookies) Form() string { return c.prefix() + "metnos_form_" + c.Port }

// prefix has the browser take the cookie over TLS from this very host alone: no neighbouring name can plant one.
func (c Cookies) prefix() string {
	if c.Secure {
		return "__Host-"
	}
	return ""
}

// Read returns the value of a cookie, or "".
func (c Cookies) Read(r *http.Request, name string) string {
	k, err := r.Cookie(name)
	if err != nil || len(k.Value) > 512 {
		return ""
	}
	return k.Value
}

// Set stores a cookie that scripts cannot read and other sites cannot send.
func (c Cookies) Set(w http.ResponseWriter, name, value string, expires time.Time) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", Expires: expires,
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteStrictMode})
}

// Clear makes the browser forget a cookie.
func (c Cookies) Clear(w http.ResponseWriter, name string) {
	http.SetCookie(w, &http.Cookie{Name: name, Path: "/", MaxAge: -1,
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteStrictMode})
}
