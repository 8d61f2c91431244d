package request

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// movesThere reads "move the pdfs to Letters" as a place: a new name would be a file's.
func (c *Clause) movesThere() {
	if !slices.Contains([]string{"move", "put", "copy", "split"}, c.Act) || c.Has("to") {
		return
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		n, ok := f.Get("name")
		if c.Used[i] || f.Name != "newname" || !ok || len(f.Args) == 0 || f.Args[0] != "bare" {
			continue
		}
		if n.Literal || proper(n.Text) {
			f.Name = "to"
		}
	}
}

// proper reports whether every word of a name begins with a capital, so that none of them says something else.
func proper(name string) bool {
	return !slices.ContainsFunc(strings.Fields(name), func(w string) bool {
		first, _ := utf8.DecodeRuneInString(w)
		return !unicode.IsUpper(first)
	})
}
