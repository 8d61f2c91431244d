package unfold

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
)

// unfolded are the facts a pattern over a whole phrase stands for, after its verb.
var unfolded = map[string][]string{
	"append": {"file"}, "addcontent": {"contentof"}, "makezip": {"zipped"}, "written": {"file"}, "renamed": {"file", "newname"}, "renamedir": {"dir", "newname"}, "seek": {"name"}, "sought": {"name"}, "dirsize": {"meta", "dir"}, "newdirs": {"newdir"},
	"tidied": nil, "latest": nil, "changed": nil, "kindin": nil, "sorts": nil, "fattest": nil, "holds": nil, "existsin": nil, "went": nil, // see pieces
}

// Facts takes a fact that says several things at once apart: "write hello in a.txt" is a verb, a text and a file.
func Facts(f speech.Fact) []speech.Fact {
	parts := unfolded[f.Name]
	switch list := pieces[f.Name]; {
	case f.Name == "newdirs":
		return labels(f)
	case list != nil:
		return apart(f, list)
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

// piece is one of the facts a phrase stands for, with the captures it takes; one that takes some is there only with them.
type piece struct {
	name  string
	args  []string
	slots []string
}

// pieces are the phrases whose facts share nothing: "the last 5 files I changed" is a number, an order and a noun.
var pieces = map[string][]piece{
	"tidied":   {{"everyfile", nil, nil}, {"in", nil, []string{"folder"}}},
	"latest":   {{"obj", nil, []string{"obj"}}, {"kind", nil, []string{"kind"}}, {"ext", nil, []string{"ext"}}, {"everyfile", nil, nil}, {"sup", []string{"modified", "desc"}, nil}},
	"changed":  {{"which", nil, nil}, {"everyfile", nil, nil}, {"mod", nil, []string{"when"}}},
	"kindin":   {{"kind", nil, []string{"kind"}}, {"ext", nil, []string{"ext"}}, {"of", nil, []string{"known"}}},
	"sorts":    {{"which", nil, nil}, {"group", nil, nil}, {"everyfile", nil, nil}},
	"fattest":  {{"which", nil, nil}, {"most", []string{"size", "desc"}, nil}},
	"existsin": {{"exists", nil, nil}, {"in", nil, []string{"folder"}}},
	"holds":    {{"linewith", nil, []string{"file", "text"}}},
	"went":     {{"where", nil, nil}, {"file", nil, []string{"file"}}},
}

func apart(f speech.Fact, list []piece) (out []speech.Fact) {
	for _, p := range list {
		g := speech.Fact{Name: p.name, Args: p.args, Start: f.Start, End: f.End}
		for _, k := range f.Captures {
			if slices.Contains(p.slots, k.Slot) || p.name == "sup" && k.Slot == "num" {
				g.Captures = append(g.Captures, k)
			}
		}
		if p.name == "group" {
			g.Captures = append(g.Captures, speech.Capture{Slot: "prop", Value: f.Arg(0)})
		}
		if p.name == "sup" && f.Arg(0) != "" {
			g.Args = append(slices.Clone(g.Args), f.Arg(0))
		}
		if len(p.slots) == 0 || len(g.Captures) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// Holds reports a fact of several.
func Holds(name string) bool {
	_, ok := unfolded[name]
	return ok
}

// labels are the folders of a list of new ones.
func labels(f speech.Fact) (out []speech.Fact) {
	for _, k := range f.Captures {
		if k.Slot == "verb" {
			continue
		}
		k.Slot = "name"
		out = append(out, speech.Fact{Name: "newdir", Captures: []speech.Capture{k}, Start: f.Start, End: f.End})
	}
	return out
}
