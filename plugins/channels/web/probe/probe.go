package probe

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/sdk"
)

// Methods of the core that are asked here.
const (
	methodLive    = "health.live"  // -> {status}; open to anybody
	methodHealth  = "health.show"  // -> {status, checks, ...}
	methodMetrics = "metrics.read" // -> {text}
)

// Desk serves /health and /metrics over the core.
type Desk struct {
	Call    func(ctx context.Context, token, method string, in, out any) error
	Cookies door.Cookies
}

// token is the session that was presented: that of the browser, or the one a machine sends as a bearer.
func (d Desk) token(r *http.Request) string {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return strings.TrimSpace(bearer)
	}
	return d.Cookies.Read(r, d.Cookies.Session())
}

// Health answers 200 while the core can work and 503 when it cannot. Only who administers sees more than that.
func (d Desk) Health(w http.ResponseWriter, r *http.Request) {
	var report json.RawMessage
	var err error = sdk.Errorf(sdk.AuthRequired, "session_missing", "no session presented")
	if token := d.token(r); token != "" {
		err = d.Call(r.Context(), token, methodHealth, struct{}{}, &report)
	}
	if err != nil {
		report = nil
		err = d.Call(r.Context(), "", methodLive, struct{}{}, &report)
	}
	var seen struct {
		Status string `json:"status"`
	}
	if err != nil || json.Unmarshal(report, &seen) != nil {
		report, seen.Status = json.RawMessage(`{"status":"unreachable"}`), "unreachable"
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if seen.Status != "ok" && seen.Status != "degraded" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = w.Write(append(report, '\n'))
}

// Metrics answers with the figures of the core, in the format of Prometheus, to who administers.
func (d Desk) Metrics(w http.ResponseWriter, r *http.Request) {
	var figures struct {
		Text string `json:"text"`
	}
	token := d.token(r)
	var err error = sdk.Errorf(sdk.AuthRequired, "session_missing", "no session presented")
	if token != "" {
		err = d.Call(r.Context(), token, methodMetrics, struct{}{}, &figures)
	}
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		status := http.StatusServiceUnavailable
		switch sdk.ClassOf(err) {
		case sdk.AuthRequired:
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Bearer realm="metnos"`)
		case sdk.PolicyDenied:
			status = http.StatusForbidden
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = io.WriteString(w, figures.Text)
}
