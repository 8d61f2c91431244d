package table

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/table/hearing"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// conjoined reports whether the sentence goes on from the one before: "e per stato?", "what about those above 100?".
func (b Planner) conjoined() bool {
	var first, second string
	if t := b.Reading.Tokens; len(t) > 0 {
		first = t[0].Fold
		if len(t) > 1 {
			second = t[1].Fold
		}
	}
	return slices.Contains([]string{"e", "ed", "and", "invece"}, first) || second == "about" && (first == "what" || first == "how")
}

// chained reports a previous plan that worked on the answer before it: what it left out is not there any more.
func (b Planner) chained() bool {
	return b.Req.Previous != nil && slices.ContainsFunc(b.Req.Previous.Framework.Steps, func(s plan.Step) bool { return s.Args[plan.FromPrevious] != nil })
}

// asked is what the previous plan asked of its table; ok is false when it holds a step that cannot be told again.
func (b Planner) asked() (w wish.Wish, ok bool) {
	if !b.continues() {
		return w, false
	}
	f := b.Req.Previous.Framework
	for _, s := range f.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil || s.Aside || vocab.Closed().Mutates(t.Parts.Verb) || !w.Recall(t, s.Args) {
			return w, false
		}
	}
	w.Count = f.Shape == plan.ShapeCount && len(w.Measures) == 0 && w.By == ""
	return w, len(w.Paths) > 0
}

// goesOn makes of "and ...?" the question before with one thing changed.
func (b Planner) goesOn(g *hearing.Heard) {
	if !g.Conjoined && !b.regroups(g) || g.Sink != nil || g.Others != nil || g.Ext != "" || g.Wish.Folder != nil || len(g.Columns) > 0 {
		return
	}
	if old, ok := b.asked(); ok {
		g.Wish = old.Over(g.Wish)
	}
}

// regroups reports what only makes sense of the calculation or the groups before: "by customer" after a total, "the top 2"
// after one for each customer.
func (b Planner) regroups(g *hearing.Heard) bool {
	said := g.Wish
	if len(said.Files) > 0 || said.Ext != "" || len(said.Where) > 0 || len(said.Measures) > 0 || said.Count || said.Sorted() {
		return false
	}
	old, ok := b.asked()
	return ok && (said.By != "" && said.Limit == 0 && (len(old.Measures) > 0 || old.By != "") || said.By == "" && said.Limit > 0 && old.By != "")
}

// Ranks reports a sentence that asks for nothing but the first or the last few after an answer made of groups.
func (b Planner) Ranks() bool {
	old, ok := b.asked()
	if !ok || old.By == "" {
		return false
	}
	some := false
	for _, f := range b.Reading.Facts {
		switch act, _ := f.Get("act"); {
		case slices.Contains([]string{"first", "last", "lines"}, f.Name):
			some = true
		case slices.Contains([]string{"those", "num", "obj"}, f.Name), f.Name == "act" && slices.Contains([]string{"show", "list", "tell", "keep", "take"}, act.Value), slices.Contains(request.Silent, f.Name):
		default:
			return false
		}
	}
	return some
}

// known makes the step that reads the tables of the question before.
func (b Planner) known(w *wish.Wish) (*steps.Items, error) {
	args := map[string]any{}
	if !b.Feed(w.Reader, args, &steps.Items{Paths: w.Paths}) {
		return nil, steps.Unknown(b.Req.Text)
	}
	return steps.Output(w.Reader, b.Add(w.Reader, args), nil), nil
}
