package structure

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
)

// EnforceObjects: a question about things no step gives -> the one plain producer of them that needs to be told
// nothing, where its clause stands.
func EnforceObjects(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	if len(s.Clauses) == 1 && len(f.Steps) == 1 && s.kept(f.Steps[0]) {
		return f, 0 // the items of a list are no files
	}
	if len(s.Clauses) == 1 && slices.ContainsFunc(f.Steps, func(step plan.Step) bool { t, ok := s.Tool(step); return ok && s.said(t) >= phrase }) {
		return f, 0 // "which programs use the most cpu" is what an executor says of itself, whatever else its nouns mean
	}
	for _, object := range s.uncovered(f) {
		t, ok := s.Shelf.Producer(object)
		if !ok || len(t.Args.Required) > 0 || len(t.Args.RequiresOneOf) > 0 || len(f.Steps) == 0 || f.Steps[len(f.Steps)-1].Aside {
			continue
		}
		at := len(f.Steps) + 1
		if len(s.Clauses) > 1 && s.Clauses[0].Object == object && s.independent(f) {
			at = 1
		}
		if len(f.Answers) == 0 { // from here on there are two
			f.Answers = []plan.Answer{{Step: len(f.Steps), Shape: f.Shape}}
		}
		f = splice.Insert(f, at, plan.Step{Tool: t.Name, Args: map[string]any{}})
		f.Answers = append(f.Answers, plan.Answer{Step: at})
		slices.SortFunc(f.Answers, func(a, b plan.Answer) int { return a.Step - b.Step })
		fired++
	}
	return f, fired
}

// kept reports a step about a collection the person keeps.
func (s view) kept(step plan.Step) bool {
	t, ok := s.Tool(step)
	for name := range step.Args {
		if ok && slices.Contains([]string{"collection", "any_list", "lists"}, t.Args.Properties[name].Semantic) {
			return true
		}
	}
	return false
}

// phrase is how many words of an executor's own phrase a sentence has that is one.
const phrase = 4

// independent reports whether every step says itself what it works on, so that one before it changes nothing.
func (s view) independent(f plan.Framework) bool {
	return !slices.ContainsFunc(f.Steps, func(step plan.Step) bool {
		t, ok := s.Tool(step)
		return !ok || !scene.Sourced(step) && s.hungry(step, t) != ""
	})
}

// EnforceClauses: "find ... and move them": an order about what was found just before that no step carries out -> its
// step, fed by the one that found it. An order that names its own things, or one thing among several, is left to the
// caller.
func EnforceClauses(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for k, c := range s.Clauses {
		if k == 0 || !c.Required() || !c.Them || c.Loose || len(c.Things) > 0 || slices.ContainsFunc(f.Steps, func(step plan.Step) bool { return s.Covers(c, step) }) {
			continue
		}
		before := s.Clauses[k-1]
		if !before.Reading() || before.Denied || before.Ranked || before.Quantity > 0 || !before.Plural {
			continue
		}
		n := s.lastItems(f)
		if n == 0 {
			continue
		}
		for _, t := range s.Shelf.Plain(c.Verb, before.Object) {
			target := t.Target()
			if target == "" || !t.Changes() || !s.yields(f, n, plan.Feeds(t.Args.Properties[target])) {
				continue
			}
			args := map[string]any{plan.FromStep: n}
			if to, ok := s.goal(c); ok && t.Has("destination") {
				t.Put(args, "destination", to)
			}
			next := splice.Insert(f, len(f.Steps)+1, plan.Step{Tool: t.Name, Args: args, Host: f.Steps[n-1].Host})
			if s.Faults(next) <= s.Faults(f) {
				next.Shape = plan.ShapeReceipt
				f = next
				fired++
				break
			}
		}
	}
	return f, fired
}

// lastItems is the last step, when it is one that gives things and reads nothing else does.
func (s view) lastItems(f plan.Framework) int {
	n := len(f.Steps)
	if n == 0 || f.Steps[n-1].Aside {
		return 0
	}
	t, ok := s.Tool(f.Steps[n-1])
	if !ok || t.Changes() || s.Changing(f, 1) {
		return 0
	}
	return n
}

// yields reports whether the items of step n have a field, handed on from wherever they came.
func (s view) yields(f plan.Framework, n int, field string) bool {
	for n >= 1 && n <= len(f.Steps) {
		t, ok := s.Tool(f.Steps[n-1])
		if !ok || !t.Yields(field) {
			return false
		}
		if !t.PassesOn() {
			return true
		}
		up := scene.From(f.Steps[n-1])
		if up == 0 || up >= n {
			return up == 0 && scene.Sourced(f.Steps[n-1])
		}
		n = up
	}
	return false
}

// goal is the one place a clause says things go to, written as a path.
func (s view) goal(c intent.Clause) (string, bool) {
	goal := ""
	for _, p := range c.Places {
		if p.File || !p.Path || p.Role != "to" && p.Role != "in" {
			continue
		}
		if goal != "" {
			return "", false
		}
		goal = s.Absolute(p.Text)
	}
	return plan.Literal(goal), goal != ""
}

// hungry is the argument a step can only be given by a collection and that nothing fills, "" when there is none.
func (s view) hungry(step plan.Step, t shelf.Tool) string {
	for _, arg := range t.Fed() {
		if !plan.Blank(step.Args[arg]) {
			continue
		}
		if slices.Contains(t.Args.Required, arg) {
			return arg
		}
		for _, group := range t.Args.RequiresOneOf {
			fed := slices.Contains(group, arg) || slices.Contains(group, plan.FromStep)
			if fed && !slices.ContainsFunc(group, func(name string) bool { return !plan.Blank(step.Args[name]) }) {
				return arg
			}
		}
	}
	return ""
}
