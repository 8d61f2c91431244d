package compose

import (
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/when"
)

// constraint is one condition on the things asked for: an argument of the producer when it has the semantic,
// else a filter on the field that holds the property.
type constraint struct {
	semantic        string
	value           any
	property, op    string
	text            string // value as a filter takes it
	said            string
	mustBeProducers bool // no field holds it afterwards
}

// conditions takes the facts that select things and makes constraints of them.
func (b *builder) conditions(c *clause, strict bool) ([]constraint, error) {
	var out []constraint
	out = append(out, b.kinds(c)...)
	for _, f := range c.all("name") {
		out = append(out, nameCondition(f))
	}
	if f, ok := c.take("glob"); ok {
		g, _ := f.Get("glob")
		out = append(out, constraint{semantic: "glob", value: g.Text, property: "name", op: "matches", text: g.Text, mustBeProducers: true})
	}
	if f, ok := c.take("content"); ok {
		t, _ := f.Get("text")
		out = append(out, constraint{semantic: "text_query", value: t.Text, said: b.text(f), mustBeProducers: true})
	}
	for _, f := range c.all("size") {
		out = append(out, sizeConditions(f)...)
	}
	for i, f := range c.facts {
		if k, ok := exception(f); ok && !c.used[i] {
			c.used[i] = true
			out = append(out, k)
		}
	}
	windows, err := b.windows(c, strict)
	if err != nil {
		return nil, err
	}
	out = append(out, windows...)
	if _, ok := c.take("hidden"); ok {
		out = append(out, constraint{semantic: "hidden", value: true, mustBeProducers: true}, constraint{semantic: "glob", value: ".*", property: "name", op: "starts", text: "."})
	}
	if f, ok := c.take("empty"); ok {
		out = append(out, constraint{semantic: "size_max", value: int64(0), property: "size", op: "le", text: "0", said: b.text(f)})
	}
	return out, nil
}

// kinds are the extensions and file kinds named; several extensions mean any of them.
func (b *builder) kinds(c *clause) []constraint {
	var exts []any
	for _, f := range c.all("ext") {
		e, _ := f.Get("ext")
		for _, x := range strings.Split(e.Value, ",") {
			if !slices.Contains(exts, any(x)) {
				exts = append(exts, x)
			}
		}
	}
	var out []constraint
	if len(exts) > 0 {
		texts := make([]string, len(exts))
		for i, e := range exts {
			texts[i], _ = e.(string)
		}
		out = append(out, constraint{semantic: "extension", value: exts, property: "extension", op: "in", text: strings.Join(texts, "\n")})
	}
	if len(exts) > 0 {
		c.all("kind") // "le foto jpg": the extension is the narrower word
		return out
	}
	if f, ok := c.take("kind"); ok {
		k, _ := f.Get("kind")
		out = append(out, constraint{semantic: "kind", value: k.Value, property: "kind", op: "eq", text: k.Value})
	}
	return out
}

// exception is what "except the pdfs" or "that are not pdfs" leaves out.
func exception(f speech.Fact) (constraint, bool) {
	if f.Name != "except" {
		return constraint{}, false
	}
	if e, ok := f.Get("ext"); ok {
		var globs []any
		for _, x := range strings.Split(e.Value, ",") {
			globs = append(globs, "*."+x)
		}
		return constraint{semantic: "exclude", value: globs, property: "extension", op: "not_in", text: strings.ReplaceAll(e.Value, ",", "\n")}, true
	}
	if n, ok := f.Get("file"); ok && !strings.Contains(n.Text, "/") {
		return constraint{semantic: "exclude", value: []any{globText(n.Text)}, property: "name", op: "ne", text: n.Text}, true
	}
	k, ok := f.Get("kind")
	return constraint{property: "kind", op: "ne", text: k.Value}, ok
}

func nameCondition(f speech.Fact) constraint {
	t, _ := f.Get("text")
	text := t.Text
	switch f.Arg(0) {
	case "starts":
		return constraint{semantic: "glob", value: globText(text) + "*", property: "name", op: "starts", text: text}
	case "ends":
		return constraint{semantic: "glob", value: "*" + globText(text), property: "name", op: "ends", text: text}
	case "is":
		if strings.Contains(text, ".") {
			return constraint{semantic: "glob", value: globText(text), property: "name", op: "eq", text: text}
		}
		return constraint{semantic: "glob", value: globText(text) + ".*", property: "name", op: "starts", text: text + "."}
	}
	return constraint{semantic: "name", value: text, property: "name", op: "contains", text: text}
}

