package plan

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/sdk"
)

// TestPathsKeepTheirHost: a path seen elsewhere is never opened here, however many filters it went through.
func TestPathsKeepTheirHost(t *testing.T) {
	far := func(step Step) Step { step.Host = "laptop"; return step }
	found, err := Resolve(far(Step{Tool: "find_files", Args: args{}}), catalog["find_files"], Values{})
	if err != nil {
		t.Fatal(err)
	}
	seen := observed("find_files", files("/a", "/b"), found)
	if seen.Host != "laptop" {
		t.Fatalf("observed on %q", seen.Host)
	}
	v := Values{Steps: []Observed{seen}}
	filtered, err := Resolve(Step{Tool: "filter_entries", Args: args{"from_step": 1}}, catalog["filter_entries"], v)
	if err != nil {
		t.Fatal("records may travel:", err)
	}
	kept := observed("filter_entries", files("/a"), filtered)
	if kept.Host != "laptop" {
		t.Errorf("a filter made the paths of laptop those of %q", kept.Host)
	}
	v.Steps = append(v.Steps, kept)
	v.Previous = &kept
	for name, step := range map[string]Step{
		"a collection":        {Args: args{"from_step": 1, "destination": "/d"}},
		"a filtered one":      {Args: args{"from_step": 2, "destination": "/d"}},
		"a field":             {Args: args{"paths": []any{"${step1.0.path}"}, "destination": "/d"}},
		"a field of a filter": {Args: args{"paths": []any{"/here"}, "destination": "${step2.path}"}},
		"an unknown field":    {Args: args{"paths": []any{"/here"}, "destination": "${step2.place}"}},
		"the whole":           {Args: args{"paths": "${step1.entries}", "destination": "/d"}},
		"what came before":    {Args: args{"from_previous": true, "destination": "/d"}},
	} {
		var e *sdk.Error
		if got, err := Resolve(step, catalog["move_files"], v); !errors.As(err, &e) || e.Code != "path_elsewhere" {
			t.Errorf("%s: %v %v", name, got.Args, err)
		}
		if _, err := Resolve(far(step), catalog["move_files"], v); err != nil && name != "an unknown field" {
			t.Errorf("%s, where the files are: %v", name, err)
		}
	}
	for name, step := range map[string]Step{
		"how many":        {Args: args{"paths": []any{"/here"}, "destination": "/d${step1.count}"}},
		"explicit target": {Args: args{"from_step": 1, "paths": []any{"/mine"}, "destination": "/d"}},
	} {
		if _, err := Resolve(step, catalog["move_files"], v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAProposedHostIsRefused: one machine is all there is.
func TestAProposedHostIsRefused(t *testing.T) {
	f := steps("find_files", args{})
	f.Steps[0].Host = "laptop"
	if got := Validate(f, find, MaxSteps); len(got) != 1 || got[0].Err.Code != "unknown_host" {
		t.Errorf("%v", got)
	}
}

func TestRenumber(t *testing.T) {
	f := steps("find_files", args{"from_step": 2.0, "n": 2}, "x", args{"a": []any{"${step2.path} and $${step2.path} ${step10.a}", "${previous.x}"}, "b": map[string]any{"c": "${step2.0.size}"}, "d": []string{"${step2.path"}})
	f.Answers = []Answer{{Step: 1}, {Step: 2, Shape: ShapeCount}}
	f.FinalMessage = "done ${step2.count} ${FILLER:t}"
	got := f.Renumber(func(n int) int {
		if n >= 2 {
			return n + 1
		}
		return n
	})
	want := steps("find_files", args{"from_step": 3, "n": 2}, "x", args{"a": []any{"${step3.path} and $${step2.path} ${step11.a}", "${previous.x}"}, "b": map[string]any{"c": "${step3.0.size}"}, "d": []string{"${step2.path"}})
	want.Answers = []Answer{{Step: 1}, {Step: 3, Shape: ShapeCount}}
	want.FinalMessage = "done ${step3.count} ${FILLER:t}"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	clone := f.Clone()
	if diff := cmp.Diff(f, clone); diff != "" {
		t.Error(diff)
	}
	clone.Steps[1].Args["b"].(map[string]any)["c"] = "changed"
	if f.Steps[1].Args["b"].(map[string]any)["c"] == "changed" {
		t.Error("the copy shares what can be changed")
	}
}
