package change

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
)

// Subjects are what a change is about: files named, things described, or the ones on the table. It is set as
// the input of the step.
func (b Planner) Subjects(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	from = append(from, c.Spelt()...)
	if c.Has("file", "infile", "dir") {
		return b.namedSubjects(c, t, args, from)
	}
	one := b.Pointed(c)
	those := len(c.All("those")) > 0 || c.Pronoun != ""
	if those && len(from) > 0 { // "nella cartella X quelli che ... spostali"
		those = false
		c.Add(speech.Fact{Name: "everyfile"})
	}
	if !those && (c.Things() || len(from) > 0) {
		if !c.Has("obj", "ext", "kind", "glob", "name", "content", "everything", "everyfile") {
			for _, f := range c.Facts {
				if f.Name == "all" && slices.Contains([]string{"tutto", "everything"}, b.Reading.Tokens[f.Start].Fold) && slices.Contains([]string{"move", "put", "copy"}, c.Act) {
					c.Add(speech.Fact{Name: "everything"})
				} else if f.Name == "all" {
					return steps.Unknown(b.Words(f))
				}
			}
			if !c.Has("everything") {
				return steps.Unknown(c.Said)
			}
		}
		if b.Definite(c) {
			return b.theOne(c, t, args, from)
		}
		in, err := b.Collect(c, from, true)
		if err != nil {
			return err
		}
		if !slices.Contains([]string{"files", "dirs", "everything"}, in.Object) && in.Fields["path"] == "" {
			return steps.Limit("capability_missing", "no executor changes these", "what", b.From(b.Position(c)))
		}
		if words, vague := b.vague(c); vague {
			return steps.Unknown(words)
		}
		if in, err = b.Ordered(c, in); err != nil {
			return err
		}
		b.Last = in
		if !b.Feed(t, args, in) {
			return steps.Unknown(c.Said)
		}
		return nil
	}
	if len(from) > 0 {
		return steps.Unknown(b.Words(from[0]))
	}
	if !those && !c.Has("nth", "sup") && !b.counted(c) {
		return steps.Unknown(c.Said) // "which files would you delete" asks for nothing to be deleted
	}
	return b.referred(c, t, args, one)
}

// counted reports "the first two", said of the list just shown; of groups it does not say which.
func (b Planner) counted(c *request.Clause) bool {
	p := b.Req.Previous
	return p != nil && b.Last == nil && c.Has("first", "last") && b.Shelf.Named(p.Tool) != nil && !b.Shelf.Named(p.Tool).Has("keep")
}

// referred makes the things on the table the input of the step; one says that a single thing was pointed at.
func (b Planner) referred(c *request.Clause, t *shelf.Tool, args map[string]any, one bool) error {
	if p := b.Req.Previous; p != nil && b.Last == nil && p.Count > 1 && !c.Has("nth", "sup") && (one || b.ranked() && !c.Silently("all") && !c.Has("num", "first", "last")) {
		return &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_of_these", Params: map[string]string{"count": request.Itoa(int64(p.Count))}}}}
	}
	if p := b.Req.Previous; p != nil && b.Last == nil && len(p.Framework.Answers) > 1 && !c.Has("nth", "sup") {
		return steps.Unknown(c.Said) // several answers: which of them is not said
	}
	in := b.Referred()
	if in == nil {
		return steps.Limit("nothing_to_refer_to", "no earlier result")
	}
	in, err := b.meant(c, t.Parts.Verb, in)
	if err != nil {
		return err
	}
	if in, err = b.spared(c, t.Parts.Verb, in); err != nil {
		return err
	}
	b.Last = in
	if in, err = b.Picked(c); err != nil {
		return err
	}
	if in.Fields["path"] == "" && len(in.Paths) == 0 {
		return steps.Unknown(c.Said)
	}
	list, err := b.Conditions(c, true)
	if err != nil {
		return err
	}
	if in, err = b.Filter(in, list); err != nil {
		return err
	}
	b.Last = in
	if !b.Feed(t, args, in) {
		return steps.Unknown(c.Said)
	}
	return nil
}

