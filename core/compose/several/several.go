package several

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// Places makes one clause of each of several places a clause names: "how many files are in A and in B", "delete the
// backups of A and B". What picks among the things of all places together is not taken apart, nor what a later clause
// takes up again.
func Places(clauses []*request.Clause, known plan.Places) (out []*request.Clause) {
	for i, c := range clauses {
		chain := list(c, known)
		changes := request.Actions[c.Act] != ""
		if len(chain) < 2 || !alone(c, clauses[i+1:]) || changes && c.Act != "delete" && !goes(c, chain) {
			out = append(out, c)
			continue
		}
		for _, keep := range chain {
			out = append(out, only(c, chain, keep))
		}
	}
	return out
}

// list are the facts of a clause that name places joined by "and" or a comma, when they are one list.
func list(c *request.Clause, known plan.Places) (chain []int) {
	joined, articled := false, false
	for i, f := range c.Facts {
		place := placed(f, known) || joined && !articled && len(chain) > 0 && noun(f, known)
		switch {
		case f.Name == "and", f.Name == "mark" && f.Arg(0) == ",":
			joined, articled = len(chain) > 0, false
		case slices.Contains(request.Silent, f.Name):
			articled = articled || f.Name == "art" || f.Name == "all"
		case place && len(chain) > 0 && (joined || f.Name == "another"):
			chain = append(chain, i)
			joined = false
		case place && f.Name != "another" && len(chain) < 2:
			chain, joined = []int{i}, false
		default:
			joined = false
		}
	}
	return chain
}

// placed reports a fact that names a place: "in Documents", "and Pictures" when it is there.
func placed(f speech.Fact, known plan.Places) bool {
	if f.Name == "another" {
		return known != nil && len(known.Folder(request.PlaceName(f).Text)) > 0
	}
	return slices.Contains([]string{"in", "of", "from"}, f.Name)
}

// noun reports a word for things that is the name of a folder, in a list of places: "in Downloads, Documents and Music".
func noun(f speech.Fact, known plan.Places) bool {
	return known != nil && (f.Name == "obj" || f.Name == "kind") && len(f.Captures) == 1 && f.End == f.Start+1 && len(known.Folder(f.Captures[0].Text)) > 0
}

// goes reports a clause that says where its things go, outside the list of places.
func goes(c *request.Clause, chain []int) bool {
	for i, f := range c.Facts {
		if f.Name == "to" || f.Name == "in" && !slices.Contains(chain, i) {
			return true
		}
	}
	return false
}

// only is the clause with one of its places.
func only(c *request.Clause, chain []int, keep int) *request.Clause {
	one := *c
	one.Facts, one.Used, one.Again = nil, nil, keep != chain[0]
	first := c.Facts[chain[0]]
	for i, f := range c.Facts {
		if slices.Contains(chain, i) && i != keep {
			continue
		}
		if i == keep && f.Name != first.Name && !slices.Contains([]string{"in", "of", "from", "to"}, f.Name) {
			k := request.PlaceName(f)
			if k.Text == "" {
				k = speech.Capture{Text: f.Captures[0].Text}
			}
			if k.Slot = "folder"; first.Name == "newname" {
				k.Slot = "name"
			}
			f.Name, f.Args, f.Captures = first.Name, first.Args, []speech.Capture{k}
		}
		one.Facts, one.Used = append(one.Facts, f), append(one.Used, c.Used[i])
	}
	return &one
}
