package request

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
)

// Keeps returns the clause that says what must stay, beside one that takes things away.
func Keeps(clauses []*Clause) *Clause {
	var kept *Clause
	away := false
	for _, c := range clauses {
		if c.Act == "keep" {
			kept = c
		}
		away = away || slices.Contains([]string{"delete", "move", "put", "split"}, c.Act)
	}
	if !away {
		return nil
	}
	return kept
}

// Alternative returns the "or" of a sentence that changes something.
func Alternative(clauses []*Clause) (found speech.Fact, ok bool) {
	changes := false
	for _, c := range clauses {
		changes = changes || Actions[c.Act] != "" || c.Has("newdir")
		for _, f := range c.Facts {
			if f.Name == "or" && !ok {
				found, ok = f, true
			}
		}
	}
	return found, ok && changes
}

// BothEnds returns the second superlative of a clause, when the sentence changes something.
func BothEnds(clauses []*Clause) (found speech.Fact, ok bool) {
	changes := false
	for _, c := range clauses {
		changes = changes || Actions[c.Act] != ""
		said := 0
		for _, f := range c.Facts {
			if f.Name != "sup" {
				continue
			}
			if said++; said > 1 {
				found, ok = f, true
			}
		}
	}
	return found, ok && changes
}

// Actions are the vocabulary verbs behind the words people say; a verb without one only introduces.
var Actions = map[string]string{
	"move": "move", "put": "move", "rename": "move", "split": "move", "delete": "delete", "create": "create", "write": "write", "save": "write",
	"append": "write", "replace": "write", "compress": "compress", "extract": "extract", "send": "send", "translate": "render", "summarize": "describe",
	"install": "install", "remind": "create", "set": "set", "describe": "describe", "start": "act", "share": "share", "classify": "classify",
	"convert": "change", "compare": "compare", "copy": "create",
}

// same takes over what the clause before counts: "how many pdfs are in A and how many in B".
func (c *Clause) same(before *Clause) {
	for i, f := range before.Facts {
		if !before.Used[i] && !slices.Contains([]string{"count", "in", "of", "from", "another", "dir"}, f.Name) {
			c.Add(f)
		}
	}
}

// Share gives "quanti file e quante cartelle in X" one place: a question without a place borrows the next one's.
func Share(clauses []*Clause) {
	for i := 0; i+1 < len(clauses); i++ {
		a, z := clauses[i], clauses[i+1]
		if a.Ask == "count" && z.Ask == "count" && z.Act == "" && a.Things() && !z.Things() && !z.Has("those", "group", "most") && z.Has("in", "of", "from") {
			z.same(a)
		}
		if a.Ask != "count" || z.Ask != "count" || !a.Has("obj", "ext", "kind") || !z.Has("obj", "ext", "kind") || a.Has("in", "of", "from") {
			continue
		}
		for _, f := range z.Facts {
			if slices.Contains([]string{"in", "of", "from", "rec"}, f.Name) {
				a.Add(f)
			}
		}
	}
}
