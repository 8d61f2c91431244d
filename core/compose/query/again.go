package query

import (
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// relist reads "... list them" said right after a question about the same things: they are listed, which tells their
// number too.
func (b Planner) relist(c *request.Clause) bool {
	f := &b.Framework
	if b.Answers != 1 || b.Changes > 0 || c.Act != "list" && c.Act != "show" && c.Act != "tell" || c.Ask != "" && c.Ask != "which" || b.Last == nil || len(f.Steps) == 0 || b.Last.Step != len(f.Steps) {
		return false
	}
	if c.Pronoun != "li" && c.Pronoun != "le" && !c.Has("those") {
		return false
	}
	switch f.Shape {
	case plan.ShapeCount, plan.ShapeExists, plan.ShapeList:
	default:
		return false
	}
	used := append([]bool(nil), c.Used...)
	c.All("those", "which")
	if !c.Bare() {
		c.Used = used
		return false
	}
	f.Shape = plan.ShapeList
	return true
}

// again lists the result of the answer before, which was only counted.
func (b Planner) again(in *steps.Items) (*steps.Items, error) {
	t := b.Shelf.Find("filter", "entries", "quantity")
	if t == nil {
		return nil, steps.Unknown(b.Req.Text)
	}
	args := map[string]any{}
	if !b.Feed(t, args, in) {
		return nil, steps.Unknown(b.Req.Text)
	}
	return steps.Output(t, b.Add(t, args), in), nil
}
