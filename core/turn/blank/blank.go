package blank

import (
	"encoding/json"
	"strings"

	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// core is the mark without what surrounds it, which may be cut off or written otherwise.
var core = strings.ToLower(strings.Trim(ledger.Mark, "<>"))

// Said reports whether a text holds the mark.
func Said(text string) bool { return strings.Contains(strings.ToLower(text), core) }

// Planned is the first step, from 1, that would work with the mark; 0 is none.
func Planned(f plan.Framework) int {
	for i, step := range f.Steps {
		args, err := json.Marshal(step.Args)
		if err != nil || Said(string(args)) {
			return i + 1
		}
	}
	return 0
}

// Refusal says why nothing is done, and what to do.
func Refusal() *sdk.Error {
	return sdk.Errorf(sdk.OutOfScope, "secret_said", "what was said holds a secret, which is not kept")
}
