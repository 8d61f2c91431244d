package change

import (
	"github.com/metnos/metnos/core/compose/goal"
	"github.com/metnos/metnos/core/compose/part"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// transform plans a verb that makes something of files (compress, extract, convert) from the manifest alone:
// the subjects feed it, the file or folder said as its product fills its new path or destination.
func (b Planner) transform(c *request.Clause) error {
	missing := steps.Limit("capability_missing", "no executor does this", "what", b.From(b.Position(c)))
	t := b.suited(c, request.Actions[c.Act], "files")
	if t == nil || !(t.Has("paths") || t.Has("path")) {
		return missing
	}
	for _, f := range c.Facts {
		if o, ok := f.Get("obj"); ok && f.Name == "obj" && o.Value != "files" && o.Value != "dirs" {
			return steps.Unknown(b.Words(f)) // what is asked for is in the files, not the files
		}
	}
	args := map[string]any{}
	product, made := c.Product(t.Has("new_path"))
	for _, f := range c.All("member") { // "an archive with the pdfs of X"
		for _, k := range f.Captures {
			name := k.Slot
			if name == "folder" {
				name = "dir"
			}
			c.Add(speech.Fact{Name: name, Captures: []speech.Capture{k}, Start: f.Start, End: f.End})
		}
	}
	if err := (part.Planner{Builder: b.Builder}).Taken(c, t, args); err != nil {
		return err
	}
	from, to := c.Places(t.Has("destination"))
	if err := b.Subjects(c, t, args, from); err != nil {
		return err
	}
	if made {
		name, _ := product.Get("file")
		if !t.Put(args, "new_path", b.Below(name.Text)) {
			return steps.Unknown(b.Words(product))
		}
	}
	if to != nil {
		if !t.Has("destination") {
			return steps.Unknown(b.Words(*to))
		}
		goal.Planner{Builder: b.Builder}.To(t, args, *to)
	}
	if t.Has("new_path") && !made {
		b.Ask(t, "new_path", "what_archive", nil)
	}
	for _, arg := range t.Args.Required {
		if _, ok := args[arg]; !ok && !b.fed(t, args, arg) && b.Question == nil {
			return missing
		}
	}
	return b.mutate(c, t, args)
}

func (b Planner) fed(t *shelf.Tool, args map[string]any, arg string) bool {
	_, step := args[plan.FromStep]
	_, previous := args[plan.FromPrevious]
	return (step || previous) && plan.Feeds(t.Args.Properties[arg]) != ""
}

// suited is the executor of verb and object whose qualifier the clause mentions, else the one without any.
func (b Planner) suited(c *request.Clause, verb, object string) *shelf.Tool {
	var plain *shelf.Tool
	for _, i := range b.Shelf.ByPair[[2]string{verb, object}] {
		t := &b.Shelf.Tools[i]
		switch {
		case t.Parts.Qualifier == "" && t.Parts.Provider == "":
			plain = t
		case t.Parts.Provider == "" && c.Mentions(t.Parts.Qualifier):
			return t
		}
	}
	return plain
}
