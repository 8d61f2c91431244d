package speech

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/vocab"
)

//go:embed it.grammar
var italian string

//go:embed en.grammar
var english string

// Grammar is the patterns of one language over its lexicon.
type Grammar struct {
	Lang    string
	Lexicon *vocab.Lexicon
	rules   []rule
	byWord  map[string][]int // first word, {set} or @verb -> rules
	anyWord []int            // rules that may start with a slot
}

// rule is one line `fact arguments : pattern`.
type rule struct {
	fact string
	args []string
	cost int
	body node
}

// It and En are the shipped grammars.
var (
	It = sync.OnceValue(func() *Grammar { return mustCompile(vocab.It(), italian) })
	En = sync.OnceValue(func() *Grammar { return mustCompile(vocab.En(), english) })
)

// For returns the shipped grammar of a language, Italian when it is neither.
func For(lang string) *Grammar {
	if lang == "en" {
		return En()
	}
	return It()
}

func mustCompile(l *vocab.Lexicon, text string) *Grammar {
	g, err := Compile(l, text)
	if err != nil {
		panic(err) // the embedded files are checked by the tests
	}
	return g
}

const baseCost = 10

// et matches "e" and "ed" only; the literal e of a pattern also matches "è", which people write without its accent.
const (
	et   = "e&"
	isIt = "e'" // how "è" is looked up
)

// Compile reads a grammar. Errors name the line.
func Compile(l *vocab.Lexicon, text string) (*Grammar, error) {
	g := &Grammar{Lang: l.Lang, Lexicon: l, byWord: make(map[string][]int)}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, body, ok := strings.Cut(line, " : ")
		fields := strings.Fields(head)
		if !ok || len(fields) == 0 {
			return nil, fmt.Errorf("grammar %s, line %d: want `fact arguments : pattern`", g.Lang, n+1)
		}
		r := rule{fact: fields[0], cost: baseCost}
		for _, f := range fields[1:] {
			if v, err := strconv.Atoi(f); err == nil && (f[0] == '+' || f[0] == '-') {
				r.cost += v
			} else {
				r.args = append(r.args, f)
			}
		}
		p := parser{text: strings.Fields(spaced(body))}
		r.body = p.choice()
		if p.err == nil && p.at < len(p.text) {
			p.err = fmt.Errorf("unexpected %q", p.text[p.at])
		}
		if p.err != nil {
			return nil, fmt.Errorf("grammar %s, line %d: %w", g.Lang, n+1, p.err)
		}
		g.add(r)
	}
	return g, nil
}

func (g *Grammar) add(r rule) {
	n := len(g.rules)
	g.rules = append(g.rules, r)
	words, open := first(r.body)
	if open {
		g.anyWord = append(g.anyWord, n)
		return
	}
	for w := range words {
		g.byWord[w] = append(g.byWord[w], n)
	}
}

func spaced(s string) string {
	return strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ").Replace(s)
}

// node is a compiled pattern.
type node struct {
	op    byte // 'w' word, 's' set, 'v' verb, '$' slot, '&' sequence, '|' choice, '?' optional
	text  string
	mood  vocab.Mood
	parts []node
}

type parser struct {
	text []string
	at   int
	err  error
}

func (p *parser) choice() node {
	n := node{op: '|', parts: []node{p.sequence()}}
	for p.at < len(p.text) && p.text[p.at] == "|" {
		p.at++
		n.parts = append(n.parts, p.sequence())
	}
	if len(n.parts) == 1 {
		return n.parts[0]
	}
	return n
}

func (p *parser) sequence() node {
	n := node{op: '&'}
	for p.at < len(p.text) && p.text[p.at] != "|" && p.text[p.at] != ")" && p.text[p.at] != "]" {
		n.parts = append(n.parts, p.item())
	}
	if len(n.parts) == 0 {
		p.err = fmt.Errorf("empty pattern")
	}
	return n
}

func (p *parser) item() node {
	t := p.text[p.at]
	p.at++
	switch {
	case t == "(" || t == "[":
		n := p.choice()
		closer := map[string]string{"(": ")", "[": "]"}[t]
		if p.at >= len(p.text) || p.text[p.at] != closer {
			p.err = fmt.Errorf("missing %q", closer)
			return n
		}
		p.at++
		if t == "[" {
			return node{op: '?', parts: []node{n}}
		}
		return n
	case strings.HasPrefix(t, "{"):
		return node{op: 's', text: strings.Trim(t, "{}")}
	case strings.HasPrefix(t, "@"):
		verb, mood, _ := strings.Cut(t[1:], ".")
		n := node{op: 'v', text: verb, mood: vocab.Command}
		switch mood {
		case "done":
			n.mood = vocab.Participle
		case "any":
			n.mood = vocab.NoMood
		}
		return n
	case strings.HasPrefix(t, "$"):
		if slots[t[1:]] == nil {
			p.err = fmt.Errorf("unknown slot %s", t)
		}
		return node{op: '$', text: t[1:]}
	}
	if mark := map[string]string{"LPAR": "(", "RPAR": ")", "ET": et}[t]; mark != "" {
		return node{op: 'w', text: mark}
	}
	return node{op: 'w', text: vocab.Fold(t)}
}

// first returns the words a pattern may start with; open when it may start with a slot, a set or a verb.
func first(n node) (words map[string]bool, open bool) {
	words = map[string]bool{}
	switch n.op {
	case 'w':
		switch n.text {
		case et:
			words["e"], words["ed"] = true, true
		case "e":
			words["e"], words[isIt] = true, true
		default:
			words[n.text] = true
		}
	case 's':
		words["{"+n.text+"}"] = true
	case 'v':
		words["@"+n.text] = true
	case '?':
		return words, true
	case '|':
		for _, p := range n.parts {
			w, o := first(p)
			open = open || o
			for k := range w {
				words[k] = true
			}
		}
	case '&':
		for _, p := range n.parts {
			if p.op != '?' {
				w, o := first(p)
				for k := range w {
					words[k] = true
				}
				return words, open || o
			}
			w, o := first(p.parts[0])
			open = open || o
			for k := range w {
				words[k] = true
			}
		}
		return words, true
	default:
		return words, true
	}
	return words, open
}
