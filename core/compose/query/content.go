package query

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// contents plans questions about what files say: lines, words, the text itself, their dates and sizes.
func (b Planner) contents(c *request.Clause) error {
	ask := c.Ask
	counted := false
	for _, q := range []string{"count", "which", "exists", "contents"} {
		if f, ok := c.Take(q); ok && f.Name == "count" {
			counted = true
		}
	}
	if f, ok := c.Take("valueof"); ok {
		return b.setting(c, f)
	}
	switch {
	case c.Has("meta"):
		return b.facts(c)
	case c.Has("countlines"):
		f, _ := c.Take("countlines")
		return b.Lines(c, f, true)
	case c.Has("linewith"):
		f, _ := c.Take("linewith")
		return b.Lines(c, f, counted || ask == "count" || c.Act == "count")
	case c.Has("countprop"):
		return b.measured(c)
	}
	return b.read(c)
}

// known resolves the files a clause names, or the collection it is about, as the input of a step of t.
func (b Planner) known(c *request.Clause, t *shelf.Tool, args map[string]any, extra ...speech.Fact) error {
	named := append(c.All("file", "infile"), extra...)
	places := c.All("in", "of", "from", "dir")
	if len(named) == 0 {
		var in *steps.Items
		var err error
		switch {
		case b.Definite(c):
			if in, err = b.TheOne(c, t, t.PathSemantic(), places); in == nil {
				return err
			}
		case len(places) > 0 || c.Things():
			in, err = b.Collect(c, places, len(places) == 0)
		default:
			c.All("those")
			in, err = b.Picked(c)
		}
		if err != nil {
			return err
		}
		if !b.Feed(t, args, in) {
			return steps.Unknown(b.Req.Text)
		}
		return nil
	}
	c.All("obj", "kind")
	within := ""
	if len(places) > 0 {
		ch, err := b.Folder(request.PlaceName(places[0]))
		if err != nil {
			return err
		}
		within = ch.Path
	}
	var found steps.Naming
	for _, f := range named {
		name, _ := f.Get("file")
		ch, err := b.File(name, within)
		if err == nil {
			err = found.Add(name.Text, ch)
		}
		if err != nil {
			return err
		}
	}
	if found.Asked(b.Builder, t) {
		return nil
	}
	if !b.Feed(t, args, &steps.Items{Paths: found.Paths}) {
		return steps.Unknown(b.Req.Text)
	}
	return nil
}

