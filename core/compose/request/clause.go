package request

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/unfold"
)

// Clause is one request of the sentence: its verb or question and the facts about it. A fact that no
// planning function takes is a fact nobody explained.
type Clause struct {
	Act     string // speech verb: move, delete, show, ...
	Was     string // the verb as said, when it turned out to be another one
	Said    string // the verb as written
	Pronoun string // attached to the verb: lo, la, li, le, ne
	Ask     string // count, which, where, exists, contents, say, sum, meta, ...
	English bool
	Again   bool // repeats the verb of the clause before: "... and the jpg files in Y"
	Facts   []speech.Fact
	Used    []bool
}

// Silent facts explain themselves.
var Silent = []string{"pad", "all", "art", "and", "or", "next", "mark", "there", "inthere"}

// Light verbs only introduce what is asked or done next.
var Light = []string{"tell", "show", "list", "find", "look", "take", "keep", "open", "make", "count"}

// questions are the facts that ask for something.
var questions = []string{"count", "which", "where", "exists", "contents", "say", "sum", "meta", "countprop", "countlines", "clock", "valueof"}

// Add appends a fact.
func (c *Clause) Add(f speech.Fact) {
	c.Facts = append(c.Facts, f)
	c.Used = append(c.Used, slices.Contains(Silent, f.Name))
}

// Take returns the first unused fact of a name and marks it.
func (c *Clause) Take(name string) (speech.Fact, bool) {
	for i, f := range c.Facts {
		if f.Name == name && !c.Used[i] {
			c.Used[i] = true
			return f, true
		}
	}
	return speech.Fact{}, false
}

// All takes every unused fact of the names, in order.
func (c *Clause) All(names ...string) []speech.Fact {
	var out []speech.Fact
	for i, f := range c.Facts {
		if !c.Used[i] && slices.Contains(names, f.Name) {
			c.Used[i] = true
			out = append(out, f)
		}
	}
	return out
}

// Has reports whether an unused fact of one of the names is there.
func (c *Clause) Has(names ...string) bool {
	for i, f := range c.Facts {
		if !c.Used[i] && slices.Contains(names, f.Name) {
			return true
		}
	}
	return false
}

// Things reports whether the clause says which objects it is about.
func (c *Clause) Things() bool {
	return c.Has("obj", "ext", "kind", "glob", "everything", "everyfile", "file", "infile", "name", "content")
}

// Bared takes the folder said by its name alone, "Lavoro" for "the folder Lavoro".
func (c *Clause) Bared() (speech.Fact, bool) {
	for i, f := range c.Facts {
		if f.Name == "dir" && f.Arg(0) == "bare" && !c.Used[i] {
			return f, true
		}
	}
	return speech.Fact{}, false
}

// Bare reports whether nothing but the head is there.
func (c *Clause) Bare() bool {
	for i := range c.Facts {
		if !c.Used[i] {
			return false
		}
	}
	return true
}

// gatherer puts facts into clauses.
type gatherer struct {
	out    []*Clause
	cur    *Clause
	broken bool // a full stop or "then" was said since the last head
	joined bool // "and" was said just now
}

// Split gathers facts into clauses. A verb or a question opens one unless the open one still waits for its
// own; a new object after "and" repeats the verb of a clause that has its destination.
func Split(facts []speech.Fact) []*Clause {
	g := &gatherer{cur: new(Clause)}
	for _, f := range read(facts) {
		switch {
		case f.Name == "mark":
			g.broken = g.broken || slices.Contains([]string{".", "?", "!", ";"}, f.Arg(0))
		case f.Name == "next":
			g.broken = true
		case f.Name == "and":
			g.joined = true
		case g.heads(f):
			continue
		case g.joined && g.cur.complete() && slices.Contains([]string{"obj", "ext", "kind"}, f.Name):
			next := &Clause{Act: g.cur.Act, Said: g.cur.Said, Again: true}
			g.flush()
			g.cur = next
		}
		g.put(f)
	}
	g.flush()
	for _, c := range g.out {
		c.settle()
	}
	return g.out
}

