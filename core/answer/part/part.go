package part

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
)

// Part is one of several answers: the steps it was made by, in order (0-based, the last one answers), and its shape.
type Part struct {
	Steps []int
	Shape plan.Shape
}

// Of are the answers a framework promises, each with the steps that led to it.
func Of(f plan.Framework) []Part {
	out := make([]Part, 0, len(f.Answers))
	for _, a := range f.Answers {
		if a.Step >= 1 && a.Step <= len(f.Steps) {
			out = append(out, Part{Steps: leading(f, a.Step), Shape: a.Shape})
		}
	}
	return out
}

// leading are the steps a step takes its items from, itself last.
func leading(f plan.Framework, n int) (out []int) {
	for n >= 1 && n <= len(f.Steps) && !slices.Contains(out, n-1) {
		out = append(out, n-1)
		switch from := f.Steps[n-1].Args[plan.FromStep].(type) {
		case int:
			n = from
		case int64:
			n = int(from)
		case float64:
			n = int(from) // a plan that went through JSON
		default:
			n = 0
		}
	}
	slices.Reverse(out)
	return out
}
