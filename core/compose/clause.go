package compose

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
)

// clause is one request of the sentence: its verb or question and the facts about it. A fact that no
// planning function takes is a fact nobody explained.
type clause struct {
	act     string // speech verb: move, delete, show, ...
	said    string // the verb as written
	pronoun string // attached to the verb: lo, la, li, le, ne
	ask     string // count, which, where, exists, contents, say, sum, meta, ...
	english bool
	again   bool // repeats the verb of the clause before: "... and the jpg files in Y"
	facts   []speech.Fact
	used    []bool
}

// silent facts explain themselves.
var silent = []string{"pad", "art", "and", "or", "next", "mark", "there"}

// light verbs only introduce what is asked or done next.
var light = []string{"tell", "show", "list", "find", "look", "take", "keep", "open", "make", "count"}

// questions are the facts that ask for something.
var questions = []string{"count", "which", "where", "exists", "contents", "say", "sum", "meta", "countprop", "countlines", "clock"}

func (c *clause) add(f speech.Fact) {
	c.facts = append(c.facts, f)
	c.used = append(c.used, slices.Contains(silent, f.Name))
}

// take returns the first unused fact of a name and marks it.
func (c *clause) take(name string) (speech.Fact, bool) {
	for i, f := range c.facts {
		if f.Name == name && !c.used[i] {
			c.used[i] = true
			return f, true
		}
	}
	return speech.Fact{}, false
}

// all takes every unused fact of the names, in order.
func (c *clause) all(names ...string) []speech.Fact {
	var out []speech.Fact
	for i, f := range c.facts {
		if !c.used[i] && slices.Contains(names, f.Name) {
			c.used[i] = true
			out = append(out, f)
		}
	}
	return out
}

// has reports whether an unused fact of one of the names is there.
func (c *clause) has(names ...string) bool {
	for i, f := range c.facts {
		if !c.used[i] && slices.Contains(names, f.Name) {
			return true
		}
	}
	return false
}

// things reports whether the clause says which objects it is about.
func (c *clause) things() bool {
	return c.has("obj", "ext", "kind", "glob", "everything", "file", "infile", "name", "content")
}

// bare reports whether nothing but the head is there.
func (c *clause) bare() bool {
	for i := range c.facts {
		if !c.used[i] {
			return false
		}
	}
	return true
}

// split gathers facts into clauses. A verb or a question opens one unless the open one still waits for its
// own; a new object after "and" repeats the verb of a clause that has its destination.
func split(facts []speech.Fact) []*clause {
	var out []*clause
	cur := new(clause)
	broken, joined := false, false
	flush := func() {
		if cur.act != "" || cur.ask != "" || len(cur.facts) > 0 {
			out = append(out, cur)
		}
		cur = new(clause)
	}
	for _, f := range facts {
		switch {
		case f.Name == "mark":
			broken = broken || slices.Contains([]string{".", "?", "!", ";"}, f.Arg(0))
		case f.Name == "next":
			broken = true
		case f.Name == "and":
			joined = true
		case f.Name == "act" || f.Name == "wish":
			v, _ := f.Get("act")
			if cur.opensAt(v.Value, broken) {
				flush()
			}
			cur.head(v)
			broken, joined = false, false
			if f.Name == "wish" {
				continue
			}
			continue
		case f.Name == "append":
			if v, _ := f.Get("verb"); cur.opensAt("append", broken) {
				flush()
				cur.head(v)
			} else {
				cur.head(v)
			}
			f.Name, f.Args = "file", []string{"append"}
			cur.add(f)
			broken, joined = false, false
			continue
		case f.Name == "contents" && actions[cur.act] != "":
			f.Name = "whole"
		case f.Name == "which" && !broken && cur.substantial(): // "i file che ...": a relative, not a question
			f.Name = "art"
		case slices.Contains(questions, f.Name):
			if cur.questioned(broken) {
				flush()
			}
			cur.ask = f.Name
			cur.add(f)
			broken, joined = false, false
			continue
		case joined && cur.complete() && slices.Contains([]string{"obj", "ext", "kind"}, f.Name):
			next := &clause{act: cur.act, said: cur.said, again: true}
			flush()
			cur = next
		}
		if f.Name != "and" && f.Name != "art" && f.Name != "pad" {
			joined = joined && f.Name == "all"
		}
		cur.add(f)
	}
	flush()
	for _, c := range out {
		c.settle()
	}
	return out
}

// settle reads "la cartella X" as a folder to make when the verb makes things, as one that is there otherwise.
func (c *clause) settle() {
	making := c.act == "create" || c.act == "make"
	if making && c.hasObject("dirs") && c.has("another", "name") && !c.has("newdir", "dir") { // "two folders, North and South"
		for i := range c.facts {
			switch f := &c.facts[i]; {
			case f.Name == "another", f.Name == "name" && f.Arg(0) == "is":
				f.Name = "newdir"
			case f.Name == "obj", f.Name == "num":
				c.used[i] = true
			}
		}
	}
	for i := range c.facts {
		f := &c.facts[i]
		switch {
		case making && f.Name == "dir":
			f.Name = "newdir"
		case !making && f.Name == "newdir":
			f.Name = "dir"
		case !making && f.Name == "another" && i > 0 && c.facts[i-1].Name == "dir":
			f.Name = "dir"
		}
	}
}

func (c *clause) head(v speech.Capture) {
	c.act, c.said = v.Value, v.Text
	if v.Pronoun != "" {
		c.pronoun = v.Pronoun
	}
}

// opensAt reports whether a verb here begins another clause.
func (c *clause) opensAt(verb string, broken bool) bool {
	if c.act == "" && c.ask == "" {
		return false // "nella cartella X ... spostali": what came before is about it
	}
	if broken || c.ask != "" {
		return true
	}
	return !slices.Contains(light, c.act) || c.substantial()
}

// questioned reports whether a question here begins another clause.
func (c *clause) questioned(broken bool) bool {
	if c.act == "" && c.ask == "" {
		return false
	}
	if c.ask != "" {
		return broken || c.substantial() || c.ask != "which"
	}
	return broken || !slices.Contains(light, c.act) || c.substantial()
}

// substantial reports whether the clause already says something beside its head.
func (c *clause) substantial() bool {
	for i, f := range c.facts {
		if !c.used[i] && !slices.Contains(questions, f.Name) && f.Name != "neg" {
			return true
		}
	}
	return false
}

// complete reports whether a mutating clause already has where its objects go.
func (c *clause) complete() bool {
	return c.act != "" && !slices.Contains(light, c.act) && c.has("to", "in")
}
