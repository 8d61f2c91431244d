package own

import (
	"context"
	"slices"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// chosen are the preferences of everybody, in memory.
type chosen map[core.Owner]map[string]string

func (c chosen) Choices(_ context.Context, owner core.Owner) ([]sdk.Preference, error) {
	return []sdk.Preference{{Name: "lang", Value: c[owner]["lang"], Choices: []string{"it", "en"}}, {Name: "place", Value: c[owner]["place"]}}, nil
}

func (c chosen) SetPreference(_ context.Context, owner core.Owner, name, value string) error {
	if c[owner] == nil {
		c[owner] = map[string]string{}
	}
	c[owner][name] = value
	return nil
}

func (c chosen) ResetPreference(_ context.Context, owner core.Owner, name string) error {
	delete(c[owner], name)
	return nil
}

type installed []sdk.Skill

func (s installed) Skills() ([]sdk.Skill, error) { return slices.Clone(s), nil }

func (s installed) Enable(_ context.Context, owner core.Owner, name string, on, try bool) error {
	if owner != core.Host {
		return sdk.Errorf(sdk.PolicyDenied, "skill_by_host", "not the host").With("name", name)
	}
	for i := range s {
		if s[i].Name == name && !try {
			s[i].Enabled = on
		}
	}
	return nil
}

// A skill is switched by who runs the instance, tried without a trace, and switched back.
func TestSkillsAreSwitched(t *testing.T) {
	d, _ := desk()
	own, there := d.For(sdk.Call{Owner: string(core.Host)}), func() bool { list, _ := d.Skills.Skills(); return list[0].Enabled }
	off := sdk.Alteration{Kind: sdk.SetSkill, Name: "NOTES", Value: "disabled", Try: true}
	if out, err := own.Alter(t.Context(), off); err != nil || out.Skill.Enabled || !there() {
		t.Errorf("%+v, %v", out, err)
	}
	off.Try = false
	out, err := own.Alter(t.Context(), off)
	if err != nil || out.Same || out.Skill.Enabled || there() {
		t.Fatalf("%+v, %v", out, err)
	}
	if again, err := own.Alter(t.Context(), off); err != nil || !again.Same {
		t.Errorf("%+v, %v", again, err)
	}
	for _, same := range []bool{false, true} {
		if back, err := own.Revert(t.Context(), out.Ref); err != nil || back.Same != same || !there() {
			t.Errorf("%+v, %v", back, err)
		}
	}
	if _, err := own.Revert(t.Context(), "skill:notes"); sdk.ClassOf(err) != sdk.NotFound {
		t.Error(err)
	}
}

// nobodys are no tasks at all.
type nobodys struct{ kept }

type kept = Tasks

func (nobodys) Revert(string) (sdk.Altered, error) {
	return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "change_unknown", "none")
}

func desk() (Desk, chosen) {
	c := chosen{}
	return Desk{
		Tasks: func(sdk.Call) Tasks { return nobodys{} }, Preferences: c, Skills: installed{{Name: "notes", Enabled: true}},
		Defaults: map[string]string{"lang": "it"},
	}, c
}

// TestPreferencesAreTheCallers: a change is of the person the call is for, is tried without a trace, and is taken back
// unless something else was chosen since.
func TestPreferencesAreTheCallers(t *testing.T) {
	d, kept := desk()
	anna, bruno := d.For(sdk.Call{Owner: "anna"}), d.For(sdk.Call{Owner: "bruno"})
	ctx := t.Context()
	set := func(own sdk.Self, value string, try bool) sdk.Altered {
		t.Helper()
		out, err := own.Alter(ctx, sdk.Alteration{Kind: sdk.SetPreference, Name: "lang", Value: value, Try: try})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if out := set(anna, "en", true); out.Ref != "" || len(kept) != 0 || out.Preference.Effective != "en" {
		t.Errorf("tried: %+v, %v", out, kept)
	}
	first := set(anna, "en", false)
	if list, err := bruno.Preferences(ctx); err != nil || list[0].Value != "" || list[0].Effective != "it" {
		t.Errorf("bruno's: %+v, %v", list, err)
	}
	if out := set(anna, "en", false); !out.Same || out.Ref != "" {
		t.Errorf("the same again: %+v", out)
	}
	second := set(anna, "it", false)
	if _, err := anna.Revert(ctx, first.Ref); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("undone over a later change: %v", err)
	}
	for range 2 {
		if _, err := anna.Revert(ctx, second.Ref); err != nil || kept["anna"]["lang"] != "en" {
			t.Errorf("%v, %v", kept, err)
		}
	}
	if _, err := anna.Revert(ctx, first.Ref); err != nil || kept["anna"]["lang"] != "" {
		t.Errorf("back to nothing chosen: %v, %v", kept, err)
	}
	for _, ref := range []string{"", preferring, preferring + "{", "task"} {
		if _, err := anna.Revert(ctx, ref); err == nil {
			t.Errorf("%q was reverted", ref)
		}
	}
}

func TestWhatCannotBeChosen(t *testing.T) {
	d, kept := desk()
	own := d.For(sdk.Call{Owner: "anna"})
	for _, c := range []struct {
		kind, name, value string
		class             sdk.Class
	}{
		{sdk.SetPreference, "colour", "red", sdk.WrongArgs},
		{sdk.SetPreference, "lang", "fr", sdk.WrongArgs},
		{sdk.SetSkill, "weather", "enabled", sdk.NotFound},
		{sdk.SetSkill, "notes", "eager", sdk.WrongArgs},
		{sdk.SetSkill, "notes", "disabled", sdk.PolicyDenied},
	} {
		if _, err := own.Alter(t.Context(), sdk.Alteration{Kind: c.kind, Name: c.name, Value: c.value}); sdk.ClassOf(err) != c.class {
			t.Errorf("%s %s=%s: %v", c.kind, c.name, c.value, err)
		}
	}
	if out, err := own.Alter(t.Context(), sdk.Alteration{Kind: sdk.SetSkill, Name: "Notes", Value: "enabled"}); err != nil || !out.Same {
		t.Errorf("%+v, %v", out, err)
	}
	if len(kept) != 0 {
		t.Errorf("kept %v", kept)
	}
}
