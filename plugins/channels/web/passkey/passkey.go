package passkey

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/sdk"
)

// Methods of the core.
const (
	challenge = "passkeys.challenge" // {origin, browser} -> {id, options}
	enter     = "session.passkey"    // {id, browser, answer, agent} -> {session, expires}
)

// Desk is where browsers sign in by passkey.
type Desk struct {
	Call     func(ctx context.Context, token, method string, in, out any) error
	Door     door.Door
	Cookies  door.Cookies
	Throttle *door.Throttle
}

// Challenge gives a browser what its device has to sign.
func (d Desk) Challenge(w http.ResponseWriter, r *http.Request) {
	browser, ok := d.own(w, r)
	if !ok || !d.admit(w, r) {
		return
	}
	var begun struct {
		ID      string          `json:"id"`
		Options json.RawMessage `json:"options"`
	}
	if err := d.Call(r.Context(), "", challenge, map[string]string{"origin": d.Door.Origin(r), "browser": browser}, &begun); err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(begun)
}

// Enter takes what the device signed and, when the core accepts it, sets the session cookie.
func (d Desk) Enter(w http.ResponseWriter, r *http.Request) {
	browser, ok := d.own(w, r)
	if !ok || !d.admit(w, r) {
		return
	}
	var signed struct {
		ID     string          `json:"id"`
		Answer json.RawMessage `json:"answer"`
	}
	if err := json.NewDecoder(r.Body).Decode(&signed); err != nil {
		refuse(w, sdk.Errorf(sdk.WrongArgs, "web_request_invalid", "%w", err))
		return
	}
	var session struct {
		Session string    `json:"session"`
		Expires time.Time `json:"expires"`
	}
	err := d.Call(r.Context(), "", enter, map[string]any{"id": signed.ID, "browser": browser, "answer": signed.Answer, "agent": agent(r)}, &session)
	if err == nil && session.Session == "" {
		err = sdk.Errorf(sdk.ContractViolation, "", "the core gave no session")
	}
	if err != nil {
		refuse(w, err)
		return
	}
	d.Cookies.Set(w, d.Cookies.Session(), session.Session, session.Expires)
	d.Cookies.Clear(w, d.Cookies.Form())
	w.WriteHeader(http.StatusNoContent)
}

// own refuses what our own sign-in page did not send, and says which browser it is: the core binds the challenge to
// it, and needs not know the secret itself.
func (d Desk) own(w http.ResponseWriter, r *http.Request) (browser string, ok bool) {
	secret := d.Cookies.Read(r, d.Cookies.Form())
	if !d.Door.OwnRequest(r, r.Header.Get("X-Form"), secret) {
		refuse(w, sdk.Errorf(sdk.PolicyDenied, "web_request_invalid", "not from our own page"))
		return "", false
	}
	sum := sha256.Sum256([]byte("metnos passkey browser v1 " + secret))
	return hex.EncodeToString(sum[:]), true
}

func (d Desk) admit(w http.ResponseWriter, r *http.Request) bool {
	wait, ok := d.Throttle.Admit(r.RemoteAddr)
	if !ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		w.WriteHeader(http.StatusTooManyRequests)
	}
	return ok
}

// refuse answers with what kind of failure it is and nothing more: who was close must not learn it.
func refuse(w http.ResponseWriter, err error) {
	status := http.StatusServiceUnavailable
	switch sdk.ClassOf(err) {
	case sdk.AuthRequired:
		status = http.StatusUnauthorized
	case sdk.PolicyDenied:
		status = http.StatusForbidden
	case sdk.WrongArgs:
		status = http.StatusBadRequest
	case sdk.RateLimited:
		status = http.StatusTooManyRequests
	}
	w.WriteHeader(status)
}

func agent(r *http.Request) string {
	s := r.UserAgent()
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "")
	}
	return s
}
