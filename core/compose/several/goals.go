package several

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// Apart takes clauses apart by where things go, where they are, and what they are.
func Apart(clauses []*request.Clause, known plan.Places) []*request.Clause {
	if each, other := Goals(clauses, known); other == nil {
		clauses = each
	}
	return Things(Places(clauses, known))
}

// Goals makes one clause of each place something is copied to: "copy a.txt to A and to B". What is moved cannot end in
// two places, and what has to be searched for would be found anew among the copies: other is then the place too many.
func Goals(clauses []*request.Clause, known plan.Places) (out []*request.Clause, other *speech.Fact) {
	for _, c := range clauses {
		chain := goals(c, known)
		if parts := each(c); parts != nil {
			out = append(out, parts...)
			continue
		}
		switch {
		case len(chain) < 2:
			out = append(out, c)
		case c.Act != "copy" || !given(c, chain):
			return nil, &c.Facts[chain[1]]
		default:
			for _, keep := range chain {
				out = append(out, only(c, chain, keep))
			}
		}
	}
	return out, nil
}

// goals are the facts of a clause that say where its things go, when they are one list. A list of "in" says where they
// are when another place says where they go.
func goals(c *request.Clause, known plan.Places) []int {
	if !carries(c) {
		return nil
	}
	var chain []int
	joined, whole := false, false
	for i, f := range c.Facts {
		place := goal(f)
		file, named := f.Get("file")
		whole = whole || named && strings.Contains(file.Text, "/") // whose place is known: the others are goals
		switch {
		case f.Name == "and", f.Name == "or", f.Name == "mark" && f.Arg(0) == ",":
			joined = len(chain) > 0
		case slices.Contains(request.Silent, f.Name):
		case len(chain) > 0 && (f.Name == "another" || joined && (place || noun(f, known)) || whole && place):
			chain, joined = append(chain, i), false
		case place && len(chain) < 2:
			chain, joined = []int{i}, false
		default:
			joined = false
		}
	}
	if len(chain) < 2 || c.Facts[chain[0]].Name == "in" && goes(c, chain) {
		return nil
	}
	return chain
}

// given reports a clause whose things are named outright, or were found before: nothing is searched for.
func given(c *request.Clause, chain []int) bool {
	for i, f := range c.Facts {
		if !c.Used[i] && !slices.Contains(chain, i) && f.Name != "file" && f.Name != "pronoun" && !slices.Contains(request.Silent, f.Name) {
			return false
		}
	}
	list := slices.ContainsFunc(c.Facts[chain[0]:chain[1]+1], func(f speech.Fact) bool {
		return f.Name == "and" || f.Name == "another" || f.Name == "mark"
	})
	return list && !c.Has("or")
}

// each makes a clause of every file that goes to a place of its own: "move a.txt to A and b.txt to B".
func each(c *request.Clause) (out []*request.Clause) {
	if !carries(c) {
		return nil
	}
	var list []segment
	places := 0
	for i, f := range c.Facts {
		switch {
		case f.Name == "file" && (places == 1 || len(list) == 0):
			if list, places = append(list, segment{i, len(c.Facts)}), 0; len(list) > 1 {
				list[len(list)-2].end = i
			}
		case goal(f):
			places++
		case places > 1 || f.Name != "file" && !slices.Contains(request.Silent, f.Name) && !c.Used[i]:
			return nil
		}
	}
	if len(list) < 2 || places != 1 {
		return nil
	}
	for _, s := range list {
		out = append(out, with(c, len(out) > 0, func(j int) bool { return j < list[0].start || j >= s.start && j < s.end }))
	}
	return out
}

// carries reports a verb that takes things to a place.
func carries(c *request.Clause) bool { return slices.Contains([]string{"move", "put", "copy"}, c.Act) }

// goal reports a fact that may say where things go.
func goal(f speech.Fact) bool {
	return f.Name == "in" || f.Name == "to" || f.Name == "newname" && f.Arg(0) == "bare"
}
