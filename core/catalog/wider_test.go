package catalog

import (
	"errors"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// The same version and the same program, but signed again with another manifest.
func TestAVersionNeverChangesItsManifest(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	first := third("find_birds")
	if _, err := c.Install(h.source(first), false); err != nil {
		t.Fatal(err)
	}
	wide := first
	wide.extra = hosts(`"evil.example"`)
	for _, allow := range []bool{false, true} {
		if _, err := c.Install(h.source(wide), allow); codeOf(err) != "version_manifest_changed" {
			t.Errorf("wider in the same version: %v", err)
		}
	}
	if _, err := c.Install(h.source(first), false); err != nil { // signed again, the text is the same
		t.Errorf("the same text signed again: %v", err)
	}
	h.put(h.data, wide) // past the installer
	wantRefused(t, h.open(), "find_birds", "version_manifest_changed", h.data+"/catalog/find_birds/manifest.toml")
}

// What was pinned before manifests were is completed, not refused.
func TestAnOlderPinLearnsItsManifest(t *testing.T) {
	h := newHouse(t)
	h.put(h.data, third("find_birds"))
	h.open()
	pin, _, _ := h.pins.Seen("find_birds")
	want := pin.Manifests["1.0.0"]
	pin.Manifests = nil
	if err := h.pins.Record(pin); err != nil {
		t.Fatal(err)
	}
	if got := names(h.open().Active()); got != "find_birds" {
		t.Errorf("active %q", got)
	}
	if pin, _, _ := h.pins.Seen("find_birds"); want == "" || pin.Manifests["1.0.0"] != want {
		t.Errorf("the pin is %+v", pin)
	}
}

func TestAVersionThatAsksForMoreSaysWhat(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	install := func(version, extra string, allow bool) error {
		b := third("find_birds")
		b.version, b.extra = version, extra
		_, err := c.Install(h.source(b), allow)
		return err
	}
	one, two := hosts(`"a.example"`), hosts(`"a.example", "b.example"`)
	for _, step := range []struct {
		version, extra string
		allow          bool
		more           string
	}{
		{"1.0.0", one, false, ""}, // the first install says what it reaches, and replaces nothing
		{"1.1.0", one, false, ""},
		{"1.2.0", two, false, "network:http b.example"},
		{"1.2.0", two, true, ""},
		{"1.3.0", one, false, ""}, // less is welcome
		{"1.4.0", two, false, "network:http b.example"},
		{"1.4.1", "", false, ""},
		{"1.4.2", one, false, "network:http a.example"},
	} {
		err := install(step.version, step.extra, step.allow)
		var e *sdk.Error
		switch {
		case step.more == "" && err != nil:
			t.Errorf("%s: %v", step.version, err)
		case step.more != "" && (!errors.As(err, &e) || e.Code != "executor_wider" || e.Params["more"] != step.more):
			t.Errorf("%s: %v, want %s", step.version, err, step.more)
		}
	}
}

func hosts(list string) string {
	return "\n[[capabilities]]\nname = \"network:http\"\nhosts = [" + list + "]\n"
}
