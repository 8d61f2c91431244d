package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// Grammar is the patterns of one language over its lexicon.
type Grammar struct {
	Lang    string
	Rules   []Rule
	ByWord  map[string][]int // first word, {set} or @verb -> rules
	AnyWord []int            // rules that may start with a slot
}

// Rule is one line `fact arguments : pattern`.
type Rule struct {
	Fact string
	Args []string
	Cost int
	Body Node
}

// baseCost is what every pattern costs before its +N or -N.
const baseCost = 10

// Et matches "e" and "ed" only; the literal e of a pattern also matches "è", which people write without its accent.
const (
	Et   = "e&"
	IsIt = "e'" // how "è" is looked up
)

// Compile reads a grammar; slot reports whether a reader fills the slot of a name. Errors name the line.
func Compile(lang, text string, slot func(name string) bool) (*Grammar, error) {
	g := &Grammar{Lang: lang, ByWord: make(map[string][]int)}
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
		r := Rule{Fact: fields[0], Cost: baseCost}
		for _, f := range fields[1:] {
			if v, err := strconv.Atoi(f); err == nil && (f[0] == '+' || f[0] == '-') {
				r.Cost += v
			} else {
				r.Args = append(r.Args, f)
			}
		}
		p := parser{text: strings.Fields(spaced(body)), slot: slot}
		r.Body = p.choice()
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

// Over puts a grammar over another, without the facts its line "without ..." names: they mean nothing there.
func Over(under, text string) string {
	var left []string
	for _, line := range strings.Split(text, "\n") {
		if names, ok := strings.CutPrefix(line, "without "); ok {
			left = append(left, strings.Fields(names)...)
			text = strings.Replace(text, line, "", 1)
		}
	}
	lines := slices.DeleteFunc(strings.Split(under, "\n"), func(line string) bool {
		name, _, _ := strings.Cut(line, " ")
		return slices.Contains(left, name)
	})
	return strings.Join(lines, "\n") + "\n" + text
}

func (g *Grammar) add(r Rule) {
	n := len(g.Rules)
	g.Rules = append(g.Rules, r)
	words, open := first(r.Body)
	if open {
		g.AnyWord = append(g.AnyWord, n)
		return
	}
	for w := range words {
		g.ByWord[w] = append(g.ByWord[w], n)
	}
}

func spaced(s string) string {
	return strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ").Replace(s)
}

// Node is a compiled pattern.
type Node struct {
	Op    byte // 'w' word, 's' set, 'v' verb, '$' slot, '&' sequence, '|' choice, '?' optional
	Text  string
	Mood  vocab.Mood
	Parts []Node
}

type parser struct {
	text []string
	slot func(name string) bool
	at   int
	err  error
}

func (p *parser) choice() Node {
	n := Node{Op: '|', Parts: []Node{p.sequence()}}
	for p.at < len(p.text) && p.text[p.at] == "|" {
		p.at++
		n.Parts = append(n.Parts, p.sequence())
	}
	if len(n.Parts) == 1 {
		return n.Parts[0]
	}
	return n
}

func (p *parser) sequence() Node {
	n := Node{Op: '&'}
	for p.at < len(p.text) && p.text[p.at] != "|" && p.text[p.at] != ")" && p.text[p.at] != "]" {
		n.Parts = append(n.Parts, p.item())
	}
	if len(n.Parts) == 0 {
		p.err = fmt.Errorf("empty pattern")
	}
	return n
}

func (p *parser) item() Node {
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
			return Node{Op: '?', Parts: []Node{n}}
		}
		return n
	case strings.HasPrefix(t, "{"):
		return Node{Op: 's', Text: strings.Trim(t, "{}")}
	case strings.HasPrefix(t, "@"):
		verb, mood, _ := strings.Cut(t[1:], ".")
		n := Node{Op: 'v', Text: verb, Mood: vocab.Command}
		switch mood {
		case "done":
			n.Mood = vocab.Participle
		case "any":
			n.Mood = vocab.NoMood
		}
		return n
	case strings.HasPrefix(t, "$"):
		if !p.slot(t[1:]) {
			p.err = fmt.Errorf("unknown slot %s", t)
		}
		return Node{Op: '$', Text: t[1:]}
	}
	if mark := map[string]string{"LPAR": "(", "RPAR": ")", "ET": Et}[t]; mark != "" {
		return Node{Op: 'w', Text: mark}
	}
	return Node{Op: 'w', Text: vocab.Fold(t)}
}

// One compiles a single pattern and tells the words it may start with; open when it may start with a slot.
func One(text string, slot func(name string) bool) (n Node, starts map[string]bool, open bool, err error) {
	p := parser{text: strings.Fields(spaced(text)), slot: slot}
	n = p.choice()
	if p.err == nil && p.at < len(p.text) {
		p.err = fmt.Errorf("unexpected %q", p.text[p.at])
	}
	starts, open = first(n)
	return n, starts, open, p.err
}

// first returns the words a pattern may start with; open when it may start with a slot, a set or a verb.
func first(n Node) (words map[string]bool, open bool) {
	words = map[string]bool{}
	switch n.Op {
	case 'w':
		switch n.Text {
		case Et:
			words["e"], words["ed"] = true, true
		case "e":
			words["e"], words[IsIt] = true, true
		default:
			words[n.Text] = true
		}
	case 's':
		words["{"+n.Text+"}"] = true
	case 'v':
		words["@"+n.Text] = true
	case '?':
		return words, true
	case '|':
		for _, p := range n.Parts {
			w, o := first(p)
			open = open || o
			for k := range w {
				words[k] = true
			}
		}
	case '&':
		for _, p := range n.Parts {
			if p.Op != '?' {
				w, o := first(p)
				for k := range w {
					words[k] = true
				}
				return words, open || o
			}
			w, o := first(p.Parts[0])
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

// Same reports whether a word of a pattern is a word of the sentence.
func Same(want, word string) bool {
	switch want {
	case Et:
		return word == "e" || word == "ed"
	case "e":
		return word == "e" || word == IsIt
	}
	return want == word
}
