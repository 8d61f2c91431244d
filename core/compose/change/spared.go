package change

import (
	"maps"
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// spared makes sure that a change to things found in groups leaves one of each group: the steps that found them are
// made again, told to keep one. Part of them may be all there is of a group, so it is not for us to choose.
func (b Planner) spared(c *request.Clause, verb string, in *steps.Items) (*steps.Items, error) {
	if verb != "delete" && verb != "move" || c.Has("nth", "sup") {
		return in, nil
	}
	chain := b.leading(in)
	at := slices.IndexFunc(chain, func(s plan.Step) bool {
		t := b.Shelf.Named(s.Tool)
		return t != nil && t.Has("keep") && s.Args[t.ByMeaning["other_folder"]] == nil
	})
	if at < 0 {
		if b.inGroups(in) && !slices.ContainsFunc(chain, func(s plan.Step) bool { t := b.Shelf.Named(s.Tool); return t != nil && t.Has("keep") }) {
			return nil, steps.Unknown(c.Said)
		}
		return in, nil
	}
	t := b.Shelf.Named(chain[at].Tool)
	if chain[at].Args[t.ByMeaning["keep"]] != nil {
		return in, nil
	}
	if c.Has("first", "last", "num", "few") || len(chain) > at+1 || !t.Allows("keep", "first") {
		return nil, steps.Unknown(c.Said)
	}
	which := "first"
	if f, ok := c.Take("keepone"); ok {
		which = f.Arg(0)
	}
	args := maps.Clone(chain[at].Args)
	if !t.Put(args, "keep", which) {
		return nil, steps.Unknown(c.Said)
	}
	return steps.Output(t, b.Add(t, args), nil), nil
}

// leading are the steps that led to some items, in order.
func (b Planner) leading(in *steps.Items) (chain []plan.Step) {
	f, n := b.Framework, in.Step
	if in.Previous && b.Req.Previous != nil {
		f = b.Req.Previous.Framework
		n = len(f.Steps)
		for n > 0 && f.Steps[n-1].Aside {
			n--
		}
	}
	for n >= 1 && n <= len(f.Steps) && len(chain) < len(f.Steps) {
		chain = append(chain, f.Steps[n-1])
		n = number(f.Steps[n-1].Args[plan.FromStep])
	}
	slices.Reverse(chain)
	return chain
}

// number is a step number, also of a plan that went through JSON; 0 is none.
func number(v any) int {
	switch v := v.(type) {
	case int:
		return v
	case int64:
		return int(v)
	case float64:
		return int(v)
	}
	return 0
}

// inGroups reports items with the fields of an executor that finds things in groups, wherever they come from.
func (b Planner) inGroups(in *steps.Items) bool {
	for i := range b.Shelf.Tools {
		t := &b.Shelf.Tools[i]
		all := t.Has("keep") && len(t.Output.Fields) > 0
		for field := range t.Output.Fields {
			_, has := in.Fields[field]
			all = all && has
		}
		if all {
			return true
		}
	}
	return false
}
