package course

import (
	"reflect"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
)

// Restart replaces the plan of a course that changed nothing yet. Finished steps that the new plan begins with,
// the same tools with the same arguments, stay done; the rest runs.
func (c *Course) Restart(f plan.Framework) {
	keep := 0
	for keep < len(f.Steps) && keep < len(c.Steps) && c.Steps[keep].OK && reflect.DeepEqual(c.Plan.Steps[keep], f.Steps[keep]) {
		keep++
	}
	c.Plan, c.judging, c.Effects = f, nil, core.Effects{}
	c.Observed, c.Told, c.Steps = c.Observed[:keep], c.Told[:keep], c.Steps[:keep]
	if keep > 0 {
		c.Effects.Items = c.Observed[keep-1].Result.Effects.Items
	}
}

// Failed reports whether the plan was not carried out: it did not pass, or a step of it ended in an error.
func (c *Course) Failed() bool {
	n := len(c.Steps)
	return n == 0 && len(c.Plan.Steps) > 0 || n > 0 && !c.Steps[n-1].OK
}
