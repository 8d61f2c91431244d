package part

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/plan"
)

func TestOf(t *testing.T) {
	step := func(from any) plan.Step {
		if from == nil {
			return plan.Step{Tool: "find_files"}
		}
		return plan.Step{Tool: "sort_entries", Args: map[string]any{plan.FromStep: from}}
	}
	f := plan.Framework{
		Steps:   []plan.Step{step(nil), step(1), step(nil), step(float64(3)), step(int64(2)), step(6)},
		Answers: []plan.Answer{{Step: 1, Shape: plan.ShapeCount}, {Step: 4, Shape: plan.ShapeList}, {Step: 5}, {Step: 6}, {Step: 0}, {Step: 9}},
	}
	want := []Part{{Steps: []int{0}, Shape: plan.ShapeCount}, {Steps: []int{2, 3}, Shape: plan.ShapeList}, {Steps: []int{0, 1, 4}}, {Steps: []int{5}}}
	if diff := cmp.Diff(want, Of(f)); diff != "" {
		t.Error(diff)
	}
}
