// Package meter counts and times what the core does, for whoever runs it: [Meter.Handler] tells it to Prometheus and
// [Meter.Export] sends spans to an OpenTelemetry collector. Nothing of it says who asked or what: labels are names of channels
// and executors, kinds, origins and classes of errors, and every one of them comes from a closed list.
package meter
