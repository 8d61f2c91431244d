package steps

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/vocab"
)

// Ordered adds sorting and picking, when the producer has not done it.
func (b *Builder) Ordered(c *request.Clause, in *Items) (*Items, error) {
	if f, ok := c.Take("by"); ok { // "list the files by size"
		p, _ := f.Get("prop")
		f.Name, f.Args = "order", []string{p.Value, request.NaturalOrder(p.Value)}
		c.Add(f)
	}
	several := b.several(c)
	w, ok := c.Wished()
	if f, found := c.Take("nth"); found {
		n, _ := f.Get("ord")
		return b.pick(in, int(n.Number))
	}
	if !ok {
		return in, nil
	}
	if w.Property == "" || w.FromEnd {
		return b.pickFew(c, in, w)
	}
	t := b.Shelf.Find("sort", "entries", "order_by", "order")
	field, has := in.field(w.Property)
	if t == nil || !has {
		return nil, Limit("capability_missing", "no executor sorts by this", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	t.Put(args, "order_by", field)
	t.Put(args, "order", w.Order)
	if w.Limit > 0 && !t.Put(args, "quantity", int64(w.Limit)) {
		return nil, Limit("capability_missing", "no executor picks the first", "what", b.From(b.Position(c)))
	}
	if w.Limit == 0 && several {
		if !t.Has("quantity") || b.Question != nil {
			return nil, Unknown(b.From(b.Position(c)))
		}
		b.askHowMany(t)
	}
	if !b.Feed(t, args, in) {
		return nil, Unknown(b.Req.Text)
	}
	return Output(t, b.Add(t, args), in), nil
}

// several reports a change to "the largest files": an order without a number, which is not all of them.
func (b *Builder) several(c *request.Clause) bool {
	return b.Strict && c.Several()
}

func (b *Builder) askHowMany(t *shelf.Tool) { b.Ask(t, "quantity", "how_many", nil) }

// pickFew keeps the first or the last of a collection as it stands.
func (b *Builder) pickFew(c *request.Clause, in *Items, w request.Wish) (*Items, error) {
	semantic := "quantity"
	if w.FromEnd {
		semantic = "tail"
	}
	t := b.Shelf.Find("filter", "entries", semantic)
	if t == nil || w.Limit == 0 || w.Property != "" {
		return nil, Limit("capability_missing", "no executor picks these", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	t.Put(args, semantic, int64(w.Limit))
	if !b.Feed(t, args, in) {
		return nil, Unknown(b.Req.Text)
	}
	return Output(t, b.Add(t, args), in), nil
}

// pick keeps the n-th item, the last one for -1.
func (b *Builder) pick(in *Items, n int) (*Items, error) {
	t := b.Shelf.Find("filter", "entries", "quantity", "offset", "tail")
	if t == nil {
		return nil, Limit("capability_missing", "no executor picks one item", "what", b.Req.Text)
	}
	args := map[string]any{}
	if n < 0 {
		t.Put(args, "tail", int64(1))
	} else {
		t.Put(args, "offset", int64(n-1))
		t.Put(args, "quantity", int64(1))
	}
	if !b.Feed(t, args, in) {
		return nil, Unknown(b.Req.Text)
	}
	return Output(t, b.Add(t, args), in), nil
}

// Total adds up a property of the items.
func (b *Builder) Total(c *request.Clause, in *Items, property string) (*Items, error) {
	field, ok := in.field(property)
	if t := b.Reader(""); !ok && t != nil && t.Output.Fields[property] != "" { // lines and words are known after reading
		args := map[string]any{}
		if b.Feed(t, args, in) {
			in = Output(t, b.Add(t, args), nil)
			field, ok = property, true
		}
	}
	if !ok {
		return nil, Limit("capability_missing", "nothing has this to add up", "what", b.From(b.Position(c)))
	}
	return b.Aggregate(in, "sum", field)
}

// Aggregate adds a step that calculates one value of the items.
func (b *Builder) Aggregate(in *Items, operation, field string) (*Items, error) {
	t := b.Shelf.Find("compute", "entries", "aggregate")
	if t == nil || !t.Allows("aggregate", operation) {
		return nil, Limit("capability_missing", "no executor calculates this", "what", b.Req.Text)
	}
	args := map[string]any{}
	t.Put(args, "aggregate", operation)
	if field != "" && !t.Put(args, "field", field) {
		return nil, Unknown(b.Req.Text)
	}
	if !b.Feed(t, args, in) {
		return nil, Unknown(b.Req.Text)
	}
	return Output(t, b.Add(t, args), in), nil
}

// Grouped counts the items per value of a property, or picks the fullest group.
func (b *Builder) Grouped(c *request.Clause, in *Items) (*Items, error) {
	property, best := "", speech.Fact{}
	for _, f := range c.All("group", "by") {
		p, _ := f.Get("prop")
		property = p.Value
	}
	if f, ok := c.Take("most"); ok {
		best, property = f, "folder"
	}
	t := b.Shelf.Find("group", "entries", "group_by")
	if t == nil || property == "" {
		return nil, Limit("capability_missing", "no executor groups", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	t.Put(args, "group_by", property)
	if best.Name != "" {
		by := "count"
		if best.Arg(0) == "size" {
			by = "value"
			field, ok := in.field("size")
			if !ok || !t.Put(args, "aggregate", "sum") || !t.Put(args, "field", field) {
				return nil, Unknown(b.Words(best))
			}
		}
		if !t.Allows("order_by", by) || !t.Has("quantity") {
			return nil, Unknown(b.Words(best))
		}
		t.Put(args, "order_by", by)
		t.Put(args, "order", best.Arg(1))
		t.Put(args, "quantity", int64(1))
	}
	if !b.Feed(t, args, in) {
		return nil, Unknown(b.Req.Text)
	}
	return Output(t, b.Add(t, args), nil), nil
}

// Reader is the executor that gives the content of known files, with the semantics asked of it: the one for
// files of that extension when the catalog has it, else the plain one.
func (b *Builder) Reader(extension string, semantics ...string) *shelf.Tool {
	for _, i := range b.Shelf.ByPair[[2]string{"read", "files"}] {
		t := &b.Shelf.Tools[i]
		if extension != "" && slices.Contains(vocab.Closed().Reads[t.Parts.Qualifier], extension) && t.Has(semantics...) {
			return t
		}
	}
	return b.Shelf.Find("read", "files", semantics...)
}

// Picked is the earlier result, or the one of it that was pointed at: "the third one", "the largest".
func (b *Builder) Picked(c *request.Clause) (*Items, error) {
	in := b.Referred()
	if in == nil {
		return nil, Limit("nothing_to_refer_to", "no earlier result")
	}
	c.All("obj", "one")
	return b.Ordered(c, in)
}
