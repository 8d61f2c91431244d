package chat

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/entrance"
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
	mux.HandleFunc("GET /signin", h.entry.Page)
	mux.HandleFunc("POST /signin", h.entry.Enter)
	mux.HandleFunc("GET /welcome", h.entry.Welcome)
	mux.HandleFunc("POST /welcome", h.entry.Answer)
	mux.HandleFunc("POST /signout", h.signOut)
	mux.HandleFunc("GET /session", h.entry.Here)
	mux.HandleFunc("GET /ws", h.socket)
	mux.Handle("GET /assets/", http.StripPrefix("/assets/", page.Assets()))
	keys := passkey.Desk{Call: h.sessions.call, Door: h.door, Cookies: h.cookies, Throttle: h.entry.Throttle}
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
		h.entry.Problem(w, r, http.StatusServiceUnavailable, "signin.unavailable")
	case who.Role == "admin" && r.URL.Path == "/" && h.entry.First(r.Context(), token):
		http.Redirect(w, r, "/welcome", http.StatusSeeOther)
	default:
		page.WriteChat(w, page.Chat{Lang: h.entry.Lang(r, who.Lang), Theme: entrance.Theme(r), Name: who.Name, Form: door.FormToken(token), Talk: entrance.Talk(r)})
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
		h.entry.Problem(w, r, http.StatusServiceUnavailable, "signout.failed")
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
