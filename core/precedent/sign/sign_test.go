package sign

import (
	"testing"

	"github.com/metnos/metnos/core/plan"
)

func TestOf(t *testing.T) {
	seen := map[string]bool{}
	for _, parts := range [][]string{nil, {""}, {"", ""}, {"ab"}, {"a", "b"}, {"b", "a"}, {"a", "", "b"}} {
		s := Of(parts...)
		if len(s) != 16 || seen[s] {
			t.Errorf("%q signs as %q", parts, s)
		}
		seen[s] = true
	}
}

func TestPlanAndForm(t *testing.T) {
	one := func(tool string, args map[string]any, closing string) plan.Framework {
		return plan.Framework{Steps: []plan.Step{{Tool: tool, Args: args}}, FinalMessage: closing}
	}
	base := one("find_files", map[string]any{"path": "/a", "name": "x"}, "")
	for name, tc := range map[string]struct {
		f          plan.Framework
		plan, form bool // signs the same
	}{
		"itself":           {one("find_files", map[string]any{"name": "x", "path": "/a"}, ""), true, true},
		"another value":    {one("find_files", map[string]any{"name": "y", "path": "/a"}, ""), false, true},
		"another argument": {one("find_files", map[string]any{"name": "x"}, ""), false, false},
		"another tool":     {one("list_dirs", map[string]any{"path": "/a", "name": "x"}, ""), false, false},
		"another ending":   {one("find_files", map[string]any{"path": "/a", "name": "x"}, "ok"), false, false},
	} {
		if got := Plan(tc.f) == Plan(base); got != tc.plan {
			t.Errorf("%s: plan %v", name, got)
		}
		if got := Form(tc.f) == Form(base); got != tc.form {
			t.Errorf("%s: form %v", name, got)
		}
	}
	if JSON(one("x", map[string]any{"a": func() {}}, "")) != "" {
		t.Error("a plan that cannot be written has a text")
	}
	if got, want := JSON(one("x", map[string]any{"a": "<&>"}, "")), `{"steps":[{"tool":"x","args":{"a":"<&>"}}]}`+"\n"; got != want {
		t.Errorf("%q", got)
	}
}
