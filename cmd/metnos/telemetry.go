package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/sdk"
)

// openTelemetry shows figures on an address of this machine and sends spans, where the configuration says so. The figures
// are read by anyone on the machine: they say nothing of anybody.
func (in *Instance) openTelemetry(ctx context.Context, app *App) error {
	if url := in.Config.Telemetry.OTLP; url != "" {
		stop, err := in.Meter.Export(ctx, url, version)
		if err != nil {
			return err
		}
		in.onClose(func() error {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			defer cancel()
			return stop(ctx)
		})
	}
	address := in.Config.Telemetry.Listen
	if address == "" {
		return nil
	}
	listener, err := listen(address, false)
	if err != nil {
		return err
	}
	in.figures = listener.Addr().String()
	server := &http.Server{Handler: ownHost(in.figuresHandler()), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 20 * time.Second, MaxHeaderBytes: 16 << 10}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	in.onClose(func() error {
		err := server.Close()
		if served := <-done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	})
	fmt.Fprintln(app.Out, app.say("telemetry_ready", i18n.Params{"address": "http://" + in.figures}))
	return nil
}

func (in *Instance) figuresHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", in.Meter.Handler())
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		h := in.health(r.Context(), "en")
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if h.Status == failing {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // who asked is gone
	})
	return mux
}

// ownHost refuses requests for another name: a page elsewhere could point one at this machine and read what it answers.
func ownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(host, "80")
		}
		if !local(host) {
			http.Error(w, "unknown host", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// telemetryMethods are what the page asks: whether all is well is open to anybody, everything else is for whoever
// administers.
func (in *Instance) telemetryMethods() []gateway.Method {
	return []gateway.Method{
		{Name: "health.live", Role: "", Call: func(ctx context.Context, _ gateway.Caller, _ json.RawMessage) (any, error) {
			return map[string]string{"status": in.live(ctx)}, nil
		}},
		{Name: "health.show", Role: people.Admin, Call: func(ctx context.Context, _ gateway.Caller, _ json.RawMessage) (any, error) {
			return in.health(ctx, "en"), nil
		}},
		{Name: "metrics.read", Role: people.Admin, Call: func(context.Context, gateway.Caller, json.RawMessage) (any, error) {
			w := httptest.NewRecorder()
			in.Meter.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			if w.Code != http.StatusOK {
				return nil, sdk.Errorf(sdk.ServerError, "metrics_unreadable", "status %d", w.Code)
			}
			return map[string]string{"text": w.Body.String()}, nil
		}},
	}
}

// portOf is the port of an address as the kernel writes it: four hex digits, "" when there is none.
func portOf(address string) string {
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%04X", port)
}
