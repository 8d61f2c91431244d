package query

import (
	"slices"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/part"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// inside plans a question about what is in an archive, where an executor looks into one: "how many pdfs are in a.zip".
// done is false for any other clause.
func (b Planner) inside(c *request.Clause) (done bool, err error) {
	own := part.Planner{Builder: b.Builder}
	t := own.Inventory()
	if t == nil {
		return false, nil
	}
	name, ok := own.Looked(c)
	if !ok {
		return false, nil
	}
	ask, there := c.Ask, c.Silently("there")
	for i, f := range c.Facts {
		if n, named := f.Get("file"); named && n.Text == name.Text {
			c.Used[i] = true
		}
		c.Used[i] = c.Used[i] || slices.Contains([]string{"count", "which", "contents", "say", "exists", "whole", "listing", "where", "inthere", "there"}, f.Name)
		if o, of := f.Get("obj"); of && f.Name == "obj" {
			if o.Value != "files" {
				return true, steps.Limit("inside_archive", "only files are told", "file", name.Text, "what", b.Words(f))
			}
			c.Used[i] = true
		}
	}
	c.All("everything", "everyfile")
	args := map[string]any{}
	if err := b.archive(c, t, args, name); err != nil {
		return true, err
	}
	if f, ok := c.Take("file"); ok && (c.Act == "read" || c.Act == "open") { // "read note.txt in a.zip"
		return true, steps.Limit("inside_archive", "what a file in it says", "file", name.Text, "what", b.Words(f))
	} else if ok {
		c.Add(f)
	}
	switch {
	case c.Act == "count":
		ask = "count"
	case ask == "where", ask == "" && c.Act == "" && there:
		ask = "exists"
	}
	if ask != "count" && ask != "exists" && ask != "sum" {
		ask = "list"
	}
	return true, b.members(c, t, args, ask)
}

// archive puts in the arguments which archive is meant.
func (b Planner) archive(c *request.Clause, t *shelf.Tool, args map[string]any, name speech.Capture) error {
	within := ""
	if places := c.All("in", "of", "from", "dir"); len(places) > 1 {
		return steps.Unknown(b.Words(places[1]))
	} else if len(places) == 1 {
		ch, err := b.Folder(request.PlaceName(places[0]))
		if err != nil {
			return err
		}
		within = ch.Path
	}
	var paths []any
	for _, n := range append([]speech.Capture{name}, b.besides(c)...) {
		ch, err := b.File(n, within)
		if err != nil {
			return err
		}
		if ch.Path == "" {
			return &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_file", Options: ch.Options, Params: map[string]string{"name": n.Text}}}}
		}
		paths = append(paths, plan.Literal(ch.Path))
	}
	t.Put(args, "paths", paths)
	return nil
}

// besides are the other archives a clause names: "in a.zip and in b.zip".
func (b Planner) besides(c *request.Clause) (out []speech.Capture) {
	for i, f := range c.Facts {
		if n, ok := f.Get("file"); ok && f.Name == "infile" && !c.Used[i] && part.Packed(n.Text) {
			c.Used[i], out = true, append(out, n)
		}
	}
	return out
}

// members plans the listing of an archive and what is asked of it.
func (b Planner) members(c *request.Clause, t *shelf.Tool, args map[string]any, ask string) error {
	for _, f := range c.All("file", "infile") { // "is note.txt in a.zip?"
		n, _ := f.Get("file")
		if args[t.ByMeaning["glob"]] != nil || !t.Put(args, "glob", request.GlobText(n.Text)) {
			return steps.Unknown(b.Words(f))
		}
	}
	list, err := b.Conditions(c, false)
	if err != nil {
		return err
	}
	b.Ordering(t, args, c)
	rest := constraint.Apply(t, args, list)
	in, err := b.Filter(steps.Output(t, b.Add(t, args), nil), rest)
	if err != nil {
		return err
	}
	return b.answer(c, ask, in)
}
