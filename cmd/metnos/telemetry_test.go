package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// get reads an address, with another name of the host when one is given.
func (s *server) get(client *http.Client, address, host string, header ...string) (int, string) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Host = host
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// session is the token of a browser that has signed in.
func (p *person) session() string {
	for _, c := range p.http.Jar.Cookies(p.base) {
		if strings.HasPrefix(c.Name, "metnos_session_") {
			return c.Value
		}
	}
	p.t.Fatal("no session")
	return ""
}

// figures is the address a server says its figures have.
func (s *server) figures() string {
	said := regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/metrics`).FindStringSubmatch(s.said)
	if said == nil {
		s.t.Fatalf("no address of figures in %s", s.said)
	}
	return said[1]
}

// paired adds a person and returns their sign-in link.
func (s *server) paired(name, role string) string {
	s.t.Helper()
	if out, err := s.command("user", "add", name, "--role", role).CombinedOutput(); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	out, err := s.command("--json", "user", "pair", name).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	var pair struct{ URL string }
	if err := json.Unmarshal(out, &pair); err != nil || pair.URL == "" {
		s.t.Fatalf("%s: %v", out, err)
	}
	return pair.URL
}

// Whoever administers reads the figures and the health of a running server on the page's own address; anybody learns whether
// it works, and nothing else.
func TestWebFigures(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	p.final()
	base, stranger := p.base.String(), &http.Client{}
	if status, _ := s.get(stranger, base+"/metrics", ""); status != http.StatusUnauthorized {
		t.Errorf("a stranger gets figures: %d", status)
	}
	if status, _ := s.get(stranger, base+"/metrics", "", "Authorization", "Bearer nonsense"); status != http.StatusUnauthorized {
		t.Errorf("a made-up session gets figures: %d", status)
	}
	status, text := s.get(p.http, base+"/metrics", "")
	for _, want := range []string{
		`metnos_turns_total{channel="web",origin="compose",outcome="answer"} 1`, `metnos_steps_total{executor="find_files",outcome="ok"} `,
		`metnos_plugin_starts_total{outcome="ok"} 1`, `metnos_turns_waiting 0`, `metnos_data_bytes{part="store"} `, `metnos_sandbox_level `, `metnos_executors{state="active"} `,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("%d: no %s ", status, want)
		}
	}
	if open := regexp.MustCompile(`\nmetnos_connections (\d+)\n`).FindStringSubmatch(text); open == nil || open[1] == "0" {
		t.Errorf("an open socket is not counted: %v", open)
	}
	if leak := regexp.MustCompile(`(?i)documenti|PDF|c_first`).FindString(text); leak != "" {
		t.Errorf("the figures say %q", leak)
	}
	if status, again := s.get(stranger, base+"/metrics", "", "Authorization", "Bearer "+p.session()); status != http.StatusOK || !strings.Contains(again, "metnos_turns_total") {
		t.Errorf("a session as a bearer: %d", status)
	}

	if status, text := s.get(stranger, base+"/health", ""); status != http.StatusOK || !regexp.MustCompile(`^\{"status":"(ok|degraded)"\}\n$`).MatchString(text) {
		t.Errorf("a stranger's health: %d %q", status, text)
	}
	var h healthReport
	if status, text := s.get(p.http, base+"/health", ""); status != http.StatusOK || json.Unmarshal([]byte(text), &h) != nil || len(h.Checks) < 7 || h.Status == failing || h.Since.IsZero() {
		t.Errorf("%d %s", status, text)
	}
	for _, c := range h.Checks {
		if c.Level == "fail" || c.What == "" || c.Detail == "" {
			t.Errorf("%+v", c)
		}
	}
	guest := s.signInAt(s.paired("bianca", "guest"))
	if status, _ := s.get(guest.http, base+"/metrics", ""); status != http.StatusForbidden {
		t.Errorf("a guest gets figures: %d", status)
	}
	if status, text := s.get(guest.http, base+"/health", ""); status != http.StatusOK || strings.Contains(text, "checks") {
		t.Errorf("a guest's health: %d %s", status, text)
	}
}

// With a block of its own the figures have an address programs of this machine read, and turns leave traces that a real
// collector takes: the turn, what composed it, its steps.
func TestTelemetryBlock(t *testing.T) {
	var mu sync.Mutex
	parents, ids, raw := map[string]string{}, map[string]string{}, []byte(nil)
	arrived := make(chan struct{}, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var in collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &in) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		raw = append(raw, body...)
		for _, resource := range in.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, span := range scope.Spans {
					ids[span.Name], parents[span.Name] = string(span.SpanId), string(span.ParentSpanId)
				}
			}
		}
		arrived <- struct{}{}
	}))
	defer receiver.Close()
	w := newWorld(t, anyPort+"telemetry {\n  listen = \"127.0.0.1:0\"\n  otlp = \""+receiver.URL+"\"\n}\n")
	s := w.serve()
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	p.final()
	select {
	case <-arrived:
	case <-time.After(20 * time.Second):
		t.Fatal("no span arrived")
	}
	mu.Lock()
	if ids["turn"] == "" || parents["turn"] != "" || parents["compose"] != ids["turn"] || parents["step"] != ids["turn"] {
		t.Errorf("spans %v, parents %v", ids, parents)
	}
	if leak := regexp.MustCompile(`(?i)documenti|uno\.pdf|c_first`).Find(raw); leak != nil {
		t.Errorf("a span says %q", leak)
	}
	mu.Unlock()

	figures := s.figures()
	for path, want := range map[string]string{"/metrics": `metnos_turns_total{channel="web",origin="compose",outcome="answer"} 1`, "/health": `"status":"`} {
		if status, text := s.get(&http.Client{}, figures+path, ""); status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	if status, _ := s.get(&http.Client{}, figures+"/metrics", "evil.example:80"); status != http.StatusMisdirectedRequest {
		t.Errorf("under another name: %d", status)
	}
	if status, _ := s.get(&http.Client{}, figures+"/", ""); status != http.StatusNotFound {
		t.Errorf("something else is served: %d", status)
	}
}

// A data folder that takes no file is a core that can do nothing, and says so.
func TestHealthOfAFullDisk(t *testing.T) {
	if err := writable(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := writable(t.TempDir() + "/absent"); err == nil {
		t.Error("a folder that is not there takes files")
	}
	for want, levels := range map[string][]string{fine: {"ok", "ok"}, limping: {"ok", "warn"}, failing: {"warn", "fail", "ok"}} {
		var list []finding
		for _, level := range levels {
			list = append(list, finding{Level: level})
		}
		if got := worst(list); got != want {
			t.Errorf("%v: %s", levels, got)
		}
	}
}
