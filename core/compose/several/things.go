package several

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
)

// Things makes one clause of each of several sorts of things no one search finds: "the photos and the videos in
// Downloads", "the pdfs of A and the photos of B".
func Things(clauses []*request.Clause) (out []*request.Clause) {
	for i, c := range clauses {
		if parts := apart(c); len(parts) > 1 && alone(c, clauses[i+1:]) {
			out = append(out, parts...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// alone reports a clause that may be taken apart: nothing is picked among its things together, and no later clause takes
// them up again.
func alone(c *request.Clause, later []*request.Clause) bool {
	if c.Pronoun != "" || c.Has("sup", "first", "last", "nth", "num", "few", "those", "infile", "file", "newdir", "group", "most", "subdirs", "by", "or", "except") {
		return false
	}
	if request.Actions[c.Act] != "" {
		return slices.Contains([]string{"delete", "move", "put", "copy"}, c.Act)
	}
	return !slices.ContainsFunc(later, func(next *request.Clause) bool {
		return next.Pronoun != "" || next.Has("those", "moved", "result") || next.Bare() || request.Actions[next.Act] != ""
	})
}

// segment is a sort of things with what is said of it: facts from start to end.
type segment struct{ start, end int }

// segments are the sorts of things of a clause in a list; nil when there are none, or they are in no list.
func segments(c *request.Clause) (out []segment) {
	joined := true
	for i, f := range c.Facts {
		o, _ := f.Get("obj")
		thing := f.Name == "kind" || f.Name == "ext" || f.Name == "obj" && o.Value == "files"
		switch {
		case f.Name == "and", f.Name == "mark" && f.Arg(0) == ",":
			joined = true
		case c.Used[i]:
		case thing && !joined:
			return nil // "the jpg photos" are one sort
		case thing:
			if len(out) > 0 {
				out[len(out)-1].end = i
			}
			out = append(out, segment{i, len(c.Facts)})
			joined = false
		case slices.Contains([]string{"in", "of", "from", "to"}, f.Name) && joined && len(out) > 0:
			return nil // a list of places
		case len(out) > 0:
			joined = false
		}
	}
	return out
}

// apart is a clause for each sort of things: each with its own place, or all with the one said last.
func apart(c *request.Clause) []*request.Clause {
	list := segments(c)
	if len(list) < 2 {
		return nil
	}
	kinds, exts, own, bare := 0, 0, true, true
	for i, s := range list {
		places, other := 0, 0
		for j := s.start + 1; j < s.end; j++ {
			switch f := c.Facts[j]; {
			case c.Used[j]:
			case slices.Contains([]string{"in", "of", "from", "to"}, f.Name):
				places++
			default:
				other++
			}
		}
		goal := request.Actions[c.Act] != "" && c.Act != "delete" && i == len(list)-1
		own = own && places == map[bool]int{false: 1, true: 2}[goal]
		bare = bare && (i == len(list)-1 || places+other == 0)
		if c.Facts[s.start].Name == "kind" {
			kinds++
		}
		if c.Facts[s.start].Name == "ext" {
			exts = 1
		}
	}
	switch {
	case own:
		return pairs(c, list)
	case bare && kinds+exts > 0 && slices.ContainsFunc(list, func(s segment) bool { return c.Facts[s.start].Name == "obj" }):
		for _, s := range list { // "documents and photos": what of all files is meant?
			if c.Facts[s.start].Name == "obj" {
				c.Facts[s.start].Name, c.Facts[s.start].Captures = "unclear", nil
			}
		}
	case bare && kinds > 0 && kinds+exts > 1:
		return sorts(c, list)
	}
	return nil
}

// pairs gives each sort its own facts, and all of them where they go.
func pairs(c *request.Clause, list []segment) (out []*request.Clause) {
	goal := -1
	if request.Actions[c.Act] != "" && c.Act != "delete" {
		for j := list[len(list)-1].start; j < len(c.Facts); j++ {
			if slices.Contains([]string{"in", "of", "from", "to"}, c.Facts[j].Name) && !c.Used[j] {
				goal = j
			}
		}
		if c.Facts[goal].Name != "in" && c.Facts[goal].Name != "to" {
			return nil
		}
	}
	for _, s := range list {
		out = append(out, with(c, len(out) > 0, func(j int) bool { return j < list[0].start || j >= s.start && j < s.end || j == goal }))
	}
	return out
}

// sorts gives each kind a clause, and the extensions one together.
func sorts(c *request.Clause, list []segment) (out []*request.Clause) {
	thing := func(j int) bool { return slices.ContainsFunc(list, func(s segment) bool { return s.start == j }) }
	exts := false
	for _, s := range list {
		if c.Facts[s.start].Name == "ext" && exts || c.Facts[s.start].Name == "obj" {
			continue
		}
		isExt := c.Facts[s.start].Name == "ext"
		exts = exts || isExt
		out = append(out, with(c, len(out) > 0, func(j int) bool { return !thing(j) || j == s.start || isExt && c.Facts[j].Name == "ext" }))
	}
	return out
}

// with is the clause with some of its facts.
func with(c *request.Clause, again bool, keep func(i int) bool) *request.Clause {
	one := *c
	one.Facts, one.Used, one.Again = []speech.Fact(nil), nil, again
	for i, f := range c.Facts {
		if keep(i) {
			one.Facts, one.Used = append(one.Facts, f), append(one.Used, c.Used[i])
		}
	}
	return &one
}
