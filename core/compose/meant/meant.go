package meant

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Clauses is what the sentence was understood to ask, in its order: what the plan does when there is one, what its verbs
// say otherwise.
func Clauses(d plan.Draft, s *shelf.Shelf, facts []speech.Fact) []plan.Clause {
	f := d.Framework
	if d.Question != nil {
		f = d.Question.Partial
	}
	if len(f.Steps) == 0 {
		return spoken(facts)
	}
	var out []plan.Clause
	for _, step := range f.Steps {
		t := s.Named(step.Tool)
		if t == nil || step.Aside {
			continue
		}
		if c := (plan.Clause{Verb: t.Parts.Verb, Object: t.Parts.Object}); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// spoken are the clauses of a sentence by their verbs and nouns.
func spoken(facts []speech.Fact) []plan.Clause {
	var out []plan.Clause
	for _, c := range request.Split(facts) {
		if c.Act == "" && c.Ask == "" {
			continue
		}
		if said := (plan.Clause{Verb: verbOf(c), Object: objectOf(c)}); said.Verb != "" && !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}

// verbOf is the verb of the vocabulary a clause asks for.
func verbOf(c *request.Clause) string {
	switch verb := request.Actions[c.Act]; {
	case verb != "":
		return verb
	case c.Ask == "clock":
		return "get"
	case c.Ask == "sum" || c.Act == "sum":
		return "compute"
	case c.Act == "read" || c.Ask == "say" || c.Act == "open" && c.Has("file", "infile"):
		return "read"
	case vocab.Closed().Actions[c.Act] != "" && c.Ask == "":
		return c.Act // list, find, sort, group, filter, compute, compare
	}
	return "find"
}

// objectOf is the object of the vocabulary a clause is about, "" when it names none.
func objectOf(c *request.Clause) string {
	for _, f := range c.Facts {
		if o, ok := f.Get("obj"); ok && o.Value != "files" {
			return o.Value
		}
	}
	switch {
	case c.Ask == "clock":
		return "now"
	case c.Has("newdir") || c.Has("dir") && !c.Has("file", "infile", "ext", "kind", "name", "content") && !c.HasObject("files"):
		return "dirs"
	case c.HasObject("files") || c.Has("file", "infile", "ext", "kind", "glob", "name", "content", "sup"):
		return "files"
	}
	return ""
}
