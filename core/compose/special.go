package compose

import (
	"slices"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/special"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// specially plans the sentence with the special executor in place of the plain one.
func specially(req plan.Request, s *shelf.Shelf, reading speech.Reading, t *shelf.Tool, covered [2]int) (plan.Framework, bool) {
	var said []string
	for _, k := range reading.Tokens[covered[0]:covered[1]] {
		said = append(said, k.Text)
	}
	reading.Unknown = slices.DeleteFunc(slices.Clone(reading.Unknown), func(w string) bool { return slices.Contains(said, w) })
	reading = special.Naming(special.Without(reading, covered), t, covered)
	b := planner{&steps.Builder{Req: req, Shelf: s, Reading: reading, Special: t, Covered: covered}}
	if err := b.build(); err != nil {
		return plan.Framework{}, false
	}
	return b.Framework, slices.ContainsFunc(b.Framework.Steps, func(step plan.Step) bool { return step.Tool == t.Manifest.Name })
}
