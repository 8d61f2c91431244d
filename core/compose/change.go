package compose

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// change plans a clause that changes something.
func (b *builder) change(c *clause) error {
	if c.ask != "" {
		return unknown(c.said)
	}
	b.changes++
	if (c.act == "put" || c.act == "move") && c.intoArchive() && b.able("compress") {
		c.act = "compress"
	}
	switch c.act {
	case "move", "put":
		return b.move(c)
	case "rename":
		return b.rename(c)
	case "split":
		return b.splitUp(c)
	case "delete":
		return b.remove(c)
	case "create":
		if c.has("newdir") {
			return b.makeDirs(c)
		}
		return b.write(c)
	case "write", "save", "append", "replace":
		return b.write(c)
	}
	if c.act == "copy" {
		return b.copyTo(c)
	}
	return b.transform(c)
}

// intoArchive reports whether the goal is an archive file: "put the pdfs in all.zip".
func (c *clause) intoArchive() bool {
	for i, f := range c.facts {
		if n, ok := f.Get("file"); ok && !c.used[i] && f.Name == "infile" {
			return slices.Contains([]string{".zip", ".gz", ".tgz", ".tar", ".7z"}, strings.ToLower(filepath.Ext(n.Text)))
		}
	}
	return false
}

// copyTo is a move that leaves the original, for an executor that offers it.
func (b *builder) copyTo(c *clause) error {
	for _, i := range b.shelf.byObject("files") {
		t := &b.shelf.tools[i]
		if !t.has("copy", "destination") {
			continue
		}
		args := map[string]any{}
		t.put(args, "copy", true)
		return b.moveWith(c, t, args)
	}
	return limit("capability_missing", "no executor copies files", "what", b.from(b.position(c)))
}

// places sorts the places of a clause into where things come from and where they go: "to" is always a goal,
// "from" and "of" a source; of the bare "in" the last is the goal unless a "to" is there.
func (c *clause) places(goal bool) (from []speech.Fact, to *speech.Fact) {
	facts := c.all("in", "of", "from", "to")
	last := -1
	for i, f := range facts {
		if f.Name == "to" {
			last = i
		}
	}
	if last < 0 && goal && !(c.english && c.act == "move" && len(facts) == 1) { // "move the PDFs in X" lacks its goal
		for i, f := range facts {
			if f.Name == "in" {
				last = i
			}
		}
	}
	for i := range facts {
		if i == last {
			to = &facts[i]
			continue
		}
		from = append(from, facts[i])
	}
	return from, to
}

// subjects are what a change is about: files named, things described, or the ones on the table. It is set as
// the input of the step.
func (b *builder) subjects(c *clause, t *tool, args map[string]any, from []speech.Fact) error {
	if c.has("file", "infile", "dir") {
		return b.namedSubjects(c, t, args, from)
	}
	those := len(c.all("those")) > 0 || c.pronoun != ""
	if those && len(from) > 0 { // "nella cartella X quelli che ... spostali"
		those = false
		c.add(speech.Fact{Name: "everyfile"})
	}
	if !those && (c.things() || len(from) > 0) {
		if !c.has("obj", "ext", "kind", "glob", "name", "content", "everything", "everyfile") {
			return unknown(c.said)
		}
		in, err := b.collect(c, from, true)
		if err != nil {
			return err
		}
		if words, vague := b.vague(c); vague {
			return unknown(words)
		}
		if in, err = b.ordered(c, in); err != nil {
			return err
		}
		b.last = in
		if !b.feed(t, args, in) {
			return unknown(c.said)
		}
		return nil
	}
	if len(from) > 0 {
		return unknown(b.text(from[0]))
	}
	if !those && !c.has("nth", "sup") {
		return unknown(c.said) // "which files would you delete" asks for nothing to be deleted
	}
	in, err := b.picked(c)
	if err != nil {
		return err
	}
	if in.fields["path"] == "" && len(in.paths) == 0 {
		return unknown(c.said)
	}
	list, err := b.conditions(c, true)
	if err != nil {
		return err
	}
	if in, err = b.filter(in, list); err != nil {
		return err
	}
	b.last = in
	if !b.feed(t, args, in) {
		return unknown(c.said)
	}
	return nil
}

// vague reports a number without an order: which three files "three files" are is not for us to choose.
func (b *builder) vague(c *clause) (string, bool) {
	if c.has("sup", "order", "orderby") {
		return "", false
	}
	for i, f := range c.facts {
		if !c.used[i] && slices.Contains([]string{"num", "first", "last"}, f.Name) {
			return b.text(f), true
		}
		if f.Name == "few" || f.Name == "art" && b.partitive(f) {
			return b.text(f), true
		}
	}
	return "", false
}

