package main

import (
	"embed"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

//go:embed *.toml
var manifests embed.FS

func TestBirth(t *testing.T) {
	executors := map[string]sdk.Executor{}
	for _, e := range family() {
		executors[e.Name] = e.Executor
	}
	birth.Run(t, manifests, executors)
}

func TestConformance(t *testing.T) { birth.Conform(t, manifests) }

func TestNow(t *testing.T) {
	// Half an hour before Italy leaves summer time, on a Sunday.
	at := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		name, lang string
		args       map[string]any
		value      string
	}{
		{"now in Italian", "it", nil, "domenica 25 ottobre 2026, 02:30"},
		{"now in English", "en", nil, "Sunday 25 October 2026, 02:30"},
		{"the day after the clocks change has the same hour", "it", map[string]any{"offset_days": 1}, "lunedì 26 ottobre 2026, 02:30"},
		{"yesterday", "it", map[string]any{"offset_days": float64(-1), "field": "date"}, "24 ottobre 2026"},
		{"weekday of tomorrow", "it", map[string]any{"offset_days": 1, "field": "weekday"}, "lunedì"},
		{"month", "en", map[string]any{"field": "month"}, "October"},
		{"week", "en", map[string]any{"field": "week"}, "43"},
		{"zone by IANA name", "en", map[string]any{"zone": "Asia/Tokyo", "field": "time"}, "09:30"},
		{"zone by city", "it", map[string]any{"zone": "Londra", "field": "time"}, "01:30"},
		{"zone by the city of its name", "en", map[string]any{"zone": "los angeles", "field": "time"}, "17:30"},
		{"iso keeps the offset", "it", map[string]any{"field": "iso"}, "2026-10-25T02:30:00+02:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := clock{}.Invoke(t.Context(), sdk.Call{Args: c.args, Lang: c.lang, Zone: "Europe/Rome", Now: at}, nil)
			if err != nil || got.Value != c.value {
				t.Errorf("%v, %v; want %q", got.Value, err, c.value)
			}
		})
	}
}

func TestUnknownZoneIsRefused(t *testing.T) {
	for _, zone := range []string{"Luna", "../../etc/passwd", "local", "/etc/localtime"} {
		_, err := clock{}.Invoke(t.Context(), sdk.Call{Args: map[string]any{"zone": zone}, Now: time.Now()}, nil)
		if sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%q: %v", zone, err)
		}
	}
}
