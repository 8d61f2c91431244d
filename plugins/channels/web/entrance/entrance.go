package entrance

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/page"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// Methods of the core.
const (
	open = "session.open" // {token, agent} -> {session, expires}; nobody signed in yet
	show = "session.show" // -> {owner, name, lang, role}
)

// Call asks the core with a browser's session.
type Call func(ctx context.Context, token, method string, in, out any) error

// Desk is where browsers come in.
type Desk struct {
	Call     Call
	Core     sdk.Core
	Door     door.Door
	Cookies  door.Cookies
	Throttle *door.Throttle
	Language string // of a browser that states none
	Now      func() time.Time
}

// Here tells the sign-in page whether this browser is signed in already: after a click on a link in
// another site the browser keeps our strict cookie back, and only a request of our own page shows it.
func (d Desk) Here(w http.ResponseWriter, r *http.Request) {
	token := d.Cookies.Read(r, d.Cookies.Session())
	if token == "" || d.Call(r.Context(), token, show, struct{}{}, nil) != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Page asks for a confirmation and spends nothing: link previews and prefetchers only ever GET.
func (d Desk) Page(w http.ResponseWriter, r *http.Request) {
	d.write(w, r, http.StatusOK, "", r.URL.Query().Get("t"))
}

// Problem answers with the sign-in page and a sentence on it.
func (d Desk) Problem(w http.ResponseWriter, r *http.Request, status int, problem string) {
	d.write(w, r, status, problem, "")
}

func (d Desk) write(w http.ResponseWriter, r *http.Request, status int, problem, token string) {
	nonce := d.Cookies.Read(r, d.Cookies.Form())
	if nonce == "" {
		nonce = door.NewNonce()
		d.Cookies.Set(w, d.Cookies.Form(), nonce, d.Now().Add(time.Hour))
	}
	if len(token) > 256 {
		token = ""
	}
	page.WriteSignIn(w, status, page.SignIn{Lang: d.Lang(r, ""), Theme: Theme(r), Token: token, Form: door.FormToken(nonce), Problem: problem})
}

// Enter spends the one-time token and sets the session cookie.
func (d Desk) Enter(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		d.Problem(w, r, http.StatusBadRequest, "signin.stale")
		return
	}
	if !d.Door.OwnForm(r, d.Cookies.Read(r, d.Cookies.Form())) {
		d.write(w, r, http.StatusForbidden, "signin.stale", r.PostFormValue("t"))
		return
	}
	// After the origin: what another website makes a browser post uses up nobody's attempts.
	if wait, ok := d.Throttle.Admit(r.RemoteAddr); !ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		d.Problem(w, r, http.StatusTooManyRequests, "signin.throttled")
		return
	}
	var session struct {
		Session string    `json:"session"`
		Expires time.Time `json:"expires"`
	}
	err := d.Call(r.Context(), "", open, map[string]string{"token": r.PostFormValue("t"), "agent": clip(r.UserAgent(), 200)}, &session)
	switch {
	case err != nil && protocol.OutOfReach(err), err == nil && session.Session == "":
		d.write(w, r, http.StatusServiceUnavailable, "signin.unavailable", r.PostFormValue("t"))
	case err != nil:
		d.Problem(w, r, http.StatusUnauthorized, "signin.spent")
	default:
		d.Cookies.Set(w, d.Cookies.Session(), session.Session, session.Expires)
		d.Cookies.Clear(w, d.Cookies.Form())
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// Lang is the person's stored language, else what the address or the browser asks for, else the configured one.
func (d Desk) Lang(r *http.Request, stored string) string {
	wanted := []string{stored, r.URL.Query().Get("lang")}
	for tag := range strings.SplitSeq(clip(r.Header.Get("Accept-Language"), 200), ",") {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		primary, _, _ := strings.Cut(tag, "-")
		wanted = append(wanted, strings.ToLower(primary))
	}
	for _, l := range wanted {
		if l == "it" || l == "en" {
			return l
		}
	}
	return d.Language
}

// Theme is how the person wants pages of this browser to look. It is no secret: the page's script writes it.
func Theme(r *http.Request) string {
	if k, err := r.Cookie("metnos_theme"); err == nil && (k.Value == "light" || k.Value == "dark") {
		return k.Value
	}
	return ""
}

// clip cuts s to n bytes without leaving half a character.
func clip(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "")
	}
	return s
}
