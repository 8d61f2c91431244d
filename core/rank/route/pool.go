package route

import (
	"slices"

	"github.com/metnos/metnos/core/rank/argument"
)

// Pool is what a proposer may choose from.
type Pool struct {
	Names   []string   // without repetition, the best of each clause first
	Clauses [][]Scored // what fits each request of the sentence, k at most
	// Whole is set when the sentence says too little to leave anything out: Names is then the whole catalog, best first.
	Whole bool
}

const (
	maxClauses = 8
	// tooLittle is what the words, things and typed pieces of a sentence must at least give to the best executor.
	tooLittle = 1.2
	// fewest is how many producers of one thing come along with what needs them.
	fewest = 2
)

// Shortlist picks k executors per clause, then what must feed them and what works on any items. Variants of a provider
// nobody named are left out.
func (x *Index) Shortlist(text, lang string, k int) Pool {
	s := x.scratch.Get().(*scratch)
	defer x.scratch.Put(s)
	a := x.hear(text, lang)
	var p Pool
	for c := range min(a.Clauses, maxClauses) {
		a.Focus(x.Columns, c)
		picks := x.best(a, s, k, c)
		if c == 0 && (len(picks) == 0 || evident(picks[0]) < tooLittle) {
			return Pool{Names: names(x.best(a, s, len(x.tools), c)), Whole: true}
		}
		p.Clauses = append(p.Clauses, slices.DeleteFunc(picks, foreign))
	}
	for place := range k {
		for _, c := range p.Clauses {
			if place < len(c) {
				p.add(c[place].Name)
			}
		}
	}
	x.companions(&p)
	return p
}

// evident is what the sentence itself gave an executor, verbs apart: they fit too many.
func evident(s Scored) (points float64) {
	for _, r := range s.Why {
		switch r.Kind {
		case evidenceNames[byWords], evidenceNames[byPhrase], evidenceNames[byObject], evidenceNames[byTail], evidenceNames[byType]:
			points += r.Points
		}
	}
	return points
}

// foreign reports whether an executor is of a provider the sentence does not name.
func foreign(s Scored) bool {
	return slices.ContainsFunc(s.Why, func(r Reason) bool { return r.Kind == evidenceNames[providerUnsaid] })
}

func names(list []Scored) (out []string) {
	for _, s := range list {
		out = append(out, s.Name)
	}
	return out
}

func (p *Pool) add(name string) {
	if !slices.Contains(p.Names, name) {
		p.Names = append(p.Names, name)
	}
}

// companions adds the plain producers of what the picked ones need, and what only works on items.
func (x *Index) companions(p *Pool) {
	picked := slices.Clone(p.Names)
	for i := range x.tools {
		t := &x.tools[i]
		if !slices.Contains(picked, t.Name) || t.needs == argument.Nothing || len(t.objects) == 0 {
			continue
		}
		for j, n := 0, 0; j < len(x.tools) && n < fewest; j++ {
			o := &x.tools[j]
			if len(o.tail) == 0 && len(o.objects) > 0 && o.objects[0].Col == t.objects[0].Col && x.gives(o) {
				p.add(o.Name)
				n++
			}
		}
	}
	for i := range x.tools {
		if t := &x.tools[i]; t.needs == argument.Handles && !t.changes && len(t.objects) > 0 && x.Abstract[t.objects[0].Col] && !t.offers() {
			p.add(t.Name)
		}
	}
}

// gives reports whether a tool finds, reads, lists or gets things.
func (x *Index) gives(t *tool) bool {
	return !t.changes && slices.ContainsFunc([]string{"find", "read", "list", "get"}, func(v string) bool { return x.Verbs[v] == t.verb })
}

// offers reports whether a tool belongs to a provider or a service.
func (t *tool) offers() bool {
	return slices.ContainsFunc(t.tail, func(k token) bool { return k.provider || k.brand })
}
