package speech

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
)

// Reading is a sentence taken apart.
type Reading struct {
	Lang    string
	Text    string
	Tokens  []token.Token
	Facts   []Fact
	Unknown []string // words no pattern explains
	Long    bool     // the sentence is longer than what is read
	Cost    int      // lower is a better reading
}

// Costs of the ways a token can be taken; a pattern costs baseCost plus its slots.
const (
	unknownCost = 1000
	markCost    = 1
	guessCost   = 25 // a corrected misspelling
)

// Read tiles the sentence with patterns, the cheapest way. When words stay unknown it tries again with
// their unambiguous corrections.
func (g *Grammar) Read(text string, env Env) Reading {
	tokens, whole := token.Split(text)
	r := newReader(g, text, tokens, env)
	out := r.tile()
	out.Long = !whole
	if len(out.Unknown) == 0 || len(out.Unknown) > len(tokens)/2+1 {
		return out
	}
	corrected := 0
	for i, t := range tokens {
		if t.Kind != token.Word || t.Cap && i > 0 || g.Lexicon.Knows(t.Fold) || !slices.Contains(out.Unknown, t.Text) || len(r.files(t.Text)) > 0 || len(r.folders(t.Text)) > 0 {
			continue
		}
		if better, ok := g.Lexicon.Nearest(t.Fold); ok {
			r.words[i] = better
			corrected++
		}
	}
	if corrected == 0 {
		return out
	}
	clear(r.memo)
	r.look()
	again := r.tile()
	again.Long = !whole
	again.Cost += corrected * guessCost
	if again.Cost < out.Cost {
		return again
	}
	return out
}

type tile struct {
	cost int
	end  int
	rule int // -1: an unknown or a mark
	caps []Capture
}

// tile is dynamic programming from the end: best[i] is the cheapest reading of tokens i and after.
func (r *reader) tile() Reading {
	n := len(r.tokens)
	best := make([]tile, n+1)
	var rules []int
	for i := n - 1; i >= 0; i-- {
		best[i] = tile{cost: best[i+1].cost + unknownCost, end: i + 1, rule: -1}
		if r.tokens[i].Kind == token.Mark {
			best[i].cost = best[i+1].cost + markCost
		}
		rules = r.at(i, rules)
		for _, id := range rules {
			ru := &r.g.Rules[id]
			if ru.Fact == "ellipsis" && i > 0 {
				continue // it goes on from the sentence before
			}
			r.cost, r.caps = 0, r.caps[:0]
			r.match(&ru.Body, i, func(j int) {
				if j <= i || j > n {
					return
				}
				if c := ru.Cost + r.cost + best[j].cost; c < best[i].cost {
					best[i] = tile{cost: c, end: j, rule: id, caps: slices.Clone(r.caps)}
				}
			})
		}
	}
	return r.collect(best)
}

func (r *reader) collect(best []tile) Reading {
	out := Reading{Lang: r.g.Lang, Text: r.text, Tokens: r.tokens, Cost: best[0].cost}
	for i := 0; i < len(r.tokens); i = best[i].end {
		t := best[i]
		switch {
		case t.rule >= 0:
			ru := r.g.Rules[t.rule]
			out.Facts = append(out.Facts, Fact{Name: ru.Fact, Args: ru.Args, Captures: t.caps, Start: i, End: t.end})
		case r.tokens[i].Kind == token.Mark:
			out.Facts = append(out.Facts, Fact{Name: "mark", Args: []string{r.tokens[i].Text}, Start: i, End: t.end})
		default:
			out.Unknown = append(out.Unknown, r.tokens[i].Text)
		}
	}
	return out
}
