package steps

import (
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
	out = append(out, c.Kinds()...)
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
	out := taken(c)
	if !w.From.IsZero() {
		out = append(out, request.Condition{Semantic: "modified_after", Value: constraint.Stamp(w.From), Property: "modified", Op: "ge", Text: constraint.Stamp(w.From)})
	}
	if !w.To.IsZero() {
		out = append(out, request.Condition{Semantic: "modified_before", Value: constraint.Stamp(w.To), Property: "modified", Op: "lt", Text: constraint.Stamp(w.To)})
	}
	return out, nil
}

// taken are the conditions on when pictures were taken.
func taken(c *request.Clause) (out []request.Condition) {
	for _, f := range c.All("taken") {
		w, _ := f.Get("when")
		if !w.Window.From.IsZero() {
			out = append(out, request.Condition{Semantic: "taken", Property: "taken", Op: "ge", Text: constraint.Stamp(w.Window.From), Said: w.Text})
		}
		if !w.Window.To.IsZero() {
			out = append(out, request.Condition{Semantic: "taken", Property: "taken", Op: "lt", Text: constraint.Stamp(w.Window.To), Said: w.Text})
		}
	}
	return out
}

// told makes the step that looks up a property the items do not have, where an executor tells it of known files.
func (b *Builder) told(in *Items, property string) *Items {
	for _, i := range b.Shelf.ByPair[[2]string{"get", "files"}] {
		t, args := &b.Shelf.Tools[i], map[string]any{}
		if in.Fields["path"] == "" || t.Output.Fields[property] == "" || t.Output.Fields["path"] == "" || !b.Feed(t, args, in) {
			continue
		}
		out := Output(t, b.Add(t, args), nil)
		out.Object = in.Object
		return out
	}
	return in
}

// Filter adds one filtering step per constraint the producer could not take.
func (b *Builder) Filter(in *Items, rest []request.Condition) (*Items, error) {
	for _, k := range rest {
		if k.Semantic == "empty" && in.Fields["empty"] == "" && in.Object != "dirs" {
			k = constraint.Sized(k)
		}
		if k.Property == "taken" && in.Fields["taken"] == "" {
			in = b.told(in, k.Property)
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
