package people

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

func TestPreferencesAreAClosedVocabulary(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	for _, c := range []struct {
		name, value string
		good        bool
	}{
		{"lang", "it", true}, {"lang", "fr", false}, {"lang", "", false}, {"lang", "IT", false},
		{"zone", "Europe/Rome", true}, {"zone", "Mars/Base", false}, {"zone", "", false}, {"zone", "Local", false}, {"zone", "../../etc/passwd", false},
		{"tone", "formale", true}, {"tone", "neutro", false},
		{"reply_length", "dettagliata", true}, {"reply_length", "lunghissima", false},
		{"units", "imperial", true}, {"units", "metric ", false},
		{"biography", "nata a Roma", false}, {"", "it", false}, {"Lang", "it", false},
	} {
		err := p.SetPreference(ctx, "anna", c.name, c.value)
		if (err == nil) != c.good || err != nil && sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%s = %q: %v", c.name, c.value, err)
		}
	}
	want := map[string]string{"lang": "it", "zone": "Europe/Rome", "tone": "formale", "reply_length": "dettagliata", "units": "imperial"}
	got, err := p.Preferences(ctx, "anna")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%s %v", diff, err)
	}
	if got, err := p.Preferences(ctx, core.Host); err != nil || len(got) != 0 {
		t.Errorf("anna's choices reached host: %v, %v", got, err)
	}
	anna, err := p.Person(ctx, "anna")
	if err != nil || anna.Lang != "it" || anna.Zone != "Europe/Rome" || anna.Tone != "formale" || anna.Length != "dettagliata" || anna.Units != "imperial" {
		t.Errorf("%+v, %v", anna, err)
	}
	if err := p.ResetPreference(ctx, "anna", "tone"); err != nil {
		t.Fatal(err)
	}
	if err := p.ResetPreference(ctx, "anna", "tone"); err != nil {
		t.Errorf("resetting twice: %v", err)
	}
	if err := p.ResetPreference(ctx, "anna", "biography"); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("an unknown name was reset: %v", err)
	}
	if got, _ := p.Preferences(ctx, "anna"); got["tone"] != "" || len(got) != 4 {
		t.Errorf("%v", got)
	}
}

func TestAnUnknownOwnerHasNoPreferences(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	for _, id := range []core.Owner{"", "eve", "Anna"} {
		_, read := p.Preferences(ctx, id)
		for what, err := range map[string]error{
			"read": read, "set": p.SetPreference(ctx, id, "lang", "it"), "reset": p.ResetPreference(ctx, id, "lang"), "prefer": p.Prefer(ctx, id, "it", ""),
		} {
			if sdk.ClassOf(err) != sdk.PolicyDenied {
				t.Errorf("%q may %s: %v", id, what, err)
			}
		}
	}
}

// What another version stored, or a damaged value, counts as not chosen: it never keeps its owner out.
func TestAStoredValueOutsideTheVocabularyCountsAsNone(t *testing.T) {
	p, _ := newPeople(t)
	for name, value := range map[string]string{"lang": "tlh", "zone": "Mars/Base", "units": ""} {
		if err := p.tables.Preferences.Set("anna", name, value); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := p.Person(context.Background(), "anna"); err != nil || got.Lang != "" || got.Zone != "" || got.Units != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTwoPreferencesAreTakenTogetherOrNotAtAll(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	if err := p.Prefer(ctx, "anna", "en", "Mars/Base"); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Fatal(err)
	}
	if got, err := p.Preferences(ctx, "anna"); err != nil || len(got) != 0 {
		t.Errorf("half was kept: %v, %v", got, err)
	}
}
