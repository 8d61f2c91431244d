package sense

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/metnos/metnos/core/vocab"
)

//go:embed senses.lex
var senses string

//go:embed words.lex
var notions string

//go:embed topics.lex
var topics string

// Class is what kind of meaning a line of the lexicon has.
type Class byte

// The classes of senses.lex.
const (
	Act Class = iota
	Noun
	Mark
	Word
	Hint  // speaks of the word line of its name without naming it
	Brand // the name of a service
	When
	Pick // which of the things: all, the oldest, those that contain
	Num  // a number in words
	Call // how the assistant is called
	Stop
)

var classes = map[string]Class{"act": Act, "noun": Noun, "mark": Mark, "word": Word, "hint": Hint, "brand": Brand, "when": When, "pick": Pick, "num": Num, "call": Call, "stop": Stop}

// Target is a verb, object or qualifier of executor names, and how well it fits, at most 1.
type Target struct {
	Name   string
	Weight float64
}

// Line is one meaning.
type Line struct {
	Class   Class
	Name    string // unique within its class
	Targets []Target
	Implied []Target // objects an act goes with
}

// Sense is a meaning found in a sentence.
type Sense struct {
	ID    int32 // index of its line
	Class Class
	Words int        // how many words say it
	Mood  vocab.Mood // of an act
	Holds bool       // of an act: it ends with the pronoun of what it is done to
}

// Lexicon is the meanings and the words of both languages. It must not be modified.
type Lexicon struct {
	Lines  []Line
	tongue [2]tongue
}

// The languages a lexicon holds.
const (
	It = iota
	En
)

type tongue struct {
	stem  func(*snowballstem.Env) bool
	nouns map[string][]item // by the stem of the first word
	verbs *vocab.Lexicon
	stops map[string]bool
}

type item struct {
	line int32
	word string   // as it was written
	rest []string // stems
}

// Shipped is the lexicon of this program.
var Shipped = sync.OnceValue(func() *Lexicon {
	l, err := Read(senses + "\n" + notions + "\n" + topics)
	if err != nil {
		panic(err) // the embedded files are checked by the tests
	}
	return l
})

