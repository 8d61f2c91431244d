package change

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// Change plans a clause that changes something.
func (b Planner) Change(c *request.Clause) error {
	if c.Ask != "" {
		return steps.Unknown(c.Said)
	}
	b.Changes++
	if (c.Act == "put" || c.Act == "move") && c.IntoArchive() && b.Able("compress") {
		c.Act = "compress"
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
		if c.Has("newdir") {
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

// copyTo is a move that leaves the original, for an executor that offers it.
func (b Planner) copyTo(c *request.Clause) error {
	for _, i := range b.Shelf.ByObject("files") {
		t := &b.Shelf.Tools[i]
		if !t.Has("copy", "destination") {
			continue
		}
		args := map[string]any{}
		t.Put(args, "copy", true)
		return b.moveWith(c, t, args)
	}
	return steps.Limit("capability_missing", "no executor copies files", "what", b.From(b.Position(c)))
}

// subjects are what a change is about: files named, things described, or the ones on the table. It is set as
// the input of the step.
func (b Planner) subjects(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	if c.Has("file", "infile", "dir") {
		return b.namedSubjects(c, t, args, from)
	}
	one := b.oneOnly(c)
	those := len(c.All("those")) > 0 || c.Pronoun != ""
	if those && len(from) > 0 { // "nella cartella X quelli che ... spostali"
		those = false
		c.Add(speech.Fact{Name: "everyfile"})
	}
	if !those && (c.Things() || len(from) > 0) {
		if !c.Has("obj", "ext", "kind", "glob", "name", "content", "everything", "everyfile") {
			return steps.Unknown(c.Said)
		}
		if b.Definite(c) {
			return b.theOne(c, t, args, from)
		}
		in, err := b.Collect(c, from, true)
		if err != nil {
			return err
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
	if !those && !c.Has("nth", "sup") {
		return steps.Unknown(c.Said) // "which files would you delete" asks for nothing to be deleted
	}
	if p := b.Req.Previous; p != nil && b.Last == nil && p.Count > 1 && one && !c.Has("nth", "sup") {
		return &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_of_these", Params: map[string]string{"count": request.Itoa(int64(p.Count))}}}}
	}
	in, err := b.Picked(c)
	if err != nil {
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

// oneOnly reports whether the clause points at one thing: "cancellalo", "delete it".
func (b Planner) oneOnly(c *request.Clause) bool {
	if c.Pronoun == "lo" || c.Pronoun == "la" {
		return true
	}
	for i, f := range c.Facts {
		word := b.Reading.Tokens[f.Start].Fold
		if !c.Used[i] && f.Name == "those" && f.End == f.Start+1 && slices.Contains([]string{"it", "this", "that", "quello", "quella", "questo", "questa"}, word) {
			return true
		}
	}
	return false
}

// theOne makes the one thing a clause speaks of the input of the step, or asks which it is.
func (b Planner) theOne(c *request.Clause, t *shelf.Tool, args map[string]any, from []speech.Fact) error {
	if words, vague := b.vague(c); vague {
		return steps.Unknown(words)
	}
	in, err := b.TheOne(c, t, b.PathSemantic(t), from)
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
		if f.Name == "few" || f.Name == "art" && b.partitive(f) {
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
	var paths []any
	for _, f := range c.All("file", "infile", "dir") {
		var ch steps.Choice
		var err error
		name, isFile := f.Get("file")
		if isFile {
			ch, err = b.File(name, within)
		} else {
			name = request.PlaceName(f)
			ch, err = b.Folder(name)
		}
		if err != nil {
			return err
		}
		if ch.Path == "" {
			b.Ask(t, b.PathSemantic(t), "which_file", ch.Options, "name", name.Text)
			return nil
		}
		paths = append(paths, plan.Literal(ch.Path))
	}
	in := &steps.Items{Paths: paths, Object: "files"}
	b.Last = in
	if !b.Feed(t, args, in) {
		return steps.Unknown(c.Said)
	}
	return nil
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
	from, to := c.Places(true)
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	if to == nil {
		b.Ask(t, "destination", "where_to", nil)
	} else {
		name := request.PlaceName(*to)
		b.Set(t, args, "destination", b.Target(name), "which_folder", name.Text)
	}
	return b.mutate(c, t, args)
}

// mutate adds the step and remembers its results.
func (b Planner) mutate(c *request.Clause, t *shelf.Tool, args map[string]any) error {
	if _, ok := c.Take("overwrite"); ok {
		t.Put(args, "overwrite", true)
	}
	b.Last = steps.Output(t, b.Add(t, args), nil)
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
	args := map[string]any{}
	from, to := c.Places(false)
	if to != nil {
		return steps.Unknown(b.Words(*to))
	}
	if !c.Has("file", "infile", "named", "dir") && (c.Things() || len(from) > 0) {
		return steps.Unknown(c.Said) // one name cannot be given to several files
	}
	if err := b.renamed(c, t, args, from); err != nil {
		return err
	}
	if list, ok := args[t.ByMeaning[b.PathSemantic(t)]].([]any); ok && len(list) > 1 {
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
		return b.subjects(c, t, args, from)
	}
	c.All("obj")
	word, _ := f.Get("word")
	var found []string
	if b.Req.Places != nil {
		found = b.Req.Places.File(word.Text)
	}
	switch len(found) {
	case 0:
		return steps.Missing("no_such_file", "no file of that name", "file", word.Text)
	case 1:
		b.Feed(t, args, &steps.Items{Paths: []any{plan.Literal(found[0])}})
	default:
		b.Ask(t, b.PathSemantic(t), "which_file", found, "name", word.Text)
	}
	return nil
}

// remove deletes the subjects.
func (b Planner) remove(c *request.Clause) error {
	if f, ok := c.Take("everything"); ok {
		return steps.Unknown(b.Words(f)) // folders and all: said plainly or not at all
	}
	object := "files"
	if c.Has("dir") && !c.Has("ext", "kind", "glob", "name", "content", "file") && !c.HasObject("files") || c.HasObject("dirs") {
		object = "dirs"
	}
	t := b.Shelf.Find("delete", object, b.deleteSemantic(object))
	if t == nil {
		return steps.Limit("capability_missing", "no executor deletes these", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
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
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	return b.mutate(c, t, args)
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
	part := map[string]string{"extension": "{extension}", "year": "{year}", "month": "{year}-{month}", "kind": "{kind}", "initial": "{initial}"}[property]
	t := b.Shelf.Find("move", "files", "template")
	if t == nil || part == "" || !t.Offers("template", part) || f.Arg(0) == "taken" {
		return steps.Limit("capability_missing", "no executor files things this way", "what", b.Words(f))
	}
	for _, extra := range c.All("by", "group", "subdirs") { // "based on the modification date" beside "per month"
		if p, _ := extra.Get("prop"); p.Value != "modified" && p.Value != property {
			return steps.Unknown(b.Words(extra))
		}
	}
	args := map[string]any{}
	from, to := c.Places(len(c.AllPlaces()) > 1)
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	if to == nil && len(from) == 1 {
		ch, err := b.Folder(request.PlaceName(from[0]))
		if err != nil {
			return err
		}
		b.Set(t, args, "destination", ch, "which_folder", request.PlaceName(from[0]).Text)
	} else if to != nil {
		b.Set(t, args, "destination", b.Target(request.PlaceName(*to)), "which_folder", request.PlaceName(*to).Text)
	}
	c.All("examples")
	t.Put(args, "template", part)
	return b.mutate(c, t, args)
}