// partitive reports an article that takes some of the things only: "cancella un file", "delete a file",
// "cancella dei file". It stands right after the verb.
func (b *builder) partitive(f speech.Fact) bool {
	word := b.reading.Tokens[f.Start].Fold
	if !slices.Contains([]string{"un", "uno", "una", "un'", "a", "an", "any", "dei", "degli", "delle", "del", "della", "dello"}, word) || f.Start == 0 {
		return false
	}
	return !slices.Contains([]string{"di", "of"}, b.reading.Tokens[f.Start-1].Fold)
}

// namedSubjects resolves files and folders the person named one by one.
func (b *builder) namedSubjects(c *clause, t *tool, args map[string]any, from []speech.Fact) error {
	if c.has("dir") && (c.hasObject("files") || c.has("ext", "kind", "content", "name")) {
		return unknown(c.said) // files of two folders, or a folder and its files
	}
	within := ""
	if len(from) > 0 {
		ch, err := b.folder(placeName(from[0]))
		if err != nil {
			return err
		}
		if within = ch.path; within == "" || len(from) > 1 {
			return unknown(b.text(from[0]))
		}
	}
	c.all("obj", "kind", "empty")
	var paths []any
	for _, f := range c.all("file", "infile", "dir") {
		var ch choice
		var err error
		name, isFile := f.Get("file")
		if isFile {
			ch, err = b.file(name, within)
		} else {
			name = placeName(f)
			ch, err = b.folder(name)
		}
		if err != nil {
			return err
		}
		if ch.path == "" {
			b.ask(t, b.pathSemantic(t), "which_file", ch.options, "name", name.Text)
			return nil
		}
		paths = append(paths, plan.Literal(ch.path))
	}
	in := &items{paths: paths, object: "files"}
	b.last = in
	if !b.feed(t, args, in) {
		return unknown(c.said)
	}
	return nil
}

// move puts the subjects into another folder.
func (b *builder) move(c *clause) error {
	if c.has("subdirs", "by", "group") {
		return b.splitUp(c)
	}
	t := b.shelf.find("move", "files", "destination")
	if t == nil {
		return limit("capability_missing", "no executor moves files", "what", b.from(b.position(c)))
	}
	return b.moveWith(c, t, map[string]any{})
}

func (b *builder) moveWith(c *clause, t *tool, args map[string]any) error {
	from, to := c.places(true)
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	if to == nil {
		b.ask(t, "destination", "where_to", nil)
	} else {
		name := placeName(*to)
		b.set(t, args, "destination", b.target(name), "which_folder", name.Text)
	}
	return b.mutate(c, t, args)
}

// mutate adds the step and remembers its results.
func (b *builder) mutate(c *clause, t *tool, args map[string]any) error {
	if _, ok := c.take("overwrite"); ok {
		t.put(args, "overwrite", true)
	}
	b.last = output(t, b.add(t, args), nil)
	return nil
}

// rename gives one file another name, in its own folder.
func (b *builder) rename(c *clause) error {
	t := b.shelf.find("move", "files", "new_name")
	if t == nil {
		return limit("capability_missing", "no executor renames", "what", b.from(b.position(c)))
	}
	name, ok := c.newName()
	if !ok {
		return unknown(c.said)
	}
	args := map[string]any{}
	from, to := c.places(false)
	if to != nil {
		return unknown(b.text(*to))
	}
	if !c.has("file", "infile", "named", "dir") && (c.things() || len(from) > 0) {
		return unknown(c.said) // one name cannot be given to several files
	}
	if err := b.renamed(c, t, args, from); err != nil {
		return err
	}
	if list, ok := args[t.args[b.pathSemantic(t)]].([]any); ok && len(list) > 1 {
		return unknown(c.said)
	}
	if b.last != nil && b.last.previous && b.req.Previous.Count != 1 {
		return unknown(c.said)
	}
	if strings.Contains(name, "/") {
		dir, base := filepath.Split(name)
		if !t.has("destination") {
			return unknown(name)
		}
		t.put(args, "destination", b.target(speech.Capture{Text: strings.TrimSuffix(dir, "/")}).path)
		name = base
	}
	t.put(args, "new_name", name)
	return b.mutate(c, t, args)
}

