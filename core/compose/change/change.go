package change

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/goal"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Change plans a clause that changes something.
func (b Planner) Change(c *request.Clause) error {
	if c.Ask != "" {
		return steps.Unknown(c.Said)
	}
	b.Changes++
	if f, bare := c.Bared(); bare && !slices.Contains([]string{"move", "put", "copy", "rename", "compress", "split"}, c.Act) {
		return steps.Unknown(b.Words(f)) // what is thrown away with all that is in it is said to be a folder
	}
	b.Strict = true
	c.All("tally") // the receipt counts
	if (c.Act == "put" || c.Act == "move") && c.Told() {
		c.Act = "append" // "put in todo.txt: buy eggs"
	}
	if slices.Contains([]string{"put", "move", "create", "make", "save"}, c.Act) && (c.IntoArchive() || c.Has("zipped")) && b.Able("compress") {
		c.Was, c.Act = c.Act, "compress"
	}
	switch c.Act {
	case "move", "put":
		return b.move(c)
	case "rename":
		return b.rename(c)
	case "split":
		return b.splitUp(c)
	case "delete":
		return b.remove(c)
	case "create":
		if c.Has("newdir") || c.HasObject("dirs") && !c.Has("file", "infile", "text", "textword") {
			c.All("obj")
			return b.makeDirs(c)
		}
		return b.write(c)
	case "write", "save", "append", "replace":
		return b.write(c)
	}
	if c.Act == "copy" {
		return b.copyTo(c)
	}
	return b.transform(c)
}

// copyTo is a move that leaves the original: with an executor that makes files of others, or one that offers it.
func (b Planner) copyTo(c *request.Clause) error {
	args := map[string]any{}
	t := b.Shelf.Find("create", "files", "paths", "destination")
	for _, i := range b.Shelf.ByObject("files") {
		if other := &b.Shelf.Tools[i]; t == nil && other.Has("copy", "destination") {
			t = other
			t.Put(args, "copy", true)
		}
	}
	if t == nil {
		return steps.Limit("capability_missing", "no executor copies files", "what", b.From(b.Position(c)))
	}
	if name, ok := c.CopyName(); ok && t.Has("new_name") {
		return b.renaming(c, t, args, name)
	}
	return b.moveWith(c, t, args)
}

// move puts the subjects into another folder.
func (b Planner) move(c *request.Clause) error {
	if c.Has("subdirs", "by", "group") {
		return b.splitUp(c)
	}
	t := b.Shelf.Find("move", "files", "destination")
	if t == nil {
		return steps.Limit("capability_missing", "no executor moves files", "what", b.From(b.Position(c)))
	}
	return b.moveWith(c, t, map[string]any{})
}

func (b Planner) moveWith(c *request.Clause, t *shelf.Tool, args map[string]any) error {
	goals := goal.Planner{Builder: b.Builder}
	from, to := goals.Places(c)
	if err := b.Subjects(c, t, args, from); err != nil {
		return err
	}
	goals.Fill(c, t, args, to)
	return b.mutate(c, t, args)
}

// mutate adds the step and remembers its results.
func (b Planner) mutate(c *request.Clause, t *shelf.Tool, args map[string]any) error {
	if _, ok := c.Take("overwrite"); ok {
		t.Put(args, "overwrite", true)
	}
	made := steps.Output(t, b.Add(t, args), nil)
	if paths, named := args[t.ByMeaning["paths"]]; named && paths != nil && t.Has("paths") || args[plan.FromStep] != nil || args[plan.FromPrevious] != nil {
		made.From = b.Last
	}
	b.Last = made
	b.Changed = append(b.Changed, b.Last)
	return nil
}

// rename gives one file another name, in its own folder.
func (b Planner) rename(c *request.Clause) error {
	t := b.Shelf.Find("move", "files", "new_name")
	if t == nil {
		return steps.Limit("capability_missing", "no executor renames", "what", b.From(b.Position(c)))
	}
	name, ok := c.NewName()
	if !ok {
		return steps.Unknown(c.Said)
	}
	return b.renaming(c, t, map[string]any{}, name)
}

// renaming gives one file the name.
func (b Planner) renaming(c *request.Clause, t *shelf.Tool, args map[string]any, name string) error {
	from, to := c.Places(false)
	if to != nil {
		return steps.Unknown(b.Words(*to))
	}
	if !c.Has("file", "infile", "named", "dir") && (c.Things() || len(from) > 0) && !b.Definite(c) {
		return steps.Unknown(c.Said) // one name cannot be given to several files
	}
	if err := b.renamed(c, t, args, from); err != nil {
		return err
	}
	if list, ok := args[t.ByMeaning[t.PathSemantic()]].([]any); ok && len(list) > 1 {
		return steps.Unknown(c.Said)
	}
	if b.Last != nil && b.Last.Previous && b.Req.Previous.Count != 1 {
		return steps.Unknown(c.Said)
	}
	if strings.Contains(name, "/") {
		dir, base := filepath.Split(name)
		if !t.Has("destination") {
			return steps.Unknown(name)
		}
		t.Put(args, "destination", b.Target(speech.Capture{Text: strings.TrimSuffix(dir, "/")}).Path)
		name = base
	}
	t.Put(args, "new_name", name)
	return b.mutate(c, t, args)
}

