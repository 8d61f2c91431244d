package repair

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strconv"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/sdk"
)

// Failure is a step that failed, and what its repair may know.
type Failure struct {
	Plan     plan.Framework
	Step     int             // 1-based
	Err      *sdk.Error      // of the whole step
	Args     map[string]any  // as resolved, paths absolute; nil when the step was never resolved
	Observed []plan.Observed // of the steps before it, for the choice among what they gave
	Previous *plan.Observed  // the conversation's previous result, when there is one
	Effects  core.Effects    // of the turn so far
	Home     string          // absolute: where relative paths start
	Find     plan.Lookup
	Catalog  []core.Executor
	Look     plan.Places // what is there; nil when nobody can tell
}

// Structural reports whether a failure of the class blames the plan.
func Structural(c sdk.Class) bool { return c.Structural() }

// Operational reports whether a failure of the class blames the world: the same plan may work another time.
func Operational(c sdk.Class) bool { return c.Valid() && !c.Structural() }

// Recoverable reports whether another plan may do what one failed to with the class. What is out of scope stays so.
func Recoverable(c sdk.Class) bool { return Structural(c) && c != sdk.OutOfScope }

// Hash is 16 hex over each step's tool and argument names, in any order, and the closing sentence.
func Hash(f plan.Framework) string {
	h := sha256.New()
	write := func(s string) { h.Write([]byte(strconv.Itoa(len(s)) + ":" + s)) }
	for _, step := range f.Steps {
		write("step")
		write(step.Tool)
		for _, name := range shelf.Keys(step.Args) {
			write(name)
		}
	}
	write("end")
	write(f.FinalMessage)
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Alternative returns the one other plan for a failed step, or a question whose answer completes one, or neither.
// A structural failure may have one; so may a path that is not there, when it is somewhere else. There is none once
// something was changed, or may have been.
func Alternative(f Failure) (plan.Framework, *plan.Question, bool) {
	r, ok := open(f)
	if !ok {
		return plan.Framework{}, nil, false
	}
	for _, mend := range [...]func(repairer) (plan.Framework, *plan.Question, bool){
		severalForOne, pattern, folderForFile, elsewhere, pluralName, misplaced, siblingReader, qualifiedReader, unfed,
	} {
		next, question, found := mend(r)
		switch {
		case !found:
		case question != nil && r.answerable(*question):
			return plan.Framework{}, question, true
		case question == nil && r.accepts(next):
			return next, nil, true
		}
	}
	return plan.Framework{}, nil, false
}

// repairer is a failure and the executor of its step.
type repairer struct {
	Failure
	shelf *shelf.Shelf
	step  plan.Step
	tool  shelf.Tool
	known bool // the executor is in the catalog
}

// open refuses the failures that no other plan may follow.
func open(f Failure) (repairer, bool) {
	if f.Err == nil || f.Step < 1 || f.Step > len(f.Plan.Steps) || f.Find == nil {
		return repairer{}, false
	}
	if !Recoverable(f.Err.Class) && f.Err.Class != sdk.NotFound {
		return repairer{}, false
	}
	if f.Effects.Mutations > 0 || f.Effects.Uncertain > 0 {
		return repairer{}, false
	}
	r := repairer{Failure: f, shelf: shelf.New(f.Catalog), step: f.Plan.Steps[f.Step-1]}
	for _, step := range f.Plan.Steps[:f.Step-1] {
		if t, ok := r.of(step); !ok || t.Changes() {
			return repairer{}, false // it ran, and would run again
		}
	}
	r.tool, r.known = r.of(r.step)
	return r, true
}

func (r repairer) of(step plan.Step) (shelf.Tool, bool) {
	m, _ := r.Find(step.Tool)
	return shelf.Of(m)
}

// actions counts the executors of a plan that may change something; one nobody knows counts.
func (r repairer) actions(f plan.Framework) map[string]int {
	out := map[string]int{}
	for _, step := range f.Steps {
		if t, ok := r.of(step); ok && t.Changes() {
			out[t.Name]++
		}
	}
	return out
}

// accepts is what holds for every alternative: it may run, it changes what the first plan would have, and it is
// another plan.
func (r repairer) accepts(next plan.Framework) bool {
	return len(plan.Validate(next, r.Find, plan.MaxRuntimeSteps)) == 0 && Hash(next) != Hash(r.Plan) && maps.Equal(r.actions(r.Plan), r.actions(next))
}

// answerable reports whether an answer completes the plan: nothing else is wrong with it.
func (r repairer) answerable(q plan.Question) bool {
	filled := q.Partial.Clone()
	value := any("x")
	if len(q.Options) > 0 {
		value = plan.Literal(q.Options[0])
	}
	if r.tool.Args.Properties[q.Arg].Type == "array" {
		value = []any{value}
	}
	filled.Steps[q.Step-1].Args[q.Arg] = value
	return len(plan.Validate(filled, r.Find, plan.MaxRuntimeSteps)) == 0
}
