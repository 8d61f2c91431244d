package compose

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// makeDirs creates the folders named, inside the folder said.
func (b *builder) makeDirs(c *clause) error {
	t := b.shelf.find("create", "dirs", "new_path")
	if t == nil {
		return limit("capability_missing", "no executor makes folders", "what", b.from(b.position(c)))
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	var paths []any
	for _, f := range c.all("newdir", "another") {
		paths = append(paths, plan.Literal(b.inside(parent, placeName(f).Text)))
	}
	args := map[string]any{}
	if len(paths) > 1 && !t.list("new_path") {
		return unknown(b.req.Text)
	}
	if t.list("new_path") {
		t.put(args, "new_path", paths)
	} else {
		args[t.args["new_path"]] = paths[0]
	}
	return b.mutate(c, t, args)
}

// parent is the folder a new thing is made in, "" for home.
func (b *builder) parent(c *clause) (string, error) {
	places := c.all("in", "of", "to")
	switch len(places) {
	case 0:
		return "", nil
	case 1:
		ch, err := b.folder(placeName(places[0]))
		if err == nil && ch.path == "" {
			err = unknown(b.text(places[0]))
		}
		return ch.path, err
	}
	return "", unknown(b.text(places[1]))
}

func (b *builder) inside(parent, name string) string {
	if parent == "" || literal(name) {
		return b.below(name)
	}
	return filepath.Join(parent, strings.TrimSuffix(name, "/"))
}

// write makes a text file, adds to one, or replaces its content; the text is the person's or a list of items.
func (b *builder) write(c *clause) error {
	t := b.shelf.find("write", "files", "new_path")
	if t == nil {
		return limit("capability_missing", "no executor writes files", "what", b.from(b.position(c)))
	}
	file, ok := c.takeFile()
	if !ok {
		return unknown(c.said)
	}
	name, _ := file.Get("file")
	_, whole := c.take("whole")
	_, end := c.take("end")
	args := map[string]any{}
	text, hasText := c.words()
	for _, slot := range []string{"rest", "text"} {
		if f, ok := file.Get(slot); ok && !hasText {
			text, hasText = f.Text, true
		}
	}
	if _, ok := c.take("result"); ok && !hasText {
		return b.writeResult(c, t, args, name)
	}
	if f, ok := c.inside(); ok && !hasText { // "create a file x.txt containing ..."
		t, _ := f.Get("text")
		text, hasText = t.Text, true
	}
	if !hasText && c.about() {
		if err := b.listed(c, t, args); err != nil {
			return err
		}
	} else if hasText {
		t.put(args, "text", text)
	}
	if c.act == "append" || end {
		if !t.put(args, "append", true) {
			return unknown(c.said)
		}
	}
	if c.act == "replace" || whole {
		if !t.put(args, "overwrite", true) {
			return unknown(c.said)
		}
	}
	if !hasText && !c.fromItems(args) && c.act != "create" {
		b.ask(t, "text", "what_text", nil, "name", name.Text)
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	ch := choice{path: b.inside(parent, name.Text)}
	if (c.act == "append" || c.act == "replace") && parent == "" {
		if ch, err = b.file(name, ""); err != nil {
			return err
		}
	}
	b.set(t, args, "new_path", ch, "which_file", name.Text)
	return b.mutate(c, t, args)
}

// writeResult writes what the clause before calculated: one value, or a line per group.
func (b *builder) writeResult(c *clause, t *tool, args map[string]any, name speech.Capture) error {
	if b.result == nil || b.result.step == 0 {
		return limit("nothing_to_refer_to", "no earlier result")
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	tool := b.shelf.named(b.framework.Steps[b.result.step-1].Tool)
	switch {
	case tool != nil && tool.Output.Value != "" && tool.name.Verb == "compute":
		args[t.args["text"]] = "${step" + itoa(int64(b.result.step)) + ".value}"
	case !t.has("entries") || !b.feed(t, args, b.result):
		return unknown(c.said)
	}
	if c.act == "append" {
		t.put(args, "append", true)
	}
	if c.act == "replace" {
		t.put(args, "overwrite", true)
	}
	t.put(args, "new_path", b.inside(parent, name.Text))
	return b.mutate(c, t, args)
}

func (c *clause) fromItems(args map[string]any) bool {
	_, step := args[plan.FromStep]
	_, previous := args[plan.FromPrevious]
	return step || previous
}

// takeFile takes the file that is written: the one said to be new, else the last one named.
func (c *clause) takeFile() (speech.Fact, bool) {
	for i, f := range c.facts {
		if !c.used[i] && f.Arg(0) == "new" && (f.Name == "file" || f.Name == "infile") {
			c.used[i] = true
			return f, true
		}
	}
	for i := len(c.facts) - 1; i >= 0; i-- {
		if !c.used[i] && slices.Contains([]string{"file", "infile"}, c.facts[i].Name) {
			c.used[i] = true
			return c.facts[i], true
		}
	}
	return speech.Fact{}, false
}

// words is the literal text of a clause.
func (c *clause) words() (string, bool) {
	for _, name := range []string{"text", "textword"} {
		f, ok := c.take(name)
		if !ok {
			continue
		}
		for _, slot := range []string{"rest", "quoted", "text"} {
			if t, has := f.Get(slot); has {
				return t.Text, true
			}
		}
	}
	return "", false
}

// inside takes what a new file is said to contain, when nothing else is said to be searched.
func (c *clause) inside() (speech.Fact, bool) {
	if c.act != "create" || c.has("listing", "ext", "kind", "those", "in", "of", "from") {
		return speech.Fact{}, false
	}
	return c.take("content")
}

// about reports whether the clause says which items to write.
func (c *clause) about() bool {
	return c.has("listing", "obj", "ext", "kind", "those", "content", "linewith", "name") || c.pronoun != ""
}

// listed makes the items the input of the writing step, one line each.
func (b *builder) listed(c *clause, t *tool, args map[string]any) error {
	c.all("listing")
	if m, ok := c.take("moved"); ok && b.changes != 2 { // this clause is the second
		return unknown(b.text(m))
	}
	if !t.has("entries") {
		return limit("capability_missing", "no executor writes lists", "what", b.from(b.position(c)))
	}
	if f, ok := c.take("linewith"); ok {
		sub := &clause{act: "show"}
		sub.facts, sub.used = c.facts, c.used
		if err := b.lines(sub, f, false); err != nil {
			return err
		}
		return b.feedItems(t, args, b.last, "")
	}
	places := c.all("in", "of", "from")
	those := len(c.all("those")) > 0 || c.pronoun != ""
	var in *items
	var err error
	if !those && (len(places) > 0 || c.has("ext", "kind", "content", "name")) && !(b.last != nil && len(places) == 0 && !c.has("ext", "kind", "content", "name")) {
		in, err = b.collect(c, places, true)
	} else if in = b.referred(); in == nil {
		err = limit("nothing_to_refer_to", "no earlier result")
	} else {
		c.all("obj")
	}
	if err != nil {
		return err
	}
	if in, err = b.ordered(c, in); err != nil {
		return err
	}
	b.last = in
	return b.feedItems(t, args, in, "- {name}")
}

func (b *builder) feedItems(t *tool, args map[string]any, in *items, template string) error {
	_, name := in.fields["name"]
	if _, text := in.fields["text"]; name && !text && template != "" {
		t.put(args, "template", template)
	}
	if !b.feed(t, args, in) {
		return unknown(b.req.Text)
	}
	return nil
}
