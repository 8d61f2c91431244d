package request

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
)

// Condition is one condition on the things asked for: an argument of the producer when it has the semantic,
// else a filter on the field that holds the property.
type Condition struct {
	Semantic        string
	Value           any
	Property, Op    string
	Text            string // value as a filter takes it
	Said            string
	MustBeProducers bool // no field holds it afterwards
}

// Exception is what "except the pdfs" or "that are not pdfs" leaves out.
func Exception(f speech.Fact) (Condition, bool) {
	if f.Name != "except" {
		return Condition{}, false
	}
	if e, ok := f.Get("ext"); ok {
		var globs []any
		for _, x := range strings.Split(e.Value, ",") {
			globs = append(globs, "*."+x)
		}
		return Condition{Semantic: "exclude", Value: globs, Property: "extension", Op: "not_in", Text: strings.ReplaceAll(e.Value, ",", "\n")}, true
	}
	if n, ok := f.Get("file"); ok && !strings.Contains(n.Text, "/") {
		return Condition{Semantic: "exclude", Value: []any{GlobText(n.Text)}, Property: "name", Op: "ne", Text: n.Text}, true
	}
	k, ok := f.Get("kind")
	return Condition{Property: "kind", Op: "ne", Text: k.Value}, ok
}

// NameCondition is what "that start with IMG" or "with invoice in the name" asks of a name. A change takes
// "called contract" as the whole name, a search as a part of it.
func NameCondition(f speech.Fact, strict bool) Condition {
	t, _ := f.Get("text")
	text := t.Text
	switch f.Arg(0) {
	case "starts":
		return Condition{Semantic: "glob", Value: GlobText(text) + "*", Property: "name", Op: "starts", Text: text}
	case "ends":
		return Condition{Semantic: "glob", Value: "*" + GlobText(text), Property: "name", Op: "ends", Text: text}
	case "is":
		if strings.Contains(text, ".") {
			return Condition{Semantic: "glob", Value: GlobText(text), Property: "name", Op: "eq", Text: text}
		}
		if !strict {
			break
		}
		return Condition{Semantic: "glob", Value: GlobText(text) + ".*", Property: "name", Op: "starts", Text: text + "."}
	}
	return Condition{Semantic: "name", Value: text, Property: "name", Op: "contains", Text: text}
}

// Kinds are the extensions and file kinds named; several extensions mean any of them.
func (c *Clause) Kinds() []Condition {
	var exts []any
	for _, f := range c.All("ext") {
		e, _ := f.Get("ext")
		for _, x := range strings.Split(e.Value, ",") {
			if !slices.Contains(exts, any(x)) {
				exts = append(exts, x)
			}
		}
	}
	var out []Condition
	if len(exts) > 0 {
		texts := make([]string, len(exts))
		for i, e := range exts {
			texts[i], _ = e.(string)
		}
		out = append(out, Condition{Semantic: "extension", Value: exts, Property: "extension", Op: "in", Text: strings.Join(texts, "\n")})
	}
	if len(exts) > 0 {
		c.All("kind") // "le foto jpg": the extension is the narrower word
		return out
	}
	if f, ok := c.Take("kind"); ok {
		k, _ := f.Get("kind")
		out = append(out, Condition{Semantic: "kind", Value: k.Value, Property: "kind", Op: "eq", Text: k.Value})
	}
	return out
}

// GlobText quotes the characters a glob reads.
func GlobText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`).Replace(s)
}

// SizeConditions are the bounds in bytes of "larger than 5 MB" or "between 1 and 3 MB".
func SizeConditions(f speech.Fact) []Condition {
	var n []int64
	for _, c := range f.Captures {
		if c.Slot == "size" {
			n = append(n, int64(c.Number))
		}
	}
	low := func(v int64) Condition {
		return Condition{Semantic: "size_min", Value: v, Property: "size", Op: "ge", Text: Itoa(v)}
	}
	high := func(v int64) Condition {
		return Condition{Semantic: "size_max", Value: v, Property: "size", Op: "le", Text: Itoa(v)}
	}
	switch f.Arg(0) {
	case "gt":
		return []Condition{low(n[0] + 1)}
	case "ge":
		return []Condition{low(n[0])}
	case "lt":
		return []Condition{high(max(n[0]-1, 0))}
	case "le":
		return []Condition{high(n[0])}
	}
	return []Condition{low(min(n[0], n[1])), high(max(n[0], n[1]))}
}
