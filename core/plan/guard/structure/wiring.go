package structure

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
)

// AutoWire: a step that only works on what another gives, and says on nothing -> on what the step before it gives. A
// change is wired only when the sentence orders it and exactly one step can be meant.
func AutoWire(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || i == 0 || scene.Sourced(step) || step.Aside {
			continue
		}
		arg := s.hungry(step, t)
		if arg == "" || len(plan.Reads(step)) > 0 {
			continue
		}
		var able []int
		for n := i; n >= 1; n-- {
			o, ok := s.Tool(f.Steps[n-1])
			if ok && !f.Steps[n-1].Aside && !(t.Changes() && o.Changes()) && s.yields(f, n, plan.Feeds(t.Args.Properties[arg])) {
				able = append(able, n)
			}
		}
		if t.Changes() {
			able = s.ends(f, able)
		}
		if len(able) == 0 || t.Changes() && (len(able) > 1 || !s.Ordered(t.Parts.Verb)) {
			continue
		}
		if f.Steps[i].Args == nil {
			f.Steps[i].Args = map[string]any{}
		}
		f.Steps[i].Args[plan.FromStep] = able[0]
		fired++
	}
	return f, fired
}

// ends leaves out the steps another of them reads: what is meant is the filtered list, not the first one.
func (s view) ends(f plan.Framework, able []int) (out []int) {
	for _, n := range able {
		if !slices.ContainsFunc(splice.Readers(f, n), func(m int) bool { return slices.Contains(able, m) }) {
			out = append(out, n)
		}
	}
	return out
}

// ExplicitDestination: a place taken from an earlier result where the person wrote one -> the one they wrote; and a
// collection that the values written leave nothing to fill -> dropped.
func ExplicitDestination(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok {
			continue
		}
		if full(step, t) {
			delete(f.Steps[i].Args, plan.FromStep)
			delete(f.Steps[i].Args, plan.FromPrevious)
			fired++
		}
		list := s.Orders(t.Parts.Verb)
		arg := t.Arg("destination")
		if !t.Changes() || arg == "" || len(list) != 1 || list[0].Loose {
			continue
		}
		value, given := step.Args[arg].(string)
		to, ok := s.goal(list[0])
		if given && ok && plan.References(value) {
			f.Steps[i].Args[arg] = to
			fired++
		}
	}
	return f, fired
}

// full reports whether a step takes a collection and says itself everything the collection could give.
func full(step plan.Step, t shelf.Tool) bool {
	if !scene.Sourced(step) || len(t.Fed()) == 0 {
		return false
	}
	return !slices.ContainsFunc(t.Fed(), func(arg string) bool { return plan.Blank(step.Args[arg]) || plan.References(step.Args[arg]) })
}

// KeepAuthority: a step that would open here a path seen on another host -> runs there, when its executor may.
func KeepAuthority(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	hosts := make([]plan.Host, len(f.Steps)) // whose files the paths of each step are
	for i, step := range f.Steps {
		hosts[i] = step.Host
		t, ok := s.Tool(step)
		if !ok {
			continue
		}
		if n := scene.From(step); n >= 1 && n <= i && t.PassesOn() {
			hosts[i] = hosts[n-1]
			continue // records are reworked anywhere, and keep their host
		}
		for _, n := range s.opens(step, t) {
			if n < 1 || n > i || hosts[n-1] == step.Host {
				continue
			}
			if t.Placement.Scope == "any" || t.Placement.Scope == "device" || hosts[n-1] == "" && t.Placement.Scope != "device" {
				f.Steps[i].Host, hosts[i] = hosts[n-1], hosts[n-1]
				fired++
			}
			break
		}
	}
	return f, fired
}

// opens lists the steps whose paths a step would open.
func (s view) opens(step plan.Step, t shelf.Tool) (out []int) {
	for _, name := range shelf.Keys(step.Args) {
		if plan.PathArg(t.Manifest, name) {
			out = append(out, plan.Reads(plan.Step{Args: map[string]any{name: step.Args[name]}})...)
		}
	}
	if n := scene.From(step); n > 0 && slices.ContainsFunc(t.Fed(), func(arg string) bool {
		return plan.Blank(step.Args[arg]) && plan.PathArg(t.Manifest, arg)
	}) {
		out = append(out, n)
	}
	return out
}

// ConformOrder: changes planned in another order than they were said -> as said, each after what it reads. Nothing is
// moved when that is impossible, or when the sentence itself says what comes before what.
func ConformOrder(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	if s.Sentence.Order {
		return f, 0
	}
	place := map[int]int{} // step -> clause
	var hard []int
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok {
			return f, 0
		}
		if !t.Changes() {
			continue
		}
		at := s.position(t)
		if at < 0 {
			return f, 0
		}
		hard, place[i+1] = append(hard, i+1), at
	}
	sorted := slices.Clone(hard)
	slices.SortStableFunc(sorted, func(a, b int) int { return place[a] - place[b] })
	if slices.Equal(sorted, hard) {
		return f, 0
	}
	next, ok := splice.Order(f, s.sequence(f, hard, sorted))
	if !ok {
		return f, 0
	}
	return next, 1
}

// position is the one clause that orders what an executor does, -1 when none or several do.
func (s view) position(t shelf.Tool) int {
	at := -1
	for k, c := range s.Clauses {
		if !c.Orders() || c.Reading() || c.Verb != t.Parts.Verb || c.Object != "" && !scene.SameThings(c.Object, t.Parts.Object) {
			continue
		}
		if c.Object != "" && c.Object != t.Parts.Object && s.exactly(t.Parts.Verb, c.Object) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = k
	}
	return at
}

// exactly reports whether the catalog has an executor of a verb and an object.
func (s view) exactly(verb, object string) bool { return len(s.Shelf.Plain(verb, object)) > 0 }

// sequence puts every change after the steps it reads, in the wanted order; the other steps keep theirs. It is no
// order of all steps when a change would read a later one.
func (s view) sequence(f plan.Framework, hard, sorted []int) (order []int) {
	done := map[int]bool{}
	var emit func(n int)
	emit = func(n int) {
		if n < 1 || n > len(f.Steps) || done[n] {
			return
		}
		done[n] = true
		for _, m := range plan.Reads(f.Steps[n-1]) {
			if m < n {
				emit(m)
			}
		}
		order = append(order, n)
	}
	for n := 1; n < hard[0]; n++ {
		emit(n)
	}
	for _, n := range sorted {
		emit(n)
	}
	for n := range f.Steps {
		emit(n + 1)
	}
	return order
}
