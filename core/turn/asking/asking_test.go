package asking

import (
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// A form shows its choices with the numbers that answer it, and nothing in them can look like more of it.
func TestFormNumbersItsChoices(t *testing.T) {
	c := &course.Call{N: 2, Tool: "sum"}
	c.Executor = core.Executor{Manifest: &manifest.Manifest{Name: "sum", Args: manifest.Args{Properties: map[string]manifest.Property{"field": {Type: "string"}}}}}
	form := sdk.NeedsInputs{Dialog: []sdk.Question{{Name: "field", Prompt: "Which column?", Options: []string{"Total", "a\nb"}}}}
	prompt, q, err := Form(c, plan.Framework{}, form)
	if err != nil || prompt != "Which column?\n1. Total\n2. a⏎b" {
		t.Errorf("%q %v", prompt, err)
	}
	if q.Step != 2 || q.Arg != "field" || len(q.Options) != 2 || q.Options[1] != "a\nb" {
		t.Errorf("%+v", q)
	}
	form.Dialog[0].Options = nil
	if prompt, _, _ := Form(c, plan.Framework{}, form); prompt != "Which column?" {
		t.Errorf("%q", prompt)
	}
}
