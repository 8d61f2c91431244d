package onward

import (
	"fmt"
	"testing"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

func reader() *manifest.Manifest {
	tool := manifest.Property{Type: "string", Enum: []any{"filter_entries", "group_entries"}}
	return &manifest.Manifest{Name: "read_files_csv", Args: manifest.Args{Properties: map[string]manifest.Property{
		"then":  {Type: "array", Semantic: Semantic, Items: &manifest.Property{Type: "object", Properties: map[string]manifest.Property{"tool": tool}}},
		"limit": {Type: "integer", Semantic: "quantity"},
	}}}
}

func step(tool string, args map[string]any) plan.Step { return plan.Step{Tool: tool, Args: args} }

func TestWhatAReaderCanDoWhileItReads(t *testing.T) {
	read := step("read_files_csv", map[string]any{"paths": []any{"/a.csv"}})
	from := func(n int, more string) map[string]any { return map[string]any{"from_step": n, "value": more} }
	aside := step("group_entries", from(1, "x"))
	aside.Aside = true
	for name, c := range map[string]struct {
		steps []plan.Step
		want  string
	}{
		"one":                       {[]plan.Step{read, step("group_entries", from(1, "x"))}, "group_entries"},
		"a line of them":            {[]plan.Step{read, step("filter_entries", from(1, "x")), step("filter_entries", from(2, "y")), step("group_entries", from(3, "z"))}, "filter_entries filter_entries group_entries"},
		"as far as it can":          {[]plan.Step{read, step("filter_entries", from(1, "x")), step("sort_entries", from(2, "y")), step("group_entries", from(3, "z"))}, "filter_entries"},
		"both of the same rows":     {[]plan.Step{read, step("group_entries", from(1, "x")), step("group_entries", from(1, "y"))}, "group_entries"},
		"none":                      {[]plan.Step{read}, ""},
		"another one":               {[]plan.Step{read, step("move_files", from(1, "x"))}, ""},
		"with a value of a step":    {[]plan.Step{read, step("filter_entries", from(1, "${step1.entries.0.a}"))}, ""},
		"with a value of the host":  {[]plan.Step{read, step("filter_entries", from(1, "${RUNTIME:today}"))}, ""},
		"with words that look like": {[]plan.Step{read, step("filter_entries", from(1, plan.Literal("${step1.a}")))}, "filter_entries"},
		"some of the rows":          {[]plan.Step{step("read_files_csv", map[string]any{"limit": 5}), step("group_entries", from(1, "x"))}, ""},
		"told already":              {[]plan.Step{step("read_files_csv", map[string]any{"then": []any{}}), step("group_entries", from(1, "x"))}, ""},
		"that only counts":          {[]plan.Step{read, aside}, ""},
		"of the turn before":        {[]plan.Step{read, step("group_entries", map[string]any{"from_previous": true})}, ""},
	} {
		_, steps := Of(plan.Framework{Steps: c.steps}, 1, reader())
		got := ""
		for i, s := range steps {
			if i > 0 {
				got += " "
			}
			got += s.Tool
			if source := Source(plan.Framework{Steps: c.steps}, i+2); source != 1 {
				t.Errorf("%s: the source of step %d is %d", name, i+2, source)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestArgument(t *testing.T) {
	list, ok := Argument([]plan.Step{step("filter_entries", map[string]any{"from_step": 1, "values": []string{"a", plan.Literal("${b}")}, "limit": 3})})
	if got := fmt.Sprint(list, ok); got != "[map[args:map[limit:3 values:[a ${b}]] tool:filter_entries]] true" {
		t.Error(got)
	}
}
