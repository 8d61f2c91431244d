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
		lone := !slices.ContainsFunc(clauses[i+1:], func(next *request.Clause) bool {
			return next.Pronoun != "" || next.Has("those", "moved", "result") || next.Bare() || request.Actions[next.Act] != ""
		})
		switch {
		case len(chain) < 2, c.Pronoun != "", c.Has("sup", "first", "last", "nth", "num", "few", "those", "infile", "file", "newdir", "group", "most", "subdirs", "by"),
			changes && !slices.Contains([]string{"delete", "move", "put", "copy"}, c.Act), changes && c.Act != "delete" && !goes(c, chain), !changes && !lone:
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
	joined := false
	for i, f := range c.Facts {
		place := placed(f, known)
		switch {
		case f.Name == "and", f.Name == "mark" && f.Arg(0) == ",":
			joined = len(chain) > 0
		case slices.Contains(request.Silent, f.Name):
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
		if i == keep && f.Name == "another" {
			k := request.PlaceName(f)
			k.Slot = "folder"
			f.Name, f.Args, f.Captures = first.Name, nil, []speech.Capture{k}
		}
		one.Facts, one.Used = append(one.Facts, f), append(one.Used, c.Used[i])
	}
	return &one
}
