package request

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
)

// MakesFile reports whether the clause speaks of a new file.
func (c *Clause) MakesFile() bool {
	for i, f := range c.Facts {
		if !c.Used[i] && f.Name == "file" && f.Arg(0) == "new" {
			return true
		}
	}
	return false
}

// Introduces reports whether the clause only says what the next one is about: "open X and show me the last
// lines", "find the .go files and tell me how many lines they have".
func (c *Clause) Introduces(next *Clause) bool {
	if c.Ask != "" || !slices.Contains(Light, c.Act) && c.Act != "read" && c.Act != "filter" || c.Act == "tell" {
		return false
	}
	if next.Act == "" && next.Ask == "" || !(c.Things() || c.Has("in", "of", "from", "dir")) {
		return false
	}
	return Actions[next.Act] != "" && !c.Has("file", "infile") || !next.Things() && !next.Has("dir", "of", "from")
}

// CountsThere reports a question for a number that names no things: "how many are in X?".
func (c *Clause) CountsThere() bool {
	return c.Act == "" && c.Ask == "count" && !c.Has("obj", "ext", "kind", "name", "content", "glob", "everything", "everyfile")
}

// Writes reports whether a verb makes or fills a file.
func Writes(act string) bool { return Actions[act] == "write" || act == "create" }

// FolderAsked reads "what does the folder contain" and "how big is the folder" as questions about what is in it.
func (c *Clause) FolderAsked() {
	if c.Has("file", "infile") || !c.Has("dir", "in", "of") {
		return
	}
	for i, f := range c.Facts {
		_, named := f.Get("file")
		switch {
		case c.Used[i] || named:
		case f.Name == "say":
			c.Used[i], c.Ask = true, "contents"
		case f.Name == "meta" && f.Arg(0) == "size":
			c.Facts[i].Name, c.Ask = "sum", "sum"
		}
	}
	if c.Ask == "sum" && !c.Things() {
		c.Add(speech.Fact{Name: "everyfile"})
		c.Add(speech.Fact{Name: "rec", Args: []string{"yes"}})
	}
}

// Silently reports whether a silent fact of the name is there.
func (c *Clause) Silently(name string) bool {
	return slices.ContainsFunc(c.Facts, func(f speech.Fact) bool { return f.Name == name })
}

// NaturalOrder is how people want a property ordered when they do not say: the largest and the latest first.
func NaturalOrder(property string) string {
	if property == "size" || property == "modified" {
		return "desc"
	}
	return "asc"
}

// Only returns the fact of a name when the clause says nothing else.
func (c *Clause) Only(name string) (found speech.Fact, ok bool) {
	for i, f := range c.Facts {
		switch {
		case c.Used[i]:
		case f.Name != name || ok:
			return speech.Fact{}, false
		default:
			found, ok = f, true
		}
	}
	return found, ok
}

// Elliptic returns the one value of a clause that is nothing but "and X".
func (c *Clause) Elliptic() (value speech.Capture, folder, ok bool) {
	n := 0
	for i, f := range c.Facts {
		if c.Used[i] || f.Name == c.Ask {
			continue
		}
		n++
		for _, slot := range []string{"folder", "known", "dir", "ext", "kind", "text", "file"} {
			if k, has := f.Get(slot); has {
				value, folder, ok = k, slot == "folder" || slot == "known" || slot == "dir", true
			}
		}
		if k, has := f.Get("item"); has && f.Name == "another" {
			k.Slot = "text"
			value, ok = k, true
		}
		if f.Name == "obj" || f.Name == "those" {
			n--
		}
	}
	return value, folder, ok && n == 1
}
