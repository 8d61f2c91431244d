package saying

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/compose/change"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// folder fills an argument with a folder that must be there.
func (f *filling) folder(s span) error {
	if f.several(s) {
		return steps.Unknown(f.text(s))
	}
	c := f.capture(s, "folder")
	ch, err := f.Folder(c)
	if err != nil {
		return err
	}
	if ch.Path == "" {
		f.Set(f.tool, f.args, f.tool.Args.Properties[s.arg].Semantic, ch, "which_folder", c.Text)
		return nil
	}
	f.args[s.arg] = f.listed(f.tool.Args.Properties[s.arg], plan.Literal(ch.Path))
	return nil
}

// file fills an argument with one file that must be there, beside another the step takes.
func (f *filling) file(s span) error {
	c := speech.Capture{Text: f.bare(s, "files"), Literal: f.quoted(s)}
	if f.Req.Places != nil {
		c.Paths = f.Req.Places.File(c.Text)
	}
	ch, err := f.File(c, "")
	if err != nil {
		return err
	}
	if ch.Path == "" {
		f.Set(f.tool, f.args, f.tool.Args.Properties[s.arg].Semantic, ch, "which_file", c.Text)
		return nil
	}
	f.args[s.arg] = plan.Literal(ch.Path)
	return nil
}

// things makes the files a span speaks of the input of a step of t: named, described, or the ones on the table.
func (f *filling) things(s span, t *shelf.Tool, args map[string]any, strict bool) error {
	unknown := steps.Unknown(f.text(s))
	for _, t := range f.Reading.Tokens[s.start:s.end] {
		if t.Kind == token.Mark && t.Text != "," {
			return unknown // more than things
		}
	}
	reading := speech.For(f.Reading.Lang).Read(f.text(s), speech.Env{Places: f.Req.Places, Now: f.Req.Now, Zone: f.Req.Zone})
	if f.quoted(s) {
		reading = speech.For(f.Reading.Lang).Read(strconv.Quote(f.text(s)), speech.Env{Places: f.Req.Places, Now: f.Req.Now, Zone: f.Req.Zone})
	}
	clauses := request.Split(reading.Facts)
	if len(reading.Unknown) > 0 || len(clauses) != 1 || clauses[0].Act != "" || clauses[0].Ask != "" || clauses[0].Has("neg", "cond", "or") {
		return unknown
	}
	c := clauses[0]
	c.English = f.Reading.Lang == "en"
	inner := &steps.Builder{Req: f.Req, Shelf: f.Shelf, Reading: reading, Framework: f.Framework, Strict: strict}
	if err := subjects(inner, c, t, args, strict); err != nil {
		return err
	}
	if len(inner.Leftover(c)) > 0 {
		return unknown
	}
	if f.Question != nil && inner.Question != nil {
		return unknown
	}
	f.Framework = inner.Framework
	if inner.Question != nil {
		f.Question = inner.Question
	}
	return nil
}

// subjects finds what a clause without a verb is about.
func subjects(b *steps.Builder, c *request.Clause, t *shelf.Tool, args map[string]any, strict bool) error {
	if strict || c.Has("those") {
		from, to := c.Places(false)
		if to != nil {
			return steps.Unknown(b.Words(*to))
		}
		return change.Planner{Builder: b}.Subjects(c, t, args, from)
	}
	places := c.All("in", "of", "from", "dir")
	if named := c.All("file", "infile"); len(named) > 0 {
		within := ""
		c.All("obj", "kind")
		if len(places) > 0 {
			ch, err := b.Folder(request.PlaceName(places[0]))
			if err != nil || ch.Path == "" {
				return steps.Unknown(b.Req.Text)
			}
			within = ch.Path
		}
		var found steps.Naming
		for _, n := range named {
			name, _ := n.Get("file")
			ch, err := b.File(name, within)
			if err == nil {
				err = found.Add(name.Text, ch)
			}
			if err != nil {
				return err
			}
		}
		if !found.Asked(b, t) && !b.Feed(t, args, &steps.Items{Paths: found.Paths}) {
			return steps.Unknown(b.Req.Text)
		}
		return nil
	}
	if !c.Has("obj", "ext", "kind", "glob", "name", "content", "everything") {
		if len(places) == 0 {
			return steps.Unknown(b.Req.Text)
		}
		c.Add(speech.Fact{Name: "everyfile"})
	}
	if b.Definite(c) {
		in, err := b.TheOne(c, t, t.PathSemantic(), places)
		if err != nil || in == nil {
			return err
		}
		b.Feed(t, args, in)
		return nil
	}
	in, err := b.Collect(c, places, false)
	if err == nil {
		in, err = b.Ordered(c, in)
	}
	if err == nil && !b.Feed(t, args, in) {
		err = steps.Unknown(b.Req.Text)
	}
	return err
}

// records makes what the files of a span hold the input of the step, or of its second list.
func (f *filling) records(s span) error {
	semantic := f.tool.Args.Properties[s.arg].Semantic
	if semantic == "entries" && f.pronoun(s) {
		in := f.Referred()
		if in == nil || !f.Feed(f.tool, f.args, in) {
			return steps.Limit("nothing_to_refer_to", "no earlier result")
		}
		return nil
	}
	name := f.bare(s, "files")
	extension := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	t := f.Reader(extension)
	if t == nil || f.tool.Has("table") && !t.Rows() {
		return steps.Unknown(name) // a text has no rows
	}
	args := map[string]any{}
	if err := f.things(s, t, args, false); err != nil {
		return err
	}
	n := f.Add(t, args)
	if semantic == "entries" {
		f.args[plan.FromStep] = n
		return nil
	}
	f.args[s.arg] = "${step" + strconv.Itoa(n) + ".entries}"
	return nil
}

// pronoun reports a span that points at the answer before.
func (f *filling) pronoun(s span) bool {
	return slices.ContainsFunc(f.look(s), func(v vocab.Sense) bool { return v.Class == "set" && v.Value == "those" })
}