// renamed is the file to rename: named, or found by a word of its name when only one has it.
func (b *builder) renamed(c *clause, t *tool, args map[string]any, from []speech.Fact) error {
	f, ok := c.take("named")
	if !ok {
		return b.subjects(c, t, args, from)
	}
	c.all("obj")
	word, _ := f.Get("word")
	var found []string
	if b.req.Places != nil {
		found = b.req.Places.File(word.Text)
	}
	switch len(found) {
	case 0:
		return limit("no_such_file", "no file of that name", "file", word.Text)
	case 1:
		b.feed(t, args, &items{paths: []any{plan.Literal(found[0])}})
	default:
		b.ask(t, b.pathSemantic(t), "which_file", found, "name", word.Text)
	}
	return nil
}

// newName takes the new name: said as such, or as the file after the first one.
func (c *clause) newName() (string, bool) {
	if f, ok := c.take("newname"); ok {
		n, ok := f.Get("name")
		if !ok {
			n, _ = f.Get("filename")
		}
		return n.Text, n.Text != ""
	}
	for i := len(c.facts) - 1; i >= 0; i-- {
		f := c.facts[i]
		if c.used[i] || !slices.Contains([]string{"infile", "in", "to"}, f.Name) {
			continue
		}
		c.used[i] = true
		n, ok := f.Get("file")
		if !ok {
			n = placeName(f)
		}
		return n.Text, n.Text != ""
	}
	return "", false
}

// remove deletes the subjects.
func (b *builder) remove(c *clause) error {
	if f, ok := c.take("everything"); ok {
		return unknown(b.text(f)) // folders and all: said plainly or not at all
	}
	object := "files"
	if c.has("dir") && !c.has("ext", "kind", "glob", "name", "content", "file") && !c.hasObject("files") || c.hasObject("dirs") {
		object = "dirs"
	}
	t := b.shelf.find("delete", object, b.deleteSemantic(object))
	if t == nil {
		return limit("capability_missing", "no executor deletes these", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	from, to := c.places(false)
	if to != nil {
		return unknown(b.text(*to))
	}
	if object == "files" {
		for _, f := range c.all("dir") { // "i file .bak della cartella X" said as "cartella X"
			f.Name = "in"
			from = append(from, f)
		}
	}
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	return b.mutate(c, t, args)
}

func (b *builder) deleteSemantic(object string) string {
	if t := b.shelf.find("delete", object, "path"); t != nil && !t.has("paths") {
		return "path"
	}
	return "paths"
}

func (c *clause) hasObject(object string) bool {
	for i, f := range c.facts {
		if o, ok := f.Get("obj"); ok && !c.used[i] && o.Value == object {
			return true
		}
	}
	return false
}

// splitUp files the subjects into one subfolder per extension, year, month, ...
func (b *builder) splitUp(c *clause) error {
	f, ok := c.take("subdirs")
	if !ok {
		f, ok = c.take("by")
	}
	if !ok {
		f, ok = c.take("group")
	}
	if !ok {
		return unknown(c.said)
	}
	property := f.Arg(0)
	if p, has := f.Get("prop"); has {
		property = p.Value
	}
	part := map[string]string{"extension": "{extension}", "year": "{year}", "month": "{year}-{month}", "kind": "{kind}", "initial": "{initial}"}[property]
	t := b.shelf.find("move", "files", "template")
	if t == nil || part == "" || !t.mentions("template", part) || f.Arg(0) == "taken" {
		return limit("capability_missing", "no executor files things this way", "what", b.text(f))
	}
	for _, extra := range c.all("by", "group", "subdirs") { // "based on the modification date" beside "per month"
		if p, _ := extra.Get("prop"); p.Value != "modified" && p.Value != property {
			return unknown(b.text(extra))
		}
	}
	args := map[string]any{}
	from, to := c.places(len(c.allPlaces()) > 1)
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	if to == nil && len(from) == 1 {
		ch, err := b.folder(placeName(from[0]))
		if err != nil {
			return err
		}
		b.set(t, args, "destination", ch, "which_folder", placeName(from[0]).Text)
	} else if to != nil {
		b.set(t, args, "destination", b.target(placeName(*to)), "which_folder", placeName(*to).Text)
	}
	c.all("examples")
	t.put(args, "template", part)
	return b.mutate(c, t, args)
}

func (c *clause) allPlaces() (n []int) {
	for i, f := range c.facts {
		if !c.used[i] && slices.Contains([]string{"in", "of", "from", "to"}, f.Name) {
			n = append(n, i)
		}
	}
	return n
}
