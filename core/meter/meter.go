package meter

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Meter holds the counters of one instance. It is safe for concurrent use.
type Meter struct {
	registry *prometheus.Registry
	channels []string
	tracer   trace.Tracer

	running  prometheus.Gauge
	turns    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	changes  prometheus.Counter
	plans    *prometheus.CounterVec
	planning prometheus.Histogram
	steps    *prometheus.CounterVec
	stepping *prometheus.SummaryVec
	lost     prometheus.Counter
}

// other is the label of what is in no closed list.
const other = "other"

var (
	origins = []core.Origin{core.FromRoute, core.FromFastpath, core.FromAutopath, core.FromCompose, core.FromPropose, core.FromRecovery, core.FromResume, core.FromTutor, core.FromSchedule}
	kinds   = []core.Kind{core.Answer, core.Ask, core.NeedsInputs, core.Approval, core.Refused, core.Error}
)

// New returns a meter that counts the turns of these channels by name.
func New(version string, channels ...string) *Meter {
	m := &Meter{
		registry: prometheus.NewRegistry(), channels: channels, tracer: noop.NewTracerProvider().Tracer(""),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "metnos_turns_running", Help: "Turns that run now."}),
		turns:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "metnos_turns_total", Help: "Turns that ended, by channel, origin of their plan and outcome."}, []string{"channel", "origin", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "metnos_turn_seconds", Help: "Time from the sentence to the outcome, by origin.",
			Buckets: []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30, 120}}, []string{"origin"}),
		changes: prometheus.NewCounter(prometheus.CounterOpts{Name: "metnos_mutations_total", Help: "Things that turns changed."}),
		plans:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "metnos_compositions_total", Help: "Sentences the composer was given, by what it made of them."}, []string{"outcome"}),
		planning: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "metnos_composition_seconds", Help: "Time the composer took.",
			Buckets: []float64{.0003, .001, .003, .01, .03, .1, 1}}),
		steps:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "metnos_steps_total", Help: "Calls of executors, by executor and outcome: ok, or the class of the error."}, []string{"executor", "outcome"}),
		stepping: prometheus.NewSummaryVec(prometheus.SummaryOpts{Name: "metnos_step_seconds", Help: "Time calls of executors took."}, []string{"executor"}),
		lost:     prometheus.NewCounter(prometheus.CounterOpts{Name: "metnos_trace_export_failures_total", Help: "Times that spans did not reach the collector."}),
	}
	m.registry.MustRegister(m.running, m.turns, m.seconds, m.changes, m.plans, m.planning, m.steps, m.stepping, m.lost,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "metnos_build_info", Help: "The version that runs.", ConstLabels: prometheus.Labels{"version": version}}, func() float64 { return 1 }))
	return m
}

// Handler answers with all that is counted, in the format of Prometheus.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

// Turn begins to time a turn; the function it returns ends that with the outcome.
func (m *Meter) Turn(ctx context.Context, channel, id string) (context.Context, func(core.Outcome)) {
	began := time.Now()
	if !slices.Contains(m.channels, channel) {
		channel = other
	}
	m.running.Inc()
	ctx, span := m.tracer.Start(ctx, "turn", trace.WithAttributes(attribute.String("metnos.channel", channel), attribute.String("metnos.turn", id)))
	return ctx, func(out core.Outcome) {
		origin, kind := known(origins, out.Origin), known(kinds, out.Kind)
		m.running.Dec()
		m.turns.WithLabelValues(channel, origin, kind).Inc()
		m.seconds.WithLabelValues(origin).Observe(time.Since(began).Seconds())
		m.changes.Add(float64(max(0, out.Effects.Mutations)))
		span.SetAttributes(attribute.String("metnos.origin", origin), attribute.String("metnos.outcome", kind),
			attribute.Int("metnos.steps", len(out.Steps)), attribute.Int("metnos.mutations", out.Effects.Mutations), attribute.Int("metnos.failures", out.Effects.Failures))
		if out.Kind == core.Error {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

func known[T ~string](list []T, v T) string {
	if slices.Contains(list, v) {
		return string(v)
	}
	return other
}

// Composition begins to time the composer; the function it returns ends that with what came of it.
func (m *Meter) Composition(ctx context.Context) (context.Context, func(accepted bool, err error)) {
	began := time.Now()
	ctx, span := m.tracer.Start(ctx, "compose")
	return ctx, func(accepted bool, err error) {
		outcome := "left"
		switch {
		case err != nil:
			outcome = "error"
			span.SetStatus(codes.Error, "")
		case accepted:
			outcome = "plan"
		}
		m.plans.WithLabelValues(outcome).Inc()
		m.planning.Observe(time.Since(began).Seconds())
		span.SetAttributes(attribute.String("metnos.outcome", outcome))
		span.End()
	}
}

// Step begins to time a call of an executor of the catalog; what is one of "step", "preview" and "reverse", and only steps are
// counted. The function it returns ends that.
func (m *Meter) Step(ctx context.Context, what, executor string) (context.Context, func(box core.Sandbox, class sdk.Class)) {
	began := time.Now()
	ctx, span := m.tracer.Start(ctx, what, trace.WithAttributes(attribute.String("metnos.executor", executor)))
	return ctx, func(box core.Sandbox, class sdk.Class) {
		outcome := "ok"
		if class != "" {
			if outcome = other; class.Valid() {
				outcome = string(class)
			}
			span.SetStatus(codes.Error, outcome)
		}
		if what == "step" {
			m.steps.WithLabelValues(executor, outcome).Inc()
			m.stepping.WithLabelValues(executor).Observe(time.Since(began).Seconds())
		}
		span.SetAttributes(attribute.String("metnos.outcome", outcome), attribute.String("metnos.sandbox", box.Level), attribute.String("metnos.net", box.Net))
		span.End()
	}
}

// Watch reads figures when they are asked for: one for each value of the label, or one under "" when the label is "". Monotonic
// ones count; others go up and down.
func (m *Meter) Watch(name, help, label string, monotonic bool, read func() map[string]float64) {
	w := watched{kind: prometheus.GaugeValue, read: read}
	if monotonic {
		w.kind = prometheus.CounterValue
	}
	var labels []string
	if label != "" {
		labels = []string{label}
	}
	w.desc = prometheus.NewDesc(name, help, labels, nil)
	m.registry.MustRegister(w)
}

type watched struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func() map[string]float64
}

func (w watched) Describe(to chan<- *prometheus.Desc) { to <- w.desc }

func (w watched) Collect(to chan<- prometheus.Metric) {
	for value, n := range w.read() {
		if value == "" {
			to <- prometheus.MustNewConstMetric(w.desc, w.kind, n)
		} else {
			to <- prometheus.MustNewConstMetric(w.desc, w.kind, n, value)
		}
	}
}
