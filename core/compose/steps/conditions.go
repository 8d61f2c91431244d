package steps

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/when"
)

// Conditions takes the facts that select things and makes constraints of them.
func (b *Builder) Conditions(c *request.Clause, strict bool) ([]request.Condition, error) {
	var out []request.Condition
	if f, ok := constraint.Besides(b.Reading.Tokens, c); ok {
		return nil, Unknown(b.Words(f))
	}
	out = append(out, b.kinds(c)...)
	for _, f := range c.All("name") {
		out = append(out, request.NameCondition(f, strict))
	}
	if f, ok := c.Take("glob"); ok {
		g, _ := f.Get("glob")
		out = append(out, request.Condition{Semantic: "glob", Value: g.Text, Property: "name", Op: "matches", Text: g.Text, MustBeProducers: true})
	}
	if f, ok := c.Take("content"); ok {
		t, _ := f.Get("text")
		out = append(out, request.Condition{Semantic: "text_query", Value: t.Text, Said: b.Words(f), MustBeProducers: true})
	}
	for _, f := range c.All("size") {
		out = append(out, request.SizeConditions(f)...)
	}
	for i, f := range c.Facts {
		if k, ok := request.Exception(f); ok && !c.Used[i] {
			if n, named := f.Get("file"); named && strict && len(n.Paths) == 0 {
				return nil, Missing("no_such_file", "no file of that name", "file", n.Text) // nothing would be spared
			}
			c.Used[i] = true
			out = append(out, k)
		}
	}
	windows, err := b.windows(c, strict)
	if err != nil {
		return nil, err
	}
	out = append(out, windows...)
	if _, ok := c.Take("hidden"); ok {
		out = append(out, request.Condition{Semantic: "hidden", Value: true, MustBeProducers: true}, request.Condition{Semantic: "glob", Value: ".*", Property: "name", Op: "starts", Text: "."})
	}
	if f, ok := c.Take("empty"); ok {
		out = append(out, request.Condition{Semantic: "empty", Value: true, Property: "empty", Op: "eq", Text: "true", Said: b.Words(f)})
	}
	return out, nil
}

// kinds are the extensions and file kinds named; several extensions mean any of them.
func (b *Builder) kinds(c *request.Clause) []request.Condition {
	var exts []any
	for _, f := range c.All("ext") {
		e, _ := f.Get("ext")
		for _, x := range strings.Split(e.Value, ",") {
			if !slices.Contains(exts, any(x)) {
				exts = append(exts, x)
			}
		}
	}
	var out []request.Condition
	if len(exts) > 0 {
		texts := make([]string, len(exts))
		for i, e := range exts {
			texts[i], _ = e.(string)
		}
		out = append(out, request.Condition{Semantic: "extension", Value: exts, Property: "extension", Op: "in", Text: strings.Join(texts, "\n")})
	}
	if len(exts) > 0 {
		c.All("kind") // "le foto jpg": the extension is the narrower word
		return out
	}
	if f, ok := c.Take("kind"); ok {
		k, _ := f.Get("kind")
		out = append(out, request.Condition{Semantic: "kind", Value: k.Value, Property: "kind", Op: "eq", Text: k.Value})
	}
	return out
}

// windows takes the time facts. Two of them must both hold; "not modified in" leaves what is older.
// "Move them tomorrow" is about when to act, not about what: a bare time never selects what is changed.
func (b *Builder) windows(c *request.Clause, strict bool) ([]request.Condition, error) {
	var w when.Window
	for _, f := range c.All("mod") {
		t, ok := f.Get("when")
		if !ok {
			t, _ = f.Get("age")
		}
		if strict && f.Arg(0) == "bare" || t.Window.From.After(b.Req.Now) {
			return nil, Unknown(b.Words(f))
		}
		if w.From.IsZero() || t.Window.From.After(w.From) {
			w.From = t.Window.From
		}
		if w.To.IsZero() || !t.Window.To.IsZero() && t.Window.To.Before(w.To) {
			w.To = t.Window.To
		}
	}
	for _, f := range c.All("notmod") {
		for _, t := range f.Captures {
			if t.Slot == "span" {
				w.To = t.Window.To
			}
			if t.Slot != "when" {
				continue
			}
			if t.Window.From.IsZero() || !t.Window.To.IsZero() && t.Window.To.Before(constraint.StartOfDay(b.Req.Now, b.Req.Zone)) {
				return nil, Unknown(b.Words(f)) // "not modified in March" is two intervals
			}
			if w.To.IsZero() || t.Window.From.Before(w.To) {
				w.To = t.Window.From
			}
		}
	}
	var out []request.Condition
	if !w.From.IsZero() {
		out = append(out, request.Condition{Semantic: "modified_after", Value: constraint.Stamp(w.From), Property: "modified", Op: "ge", Text: constraint.Stamp(w.From)})
	}
	if !w.To.IsZero() {
		out = append(out, request.Condition{Semantic: "modified_before", Value: constraint.Stamp(w.To), Property: "modified", Op: "lt", Text: constraint.Stamp(w.To)})
	}
	return out, nil
}

// Filter adds one filtering step per constraint the producer could not take.
func (b *Builder) Filter(in *Items, rest []request.Condition) (*Items, error) {
	for _, k := range rest {
		if k.Semantic == "empty" && in.Fields["empty"] == "" && in.Object != "dirs" {
			k = constraint.Sized(k)
		}
		t := b.Shelf.Find("filter", "entries", "field", "operation", "value")
		field, ok := in.field(k.Property)
		if t == nil || !ok || k.MustBeProducers || !t.Allows("operation", k.Op) {
			return nil, Limit("capability_missing", "no executor can select by this", "what", b.phrase(k))
		}
		args := map[string]any{}
		t.Put(args, "field", field)
		t.Put(args, "operation", k.Op)
		if k.Op == "in" || k.Op == "not_in" {
			var values []any
			for _, v := range strings.Split(k.Text, "\n") {
				values = append(values, v)
			}
			if !t.Put(args, "values", values) {
				return nil, Limit("capability_missing", "no executor can select by this", "what", b.phrase(k))
			}
		} else {
			t.Put(args, "value", k.Text)
		}
		b.Feed(t, args, in)
		in = Output(t, b.Add(t, args), in)
	}
	return in, nil
}

func (b *Builder) phrase(k request.Condition) string {
	if k.Said != "" {
		return k.Said
	}
	return strings.TrimSpace(b.Req.Text)
}
