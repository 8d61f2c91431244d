package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/plugins/executors/machine/unit"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	machine "github.com/metnos/metnos/sdk/sdktest/birth"
)

func call(lang string, args map[string]any) sdk.Call {
	c := machine.Call("x", "/home/anna")
	c.Lang, c.Args, c.System = lang, args, machine.Machine()
	return c
}

func TestWhatTheMachineSays(t *testing.T) {
	const italian = "Sul disco di / restano 250 GB liberi su 500 GB (50% occupato)\nMemoria: 4,3 GB liberi su 17,2 GB (75% occupata)\n" +
		"Processori: 4, con un carico di 0,5 nell'ultimo minuto\nTemperature: x86_pkg_temp 54,5 °C\nLa macchina è accesa da 10 giorni (dal 21/03/2026, 15:05)"
	const english = "On the disk of /, 250 GB of 500 GB are free (50% full)\nMemory: 4.3 GB of 17.2 GB are free (75% in use)\n" +
		"Processors: 4, with a load of 0.5 in the last minute\nTemperatures: x86_pkg_temp 54.5 °C\nThe machine has been on for 10 days (since 21 March 2026, 15:05)"
	for lang, want := range map[string]string{"it": italian, "en": english} {
		r, err := describer{}.Invoke(t.Context(), call(lang, nil), nil)
		if err != nil || r.Value != want {
			t.Errorf("%v %v", r.Value, err)
		}
	}
	// A machine that tells little says what it knows, and what it does not know is said to be missing.
	c := call("it", map[string]any{"topic": "temperature"})
	c.System = &sdk.System{Disks: []sdk.Disk{{Path: "/"}}, Memory: sdk.Memory{Total: 999, Available: 2000}}
	if _, err := (describer{}).Invoke(t.Context(), c, nil); sdk.ClassOf(err) != sdk.NotFound {
		t.Error(err)
	}
	c.Args = nil
	if r, err := (describer{}).Invoke(t.Context(), c, nil); err != nil || r.Value != "Memoria: 2 kB liberi su 999 B (0% occupata)" {
		t.Errorf("%v %v", r.Value, err)
	}
	c.System = nil
	for _, e := range []sdk.Executor{describer{}, lister{}} {
		if _, err := e.Invoke(t.Context(), c, nil); sdk.ClassOf(err) != sdk.Unavailable {
			t.Error(err)
		}
	}
}

// The units a person prefers are those of the answer.
func TestUnitsPreference(t *testing.T) {
	for units, want := range map[string][2]string{"": {"Temperatures: x86_pkg_temp 54.5 °C", "20 kn = 37.04 km/h"}, "metric": {"Temperatures: x86_pkg_temp 54.5 °C", "20 kn = 37.04 km/h"},
		"imperial": {"Temperatures: x86_pkg_temp 130.1 °F", "20 kn = 23.0156 mph"}} {
		c := call("en", map[string]any{"topic": "temperature"})
		c.Units = units
		warm, err := describer{}.Invoke(t.Context(), c, nil)
		if err != nil || warm.Value != want[0] {
			t.Errorf("%s: %v %v", units, warm.Value, err)
		}
		c.Args = map[string]any{"expression": "20", "unit": "knots"}
		fast, err := calculator{}.Invoke(t.Context(), c, nil)
		if err != nil || fast.Value != want[1] {
			t.Errorf("%s: %v %v", units, fast.Value, err)
		}
	}
}

func TestProcessesLeftOutAreTold(t *testing.T) {
	c := call("en", map[string]any{"order_by": "started", "order": "asc"})
	c.System.Omitted = 7
	r, err := lister{}.Invoke(t.Context(), c, nil)
	if err != nil || r.Truncated == nil || r.Truncated.Available != 10 || r.Entries[0]["name"] != "editor" || r.Entries[0]["processor"] != "0.3% CPU" {
		t.Errorf("%+v %v", r, err)
	}
}

func TestWhoUsesMostIsAFew(t *testing.T) {
	c := call("it", map[string]any{"order_by": "memory"})
	for i := range 30 {
		c.System.Processes = append(c.System.Processes, sdk.Process{PID: 100 + i, Name: "small", Memory: int64(i)})
	}
	r, err := lister{}.Invoke(t.Context(), c, nil)
	if err != nil || len(r.Entries) != 10 || r.Value != 33 || r.Truncated != nil || r.Entries[0]["name"] != "browser" {
		t.Errorf("%d of %v, %v (%v)", len(r.Entries), r.Value, r.Truncated, err)
	}
	c.Args = nil
	if r, err = (lister{}).Invoke(t.Context(), c, nil); err != nil || len(r.Entries) != 33 {
		t.Errorf("%d (%v)", len(r.Entries), err)
	}
}

func TestNumbers(t *testing.T) {
	for expression, want := range map[string]any{"0,1+0,2": 0.3, "10/3": 3.33333333333333, "2^70": "1180591620717411303424", "-2^53": "-9007199254740992", "1/7": 0.142857142857143} {
		r, err := calculator{}.Invoke(t.Context(), call("it", map[string]any{"expression": expression}), nil)
		if err != nil || r.Value != want {
			t.Errorf("%s = %v, want %v (%v)", expression, r.Value, want, err)
		}
	}
	for _, c := range []struct{ lang, n, from, to, want string }{
		{"it", "1.234,5", "m", "km", "1234,5 m = 1,2345 km"}, {"en", "3", "TB", "B", "3 TB = 3000000000000 B"}, {"it", "1", "mm", "miglia", "1 mm = 6,21371e-07 mi"}, {"en", "1/2", "cups", "ml", "0.5 cup = 118.294 ml"},
	} {
		r, err := calculator{}.Invoke(t.Context(), call(c.lang, map[string]any{"expression": c.n, "unit": c.from, "to": c.to}), nil)
		if err != nil || r.Value != c.want {
			t.Errorf("%v, want %s (%v)", r.Value, c.want, err)
		}
	}
}

// The pattern of the manifest holds every name of every unit, and no others.
func TestUnitsOfTheManifest(t *testing.T) {
	data, err := manifests.ReadFile("compute_numbers.toml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Decode("compute_numbers.toml", data)
	if err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(m.Args.Properties["unit"].Pattern)
	for _, name := range append(unit.Names(), "KM", "Gradi Celsius") {
		if !pattern.MatchString(name) {
			t.Errorf("%q is not in the pattern", name)
		}
	}
	for _, name := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(pattern.String(), "(?i)^("), ")$"), "|") {
		if _, ok := unit.Find(name); !ok {
			t.Errorf("%q of the pattern is no unit", name)
		}
	}
	for _, name := range []string{"euro", "file", "", "kmx"} {
		if pattern.MatchString(name) {
			t.Errorf("%q is in the pattern", name)
		}
	}
}

func TestPackagesOfSeveralRoots(t *testing.T) {
	home := birth.NewHome(t)
	if _, err := (finder{}).Invoke(t.Context(), sdk.Call{}, home.Host); sdk.ClassOf(err) != sdk.Unavailable {
		t.Error(err)
	}
	home.Write(t, "status", "Package: "+strings.Repeat("x", 2<<20))
	if _, err := (finder{}).Invoke(t.Context(), sdk.Call{}, home.Host); sdk.ClassOf(err) != sdk.IOError {
		t.Error(err)
	}
}
