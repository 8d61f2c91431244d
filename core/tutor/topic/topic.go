package topic

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/rank"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/vocab"
)

//go:embed topics.lex
var shipped string

// Topic is something metnos can explain.
type Topic struct {
	Name     string   // its sentence in the message catalogue is "about_" and this; "" for a page alone
	Page     string   // route of the settings, "" for none; RootPage is the settings as a whole
	Doc      string   // file#section of the documentation
	Fact     string   // what else is told: a live fact of this place
	Examples []string // executors whose sentences do the same
	words    [2]words // Italian, English
}

// RootPage stands for the settings as a whole.
const RootPage = "/"

// words are those a topic is found by, as stems.
type words struct {
	names  []name
	around map[string]bool
}

// name is a phrase of which every word must be said; weight says how surely it means this topic.
type name struct {
	words  []string // folded
	stems  []string
	weight int
	weak   bool // only of small words: nothing else may be said
}

const (
	ofTopic  = 4 // a name written in topics.lex
	ofPage   = 3 // the label of a page
	ofColumn = 1 // what a page shows or does
)

// index is every topic there is.
type index struct {
	topics []Topic
	small  [2]map[string]bool
}

var known = sync.OnceValue(func() *index {
	x, err := parse(shipped)
	if err != nil {
		panic(err) // the embedded file is checked by the tests
	}
	for _, section := range settings.Pages() {
		for _, p := range section.Pages {
			x.topics = append(x.topics, x.page(section, p))
		}
	}
	return x
})

// All lists every topic.
func All() []Topic { return known().topics }

// Find returns the topic that explains every word of a question, folded and in a language; placed prefers one with a page.
func Find(said []string, lang string, placed bool) (Topic, bool) {
	return known().find(said, lang, placed)
}

func side(lang string) int {
	if lang == "en" {
		return 1
	}
	return 0
}

func (x *index) find(said []string, lang string, placed bool) (best Topic, found bool) {
	at, stem := side(lang), rank.Of(lang).Stem
	all := map[string]bool{}
	var content []string
	for _, w := range said {
		s := stem(w)
		all[s] = true
		if !x.small[at][w] {
			content = append(content, s)
		}
	}
	top := 0
	for _, t := range x.topics {
		if score := t.words[at].score(all, content); score > 0 {
			if score *= 2; placed && t.Page != "" {
				score++
			}
			if score > top {
				best, top, found = t, score, true
			}
		}
	}
	return best, found
}

// score is 0 unless a name is said and every content word is explained.
func (w words) score(all map[string]bool, content []string) (score int) {
	explained := map[string]bool{}
	for _, n := range w.names {
		told := n.weak || slices.ContainsFunc(n.stems, func(s string) bool { return slices.Contains(content, s) })
		if told && !slices.ContainsFunc(n.stems, func(s string) bool { return !all[s] }) {
			score = max(score, n.weight*(len(n.stems)+1))
			for _, s := range n.stems {
				explained[s] = true
			}
		}
	}
	if score == 0 {
		return 0
	}
	for _, s := range content {
		if !explained[s] && !w.around[s] {
			return 0
		}
		if explained[s] {
			score++
		}
	}
	return score
}

// parse reads topics. Errors name the line.
func parse(text string) (*index, error) {
	x := &index{small: [2]map[string]bool{{}, {}}}
	var t *Topic
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), ":"))
		switch {
		case key == "topic":
			x.topics = append(x.topics, Topic{Name: rest, words: [2]words{{around: map[string]bool{}}, {around: map[string]bool{}}}})
			t = &x.topics[len(x.topics)-1]
		case key == "small":
			t = nil
		case t == nil && (key == "it" || key == "en"):
			for _, w := range strings.Fields(rest) {
				x.small[side(key)][w] = true
			}
		case t == nil || !t.take(key, rest):
			return nil, fmt.Errorf("topics.lex, line %d: %q is no line of a topic", n, line)
		}
	}
	for i := range x.topics {
		for at := range x.topics[i].words {
			x.weigh(at, x.topics[i].words[at].names)
		}
	}
	return x, nil
}

// weigh marks the names that are only small words.
func (x *index) weigh(at int, names []name) {
	for i, n := range names {
		names[i].weak = !slices.ContainsFunc(n.words, func(w string) bool { return !x.small[at][w] })
	}
}

// take reads one line of a topic.
func (t *Topic) take(key, rest string) bool {
	switch key {
	case "page":
		t.Page = cmp.Or(rest, RootPage)
	case "doc":
		t.Doc = rest
	case "fact":
		t.Fact = rest
	case "example":
		t.Examples = strings.Fields(rest)
	case "it", "en":
		for phrase := range strings.SplitSeq(rest, ";") {
			t.words[side(key)].called(key, phrase, ofTopic)
		}
	case "it+", "en+":
		t.words[side(key[:2])].beside(key[:2], rest)
	default:
		return false
	}
	return true
}

// called adds a name. Its words may be said alone beside another name.
func (w *words) called(lang, phrase string, weight int) {
	words, stems := cut(phrase), stems(lang, phrase)
	if len(stems) == 0 {
		return
	}
	w.names = append(w.names, name{words: words, stems: stems, weight: weight})
	for _, s := range stems {
		w.around[s] = true
	}
}

func (w *words) beside(lang, text string) {
	for _, s := range stems(lang, text) {
		w.around[s] = true
	}
}

func stems(lang, text string) (out []string) {
	for _, w := range cut(text) {
		if s := rank.Of(lang).Stem(w); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// cut cuts a text into folded words as questions are cut.
func cut(text string) (out []string) {
	for _, w := range strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return strings.ContainsRune(" '’:;,!?()«»`", r) }) {
		if w = strings.Trim(w, "."); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// page makes a topic of a page of the settings.
func (x *index) page(section settings.Section, p settings.Page) Topic {
	t := Topic{Page: p.Route, words: [2]words{{around: map[string]bool{}}, {around: map[string]bool{}}}}
	for i, lang := range []string{"it", "en"} {
		w := &t.words[i]
		label := func(text settings.Text, weight int) {
			words := cut(text.In(lang))
			if said := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return x.small[i][word] }); len(said) > 0 {
				words = said // "take a copy now" is asked about as a copy
			}
			w.called(lang, strings.Join(words, " "), weight)
			w.beside(lang, text.In(lang))
		}
		label(p.Label, ofPage)
		for _, c := range p.Columns {
			label(c.Label, ofColumn)
		}
		for _, c := range p.Controls {
			label(c.Label, ofColumn)
		}
		w.beside(lang, p.Summary.In(lang))
		w.beside(lang, section.Label.In(lang))
		x.weigh(i, w.names)
		w.names = slices.DeleteFunc(w.names, func(n name) bool { return n.weight == ofColumn && n.weak }) // "when" alone means nothing
	}
	return t
}
