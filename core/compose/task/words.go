package task

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

//go:embed it.lex
var italian string

//go:embed en.lex
var english string

var lexicons = sync.OnceValue(func() map[string]*vocab.Lexicon {
	out := map[string]*vocab.Lexicon{}
	for lang, text := range map[string]string{"it": italian, "en": english} {
		l, err := vocab.Read(lang, text)
		if err != nil {
			panic(err) // the embedded files are checked by the tests
		}
		out[lang] = l
	}
	return out
})

// piece is a run of words that stand for one thing, or a word nobody knows here.
type piece struct {
	start, end int                 // tokens
	is         map[string][]string // class -> values
}

func (p piece) has(class string) bool { return len(p.is[class]) > 0 }

func (p piece) value(class string) string {
	if len(p.is[class]) == 0 {
		return ""
	}
	return p.is[class][0]
}

// verb reports whether the piece asks for one of these.
func (p piece) verb(names ...string) bool {
	return slices.ContainsFunc(p.is["verb"], func(v string) bool { return slices.Contains(names, v) })
}

// cut takes a run of tokens apart: the longest words first; those of the same length count all.
func cut(lang string, tokens []token.Token, from, to int) (out []piece) {
	l := lexicons()[lang]
	words := make([]string, len(tokens))
	for i, t := range tokens {
		if t.Kind == token.Word || t.Kind == token.Number {
			words[i] = t.Fold
		}
	}
	var senses []vocab.Sense
	for i := from; i < to; {
		p := piece{start: i, end: i + 1}
		if tokens[i].Kind == token.Mark {
			p.is = map[string][]string{"mark": {tokens[i].Text}}
		} else {
			senses = l.AppendLook(senses[:0], words[i:to])
			for _, s := range senses {
				if s.Class == "verb" && s.Mood != vocab.Command {
					continue
				}
				if n := i + s.Words; n > p.end {
					p.end, p.is = n, map[string][]string{s.Class: {s.Value}}
				} else if n == p.end {
					if p.is == nil {
						p.is = map[string][]string{}
					}
					p.is[s.Class] = append(p.is[s.Class], s.Value)
				}
			}
		}
		out = append(out, p)
		i = p.end
	}
	return out
}

// texts is how a run of tokens was written.
func (p Planner) text(from, to int) string {
	if from >= to {
		return ""
	}
	return strings.TrimSpace(p.Reading.Text[p.Reading.Tokens[from].Start:p.Reading.Tokens[to-1].End])
}

// known reports a piece that carries no meaning of its own here.
func (p piece) silent() bool { return p.has("fill") || p.has("mark") }
