package meter

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

func told(t *testing.T, m *Meter) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	return w.Body.String()
}

// turn runs one with a composition and a step in it.
func turn(m *Meter, channel string, out core.Outcome, class sdk.Class) {
	ctx, end := m.Turn(context.Background(), channel, "00000000000000aa")
	inner, planned := m.Composition(ctx)
	_ = inner
	planned(true, nil)
	_, stepped := m.Step(ctx, "step", "find_files")
	stepped(core.Sandbox{Level: "bwrap", Net: "none"}, class)
	_, looked := m.Step(ctx, "preview", "find_files")
	looked(core.Sandbox{Level: "bwrap"}, "")
	end(out)
}

func TestFigures(t *testing.T) {
	m := New("1.2.3", "web")
	m.Watch("metnos_parts", "Parts.", "part", false, func() map[string]float64 { return map[string]float64{"store": 12} })
	m.Watch("metnos_count_total", "Count.", "", true, func() map[string]float64 { return map[string]float64{"": 3} })
	turn(m, "web", core.Outcome{Kind: core.Answer, Origin: core.FromCompose, Effects: core.Effects{Mutations: 4}}, "")
	turn(m, "web", core.Outcome{Kind: core.Error, Origin: core.FromCompose}, sdk.NotFound)
	text := told(t, m)
	for _, want := range []string{
		`metnos_turns_total{channel="web",origin="compose",outcome="answer"} 1`, `metnos_turns_total{channel="web",origin="compose",outcome="error"} 1`,
		`metnos_turn_seconds_count{origin="compose"} 2`, `metnos_turns_running 0`, `metnos_mutations_total 4`, `metnos_compositions_total{outcome="plan"} 2`,
		`metnos_steps_total{executor="find_files",outcome="ok"} 1`, `metnos_steps_total{executor="find_files",outcome="not_found"} 1`,
		`metnos_step_seconds_count{executor="find_files"} 2`, `metnos_parts{part="store"} 12`, `metnos_count_total 3`, `metnos_build_info{version="1.2.3"} 1`,
		"# TYPE metnos_count_total counter", "# TYPE metnos_parts gauge",
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s", want)
		}
	}
}

// However odd what is counted, labels stay few and say nothing of anybody.
func TestLabelsAreFew(t *testing.T) {
	m := New("v", "web")
	for i := range 500 {
		secret := fmt.Sprintf("anna-%d", i)
		turn(m, secret, core.Outcome{Kind: core.Kind(secret), Origin: core.Origin(secret), Message: secret}, sdk.Class(secret))
	}
	text := told(t, m)
	if strings.Contains(text, "anna") {
		t.Error("a label says who")
	}
	for _, name := range []string{"metnos_turns_total", "metnos_steps_total"} {
		if n := strings.Count(text, "\n"+name+"{"); n != 1 {
			t.Errorf("%d series of %s", n, name)
		}
	}
	if !strings.Contains(text, `metnos_turns_total{channel="other",origin="other",outcome="other"} 500`) {
		t.Error("what is in no list is not counted together")
	}
}

// receiver is an OTLP/HTTP collector.
type receiver struct {
	mu    sync.Mutex
	spans []*otlp.Span
	bytes []byte
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body := io.Reader(req.Body)
	if req.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(req.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		body = z
	}
	raw, err := io.ReadAll(body)
	var in collector.ExportTraceServiceRequest
	if err != nil || req.URL.Path != "/v1/traces" || proto.Unmarshal(raw, &in) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes = append(r.bytes, raw...)
	for _, resource := range in.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
}

// A turn, its composition and its steps arrive at a real collector as one trace.
func TestSpansReachACollector(t *testing.T) {
	r := &receiver{}
	server := httptest.NewServer(r)
	defer server.Close()
	m := New("1.2.3", "web")
	stop, err := m.Export(t.Context(), server.URL, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	turn(m, "web", core.Outcome{Kind: core.Error, Origin: core.FromCompose, Message: "la frase di Anna"}, sdk.Timeout)
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := map[string]*otlp.Span{}
	for _, s := range r.spans {
		spans[s.Name] = s
	}
	root := spans["turn"]
	if len(r.spans) != 4 || root == nil || len(root.ParentSpanId) != 0 || root.Status.GetCode() != otlp.Status_STATUS_CODE_ERROR {
		t.Fatalf("%v", r.spans)
	}
	for _, name := range []string{"compose", "step", "preview"} {
		if s := spans[name]; s == nil || string(s.ParentSpanId) != string(root.SpanId) || string(s.TraceId) != string(root.TraceId) {
			t.Errorf("%s is not below the turn: %v", name, s)
		}
	}
	step := map[string]string{}
	for _, a := range spans["step"].Attributes {
		step[a.Key] = a.Value.GetStringValue()
	}
	if step["metnos.executor"] != "find_files" || step["metnos.outcome"] != "timeout" || step["metnos.sandbox"] != "bwrap" {
		t.Errorf("%v", step)
	}
	if regexp.MustCompile(`Anna`).Match(r.bytes) {
		t.Error("a span says what was asked")
	}
}

// A collector that is not there costs turns nothing, and is counted.
func TestCollectorThatIsNotThere(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	m := New("v", "web")
	stop, err := m.Export(t.Context(), server.URL, "v")
	if err != nil {
		t.Fatal(err)
	}
	turn(m, "web", core.Outcome{Kind: core.Answer, Origin: core.FromRoute}, "")
	if err := stop(t.Context()); err != nil {
		t.Error(err)
	}
	if text := told(t, m); !strings.Contains(text, "metnos_trace_export_failures_total 1\n") || !strings.Contains(text, `outcome="answer"} 1`) {
		t.Errorf("%s", text)
	}
}