// globText quotes the characters a glob reads.
func globText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`).Replace(s)
}

func sizeConditions(f speech.Fact) []constraint {
	var n []int64
	for _, c := range f.Captures {
		if c.Slot == "size" {
			n = append(n, int64(c.Number))
		}
	}
	low := func(v int64) constraint {
		return constraint{semantic: "size_min", value: v, property: "size", op: "ge", text: itoa(v)}
	}
	high := func(v int64) constraint {
		return constraint{semantic: "size_max", value: v, property: "size", op: "le", text: itoa(v)}
	}
	switch f.Arg(0) {
	case "gt":
		return []constraint{low(n[0] + 1)}
	case "ge":
		return []constraint{low(n[0])}
	case "lt":
		return []constraint{high(max(n[0]-1, 0))}
	case "le":
		return []constraint{high(n[0])}
	}
	return []constraint{low(min(n[0], n[1])), high(max(n[0], n[1]))}
}

// windows takes the time facts. Two of them must both hold; "not modified in" leaves what is older.
// "Move them tomorrow" is about when to act, not about what: a bare time never selects what is changed.
func (b *builder) windows(c *clause, strict bool) ([]constraint, error) {
	var w when.Window
	for _, f := range c.all("mod") {
		t, ok := f.Get("when")
		if !ok {
			t, _ = f.Get("age")
		}
		if strict && f.Arg(0) == "bare" || t.Window.From.After(b.req.Now) {
			return nil, unknown(b.text(f))
		}
		if w.From.IsZero() || t.Window.From.After(w.From) {
			w.From = t.Window.From
		}
		if w.To.IsZero() || !t.Window.To.IsZero() && t.Window.To.Before(w.To) {
			w.To = t.Window.To
		}
	}
	for _, f := range c.all("notmod") {
		for _, t := range f.Captures {
			if t.Slot == "span" {
				w.To = t.Window.To
			}
			if t.Slot != "when" {
				continue
			}
			if t.Window.From.IsZero() || !t.Window.To.IsZero() && t.Window.To.Before(startOfDay(b.req)) {
				return nil, unknown(b.text(f)) // "not modified in March" is two intervals
			}
			if w.To.IsZero() || t.Window.From.Before(w.To) {
				w.To = t.Window.From
			}
		}
	}
	var out []constraint
	if !w.From.IsZero() {
		out = append(out, constraint{semantic: "modified_after", value: stamp(w.From), property: "modified", op: "ge", text: stamp(w.From)})
	}
	if !w.To.IsZero() {
		out = append(out, constraint{semantic: "modified_before", value: stamp(w.To), property: "modified", op: "lt", text: stamp(w.To)})
	}
	return out, nil
}

func stamp(t time.Time) string { return t.Format(time.RFC3339) }

// apply puts each constraint into the producer's arguments, and returns those it has no argument for.
func apply(t *tool, args map[string]any, list []constraint) (rest []constraint) {
	for _, k := range list {
		arg, ok := t.args[k.semantic]
		if _, taken := args[arg]; !ok || taken {
			rest = append(rest, k)
			continue
		}
		if text, isText := k.value.(string); isText && !t.allows(k.semantic, text) {
			rest = append(rest, k)
			continue
		}
		t.put(args, k.semantic, k.value)
	}
	return rest
}

// filter adds one filtering step per constraint the producer could not take.
func (b *builder) filter(in *items, rest []constraint) (*items, error) {
	for _, k := range rest {
		t := b.shelf.find("filter", "entries", "field", "operation", "value")
		field, ok := in.field(k.property)
		if t == nil || !ok || k.mustBeProducers || !t.allows("operation", k.op) {
			return nil, limit("capability_missing", "no executor can select by this", "what", b.phrase(k))
		}
		args := map[string]any{}
		t.put(args, "field", field)
		t.put(args, "operation", k.op)
		if k.op == "in" || k.op == "not_in" {
			var values []any
			for _, v := range strings.Split(k.text, "\n") {
				values = append(values, v)
			}
			if !t.put(args, "values", values) {
				return nil, limit("capability_missing", "no executor can select by this", "what", b.phrase(k))
			}
		} else {
			t.put(args, "value", k.text)
		}
		b.feed(t, args, in)
		in = output(t, b.add(t, args), in)
	}
	return in, nil
}

func (b *builder) phrase(k constraint) string {
	if k.said != "" {
		return k.said
	}
	return strings.TrimSpace(b.req.Text)
}
