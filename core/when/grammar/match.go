package grammar

import "slices"

// expr is a part of a pattern. match calls more for every way it can take tokens from i on; first adds what it can
// begin with and reports whether it can take none.
type expr interface {
	match(m *matcher, i int, kids []*Node, more func(i int, kids []*Node))
	first(g *Grammar, s *starts) bool
}

type (
	word     string
	ref      int
	sequence []expr
	choice   []expr
	maybe    struct{ expr }
)

type matcher struct {
	g      *Grammar
	tokens []Token
	known  [][]*Node // what each rule makes from each token on
	done   []bool
	steps  int
}

// maxSteps bounds the work on one list of tokens; no sentence comes near it.
const maxSteps = 100_000

// Each returns what the name can be at the first token, the longest first; of one length in the order of the rules.
func (g *Grammar) Each(name string, tokens []Token) []*Node {
	nodes := slices.Clone(g.find(name, tokens))
	slices.SortStableFunc(nodes, func(a, b *Node) int { return b.To - a.To })
	return nodes
}

// Whole returns what the name can be that takes all tokens.
func (g *Grammar) Whole(name string, tokens []Token) (nodes []*Node) {
	for _, n := range g.find(name, tokens) {
		if n.To == len(tokens) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (g *Grammar) find(name string, tokens []Token) []*Node {
	id, ok := g.ids[name]
	if !ok || len(tokens) == 0 {
		return nil
	}
	size := len(g.rules) * (len(tokens) + 1)
	m := &matcher{g: g, tokens: tokens, known: make([][]*Node, size), done: make([]bool, size)}
	return m.rule(id, 0)
}

// maxWays bounds how many nodes of one length a name keeps: the reader of the tree tries the later ones when the first
// means nothing.
const maxWays = 4

// rule returns the nodes the rules of a name can make at i.
func (m *matcher) rule(id, i int) []*Node {
	at := id*(len(m.tokens)+1) + i
	if m.done[at] {
		return m.known[at]
	}
	m.done[at] = true // a rule that begins with itself matches nothing
	var out []*Node
	for _, r := range m.g.rules[id] {
		if i < len(m.tokens) && !r.first.allow(m.tokens[i]) || i >= len(m.tokens) && !r.first.empty {
			continue
		}
		r.pattern.match(m, i, nil, func(j int, kids []*Node) {
			ways := 0
			for _, n := range out {
				if n.To == j {
					ways++
				}
			}
			if ways == maxWays {
				return
			}
			out = append(out, &Node{Rule: r, From: i, To: j, Kids: kids})
		})
	}
	m.known[at] = out
	return out
}

func (m *matcher) spent() bool {
	m.steps++
	return m.steps > maxSteps
}

func (w word) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	if i < len(m.tokens) && m.tokens[i].Text == string(w) && !m.spent() {
		more(i+1, kids)
	}
}

// match takes a token of the class, which becomes a kid.
func (c Class) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	if i < len(m.tokens) && m.tokens[i].Class&c != 0 && !m.spent() {
		more(i+1, append(slices.Clip(kids), &Node{From: i, To: i + 1}))
	}
}

func (r ref) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	for _, n := range m.rule(int(r), i) {
		if m.spent() {
			return
		}
		more(n.To, append(slices.Clip(kids), n))
	}
}

func (s sequence) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	if len(s) == 0 {
		more(i, kids)
		return
	}
	s[0].match(m, i, kids, func(j int, kids []*Node) { s[1:].match(m, j, kids, more) })
}

func (c choice) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	for _, e := range c {
		e.match(m, i, kids, more)
	}
}

func (o maybe) match(m *matcher, i int, kids []*Node, more func(int, []*Node)) {
	o.expr.match(m, i, kids, more)
	more(i, kids)
}

func (w word) first(_ *Grammar, s *starts) bool {
	s.words[string(w)] = true
	return false
}

func (c Class) first(_ *Grammar, s *starts) bool {
	s.class |= c
	return false
}

func (r ref) first(g *Grammar, s *starts) (empty bool) {
	for _, rule := range g.rules[r] {
		for w := range rule.first.words {
			s.words[w] = true
		}
		s.class |= rule.first.class
		empty = empty || rule.first.empty
	}
	return empty
}

func (s sequence) first(g *Grammar, out *starts) bool {
	for _, e := range s {
		if !e.first(g, out) {
			return false
		}
	}
	return true
}

func (c choice) first(g *Grammar, s *starts) (empty bool) {
	for _, e := range c {
		empty = e.first(g, s) || empty
	}
	return empty
}

func (o maybe) first(g *Grammar, s *starts) bool {
	o.expr.first(g, s)
	return true
}
