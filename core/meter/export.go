package meter

import (
	"context"
	"errors"
	"net/url"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/metnos/metnos/sdk"
)

// Export sends the spans of turns that begin from then on to an OTLP/HTTP collector at address, http://host:4318: without a path of its
// own they go to /v1/traces there. It waits for
// no answer: a collector that is not there costs no turn anything. The function it returns sends what is left and ends.
func (m *Meter) Export(ctx context.Context, address, version string) (stop func(context.Context) error, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, sdk.Errorf(sdk.WrongArgs, "telemetry_endpoint", "telemetry.otlp: no address").With("url", address)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/traces"
	}
	to, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u.String()), otlptracehttp.WithTimeout(5*time.Second),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return nil, sdk.Errorf(sdk.WrongArgs, "telemetry_endpoint", "telemetry.otlp: %w", err).With("url", address)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) { m.lost.Inc() }))
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(to, sdktrace.WithMaxQueueSize(2048), sdktrace.WithBatchTimeout(2*time.Second)),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "metnos"), attribute.String("service.version", version))))
	m.tracer = provider.Tracer("github.com/metnos/metnos")
	return func(ctx context.Context) error {
		if err := provider.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			m.lost.Inc() // there is nobody to tell, and the program ends
		}
		return nil
	}, nil
}
