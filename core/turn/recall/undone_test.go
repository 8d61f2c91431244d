package recall

import (
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// After an undo "the last one" is not looked for among the things that were chosen from a list.
func TestWhatWasChosenIsForgottenOnceTakenBack(t *testing.T) {
	from := plan.Step{Tool: "sort_entries", Args: map[string]any{plan.FromPrevious: true}}
	change := plan.Step{Tool: "delete_files", Args: map[string]any{plan.FromStep: 1}}
	whole := plan.Step{Tool: "delete_files", Args: map[string]any{plan.FromPrevious: true}}
	for name, c := range map[string]struct {
		steps   []plan.Step
		changed string
		kept    bool
	}{
		"chosen and changed": {[]plan.Step{from, change}, "t2", false},
		"the whole list":     {[]plan.Step{whole}, "t2", true},
		"nothing changed":    {[]plan.Step{from, change}, "", true},
	} {
		thread := Thread{Was: plan.Remembered{Turn: "t2", Changed: c.changed, Framework: plan.Framework{Steps: c.steps}}}
		if got := thread.TakenBack().Turn != ""; got != c.kept {
			t.Errorf("%s: kept %v, want %v", name, got, c.kept)
		}
	}
}
