package speech

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/compose/fact"
	"github.com/metnos/metnos/core/compose/pattern"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Env is what reading may ask about the person: which names exist, what time it is.
type Env struct {
	Places plan.Places
	Now    time.Time
	Zone   *time.Location
}

// Capture is what a slot of a pattern took from the sentence; Fact is one thing the sentence says.
type (
	Capture = fact.Capture
	Fact    = fact.Fact
)

// reader holds one sentence while it is read.
type reader struct {
	g      *Grammar
	env    Env
	text   string
	tokens []token.Token
	words  []string
	senses [][]vocab.Sense
	caps   []Capture
	cost   int
	steps  int // bounds backtracking
	memo   map[memoKey][]spot
	fill   map[string]func(r *reader, i int) []spot // the slots by name
}

type memoKey struct {
	slot string
	at   int
}

// spot is one way a slot can be filled: up to token end.
type spot struct {
	end int
	cap Capture
}

const maxMatchSteps = 200_000

func newReader(g *Grammar, text string, tokens []token.Token, env Env) *reader {
	r := &reader{g: g, env: env, text: text, tokens: tokens, fill: slots, memo: make(map[memoKey][]spot, 64)}
	r.words = make([]string, len(tokens))
	for i, t := range tokens {
		if t.Kind != token.Quoted {
			r.words[i] = t.Fold
		}
		if t.Fold == "e" && t.Text != "e" && t.Text != "E" {
			r.words[i] = pattern.IsIt
		}
	}
	r.look()
	return r
}

func (r *reader) look() {
	r.senses = make([][]vocab.Sense, len(r.tokens))
	for i := range r.tokens {
		if r.words[i] != "" {
			r.senses[i] = r.g.Lexicon.Look(r.words[i:])
		}
	}
}

// match calls k with every end the pattern can reach from token i.
func (r *reader) match(n *pattern.Node, i int, k func(j int)) {
	if r.steps++; r.steps > maxMatchSteps {
		return
	}
	switch n.Op {
	case 'w':
		if i < len(r.words) && pattern.Same(n.Text, r.words[i]) {
			k(i + 1)
		}
	case 's':
		r.sets(n.Text, i, k)
	case 'v':
		r.verbs(n, i, k)
	case '$':
		r.slot(n.Text, i, k)
	case '?':
		r.match(&n.Parts[0], i, k)
		k(i)
	case '|':
		for p := range n.Parts {
			r.match(&n.Parts[p], i, k)
		}
	case '&':
		r.sequence(n.Parts, i, k)
	}
}

func (r *reader) sequence(parts []pattern.Node, i int, k func(int)) {
	if len(parts) == 0 {
		k(i)
		return
	}
	r.match(&parts[0], i, func(j int) { r.sequence(parts[1:], j, k) })
}

func (r *reader) sets(name string, i int, k func(int)) {
	if i >= len(r.senses) {
		return
	}
	for _, s := range r.senses[i] {
		if s.Class == "set" && s.Value == name {
			k(i + s.Words)
		}
	}
}

func (r *reader) verbs(n *pattern.Node, i int, k func(int)) {
	if i >= len(r.senses) {
		return
	}
	for _, s := range r.senses[i] {
		if s.Class == "verb" && s.Value == n.Text && (n.Mood == vocab.NoMood || s.Mood == n.Mood) {
			r.caps = append(r.caps, Capture{Slot: "verb", Value: s.Value, Pronoun: s.Pronoun, Text: r.span(i, i+s.Words)})
			k(i + s.Words)
			r.caps = r.caps[:len(r.caps)-1]
		}
	}
}

func (r *reader) slot(name string, i int, k func(int)) {
	if i >= len(r.tokens) {
		return
	}
	for _, s := range r.spots(name, i) {
		s.cap.Slot = name
		r.caps = append(r.caps, s.cap)
		r.cost += s.cap.Cost
		k(s.end)
		r.cost -= s.cap.Cost
		r.caps = r.caps[:len(r.caps)-1]
	}
}

// spots are the ways a slot can be filled from token i, found once.
func (r *reader) spots(name string, i int) []spot {
	key := memoKey{name, i}
	spots, known := r.memo[key]
	if !known {
		spots = r.fill[name](r, i)
		r.memo[key] = spots
	}
	return spots
}

// span is the sentence from token i to token j, as written.
func (r *reader) span(i, j int) string {
	if i >= j || j > len(r.tokens) {
		return ""
	}
	return r.text[r.tokens[i].Start:r.tokens[j-1].End]
}

// at lists the rules that may start at token i.
func (r *reader) at(i int, out []int) []int {
	out = append(out[:0], r.g.AnyWord...)
	out = append(out, r.g.ByWord[r.words[i]]...)
	for _, s := range r.senses[i] {
		switch s.Class {
		case "set":
			out = append(out, r.g.ByWord["{"+s.Value+"}"]...)
		case "verb":
			out = append(out, r.g.ByWord["@"+s.Value]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
