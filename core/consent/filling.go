package consent

import (
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Fill completes the step a question is about with more arguments.
func Fill(q plan.Question, args map[string]any) (plan.Framework, error) {
	f := q.Partial
	f.Steps = append([]plan.Step(nil), f.Steps...)
	if q.Step < 1 || q.Step > len(f.Steps) {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "the question is about no step")
	}
	step := f.Steps[q.Step-1]
	filled := make(map[string]any, len(step.Args)+len(args))
	for _, from := range [...]map[string]any{step.Args, args} {
		for name, v := range from {
			filled[name] = v
		}
	}
	if answer, list := filled[q.Arg].([]any); list && len(q.Beside) > 0 {
		filled[q.Arg] = append(slices.Clone(q.Beside), answer...)
	}
	step.Args = filled
	f.Steps[q.Step-1] = step
	return f, nil
}

// Typed is what the person wrote, in the type an argument wants.
func Typed(p manifest.Property, value string) (any, *sdk.Error) {
	switch p.Type {
	case "integer", "number":
		n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(value), ",", "."), 64)
		if err != nil {
			return nil, sdk.Errorf(sdk.WrongArgs, "not_a_number", "%q is not a number", value).With("value", value)
		}
		return n, nil
	case "boolean":
		said := Read(value)
		if said == Neither {
			return nil, sdk.Errorf(sdk.WrongArgs, "not_yes_no", "%q is neither yes nor no", value).With("value", value)
		}
		return said == Yes, nil
	case "array":
		return []any{plan.Literal(value)}, nil
	}
	return plan.Literal(value), nil
}
