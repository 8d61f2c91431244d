package onward

import (
	"maps"
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk/manifest"
)

// Semantic is that of the argument that takes the steps.
const Semantic = "then"

// Of is the argument of step n that takes the steps after it, and those steps; none when the executor m takes none, or
// when the plan wants only some of the items.
func Of(f plan.Framework, n int, m *manifest.Manifest) (arg string, steps []plan.Step) {
	given := f.Steps[n-1].Args
	var tools []any
	for name, p := range m.Args.Properties {
		if _, set := given[name]; set && (p.Semantic == Semantic || p.Semantic == "quantity") {
			return "", nil
		}
		if p.Semantic == Semantic && p.Items != nil {
			arg, tools = name, p.Items.Properties["tool"].Enum
		}
	}
	for k := n + 1; k <= len(f.Steps); k++ {
		step := f.Steps[k-1]
		if !slices.Contains(tools, any(step.Tool)) || !follows(step, k-1) {
			break
		}
		steps = append(steps, step)
	}
	return arg, steps
}

// follows reports whether a step reads the items of step n and nothing else.
func follows(step plan.Step, n int) bool {
	from, ok := step.Args[plan.FromStep]
	if reads := plan.Reads(step); !ok || from == nil || len(reads) != 1 || reads[0] != n || step.Aside {
		return false
	}
	refs, faults := ref.In(step.Args)
	return len(refs) == 0 && len(faults) == 0
}

// Source is the step whose items step k works on, handed on from step to step; 0 when there is none. Whether that step's
// executor can do k is for [Of] to say.
func Source(f plan.Framework, k int) int {
	for k > 1 && follows(f.Steps[k-1], k-1) {
		k--
	}
	return k
}

// Argument is what the argument holds; false when a step cannot be told.
func Argument(steps []plan.Step) ([]any, bool) {
	out := make([]any, len(steps))
	for i, s := range steps {
		own := maps.Clone(s.Args)
		delete(own, plan.FromStep)
		said, err := plan.Resolve(plan.Step{Tool: s.Tool, Args: own}, &manifest.Manifest{}, plan.Values{})
		if err != nil {
			return nil, false
		}
		out[i] = map[string]any{"tool": s.Tool, "args": said.Args}
	}
	return out, true
}
