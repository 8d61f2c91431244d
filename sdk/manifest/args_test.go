package manifest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/sdk"
)

func example(t testing.TB) *Manifest {
	t.Helper()
	m, err := Check("m.toml", signedText(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCheckArgs(t *testing.T) {
	m := example(t)
	for _, c := range []struct {
		name  string
		args  map[string]any
		class sdk.Class
		codes []string // code and argument of each violation
	}{
		{"good", map[string]any{"query": "*.go", "root": "/home", "limit": 5.0}, "", nil},
		{"typed slices", map[string]any{"query": "*.go", "paths": []string{"/a"}, "limit": 7}, "", nil},
		{"step for a list", map[string]any{"query": "*.go", "from_step": 1}, "", nil},
		{"previous result for a list", map[string]any{"query": "*.go", "from_previous": "r1"}, "", nil},
		{"nothing", map[string]any{}, sdk.MissingInput, []string{"arg_missing query", "arg_one_of paths, root, from_step"}},
		{"empty is missing", map[string]any{"query": "", "paths": []any{}, "root": "/"}, sdk.WrongArgs, []string{"arg_wrong query", "arg_missing query"}},
		{"step for a text", map[string]any{"from_step": 1}, sdk.MissingInput, []string{"arg_missing query"}},
		{"step of no number", map[string]any{"query": "q", "from_step": 1.5}, sdk.WrongArgs, []string{"arg_from_step from_step"}},
		{"everything at once", map[string]any{"query": 1, "root": "/", "limit": 5000, "kind": "link", "paths": []any{"a", 2}, "colour": "red", "since": "ieri"},
			sdk.WrongArgs, []string{"arg_unknown colour", "arg_enum kind", "arg_too_big limit", "arg_type paths.1", "arg_type query", "arg_wrong since"}},
		{"too small", map[string]any{"query": "q", "root": "/", "limit": 0}, sdk.WrongArgs, []string{"arg_too_small limit"}},
		{"too many", map[string]any{"query": "q", "paths": []string{"1", "2", "3", "4"}}, sdk.WrongArgs, []string{"arg_wrong paths"}},
		{"not JSON", map[string]any{"query": func() {}, "root": "/"}, sdk.WrongArgs, []string{"arg_wrong query"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := m.CheckArgs(c.args)
			if sdk.ClassOf(err) != c.class {
				t.Fatalf("class %q, want %q: %v", sdk.ClassOf(err), c.class, err)
			}
			var got []string
			for _, p := range ProblemsOf(err) {
				got = append(got, p.Code+" "+p.Params["arg"])
			}
			slices.Sort(got)
			want := slices.Clone(c.codes)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, err)
			}
		})
	}
}

func TestCheckArgsNamesEveryArgument(t *testing.T) {
	e := asError(t, example(t).CheckArgs(map[string]any{"query": 1, "limit": "x", "root": "/"}))
	if e.Code != "args_wrong" || e.Params["executor"] != "find_files" || e.Params["args"] != "limit, query" {
		t.Errorf("%+v", e)
	}
}

func TestCheckPlanLeavesReferencesAlone(t *testing.T) {
	m := example(t)
	plan := map[string]any{"query": "${FILLER:what}", "root": "${step1.path}", "limit": "${step1.count}", "paths": []any{"${step1.*}"}}
	if err := m.CheckPlan(plan); err != nil {
		t.Errorf("references: %v", err)
	}
	if err := m.CheckArgs(plan); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("a call with an unresolved limit: %v", err)
	}
	if err := m.CheckPlan(map[string]any{"query": "${FILLER:what}", "root": "/", "limit": "many"}); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("a wrong literal beside a reference: %v", err)
	}
}

func TestCheckArgsWithoutDecode(t *testing.T) {
	m := &Manifest{Name: "get_now", Args: Args{Properties: map[string]Property{"zone": {Type: "string"}}}}
	if err := m.CheckArgs(map[string]any{"zone": "UTC"}); err != nil {
		t.Error(err)
	}
	if err := m.CheckArgs(map[string]any{"zone": 1}); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("%v", err)
	}
}

func TestSchemaIsUsableElsewhere(t *testing.T) {
	data, err := example(t).Schema("it")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"additionalProperties":false`, `"maximum":1000`, "quanti al massimo", "2020-12"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("schema lacks %s: %s", want, data)
		}
	}
}