// ranked reports that the answer before was "the largest files": all there are, the largest first. "Them" may be all of
// them, or the ones at the top.
func (b Planner) ranked() bool {
	chain := b.leading(&steps.Items{Previous: true})
	if len(chain) == 0 {
		return false
	}
	last := chain[len(chain)-1]
	t := b.Shelf.Named(last.Tool)
	if t == nil {
		return false
	}
	by, _ := last.Args[t.ByMeaning["order_by"]].(string)
	return t.Has("order_by", "quantity") && (by == "size" || by == "modified") && last.Args[t.ByMeaning["quantity"]] == nil
}

// theOne makes the one thing a clause speaks of the input of the step, or asks which it is.
func (b Planner) theOne(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	if words, vague := b.vague(c); vague {
		return steps.Unknown(words)
	}
	in, err := b.TheOne(c, t, t.PathSemantic(), from)
	if err != nil || in == nil {
		return err
	}
	b.Last = in
	if !b.Feed(t, args, in) {
		return steps.Unknown(c.Said)
	}
	return nil
}

// vague reports a number without an order: which three files "three files" are is not for us to choose.
func (b Planner) vague(c *request.Clause) (string, bool) {
	if c.Has("sup", "order", "orderby") {
		return "", false
	}
	for i, f := range c.Facts {
		if !c.Used[i] && slices.Contains([]string{"num", "first", "last"}, f.Name) {
			return b.Words(f), true
		}
		if f.Name == "few" || f.Name == "art" && b.partitive(f) && (i == 0 || !slices.Contains([]string{"obj", "kind", "ext"}, c.Facts[i-1].Name)) {
			return b.Words(f), true
		}
	}
	return "", false
}

// partitive reports an article that takes some of the things only: "cancella un file", "delete a file",
// "cancella dei file". It stands right after the verb.
func (b Planner) partitive(f speech.Fact) bool {
	word := b.Reading.Tokens[f.Start].Fold
	if !slices.Contains([]string{"un", "uno", "una", "un'", "a", "an", "any", "dei", "degli", "delle", "del", "della", "dello"}, word) || f.Start == 0 {
		return false
	}
	return !slices.Contains([]string{"di", "of"}, b.Reading.Tokens[f.Start-1].Fold)
}

// namedSubjects resolves files and folders the person named one by one.
func (b Planner) namedSubjects(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	if c.Has("dir") && (c.HasObject("files") || c.Has("ext", "kind", "content", "name")) {
		return steps.Unknown(c.Said) // files of two folders, or a folder and its files
	}
	within := ""
	if len(from) > 0 {
		ch, err := b.Folder(request.PlaceName(from[0]))
		if err != nil {
			return err
		}
		if within = ch.Path; within == "" || len(from) > 1 {
			return steps.Unknown(b.Words(from[0]))
		}
	}
	c.All("obj", "kind", "empty")
	var named steps.Naming
	folders := 0
	for _, f := range c.All("file", "infile", "dir") {
		var ch steps.Choice
		var err error
		name, isFile := f.Get("file")
		if isFile {
			name.Paths = token.Own(name.Text, name.Paths, b.Req.Places)
			ch, err = b.File(name, within)
		} else {
			name = request.PlaceName(f)
			ch, err = b.Folder(name)
			folders++
		}
		if near := b.Near(name.Text); err != nil && !isFile && len(near) > 0 {
			b.Ask(t, t.PathSemantic(), "near_folder", near, "name", name.Text)
			return nil
		}
		if err != nil {
			return err
		}
		if err := named.Add(name.Text, ch); err != nil {
			return err
		}
	}
	if named.Asked(b.Builder, t) {
		return nil
	}
	paths := named.Paths
	in := &steps.Items{Paths: paths, Object: "files"}
	if folders == len(paths) {
		in.Object = "dirs"
	}
	b.Last = in
	if !b.Feed(t, args, in) {
		return steps.Unknown(c.Said)
	}
	return nil
}