// read gives the text of files, whole or its first or last lines.
func (b Planner) read(c *request.Clause) error {
	c.All("listing")
	var needs []string
	for _, f := range c.Facts {
		if f.Name == "lines" {
			needs = append(needs, f.Arg(0))
		}
	}
	ext := c.Extension()
	if ext == "" && !c.Things() {
		ext = b.listed()
	}
	t := b.Reader(ext, needs...)
	if t == nil {
		return steps.Limit("capability_missing", "no executor reads files", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	var named []speech.Fact
	for _, f := range c.All("say") {
		if _, ok := f.Get("file"); ok {
			named = append(named, f)
		}
	}
	if f, ok := c.Take("lines"); ok {
		n := int64(1)
		if v, ok := f.Get("num"); ok {
			n = int64(v.Number)
		}
		if !t.Put(args, f.Arg(0), n) {
			return steps.Unknown(b.Words(f))
		}
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	b.Last = steps.Output(t, b.Add(t, args), nil)
	b.Framework.Shape = plan.ShapeText
	return nil
}

// Lines finds the lines that contain a text.
func (b Planner) Lines(c *request.Clause, f speech.Fact, count bool) error {
	t := b.Reader(c.Extension(), "unit")
	if t == nil || !t.Allows("unit", "line") {
		return steps.Limit("capability_missing", "no executor reads lines", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	t.Put(args, "unit", "line")
	if g, ok := c.Take("group"); ok {
		c.Add(g)
		if len(c.AllPlaces()) > 0 && !c.Things() {
			c.Add(speech.Fact{Name: "everyfile"}) // "in each file of X"
		}
	}
	var named []speech.Fact
	if _, ok := f.Get("file"); ok {
		named = append(named, f)
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	in := steps.Output(t, b.Add(t, args), nil)
	text, _ := f.Get("text")
	if c.Has("num") {
		return steps.Unknown(b.Words(f)) // "with amount greater than 2" is no text
	}
	k := request.Condition{Property: "text", Op: "contains", Text: text.Text, Said: b.Words(f)}
	out, err := b.Filter(in, []request.Condition{k})
	if err != nil {
		return err
	}
	b.Last = out
	b.Framework.Shape = plan.ShapeList
	if count {
		b.Framework.Shape = plan.ShapeCount
	}
	if g, ok := c.Take("group"); ok {
		return b.perFile(g, out, count)
	}
	return nil
}

// perFile counts the lines of each file.
func (b Planner) perFile(g speech.Fact, in *steps.Items, count bool) error {
	t := b.Shelf.Find("group", "entries", "group_by")
	if t == nil || !count || g.Arg(0) != "file" {
		return steps.Unknown(b.Words(g))
	}
	args := map[string]any{}
	t.Put(args, "group_by", "name")
	if !b.Feed(t, args, in) {
		return steps.Unknown(b.Words(g))
	}
	b.Result = steps.Output(t, b.Add(t, args), nil)
	b.Framework.Shape = plan.ShapeAuto
	return nil
}

// setting finds the lines of a file of settings that speak of one.
func (b Planner) setting(c *request.Clause, f speech.Fact) error {
	key, _ := f.Get("col")
	if !slices.Contains(settings, c.Extension()) {
		return steps.Unknown(b.Words(f))
	}
	f.Captures = []speech.Capture{{Slot: "text", Text: key.Text}}
	return b.Lines(c, f, false)
}

// settings are the extensions of files that hold one value per line.
var settings = []string{"json", "yaml", "yml", "toml", "ini", "conf", "cfg", "env", "properties", "xml"}

// measured counts the lines, words or characters of files.
func (b Planner) measured(c *request.Clause) error {
	f, _ := c.Take("countprop")
	p, _ := f.Get("prop")
	t := b.Reader(c.Extension())
	if t != nil && t.Rows() {
		t = b.Reader("")
	}
	field := p.Value
	if t != nil && field == "chars" {
		field = "characters"
	}
	if t == nil || t.Output.Fields[field] == "" {
		return steps.Unknown(b.Words(f))
	}
	args := map[string]any{}
	if err := b.known(c, t, args); err != nil {
		return err
	}
	in := steps.Output(t, b.Add(t, args), nil)
	out, err := b.Aggregate(in, "sum", field)
	if err != nil {
		return err
	}
	b.Result = out
	b.Framework.Shape = plan.ShapeScalar
	return nil
}

// meantBefore reports a question that names nothing after an answer about one file: "how big is it?".
func (b Planner) meantBefore(c *request.Clause) bool {
	p := b.Req.Previous
	return !c.Things() && !c.Has("in", "of", "from", "dir") && (b.Last != nil || p != nil && p.Count == 1 && p.Fields["path"] != "")
}

// facts gives the size or the date of known files.
func (b Planner) facts(c *request.Clause) error {
	f, _ := c.Take("meta")
	t := b.Shelf.Find("get", "files", "paths")
	if t == nil {
		return steps.Limit("capability_missing", "no executor tells facts of files", "what", b.From(b.Position(c)))
	}
	if t.Output.Fields[f.Arg(0)] == "" {
		return steps.Unknown(b.Words(f))
	}
	if !c.Has("file", "infile") && !b.Definite(c) {
		if _, ok := f.Get("file"); !ok && !b.meantBefore(c) {
			return steps.Unknown(b.Words(f))
		}
	}
	args := map[string]any{}
	if f.Arg(0) == "taken" { // told alone, or said to be unknown: another date would be taken for it
		t.Put(args, "fields", f.Arg(0))
	}
	var named []speech.Fact
	if _, ok := f.Get("file"); ok {
		named = append(named, f)
	}
	if err := b.known(c, t, args, named...); err != nil {
		return err
	}
	b.Last = steps.Output(t, b.Add(t, args), nil)
	b.Framework.Shape = plan.ShapeList
	return nil
}

// listed is the one extension of the files listed before, "" when they had several or nobody said.
func (b Planner) listed() string {
	if b.Req.Previous == nil || b.Last != nil {
		return ""
	}
	for _, s := range b.Req.Previous.Framework.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil {
			continue
		}
		if list, ok := s.Args[t.ByMeaning["extension"]].([]any); ok && len(list) == 1 {
			return plan.Text(list[0])
		}
	}
	return ""
}
