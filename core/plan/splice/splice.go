package splice

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
)

// Insert puts a step in as number n (1-based, at most one past the end). References to it and after move on.
func Insert(f plan.Framework, n int, step plan.Step) plan.Framework {
	out := f.Renumber(func(m int) int {
		if m >= n {
			return m + 1
		}
		return m
	})
	out.Steps = slices.Insert(out.Steps, n-1, step)
	return out
}

// Remove takes step n out, and its answer with it. It fails when another step, or the closing sentence, reads it.
func Remove(f plan.Framework, n int) (plan.Framework, bool) {
	if len(Readers(f, n)) > 0 || mentions(f.FinalMessage, n) {
		return f, false
	}
	f.Answers = slices.DeleteFunc(slices.Clone(f.Answers), func(a plan.Answer) bool { return a.Step == n })
	if len(f.Answers) == 0 {
		f.Answers = nil
	}
	out := f.Renumber(func(m int) int {
		if m > n {
			return m - 1
		}
		return m
	})
	out.Steps = slices.Delete(out.Steps, n-1, n)
	return out, true
}

// Readers lists the steps that read step n.
func Readers(f plan.Framework, n int) (out []int) {
	for i, step := range f.Steps {
		if slices.Contains(plan.Reads(step), n) {
			out = append(out, i+1)
		}
	}
	return out
}

// Downstream lists every step that reads step n, directly or through others.
func Downstream(f plan.Framework, n int) (out []int) {
	reached := map[int]bool{n: true}
	for i, step := range f.Steps {
		if i+1 > n && slices.ContainsFunc(plan.Reads(step), func(m int) bool { return reached[m] }) {
			reached[i+1] = true
			out = append(out, i+1)
		}
	}
	return out
}

func mentions(text string, n int) bool {
	return slices.Contains(plan.Reads(plan.Step{Args: map[string]any{"text": text}}), n)
}

// Order puts the steps in the given order of their numbers. It fails when a step would read a later one.
func Order(f plan.Framework, order []int) (plan.Framework, bool) {
	place := make(map[int]int, len(order))
	for i, n := range order {
		place[n] = i + 1
	}
	if len(place) != len(f.Steps) {
		return f, false
	}
	for i, n := range order {
		if n < 1 || n > len(f.Steps) {
			return f, false
		}
		for _, m := range plan.Reads(f.Steps[n-1]) {
			if to, ok := place[m]; ok && to >= i+1 {
				return f, false
			}
		}
	}
	out := f.Renumber(func(m int) int {
		if to, ok := place[m]; ok {
			return to
		}
		return m
	})
	steps := make([]plan.Step, len(order))
	for i, n := range order {
		steps[i] = out.Steps[n-1]
	}
	out.Steps = steps
	return out, true
}
