package special

import (
	"slices"

	"github.com/metnos/metnos/core/compose/phrase"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
)

// Find is the qualified executor that finds just the things the sentence speaks of (find_files_empty for "the
// empty files"): one of its phrases, or its qualifier, is said. covered are the tokens that say so. Two that fit
// equally are none.
func Find(s *shelf.Shelf, reading speech.Reading) (best *shelf.Tool, covered [2]int) {
	tie := false
	twin := slices.IndexFunc(reading.Facts, func(f speech.Fact) bool { return f.Name == "twin" })
	for i := range s.Tools {
		t := &s.Tools[i]
		if twin >= 0 && t.Has("other_folder") && slices.Contains([]string{"find", "list"}, t.Parts.Verb) {
			at := reading.Facts[twin].Start
			return t, [2]int{at, at}
		}
		if t.Parts.Qualifier == "" || !slices.Contains([]string{"find", "list", "read", "get"}, t.Parts.Verb) {
			continue
		}
		start, end := phrase.Spanned(t, reading)
		if at := phrase.Qualified(t.Parts.Qualifier, reading); at >= 0 && end == start && !ordered(reading, at) {
			start, end = at, at+1
		}
		switch n := end - start; {
		case n == 0:
		case n > covered[1]-covered[0]:
			best, covered, tie = t, [2]int{start, end}, false
		case n == covered[1]-covered[0] && native(t) != native(best):
			if native(t) { // what came with the program is meant before what was added to it
				best, covered, tie = t, [2]int{start, end}, false
			}
		case n == covered[1]-covered[0]:
			tie = true
		}
	}
	if tie {
		return nil, covered
	}
	return best, covered
}

// ordered reports a word that is the order itself: "zip the photos".
func ordered(reading speech.Reading, at int) bool {
	return slices.ContainsFunc(reading.Facts, func(f speech.Fact) bool {
		v, _ := f.Get("act")
		return f.Name == "act" && request.Actions[v.Value] != "" && f.Start <= at && at < f.End
	})
}

func native(t *shelf.Tool) bool { return t.Origin == "handcrafted" }

// Naming makes a noun of the words that speak of the executor when they stand alone: "the duplicates".
func Naming(reading speech.Reading, t *shelf.Tool, covered [2]int) speech.Reading {
	at := len(reading.Facts)
	for i, f := range reading.Facts {
		if _, ok := f.Get("obj"); ok || f.Name == "ext" || f.Name == "kind" {
			return reading
		}
		if f.Start >= covered[0] && i < at {
			at = i
		}
	}
	if covered[0] == covered[1] {
		return reading
	}
	obj := speech.Fact{Name: "obj", Captures: []speech.Capture{{Slot: "obj", Value: t.Parts.Object}}, Start: covered[0], End: covered[1]}
	reading.Facts = slices.Insert(slices.Clone(reading.Facts), at, obj)
	return reading
}

// Without drops the orders to change that are but words of a phrase: "duplicate files".
func Without(reading speech.Reading, covered [2]int) speech.Reading {
	reading.Facts = slices.DeleteFunc(slices.Clone(reading.Facts), func(f speech.Fact) bool {
		v, _ := f.Get("act")
		return f.Name == "act" && request.Actions[v.Value] != "" && f.Start >= covered[0] && f.End <= covered[1]
	})
	return reading
}

// Changes reports whether the sentence asks for something to be changed.
func Changes(reading speech.Reading) bool {
	return slices.ContainsFunc(request.Split(reading.Facts), func(c *request.Clause) bool {
		return request.Actions[c.Act] != "" || c.Has("newdir")
	})
}

// Deletes reports whether the sentence deletes: what goes is never chosen by an executor we know only by its name,
// unless it leaves one of each group out.
func Deletes(reading speech.Reading) bool {
	return slices.ContainsFunc(request.Split(reading.Facts), func(c *request.Clause) bool { return request.Actions[c.Act] == "delete" })
}
