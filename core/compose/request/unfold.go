package request

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/compose/speech"
)

// unfolded are the facts a pattern over a whole phrase stands for, after its verb.
var unfolded = map[string][]string{
	"append": {"file"}, "addcontent": {"contentof"}, "makezip": {"zipped"}, "written": {"file"}, "renamed": {"file", "newname"}, "renamedir": {"dir", "newname"}, "seek": {"name"}, "sought": {"name"}, "dirsize": {"meta", "dir"}, "newdirs": {"newdir"},
}

// unfold takes a fact that says several things at once apart: "write hello in a.txt" is a verb, a text and a file.
func unfold(f speech.Fact) []speech.Fact {
	parts := unfolded[f.Name]
	if f.Name == "newdirs" {
		return labels(f)
	}
	out := make([]speech.Fact, 0, len(parts))
	for _, name := range parts {
		g := speech.Fact{Name: name, Start: f.Start, End: f.End}
		for _, k := range f.Captures {
			switch {
			case k.Slot == "verb", name == "newname" && k.Slot != "name", name != "newname" && k.Slot == "name", name == "meta":
				continue
			case k.Slot == "say" || k.Slot == "thing":
				k.Slot = "text"
			}
			g.Captures = append(g.Captures, k)
		}
		switch name {
		case "file":
			g.Args = []string{f.Name}
		case "name":
			g.Args = []string{"contains"}
		case "meta":
			g.Args = []string{"size"}
		}
		out = append(out, g)
	}
	return out
}

// labels are the folders of a list of new ones.
func labels(f speech.Fact) (out []speech.Fact) {
	for _, k := range f.Captures {
		k.Slot = "name"
		out = append(out, speech.Fact{Name: "newdir", Captures: []speech.Capture{k}, Start: f.Start, End: f.End})
	}
	return out
}

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
