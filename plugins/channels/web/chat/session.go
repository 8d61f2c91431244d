package chat

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Methods of the core's settings surface this channel uses.
const (
	methodOpen        = "session.open"        // {token, agent} -> {session, expires}; nobody signed in yet
	methodShow        = "session.show"        // -> {owner, name, lang}
	methodClose       = "session.close"       // the presented session ends everywhere
	methodPreferences = "preferences.set"     // {lang}
	methodSuggestions = "catalog.suggestions" // {lang} -> {suggestions: [text]}
)

// person is who the core says a session belongs to.
type person struct {
	Owner string `json:"owner"`
	Name  string `json:"name"`
	Lang  string `json:"lang"`
}

// opened is a new session.
type opened struct {
	Session string    `json:"session"`
	Expires time.Time `json:"expires"`
}

// sessions asks the core; nothing about a person is kept here.
type sessions struct {
	core    sdk.Core
	timeout time.Duration
}

func (s sessions) call(ctx context.Context, token, method string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	params, err := json.Marshal(in)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "", "%s: %w", method, err)
	}
	raw, err := s.core.Call(ctx, sdk.Presented{Token: token}, method, params)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return sdk.Errorf(sdk.ContractViolation, "", "%s: answer: %w", method, err)
	}
	return nil
}

// show resolves a session token. A missing or revoked one is AuthRequired.
func (s sessions) show(ctx context.Context, token string) (person, error) {
	if token == "" {
		return person{}, sdk.Errorf(sdk.AuthRequired, "session_missing", "no session presented")
	}
	var p person
	if err := s.call(ctx, token, methodShow, struct{}{}, &p); err != nil {
		return person{}, err
	}
	if p.Owner == "" {
		return person{}, sdk.Errorf(sdk.AuthRequired, "session_missing", "the core named no owner for this session")
	}
	return p, nil
}

// refused reports whether the core turned the session itself away, as opposed to being out of reach.
func refused(err error) bool { return sdk.ClassOf(err) == sdk.AuthRequired }

// cookies names our cookies after the port, because browsers share cookies between the ports of a host
// and two instances on one machine must not sign each other out.
type cookies struct {
	port   string
	secure bool
}

func (c cookies) session() string { return "metnos_session_" + c.port }
func (c cookies) form() string    { return "metnos_form_" + c.port }

func (c cookies) read(r *http.Request, name string) string {
	k, err := r.Cookie(name)
	if err != nil || len(k.Value) > 512 {
		return ""
	}
	return k.Value
}

func (c cookies) set(w http.ResponseWriter, name, value string, expires time.Time) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", Expires: expires,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode})
}

func (c cookies) clear(w http.ResponseWriter, name string) {
	http.SetCookie(w, &http.Cookie{Name: name, Path: "/", MaxAge: -1,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode})
}
