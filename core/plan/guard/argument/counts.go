package argument

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
)

// FillClause: what a clause says and its step leaves out -> filled: how many, and which kinds of file. What a change
// works on only ever becomes less.
func FillClause(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for k, c := range s.Clauses {
		if c.Hedged || c.Loose || c.Denied {
			continue
		}
		if n, ok := s.searchOf(f, k); ok {
			fired += s.fillKinds(f, n, c)
		}
		fired += s.fillQuantity(f, c)
	}
	return f, fired
}

// searchOf is the one search of a plan that a clause can be about: the plan has one, and one clause names things.
func (s view) searchOf(f plan.Framework, k int) (int, bool) {
	named := 0
	for _, c := range s.Clauses {
		if len(c.Things) > 0 {
			named++
		}
	}
	if named != 1 || len(s.Clauses[k].Things) == 0 {
		return 0, false
	}
	at := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || t.Changes() || step.Aside || !shelf.Reads(t.Parts.Verb) {
			continue
		}
		if at > 0 || scene.Sourced(step) {
			return 0, false
		}
		at = i + 1
	}
	return at, at > 0
}

// fillKinds narrows a search to the extensions or the kind its clause names, when it says nothing of the sort.
func (s view) fillKinds(f plan.Framework, n int, c intent.Clause) int {
	t, _ := s.Tool(f.Steps[n-1])
	args := f.Steps[n-1].Args
	if args == nil || t.Arg("folder") == "" || len(c.Extensions)+len(c.Kinds) == 0 || len(c.Kinds) > 1 {
		return 0
	}
	for _, semantic := range []string{"extension", "kind", "glob", "name", "entry_type", "paths"} {
		if arg := t.Arg(semantic); arg != "" && !plan.Blank(args[arg]) {
			return 0
		}
	}
	if len(c.Extensions) > 0 {
		list := make([]any, len(c.Extensions))
		for i, e := range c.Extensions {
			list[i] = e
		}
		if t.Put(args, "extension", list) {
			return 1
		}
		return 0
	}
	if t.Allows("kind", c.Kinds[0]) && t.Put(args, "kind", c.Kinds[0]) {
		return 1
	}
	return 0
}

// fillQuantity gives the one step that can hold it the number its clause says.
func (s view) fillQuantity(f plan.Framework, c intent.Clause) int {
	if c.Quantity == 0 || !c.Reading() && c.Unit != "" {
		return 0
	}
	semantics := []string{"quantity"}
	switch {
	case c.Unit == "lines" && c.FromEnd:
		semantics = []string{"tail"}
	case c.Unit == "lines":
		semantics = []string{"head"}
	case c.Unit != "":
		return 0
	case c.FromEnd:
		semantics = []string{"tail", "quantity"}
	}
	at, arg := -1, ""
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || step.Aside || t.Changes() {
			continue
		}
		if s.holds(step, t, c.Quantity) {
			return 0 // it is there already
		}
		for _, semantic := range semantics {
			name := t.Arg(semantic)
			if name == "" || c.Object != "" && shelf.Reads(t.Parts.Verb) && !scene.SameThings(c.Object, t.Parts.Object) {
				continue
			}
			if at >= 0 && !plan.Blank(f.Steps[at].Args[arg]) && plan.Blank(step.Args[name]) {
				break // the step that already has a number is the one
			}
			at, arg = i, name
			break
		}
	}
	if at < 0 || c.Ranked && !c.FromEnd && c.Unit == "" && !s.ranks(f, at) || s.counts(f, at) {
		return 0
	}
	given, _ := plan.Number(f.Steps[at].Args[arg])
	if s.Changing(f, at+1) && given > 0 && given < c.Quantity {
		return 0 // never more than the plan meant to change
	}
	if f.Steps[at].Args == nil {
		f.Steps[at].Args = map[string]any{}
	}
	f.Steps[at].Args[arg] = c.Quantity
	return 1
}

// holds reports whether some count of a step is the number.
func (s view) holds(step plan.Step, t shelf.Tool, n int) bool {
	for _, semantic := range []string{"quantity", "head", "tail", "offset"} {
		if v, ok := plan.Number(step.Args[t.Arg(semantic)]); ok && v == n && t.Arg(semantic) != "" {
			return true
		}
	}
	return false
}

// ranks reports whether what step i gives has an order, its own or that of a step before it.
func (s view) ranks(f plan.Framework, i int) bool {
	for n, last := i+1, len(f.Steps)+1; n >= 1 && n < last; n, last = scene.From(f.Steps[n-1]), n {
		t, ok := s.Tool(f.Steps[n-1])
		if ok && (!plan.Blank(f.Steps[n-1].Args[t.Arg("order_by")]) || t.Arg("order_by") == "" && t.Arg("folder") == "" && shelf.Reads(t.Parts.Verb)) {
			return true
		}
	}
	return false
}

// counts reports whether a number is computed from what step i gives: it is over all of them.
func (s view) counts(f plan.Framework, i int) bool {
	return slices.ContainsFunc(splice.Downstream(f, i+1), func(n int) bool {
		t, ok := s.Tool(f.Steps[n-1])
		return ok && (t.Parts.Verb == "compute" || t.Parts.Verb == "group")
	})
}

// CompleteSink: a total, or a list that is kept, made from a search with a cap nobody asked for -> the cap is lifted.
// What is moved or deleted is never more than the plan said.
func CompleteSink(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	if slices.ContainsFunc(s.Clauses, func(c intent.Clause) bool { return c.Quantity > 0 || c.Ranked || c.Loose }) {
		return f, 0
	}
	fired := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		arg := t.Arg("quantity")
		if !ok || arg == "" || t.Changes() || step.Aside {
			continue
		}
		n, given := plan.Number(step.Args[arg])
		if !given || n < 2 || !s.complete(f, i+1) {
			continue
		}
		delete(f.Steps[i].Args, arg)
		fired++
	}
	return f, fired
}

// complete reports whether something is made of all that step n gives, and nothing it gives is changed itself.
func (s view) complete(f plan.Framework, n int) bool {
	whole := false
	for _, m := range splice.Downstream(f, n) {
		t, ok := s.Tool(f.Steps[m-1])
		switch {
		case !ok, t.Changes() && t.Target() != "":
			return false
		case t.Changes(), t.Parts.Verb == "compute", t.Parts.Verb == "group":
			whole = true
		}
	}
	return whole
}
