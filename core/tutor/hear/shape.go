package hear

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed it.questions
var italian string

//go:embed en.questions
var english string

// topic is the place of what is asked about.
const topic = "*"

// node is a word of a pattern, the place of the topic, or a choice between sequences.
type node struct {
	word    string
	choices [][]node
}

// pattern is one line of a file: a way to ask, or words that lead a question in or out.
type pattern struct {
	kind Kind
	seq  []node
	open bool // it has a topic
}

// shapes are the ways to ask in one language.
type shapes struct {
	lang          string
	asks          []pattern
	before, after []pattern // said around a question, without meaning
}

var known = sync.OnceValue(func() [2]*shapes {
	var out [2]*shapes
	for i, of := range []struct{ lang, text string }{{"it", italian}, {"en", english}} {
		s, err := parse(of.lang, of.text)
		if err != nil {
			panic(err) // the embedded files are checked by the tests
		}
		out[i] = s
	}
	return out
})

// parse reads a file of shapes. Errors name the line.
func parse(lang, text string) (*shapes, error) {
	s, n := &shapes{lang: lang}, 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		kind, body, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("%s.questions, line %d: want `kind : words`", lang, n)
		}
		all, rest, err := sequences(strings.Fields(spaced(body)), "")
		p := pattern{kind: Kind(strings.TrimSpace(kind)), open: strings.Contains(body, topic)}
		switch {
		case err != nil:
		case len(rest) > 0 || len(all) != 1:
			err = fmt.Errorf("want one sequence of words")
		case strings.Count(body, topic) > 1:
			err = fmt.Errorf("two topics")
		case len(all[0]) == 0:
			err = fmt.Errorf("no words")
		}
		if err != nil {
			return nil, fmt.Errorf("%s.questions, line %d: %w", lang, n, err)
		}
		p.seq = all[0]
		switch {
		case p.kind == "before":
			s.before = append(s.before, p)
		case p.kind == "after":
			s.after = append(s.after, p)
		case slices.Contains(kinds, p.kind):
			s.asks = append(s.asks, p)
		default:
			return nil, fmt.Errorf("%s.questions, line %d: no kind %q", lang, n, p.kind)
		}
	}
	return s, nil
}

func spaced(body string) string {
	return strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ").Replace(body)
}

// sequences reads alternatives up to the closing sign.
func sequences(words []string, closing string) (all [][]node, rest []string, err error) {
	seq := []node{}
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		switch w {
		case closing:
			return append(all, seq), words, nil
		case "|":
			all, seq = append(all, seq), []node{}
		case ")", "]":
			return nil, nil, fmt.Errorf("%q is not opened", w)
		case "(", "[":
			var inner [][]node
			if inner, words, err = sequences(words, map[string]string{"(": ")", "[": "]"}[w]); err != nil {
				return nil, nil, err
			}
			if w == "[" {
				inner = append(inner, nil)
			}
			seq = append(seq, node{choices: inner})
		default:
			seq = append(seq, node{word: w})
		}
	}
	if closing != "" {
		return nil, nil, fmt.Errorf("%q is missing", closing)
	}
	return append(all, seq), nil, nil
}

// walk follows a sequence over words; then is asked about what is left. about is the topic passed on the way.
func walk(seq []node, words, about []Word, then func(rest, about []Word) bool) bool {
	if len(seq) == 0 {
		return then(words, about)
	}
	first, next := seq[0], seq[1:]
	switch {
	case first.choices != nil:
		for _, choice := range first.choices {
			if walk(choice, words, about, func(rest, about []Word) bool { return walk(next, rest, about, then) }) {
				return true
			}
		}
		return false
	case first.word == topic:
		for n := len(words); n > 0; n-- {
			if walk(next, words[n:], words[:n], then) {
				return true
			}
		}
		return false
	}
	return len(words) > 0 && words[0].Fold == first.word && walk(next, words[1:], about, then)
}

// fits reports whether all words have the shape, and what they are about: the shortest topic there is, for then the
// shape says most.
func (p pattern) fits(words []Word) (about []Word, ok bool) {
	walk(p.seq, words, nil, func(rest, found []Word) bool {
		if len(rest) == 0 && (!ok || len(found) < len(about)) {
			about, ok = found, true
		}
		return false
	})
	return about, ok
}

// leads is how many words at the start a pattern takes, at most.
func (p pattern) leads(words []Word) (n int) {
	walk(p.seq, words, nil, func(rest, _ []Word) bool {
		n = max(n, len(words)-len(rest))
		return false
	})
	return n
}