// heads takes a fact that is the verb or the question of a clause.
func (g *gatherer) heads(f speech.Fact) bool {
	switch {
	case f.Name == "act" || f.Name == "wish":
		v, _ := f.Get("act")
		g.verb(v)
	case unfold.Holds(f.Name):
		switch v, ok := f.Get("verb"); {
		case ok:
			g.verb(v)
		case f.Name == "sought":
			g.heads(speech.Fact{Name: "where", Start: f.Start, End: f.End})
		}
		for _, part := range unfold.Facts(f) {
			if !g.heads(part) {
				g.put(part)
			}
		}
	case f.Name == "contents" && Actions[g.cur.Act] != "": // "replace the contents of"
		f.Name = "whole"
		g.put(f)
	case f.Name == "which" && !g.broken && g.cur.substantial() && !g.asksAgain(f): // "i file che ...": a relative, not a question
		f.Name = "art"
		g.put(f)
	case slices.Contains(questions, f.Name):
		if g.cur.questioned(g.broken) {
			g.flush()
		}
		g.cur.Ask = f.Name
		g.cur.Add(f)
		g.broken, g.joined = false, false
	default:
		return false
	}
	return true
}

// asksAgain reports "... and which is the largest": another question after the first.
func (g *gatherer) asksAgain(f speech.Fact) bool {
	return g.joined && g.cur.Ask != "" && g.cur.Ask != "which" && f.Arg(0) != "relative"
}

func (g *gatherer) verb(v speech.Capture) {
	if g.cur.opensAt(g.broken) {
		g.flush()
	}
	g.cur.head(v)
	g.broken, g.joined = false, false
}

func (g *gatherer) put(f speech.Fact) {
	if !slices.Contains([]string{"and", "art", "pad", "all"}, f.Name) {
		g.joined = false
	}
	g.cur.Add(f)
}

func (g *gatherer) flush() {
	if g.cur.Act != "" || g.cur.Ask != "" || len(g.cur.Facts) > 0 {
		g.out = append(g.out, g.cur)
	}
	g.cur = new(Clause)
}

// settle reads "la cartella X" as a folder to make when the verb makes things, as one that is there otherwise.
func (c *Clause) settle() {
	c.movesThere()
	making := c.Act == "create" || c.Act == "make"
	if making && c.HasObject("dirs") && c.Has("another", "name") && !c.Has("newdir", "dir") { // "two folders, North and South"
		for i := range c.Facts {
			switch f := &c.Facts[i]; {
			case f.Name == "another", f.Name == "name" && f.Arg(0) == "is":
				f.Name = "newdir"
			case f.Name == "obj", f.Name == "num":
				c.Used[i] = true
			}
		}
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		switch {
		case making && f.Name == "dir" && f.Arg(0) != "bare":
			f.Name = "newdir"
		case !making && f.Name == "newdir":
			f.Name = "dir"
		case !making && f.Name == "another" && i > 0 && c.Facts[i-1].Name == "dir":
			f.Name = "dir"
		}
	}
}

func (c *Clause) head(v speech.Capture) {
	c.Act, c.Said = v.Value, v.Text
	if v.Pronoun != "" {
		c.Pronoun = v.Pronoun
	}
}

// opensAt reports whether a verb here begins another clause.
func (c *Clause) opensAt(broken bool) bool {
	if c.Act == "" && c.Ask == "" {
		return false // "nella cartella X ... spostali": what came before is about it
	}
	if broken || c.Ask != "" {
		return true
	}
	return !slices.Contains(Light, c.Act) || c.substantial()
}

// questioned reports whether a question here begins another clause.
func (c *Clause) questioned(broken bool) bool {
	if c.Act == "" && c.Ask == "" {
		return false
	}
	if c.Ask != "" {
		return broken || c.substantial() || c.Ask != "which"
	}
	return broken || !slices.Contains(Light, c.Act) || c.substantial()
}

// substantial reports whether the clause already says something beside its head.
func (c *Clause) substantial() bool {
	for i, f := range c.Facts {
		if !c.Used[i] && !slices.Contains(questions, f.Name) && f.Name != "neg" && (f.Name != "group" || f.Arg(0) != "file") {
			return true
		}
	}
	return false
}

// complete reports whether a mutating clause already has where its objects go.
func (c *Clause) complete() bool {
	return c.Act != "" && !slices.Contains(Light, c.Act) && c.Has("to", "in")
}
