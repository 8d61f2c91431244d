package chat

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/page"
	"github.com/metnos/metnos/plugins/channels/web/parcel"
	"github.com/metnos/metnos/plugins/channels/web/passkey"
	"github.com/metnos/metnos/plugins/channels/web/probe"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
)

const maxForm = 8 << 10 // bytes of a posted form

func (h *house) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", h.chat)
	mux.HandleFunc("GET /settings/", h.chat)
	mux.HandleFunc("GET /settings", h.chat)
	mux.HandleFunc("GET /signin", h.signInPage)
	mux.HandleFunc("POST /signin", h.signIn)
	mux.HandleFunc("POST /signout", h.signOut)
	mux.HandleFunc("GET /session", h.session)
	mux.HandleFunc("GET /ws", h.socket)
	mux.Handle("GET /assets/", http.StripPrefix("/assets/", page.Assets()))
	keys := passkey.Desk{Call: h.sessions.call, Door: h.door, Cookies: h.cookies, Throttle: h.throttle}
	mux.HandleFunc("POST /passkey/challenge", keys.Challenge)
	mux.HandleFunc("POST /passkey/enter", keys.Enter)
	desk := parcel.Desk{Call: h.sessions.call, Door: h.door, Cookies: h.cookies}
	mux.HandleFunc("GET /file/{token}", desk.Hand)
	watch := probe.Desk{Call: h.sessions.call, Cookies: h.cookies}
	mux.HandleFunc("GET /health", watch.Health)
	mux.HandleFunc("GET /metrics", watch.Metrics)
	outer := http.NewServeMux()
	outer.HandleFunc("POST /upload", desk.Receive)
	outer.Handle("/", http.MaxBytesHandler(mux, maxForm))
	return h.door.Guard(outer)
}

// chat is the page, for whoever is signed in.
func (h *house) chat(w http.ResponseWriter, r *http.Request) {
	token := h.cookies.Read(r, h.cookies.Session())
	who, err := h.sessions.show(r.Context(), token)
	switch {
	case refused(err):
		http.Redirect(w, r, "/signin", http.StatusSeeOther)
	case err != nil:
		h.signInProblem(w, r, http.StatusServiceUnavailable, "signin.unavailable")
	default:
		page.WriteChat(w, page.Chat{Lang: h.lang(r, who.Lang), Theme: theme(r), Name: who.Name, Form: door.FormToken(token)})
	}
}

// theme is how the person wants pages of this browser to look. It is no secret: the page's script writes it.
func theme(r *http.Request) string {
	if k, err := r.Cookie("metnos_theme"); err == nil && (k.Value == "light" || k.Value == "dark") {
		return k.Value
	}
	return ""
}

// session tells the sign-in page whether this browser is signed in already: after a click on a link in
// another site the browser keeps our strict cookie back, and only a request of our own page shows it.
func (h *house) session(w http.ResponseWriter, r *http.Request) {
	if _, err := h.sessions.show(r.Context(), h.cookies.Read(r, h.cookies.Session())); err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// signInPage asks for a confirmation and spends nothing: link previews and prefetchers only ever GET.
func (h *house) signInPage(w http.ResponseWriter, r *http.Request) {
	h.writeSignIn(w, r, http.StatusOK, "", r.URL.Query().Get("t"))
}

func (h *house) signInProblem(w http.ResponseWriter, r *http.Request, status int, problem string) {
	h.writeSignIn(w, r, status, problem, "")
}

func (h *house) writeSignIn(w http.ResponseWriter, r *http.Request, status int, problem, token string) {
	nonce := h.cookies.Read(r, h.cookies.Form())
	if nonce == "" {
		nonce = door.NewNonce()
		h.cookies.Set(w, h.cookies.Form(), nonce, h.now().Add(time.Hour))
	}
	if len(token) > 256 {
		token = ""
	}
	page.WriteSignIn(w, status, page.SignIn{Lang: h.lang(r, ""), Theme: theme(r), Token: token, Form: door.FormToken(nonce), Problem: problem})
}

// signIn spends the one-time token and sets the session cookie.
func (h *house) signIn(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		h.signInProblem(w, r, http.StatusBadRequest, "signin.stale")
		return
	}
	if !h.door.OwnForm(r, h.cookies.Read(r, h.cookies.Form())) {
		h.writeSignIn(w, r, http.StatusForbidden, "signin.stale", r.PostFormValue("t"))
		return
	}
	// After the origin: what another website makes a browser post uses up nobody's attempts.
	if wait, ok := h.throttle.Admit(r.RemoteAddr); !ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		h.signInProblem(w, r, http.StatusTooManyRequests, "signin.throttled")
		return
	}
	var session opened
	err := h.sessions.call(r.Context(), "", methodOpen,
		map[string]string{"token": r.PostFormValue("t"), "agent": clip(r.UserAgent(), 200)}, &session)
	switch {
	case err != nil && outOfReach(err), err == nil && session.Session == "":
		h.writeSignIn(w, r, http.StatusServiceUnavailable, "signin.unavailable", r.PostFormValue("t"))
	case err != nil:
		h.signInProblem(w, r, http.StatusUnauthorized, "signin.spent")
	default:
		h.cookies.Set(w, h.cookies.Session(), session.Session, session.Expires)
		h.cookies.Clear(w, h.cookies.Form())
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// signOut revokes the session in the core, then closes its tabs.
func (h *house) signOut(w http.ResponseWriter, r *http.Request) {
	token := h.cookies.Read(r, h.cookies.Session())
	if r.ParseForm() != nil || !h.door.OwnForm(r, token) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	who, err := h.sessions.show(r.Context(), token)
	if err == nil {
		err = h.sessions.call(r.Context(), token, methodClose, struct{}{}, nil)
	}
	if err != nil && !refused(err) {
		h.signInProblem(w, r, http.StatusServiceUnavailable, "signout.failed")
		return
	}
	h.room.dismiss(who.Owner, token)
	h.cookies.Clear(w, h.cookies.Session())
	http.Redirect(w, r, "/signin", http.StatusSeeOther)
}

var buffers sync.Pool

// socket upgrades to a WebSocket. A foreign page is refused before the upgrade; a session that does not
// hold is refused after it, because only a close code tells the page the difference between "sign in" and
// "try again".
func (h *house) socket(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{
		HandshakeTimeout: 5 * time.Second,
		ReadBufferSize:   4096, WriteBufferSize: 4096, WriteBufferPool: &buffers,
		CheckOrigin: h.door.SameOrigin,
	}
	token := h.cookies.Read(r, h.cookies.Session())
	who, err := h.sessions.show(r.Context(), token)
	conn, upgradeErr := upgrader.Upgrade(w, r, nil)
	if upgradeErr != nil {
		return // Upgrade has answered
	}
	s := newSocket(h, conn, token, who)
	h.tabs.Add(1)
	defer h.tabs.Done()
	switch {
	case refused(err):
		s.end(protocol.CloseSignedOut, "sign in")
	case err != nil:
		s.end(protocol.CloseTryLater, "core out of reach")
	case !h.room.join(s):
		s.end(protocol.CloseTooMany, "too many tabs")
	}
	defer h.room.leave(s)
	s.run()
}

// lang is the person's stored language, else what the address or the browser asks for, else the configured one.
func (h *house) lang(r *http.Request, stored string) string {
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
	return h.settings.Language
}

// clip cuts s to n bytes without leaving half a character.
func clip(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "")
	}
	return s
}
