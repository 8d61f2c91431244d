package plan

import (
	"sort"

	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk"
)

// Arguments that name a collection rather than a value.
const (
	FromStep     = "from_step"     // 1-based number of an earlier step
	FromPrevious = "from_previous" // the conversation's previous result: true, or Previous.Ref
)

// Whole, as a property's from_entries, asks for the items themselves instead of one of their fields.
const Whole = "*"

// Literal escapes text a person wrote so that nothing in it is read as a placeholder.
func Literal(text string) string { return ref.Escape(text) }

// Reads lists the earlier steps a step takes something from, by number.
func Reads(step Step) []int {
	var steps []int
	if n, ok := number(step.Args[FromStep]); ok {
		steps = append(steps, n)
	}
	refs, _ := ref.In(step.Args)
	for _, r := range refs {
		if r.Source == ref.FromStepResult {
			steps = append(steps, r.Step)
		}
	}
	return steps
}

// number reads a step number: JSON numbers arrive as float64, Go literals as int.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case int64:
		return int(v), true
	case float64:
		if v == float64(int(v)) {
			return int(v), true
		}
	}
	return 0, false
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func unresolved(arg, detail string) *sdk.Error {
	return sdk.Errorf(sdk.MissingInput, "reference_unresolved", "argument %s: %s", arg, detail).With("arg", arg)
}