// renamed is the file to rename: named, or found by a word of its name when only one has it.
func (b Planner) renamed(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	f, ok := c.Take("named")
	if !ok {
		return b.Subjects(c, t, args, from)
	}
	c.All("obj")
	word, _ := f.Get("word")
	var found []string
	if b.Req.Places != nil {
		found = token.Own(word.Text, b.Req.Places.File(word.Text), b.Req.Places)
	}
	switch len(found) {
	case 0:
		return steps.Missing("no_such_file", "no file of that name", "file", word.Text)
	case 1:
		b.Feed(t, args, &steps.Items{Paths: []any{plan.Literal(found[0])}})
	default:
		b.Ask(t, t.PathSemantic(), "which_file", found, "name", word.Text)
	}
	return nil
}

// remove deletes the subjects.
func (b Planner) remove(c *request.Clause) error {
	if f, ok := c.Take("everything"); ok {
		if !c.Has("except") {
			return steps.Unknown(b.Words(f)) // folders and all: said plainly or not at all
		}
		c.Add(speech.Fact{Name: "everyfile"}) // the folders stay
	} else if c.Has("except") && !c.Things() && c.Silently("all") {
		c.Add(speech.Fact{Name: "everyfile"})
	}
	object := "files"
	if b.foldersMeant(c) {
		object = "dirs"
	} else if c.Has("dir") && !c.Has("ext", "kind", "glob", "name", "content", "file") && !c.HasObject("files") || c.HasObject("dirs") {
		object = "dirs"
	}
	t := b.Shelf.Find("delete", object, b.deleteSemantic(object))
	if t == nil {
		return steps.Limit("capability_missing", "no executor deletes these", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	if object == "dirs" && (c.Has("empty") || b.saysEmpty(c)) {
		c.All("empty")
		if !t.Put(args, "empty", true) {
			return steps.Limit("capability_missing", "no executor deletes these", "what", b.From(b.Position(c)))
		}
	}
	from, to := c.Places(false)
	if to != nil {
		return steps.Unknown(b.Words(*to))
	}
	if object == "files" {
		for _, f := range c.All("dir") { // "i file .bak della cartella X" said as "cartella X"
			f.Name = "in"
			from = append(from, f)
		}
	}
	if err := b.Subjects(c, t, args, from); err != nil {
		return err
	}
	return b.mutate(c, t, args)
}

// foldersMeant reports a pronoun for the folders something was made of.
func (b Planner) foldersMeant(c *request.Clause) bool {
	if c.Pronoun == "" && !c.Has("those") || c.Things() || b.Last == nil || b.Last.From == nil {
		return false
	}
	in, err := b.meant(c, "delete", b.Last)
	return err == nil && in.Object == "dirs"
}

// saysEmpty reports "the empty folder X": one that is not empty stays.
func (b Planner) saysEmpty(c *request.Clause) bool {
	for _, f := range c.Facts {
		for _, t := range b.Reading.Tokens[f.Start:f.End] {
			if f.Name == "dir" && t.Kind == token.Word && slices.ContainsFunc(vocab.For(b.Reading.Lang).Look([]string{t.Fold}), func(s vocab.Sense) bool { return s.Class == "set" && s.Value == "empty" }) {
				return true
			}
		}
	}
	return false
}

func (b Planner) deleteSemantic(object string) string {
	if t := b.Shelf.Find("delete", object, "path"); t != nil && !t.Has("paths") {
		return "path"
	}
	return "paths"
}

// splitUp files the subjects into one subfolder per extension, year, month, ...
func (b Planner) splitUp(c *request.Clause) error {
	f, ok := c.Take("subdirs")
	if !ok {
		f, ok = c.Take("by")
	}
	if !ok {
		f, ok = c.Take("group")
	}
	if !ok {
		return steps.Unknown(c.Said)
	}
	property := f.Arg(0)
	if p, has := f.Get("prop"); has {
		property = p.Value
	}
	part := map[string]string{"extension": "{extension}", "year": "{year}", "month": "{year}-{month}", "kind": "{kind}", "initial": "{initial}",
		"takenyear": "{taken_year}", "takenmonth": "{taken_year}-{taken_month}"}[property]
	t := b.Shelf.Find("move", "files", "template")
	if t == nil || part == "" || !t.Offers("template", part) {
		return steps.Limit("capability_missing", "no executor files things this way", "what", b.Words(f))
	}
	for _, extra := range c.All("by", "group", "subdirs") { // "based on the modification date" beside "per month"
		if p, _ := extra.Get("prop"); p.Value != "modified" && p.Value != property {
			return steps.Unknown(b.Words(extra))
		}
	}
	args := map[string]any{}
	from, to := c.Places(len(c.AllPlaces()) > 1)
	if err := b.Subjects(c, t, args, from); err != nil {
		return err
	}
	if to == nil && len(from) == 1 {
		if err := b.Existing(t, args, "destination", request.PlaceName(from[0])); err != nil {
			return err
		}
	} else if to != nil {
		goal.Planner{Builder: b.Builder}.To(t, args, *to)
	}
	c.All("examples")
	t.Put(args, "template", part)
	return b.mutate(c, t, args)
}