// Read parses a lexicon. Errors name the line.
func Read(text string) (*Lexicon, error) {
	l := &Lexicon{}
	for i, stem := range []func(*snowballstem.Env) bool{italian.Stem, english.Stem} {
		l.tongue[i] = tongue{stem: stem, nouns: map[string][]item{}, stops: map[string]bool{}}
	}
	var verbs [2]strings.Builder
	seen := map[string]bool{}
	for n, row := range strings.Split(text, "\n") {
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		head, body, ok := strings.Cut(row, ":")
		line, err := header(head)
		if err != nil || !ok {
			return nil, fmt.Errorf("senses, line %d: want `class name > target=weight : words | words`: %w", n+1, err)
		}
		key := strings.Join(strings.Fields(head)[:2], " ")
		if seen[key] {
			return nil, fmt.Errorf("senses, line %d: %q comes twice", n+1, key)
		}
		seen[key] = true
		l.Lines = append(l.Lines, line)
		it, en, ok := strings.Cut(body, "|")
		if !ok {
			return nil, fmt.Errorf("senses, line %d: want Italian words | English words", n+1)
		}
		for i, words := range []string{it, en} {
			l.add(i, words, &verbs[i])
		}
	}
	for i, lang := range []string{"it", "en"} {
		var err error
		if l.tongue[i].verbs, err = vocab.Read(lang, verbs[i].String()); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// header reads `class name > target=weight target`.
func header(head string) (Line, error) {
	left, right, _ := strings.Cut(head, ">")
	fields := strings.Fields(left)
	if len(fields) != 2 {
		return Line{}, fmt.Errorf("%q has no class and name", strings.TrimSpace(left))
	}
	class, ok := classes[fields[0]]
	if !ok {
		return Line{}, fmt.Errorf("unknown class %q", fields[0])
	}
	line := Line{Class: class, Name: fields[1]}
	for _, t := range strings.Fields(right) {
		name, weight, weighed := strings.Cut(t, "=")
		target := Target{name, 1}
		if weighed {
			w, err := strconv.ParseFloat(weight, 64)
			if err != nil || !(w > 0 && w <= 1) {
				return Line{}, fmt.Errorf("weight of %q", t)
			}
			target.Weight = w
		}
		if object, implied := strings.CutPrefix(target.Name, "+"); implied {
			line.Implied = append(line.Implied, Target{object, target.Weight})
			continue
		}
		line.Targets = append(line.Targets, target)
	}
	return line, nil
}

// add files the words of the last line under one language; acts go to the list of verbs.
func (l *Lexicon) add(lang int, words string, verbs *strings.Builder) {
	id := int32(len(l.Lines) - 1)
	line := l.Lines[id]
	for _, w := range strings.Fields(words) {
		form, exact := strings.CutPrefix(w, "!")
		parts := Cut(form)
		switch {
		case len(parts) == 0:
		case line.Class == Stop && len(parts) == 1:
			l.tongue[lang].stops[parts[0]] = true
		case line.Class == Act && exact:
			fmt.Fprintf(verbs, "form %d : %s\n", id, strings.Join(parts, "_"))
		case line.Class == Act:
			fmt.Fprintf(verbs, "verb %d : %s\n", id, strings.Join(parts, "_"))
		default:
			stems := make([]string, len(parts))
			for i, p := range parts {
				stems[i] = l.Stem(lang, p)
			}
			t := l.tongue[lang]
			t.nouns[stems[0]] = append(t.nouns[stems[0]], item{id, parts[0], stems[1:]})
		}
	}
}

// Cut takes a text into folded words of letters and digits; an apostrophe ends a word.
func Cut(text string) []string {
	return strings.FieldsFunc(vocab.Fold(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7f)
	})
}

// Stem is what the inflected forms of a folded word have in common in a language.
func (l *Lexicon) Stem(lang int, word string) string {
	env := snowballstem.NewEnv(word)
	l.tongue[lang].stem(env)
	stem := env.Current()
	if n := len(word); lang == En && n > 3 && stem == word && word[n-1] == 's' && !strings.ContainsAny(word, "aeiouy") {
		return word[:n-1] // pdfs, mp3s
	}
	return stem
}

// Stopped reports whether a folded word carries nothing in a language.
func (l *Lexicon) Stopped(lang int, word string) bool { return l.tongue[lang].stops[word] }

// Look appends every meaning that starts at words[at] in a language. stems are those of words.
func (l *Lexicon) Look(out []Sense, lang int, words, stems []string, at int) []Sense {
	t := &l.tongue[lang]
	close := false
	for _, it := range t.nouns[stems[at]] {
		close = close || akin(words[at], it.word)
	}
	for _, it := range t.nouns[stems[at]] {
		if near := akin(words[at], it.word); !near && (len(stems[at]) < 4 || close || lang == En && l.Lines[it.line].Class == Noun && verbal(words[at], it.word)) {
			continue // a stem two words share that have nothing to do with one another
		}
		if follows(stems[at+1:], it.rest) {
			out = append(out, Sense{ID: it.line, Class: l.Lines[it.line].Class, Words: 1 + len(it.rest)})
		}
	}
	if lang == It && len(out) == 0 {
		if form, ok := bare(words[at]); ok {
			out = l.plain(out, form)
		}
	}
	var found [8]vocab.Sense
	for _, s := range t.verbs.AppendLook(found[:0], words[at:]) {
		id, err := strconv.Atoi(s.Value)
		if err == nil {
			out = append(out, Sense{ID: int32(id), Class: Act, Words: s.Words, Mood: s.Mood, Holds: s.Pronoun != ""})
		}
	}
	return out
}

// akin reports whether two words of one stem are forms of one word: they differ by their last letter, and where they are
// of one length and one of them is filed as it is, by nothing.
func akin(a, b string) bool {
	if a == b {
		return true
	}
	n, most := min(len(a), len(b)), 1
	if strings.HasSuffix(a, "es") || strings.HasSuffix(b, "es") {
		most = 2
	}
	return n > 2 && a[:n-1] == b[:n-1] && max(len(a), len(b)) <= n+most && (len(a) != len(b) || number(a[n-1], b[n-1]))
}

// verbal reports whether an English word is a form of a verb where the filed one is not: booked is no book.
func verbal(word, filed string) bool {
	for _, ending := range []string{"ed", "ing"} {
		if strings.HasSuffix(word, ending) && !strings.HasSuffix(filed, ending) {
			return true
		}
	}
	return false
}

// number reports whether two last vowels are the singular and the plural of one noun, or its genders.
func number(a, b byte) bool {
	pair := string([]byte{min(a, b), max(a, b)})
	return pair == "ae" || pair == "io" || pair == "ei" || pair == "ai"
}

// bare takes the pronouns off an Italian verb: svegliami, prenotarne.
func bare(word string) (string, bool) {
	for _, ending := range []string{"melo", "mela", "meli", "mele", "mene", "telo", "tela", "cene", "mi", "ti", "ci", "vi", "lo", "la", "li", "le", "ne"} {
		if form, ok := strings.CutSuffix(word, ending); ok && len(form) >= 5 {
			return form, true
		}
	}
	return word, false
}

// plain appends the meanings of one Italian word by itself.
func (l *Lexicon) plain(out []Sense, word string) []Sense {
	for _, it := range l.tongue[It].nouns[l.Stem(It, word)] {
		if len(it.rest) == 0 && l.Lines[it.line].Class == Word {
			out = append(out, Sense{ID: it.line, Class: Word, Words: 1})
		}
	}
	return out
}

// Slip returns the act that a misspelt word must be: one letter is missing, doubled or swapped.
func (l *Lexicon) Slip(lang int, word string) (string, bool) {
	return l.tongue[lang].verbs.Nearest(word)
}

func follows(stems, rest []string) bool {
	if len(stems) < len(rest) {
		return false
	}
	for i, r := range rest {
		if stems[i] != r {
			return false
		}
	}
	return true
}

// Tongue is the language of folded words by the small ones in it: It, En, or -1 when neither leads clearly.
func (l *Lexicon) Tongue(words []string) int {
	score := 0
	for _, w := range words {
		it, en := l.tongue[It].stops[w], l.tongue[En].stops[w]
		switch {
		case it && !en:
			score++
		case en && !it:
			score--
		}
	}
	if score < 2 && score > -2 {
		score += l.known(words)
	}
	switch {
	case score > 0:
		return It
	case score < 0:
		return En
	}
	return -1
}

// known tells the language by the words either lexicon knows alone.
func (l *Lexicon) known(words []string) (score int) {
	for i, w := range words {
		if w == "" {
			continue
		}
		it, en := l.tongue[It].knows(words[i:]), l.tongue[En].knows(words[i:])
		switch {
		case it && !en:
			score++
		case en && !it:
			score--
		}
	}
	return score
}

func (t *tongue) knows(words []string) bool {
	if t.verbs.Knows(words[0]) {
		return true
	}
	env := snowballstem.NewEnv(words[0])
	t.stem(env)
	return len(t.nouns[env.Current()]) > 0
}
