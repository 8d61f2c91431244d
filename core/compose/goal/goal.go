package goal

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// Planner fills the goals of steps of its builder.
type Planner struct{ *steps.Builder }

// Places are where the things of a clause come from, and where they go.
func (b Planner) Places(c *request.Clause) (from []speech.Fact, to *speech.Fact) {
	from, to = c.Places(true)
	if rest, inner, ok := b.within(from, to); ok {
		return rest, &inner
	}
	return from, to
}

// Fill fills where things go: to, or "there", or a question.
func (b Planner) Fill(c *request.Clause, t *shelf.Tool, args map[string]any, to *speech.Fact) {
	switch {
	case to != nil:
		b.To(t, args, *to)
	case !b.There(c, t, args):
		b.Where(t, args)
	}
}

// To fills the folder things go to. One that is not there is made, unless its name is a slip for one that
// is, or says no name at all ("the main folder"): then it is asked.
func (b Planner) To(t *shelf.Tool, args map[string]any, f speech.Fact) {
	name := request.PlaceName(f)
	ch := b.Target(name)
	if ch.Path == "" || len(name.Paths) > 0 || steps.Literal(name.Text) {
		b.Set(t, args, "destination", ch, "which_folder", name.Text)
		return
	}
	if !name.Literal && constraint.Nameless(b.Reading.Lang, name.Text) {
		b.Where(t, args)
		return
	}
	if near := b.Near(name.Text); len(near) > 0 {
		b.Ask(t, "destination", "which_destination", append(near, ch.Path), "name", name.Text)
		return
	}
	t.Put(args, "destination", ch.Path)
}

// Where asks for the folder of a change, of one thing or of several.
func (b Planner) Where(t *shelf.Tool, args map[string]any) {
	code := "where_to"
	if paths, ok := args[t.ByMeaning[t.PathSemantic()]].([]any); ok && len(paths) == 1 {
		code = "where_to_one"
	}
	b.Ask(t, "destination", code, nil)
}

// There fills the folder "there" stands for: the only one the step before made, in this sentence or in the one before.
// Nothing is filled when the clause does not say it, or when none or several were made.
func (b Planner) There(c *request.Clause, t *shelf.Tool, args map[string]any) bool {
	if !b.says(c) {
		return false
	}
	made := b.Framework
	if len(made.Steps) == 0 && b.Req.Previous != nil {
		made = b.Req.Previous.Framework
	}
	for _, step := range slices.Backward(made.Steps) {
		maker := b.Shelf.Named(step.Tool)
		if maker == nil || maker.Parts.Verb != "create" || maker.Parts.Object != "dirs" {
			continue
		}
		paths, _ := step.Args[maker.ByMeaning["new_path"]].([]any)
		if len(paths) != 1 {
			return false
		}
		return t.Put(args, "destination", plan.Text(paths[0]))
	}
	return false
}

// says reports a clause with "there": at its end in English, attached to the verb or on its own in Italian.
func (b Planner) says(c *request.Clause) bool {
	if !c.English && strings.HasSuffix(strings.TrimSuffix(strings.ToLower(c.Said), " dentro"), "ci") {
		return true
	}
	for _, f := range c.Facts {
		word := b.Reading.Tokens[f.Start].Fold
		if f.Name == "there" && f.End == f.Start+1 && slices.Contains([]string{"there", "li", "la", "dentro"}, word) || f.Name == "inthere" {
			return true
		}
	}
	return false
}

// within is the goal "in a folder X inside Y": a folder to make below one that is there, taken out of the places before
// it. ok is false when no two places are that.
func (b Planner) within(from []speech.Fact, to *speech.Fact) (rest []speech.Fact, goal speech.Fact, ok bool) {
	for i := range from {
		inner, outer := from[i], from[i]
		switch {
		case to == nil:
			return nil, goal, false
		case from[i].Name == "in" && to.Name == "in" && from[i].End == to.Start:
			outer = *to
		case from[i].Name == "in" && to.Name == "to" && to.End == from[i].Start:
			inner = *to
		default:
			continue
		}
		fresh, parent := request.PlaceName(inner), request.PlaceName(outer)
		ch, err := b.Folder(parent)
		if fresh.Slot == "folder" || len(fresh.Paths) > 0 || err != nil || ch.Path == "" {
			continue
		}
		fresh.Text, fresh.Literal = filepath.Join(ch.Path, fresh.Text), true
		return slices.Delete(slices.Clone(from), i, i+1), speech.Fact{Name: "to", Captures: []speech.Capture{fresh}, Start: inner.Start, End: outer.End}, true
	}
	return nil, goal, false
}
