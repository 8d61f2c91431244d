package probe

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/sdk"
)

// core answers by the token: "admin", "guest", nobody; down answers nothing.
func ask(_ context.Context, token, method string, _, out any) error {
	switch {
	case token == "down" || method == methodLive && token != "":
		return sdk.Errorf(sdk.Unavailable, "down", "out of reach")
	case method == methodLive:
		return json.Unmarshal([]byte(`{"status":"failing"}`), out)
	case token == "guest":
		return sdk.Errorf(sdk.PolicyDenied, "role_needed", "not theirs")
	case token != "admin":
		return sdk.Errorf(sdk.AuthRequired, "session_unknown", "nobody")
	case method == methodHealth:
		return json.Unmarshal([]byte(`{"status":"degraded","checks":[]}`), out)
	}
	return json.Unmarshal([]byte(`{"text":"a 1\n"}`), out)
}

func TestDesk(t *testing.T) {
	d := Desk{Call: ask, Cookies: door.Cookies{Port: "1"}}
	for _, c := range []struct {
		path, token string
		status      int
		body        string
	}{
		{"/metrics", "admin", 200, "a 1\n"}, {"/metrics", "guest", 403, "Forbidden\n"}, {"/metrics", "", 401, "Unauthorized\n"},
		{"/metrics", "else", 401, "Unauthorized\n"}, {"/metrics", "down", 503, "Service Unavailable\n"},
		{"/health", "admin", 200, `{"status":"degraded","checks":[]}` + "\n"}, {"/health", "guest", 503, `{"status":"failing"}` + "\n"}, {"/health", "", 503, `{"status":"failing"}` + "\n"},
	} {
		for _, cookie := range []bool{false, true} {
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", c.path, nil)
			if cookie && c.token != "" {
				r.AddCookie(&http.Cookie{Name: "metnos_session_1", Value: c.token})
			} else if c.token != "" {
				r.Header.Set("Authorization", "Bearer "+c.token)
			}
			if c.path == "/metrics" {
				d.Metrics(w, r)
			} else {
				d.Health(w, r)
			}
			if w.Code != c.status || w.Body.String() != c.body || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s as %q: %d %q", c.path, c.token, w.Code, w.Body)
			}
			if challenge := w.Header().Get("WWW-Authenticate"); (w.Code == 401) != strings.HasPrefix(challenge, "Bearer") {
				t.Errorf("%s as %q asks %q", c.path, c.token, challenge)
			}
		}
	}
	d.Call = func(context.Context, string, string, any, any) error {
		return sdk.Errorf(sdk.Unavailable, "down", "out of reach")
	}
	w := httptest.NewRecorder()
	if d.Health(w, httptest.NewRequest("GET", "/health", nil)); w.Code != 503 || w.Body.String() != `{"status":"unreachable"}`+"\n" {
		t.Errorf("a core out of reach: %d %q", w.Code, w.Body)
	}
}
