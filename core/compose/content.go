package compose

import (
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// reader is the executor that gives the content of known files, with the semantics asked of it.
func (b *builder) reader(semantics ...string) *tool {
	return b.shelf.find("read", "files", semantics...)
}

// text0 plans questions about what files say: lines, words, the text itself, their dates and sizes.
func (b *builder) text0(c *clause) error {
	ask := c.ask
	counted := false
	for _, q := range []string{"count", "which", "exists", "contents"} {
		if f, ok := c.take(q); ok && f.Name == "count" {
			counted = true
		}
	}
	switch {
	case c.has("meta"):
		return b.facts(c)
	case c.has("countlines"):
		f, _ := c.take("countlines")
		return b.lines(c, f, true)
	case c.has("linewith"):
		f, _ := c.take("linewith")
		return b.lines(c, f, counted || ask == "count")
	case c.has("countprop"):
		return b.measured(c)
	}
	return b.read(c)
}

// known resolves the files a clause names, or the collection it is about, as the input of a step of t.
func (b *builder) known(c *clause, t *tool, args map[string]any, extra ...speech.Fact) error {
	named := append(c.all("file", "infile"), extra...)
	places := c.all("in", "of", "from", "dir")
	if len(named) == 0 {
		var in *items
		var err error
		switch {
		case len(places) > 0 || c.things():
			in, err = b.collect(c, places, false)
		default:
			c.all("those")
			in, err = b.picked(c)
		}
		if err != nil {
			return err
		}
		if !b.feed(t, args, in) {
			return unknown(b.req.Text)
		}
		return nil
	}
	c.all("obj", "kind")
	within := ""
	if len(places) > 0 {
		ch, err := b.folder(placeName(places[0]))
		if err != nil {
			return err
		}
		within = ch.path
	}
	var paths []any
	for _, f := range named {
		name, _ := f.Get("file")
		ch, err := b.file(name, within)
		if err != nil {
			return err
		}
		if ch.path == "" {
			b.ask(t, b.pathSemantic(t), "which_file", ch.options, "name", name.Text)
			return nil
		}
		paths = append(paths, plan.Literal(ch.path))
	}
	if !b.feed(t, args, &items{paths: paths}) {
		return unknown(b.req.Text)
	}
	return nil
}

func (b *builder) pathSemantic(t *tool) string {
	if t.has("paths") {
		return "paths"
	}
	return "path"
}

// picked is the earlier result, or the one of it that was pointed at: "the third one", "the largest".
func (b *builder) picked(c *clause) (*items, error) {
	in := b.referred()
	if in == nil {
		return nil, limit("nothing_to_refer_to", "no earlier result")
	}
	c.all("obj", "one")
	return b.ordered(c, in)
}

// read gives the text of files, whole or its first or last lines.
func (b *builder) read(c *clause) error {
	t := b.reader()
	if t == nil {
		return limit("capability_missing", "no executor reads files", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	var named []speech.Fact
	for _, f := range c.all("say") {
		if _, ok := f.Get("file"); ok {
			named = append(named, f)
		}
	}
	if f, ok := c.take("lines"); ok {
		n := int64(1)
		if v, ok := f.Get("num"); ok {
			n = int64(v.Number)
		}
		if !t.put(args, f.Arg(0), n) {
			return unknown(b.text(f))
		}
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	b.last = output(t, b.add(t, args), nil)
	b.framework.Shape = plan.ShapeText
	return nil
}

// lines finds the lines that contain a text.
func (b *builder) lines(c *clause, f speech.Fact, count bool) error {
	t := b.reader("unit")
	if t == nil || !t.allows("unit", "line") {
		return limit("capability_missing", "no executor reads lines", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	t.put(args, "unit", "line")
	var named []speech.Fact
	if _, ok := f.Get("file"); ok {
		named = append(named, f)
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	in := output(t, b.add(t, args), nil)
	text, _ := f.Get("text")
	k := constraint{property: "text", op: "contains", text: text.Text, said: b.text(f)}
	out, err := b.filter(in, []constraint{k})
	if err != nil {
		return err
	}
	b.last = out
	b.framework.Shape = plan.ShapeList
	if count {
		b.framework.Shape = plan.ShapeCount
	}
	return nil
}

// measured counts the lines, words or characters of files.
func (b *builder) measured(c *clause) error {
	f, _ := c.take("countprop")
	p, _ := f.Get("prop")
	t := b.reader()
	field := p.Value
	if t != nil && field == "chars" {
		field = "characters"
	}
	if t == nil || t.Output.Fields[field] == "" {
		return unknown(b.text(f))
	}
	args := map[string]any{}
	if err := b.known(c, t, args); err != nil {
		return err
	}
	in := output(t, b.add(t, args), nil)
	out, err := b.aggregate(in, "sum", field)
	if err != nil {
		return err
	}
	b.result = out
	b.framework.Shape = plan.ShapeScalar
	return nil
}

// facts gives the size or the date of known files.
func (b *builder) facts(c *clause) error {
	f, _ := c.take("meta")
	t := b.shelf.find("get", "files", "paths")
	if t == nil {
		return limit("capability_missing", "no executor tells facts of files", "what", b.from(b.position(c)))
	}
	if t.Output.Fields[f.Arg(0)] == "" {
		return unknown(b.text(f))
	}
	if !c.has("file", "infile") {
		if _, ok := f.Get("file"); !ok {
			return unknown(b.text(f))
		}
	}
	args := map[string]any{}
	var named []speech.Fact
	if _, ok := f.Get("file"); ok {
		named = append(named, f)
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	b.last = output(t, b.add(t, args), nil)
	b.framework.Shape = plan.ShapeList
	return nil
}
