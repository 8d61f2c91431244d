package compose

import (
	"maps"

	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// aside adds, to the lone step of a question about a folder, the count with its subfolders: nobody said
// whether they belong, so the answer can tell both numbers.
func (b planner) aside() {
	if !b.Shallow || len(b.Framework.Steps) != 1 || b.Changes > 0 {
		return
	}
	switch b.Framework.Shape {
	case plan.ShapeCount, plan.ShapeExists, plan.ShapeList:
	default:
		return
	}
	first := b.Framework.Steps[0]
	t := b.Shelf.Named(first.Tool)
	if t == nil || !t.Has("recursive", "quantity") || t.Manifest.Output.Value == "" {
		return
	}
	args := maps.Clone(first.Args)
	t.Put(args, "recursive", true)
	t.Put(args, "quantity", 0)
	b.Framework.Steps = append(b.Framework.Steps, plan.Step{Tool: first.Tool, Args: args, Aside: true})
}

// mark is where planning stood before a clause.
type mark struct {
	answers, steps int
	result         *steps.Items
}

// told remembers which step answers the question just planned; one that only lists what was counted changes the shape
// of the answer before.
func (b planner) told(before mark) {
	n := len(b.Told)
	switch {
	case b.Answers == before.answers+1:
		step := len(b.Framework.Steps)
		if r := b.Result; r != nil && r.Step > 0 && (r != before.result || step == before.steps) {
			step = r.Step
		}
		b.Told = append(b.Told, plan.Answer{Step: step, Shape: b.Framework.Shape})
	case n > 0 && b.Changes == 0:
		b.Told[n-1].Shape = b.Framework.Shape
	}
}
