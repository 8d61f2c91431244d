package request

import (
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
)

// Itoa writes a whole number.
func Itoa(n int64) string { return strconv.FormatInt(n, 10) }

// everything reports "files and folders".
func (c *Clause) everything() bool {
	before, joined := "", false
	for i, f := range c.Facts {
		o, ok := f.Get("obj")
		switch {
		case f.Name == "and":
			joined = true
		case slices.Contains(Silent, f.Name):
		case ok && f.Name == "obj" && !c.Used[i]:
			if joined && before != o.Value && (before == "files" || before == "dirs") && (o.Value == "files" || o.Value == "dirs") {
				return true
			}
			before, joined = o.Value, false
		default:
			before = ""
		}
	}
	return false
}

// Object is the vocabulary object the clause is about, "" when it names none.
func (c *Clause) Object() string {
	object := ""
	if c.everything() {
		c.All("obj")
		return "everything"
	}
	for _, f := range c.All("obj") {
		o, _ := f.Get("obj")
		if object == "" || object == "files" {
			object = o.Value
		}
	}
	if _, ok := c.Take("everyfile"); ok {
		return "files"
	}
	if object == "" && c.Has("ext", "kind", "glob", "name", "content", "sup") {
		object = "files"
	}
	if _, ok := c.Take("everything"); ok && object == "" {
		object = "everything"
	}
	return object
}

// HasSemantic reports whether one of the conditions is about the semantic.
func HasSemantic(list []Condition, semantic string) bool {
	return slices.ContainsFunc(list, func(k Condition) bool { return k.Semantic == semantic })
}

// PlaceName is the name a place fact captured, whatever its slot.
func PlaceName(f speech.Fact) speech.Capture {
	for _, slot := range []string{"folder", "known", "dir", "name", "item", "text"} {
		if c, ok := f.Get(slot); ok {
			return c
		}
	}
	return speech.Capture{}
}

// GroupsByFolder reports whether the answer is per subfolder, so that files below the named one matter.
func (c *Clause) GroupsByFolder() bool {
	for i, f := range c.Facts {
		if c.Used[i] {
			continue
		}
		if p, ok := f.Get("prop"); ok && f.Name == "group" && p.Value == "folder" || f.Name == "most" {
			return true
		}
	}
	return false
}

// Wish is the order and the number of things asked for.
type Wish struct {
	Property, Order string
	Limit           int
	FromEnd         bool
}

// Wished takes the facts about order and number; ok is false when there are none.
func (c *Clause) Wished() (w Wish, ok bool) {
	if f, found := c.Take("sup"); found {
		w = Wish{Property: f.Arg(0), Order: f.Arg(1)}
		if n, has := f.Get("num"); has {
			w.Limit = int(n.Number)
		} else if f.Arg(2) == "one" || c.singular() {
			w.Limit = 1
		}
		ok = true
	}
	if f, found := c.Take("order"); found {
		w.Property, w.Order, ok = f.Arg(0), f.Arg(1), true
	}
	if f, found := c.Take("orderby"); found {
		p, _ := f.Get("prop")
		w.Property, w.Order, ok = p.Value, "asc", true
	}
	for _, name := range []string{"first", "last", "num"} {
		f, found := c.Take(name)
		if !found {
			continue
		}
		n, _ := f.Get("num")
		if n.Number >= 1 && n.Number < 1e6 && n.Number == float64(int(n.Number)) {
			w.Limit, w.FromEnd, ok = int(n.Number), name == "last", true
		}
		break
	}
	if w.Property != "" {
		if _, found := c.Take("desc"); found {
			w.Order = "desc"
		}
		if _, found := c.Take("asc"); found {
			w.Order = "asc"
		}
		for i, f := range c.Facts { // "by modification date" said beside "from the oldest to the newest"
			if p, has := f.Get("prop"); has && f.Name == "by" && p.Value == w.Property {
				c.Used[i] = true
			}
		}
	}
	return w, ok
}

// Several reports "the largest files": an order without a number of things.
func (c *Clause) Several() bool {
	for i, f := range c.Facts {
		if f.Name == "sup" && !c.Used[i] {
			_, counted := f.Get("num")
			return !counted && f.Arg(2) != "one" && !c.singular() && !c.Has("first", "last", "num")
		}
	}
	return false
}

// singular reports whether an English clause speaks of one thing: "the largest file", "the oldest".
func (c *Clause) singular() bool {
	for _, f := range c.Facts {
		for _, slot := range []string{"obj", "kind", "ext"} {
			if n, ok := f.Get(slot); ok && strings.HasSuffix(strings.ToLower(n.Text), "s") {
				return false
			}
		}
		if f.Name == "many" || f.Name == "num" || f.Name == "first" {
			return false
		}
	}
	return c.English
}
