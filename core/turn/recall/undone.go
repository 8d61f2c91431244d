package recall

import "github.com/metnos/metnos/core/plan"

// TakenBack is the memory after an undo. Things that were chosen among a list and changed are no longer what the
// conversation is about: "the last one" would be the last of those, not of the list the person still sees.
func (t *Thread) TakenBack() plan.Remembered {
	if t.Was.Changed != "" && t.Was.Framework.UsesPrevious() && len(t.Was.Framework.Steps) > 1 {
		return Nothing(t.Was)
	}
	return t.Was
}
