package asking

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Asker says questions.
type Asker struct {
	Say  voice.Sayer
	Find plan.Lookup
}

// Prompt is a question with its numbered options, as t's person reads it.
func (a Asker) Prompt(t core.Turn, q plan.Question) string {
	params := make(map[string]string, len(q.Params))
	for name, value := range q.Params {
		params[name] = glyph.Line(Shown(t, []string{value})[0])
	}
	return numbered(a.Say.Say(t.Tongue(), q.Code, params), Shown(t, q.Options))
}

// numbered is a question with its options below, one a line.
func numbered(prompt string, options []string) string {
	lines := []string{prompt}
	for i, option := range options {
		lines = append(lines, strconv.Itoa(i+1)+". "+glyph.Line(option))
	}
	return strings.Join(lines, "\n")
}

// Shown shortens the paths among values as t's person knows them.
func Shown(t core.Turn, values []string) []string {
	out := make([]string, len(values))
	for i, value := range values {
		out[i] = strings.TrimPrefix(value, t.Home+"/")
	}
	return out
}

// Missing turns a plan that lacks nothing but values into a question about the first of them.
func (a Asker) Missing(t core.Turn, problems plan.Problems, f plan.Framework) (plan.Question, bool) {
	for _, p := range problems {
		if p.Err.Class != sdk.MissingInput || p.Step == 0 || p.Arg == "" {
			return plan.Question{}, false
		}
	}
	first := problems[0]
	m, ok := a.Find(f.Steps[first.Step-1].Tool)
	if !ok {
		return plan.Question{}, false
	}
	p := m.Args.Properties[first.Arg]
	code := "ask_argument"
	if p.Semantic == "destination" {
		code = "ask_destination"
	}
	return plan.Question{
		Code: code, Partial: f, Step: first.Step, Arg: first.Arg, Input: field(p.Type, p.Semantic),
		Params: map[string]string{"what": strings.TrimSuffix(p.Description.In(t.Lang), ".")},
	}, true
}

// Form is the question an executor's form asks first. Its answer is the argument of that name; a form that asks
// for nothing, or for what is no argument, is refused.
func Form(c *course.Call, f plan.Framework, form sdk.NeedsInputs) (prompt string, q plan.Question, err error) {
	if len(form.Dialog) == 0 {
		return "", q, sdk.Errorf(sdk.ContractViolation, "form_empty", "%s asks for nothing", c.Tool)
	}
	first := form.Dialog[0]
	if _, known := c.Executor.Manifest.Args.Properties[first.Name]; !known {
		return "", q, sdk.Errorf(sdk.ContractViolation, "form_foreign", "%s asks for %s, which is no argument of it", c.Tool, first.Name)
	}
	return numbered(first.Prompt, first.Options), plan.Question{Partial: f, Step: c.N, Arg: first.Name, Input: first.Kind, Options: first.Options}, nil
}

// field is what a form offers for an argument. A number that is written with a unit, or a moment said in words, is
// text: only the composer reads those.
func field(kind, semantic string) string {
	if kind != "integer" && kind != "number" {
		return ""
	}
	switch semantic {
	case "", "quantity", "head", "tail", "first_page", "last_page", "first_line", "last_line", "max_side", "min_length", "quality":
		return "number"
	}
	return ""
}
