package vocab

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed it.lex
var italian string

//go:embed en.lex
var english string

//go:embed shared.lex
var shared string

// Sense is one thing a word or a fixed phrase may mean. Class is the class of its line in the lexicon (verb,
// obj, kind, ext, prop, num, ord, unit, set), Value the value of the line.
type Sense struct {
	Class, Value string
	Words        int    // how many words it takes
	Mood         Mood   // of a verb
	Pronoun      string // direct object attached to an Italian command: lo, la, li, le, ne
}

type entry struct {
	sense Sense
	rest  []string // the words after the first
	it    bool     // an Italian command, which may carry pronouns
}

// Lexicon is the words of one language.
type Lexicon struct {
	Lang    string
	entries map[string][]entry // by first word
	plain   []string           // words a misspelling may mean
	spelt   map[string]bool
}

// It and En are the shipped lexicons.
var (
	It = sync.OnceValue(func() *Lexicon { return mustRead("it", italian+"\n"+shared) })
	En = sync.OnceValue(func() *Lexicon { return mustRead("en", english+"\n"+shared) })
)

// For returns the shipped lexicon of a language, Italian when it is neither.
func For(lang string) *Lexicon {
	if lang == "en" {
		return En()
	}
	return It()
}

func mustRead(lang, text string) *Lexicon {
	l, err := Read(lang, text)
	if err != nil {
		panic(err) // the embedded files are checked by the tests
	}
	return l
}

// Read parses a lexicon. Errors name the line.
func Read(lang, text string) (*Lexicon, error) {
	l := &Lexicon{Lang: lang, entries: make(map[string][]entry, 4096), spelt: make(map[string]bool, 4096)}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, body, ok := strings.Cut(line, ":")
		fields := strings.Fields(head)
		if !ok || len(fields) != 2 {
			return nil, fmt.Errorf("lexicon %s, line %d: want `class value : forms`", lang, n+1)
		}
		for _, word := range strings.Fields(body) {
			for _, form := range expand(word) {
				l.add(fields[0], fields[1], Fold(form))
			}
		}
	}
	return l, nil
}

// expand unfolds one pair of braces: cartell{a,e} -> cartella cartelle, twice when there are two.
func expand(word string) []string {
	before, rest, ok := strings.Cut(word, "{")
	if !ok {
		return []string{word}
	}
	choices, after, _ := strings.Cut(rest, "}")
	var out []string
	for _, c := range strings.Split(choices, ",") {
		out = append(out, expand(before+c+after)...)
	}
	return out
}

func (l *Lexicon) add(class, value, form string) {
	words := strings.Split(form, "_")
	if class == "ext" && l.Lang == "en" && len(words) == 1 {
		l.put(form+"s", nil, Sense{Class: class, Value: value})
	}
	switch class {
	case "verb":
		conjugate := conjugateIt
		if l.Lang == "en" {
			conjugate = conjugateEn
		}
		for _, f := range conjugate(words[0]) {
			l.put(f.word, words[1:], Sense{Class: "verb", Value: value, Mood: f.mood})
		}
	case "form":
		l.put(words[0], words[1:], Sense{Class: "verb", Value: value, Mood: Command})
	case "done":
		l.put(words[0], words[1:], Sense{Class: "verb", Value: value, Mood: Participle})
	default:
		l.put(words[0], words[1:], Sense{Class: class, Value: value})
	}
}

// Names reports whether a class of the lexicon has a line of that value: the set "in", the verb "delete".
func (l *Lexicon) Names(value, class string) bool {
	for _, list := range l.entries {
		for _, e := range list {
			if e.sense.Class == class && e.sense.Value == value {
				return true
			}
		}
	}
	return false
}

func (l *Lexicon) put(first string, rest []string, s Sense) {
	s.Words = 1 + len(rest)
	for _, e := range l.entries[first] {
		if e.sense == s && strings.Join(e.rest, "_") == strings.Join(rest, "_") {
			return
		}
	}
	l.spell(first, len(rest) == 0)
	for _, w := range rest {
		l.spell(w, false)
	}
	l.entries[first] = append(l.entries[first], entry{sense: s, rest: rest, it: l.Lang == "it" && s.Mood != NoMood && s.Mood != Participle})
}

// spell makes a word one that a misspelling may mean. Words of phrases count when they are long enough to tell.
func (l *Lexicon) spell(word string, alone bool) {
	if l.spelt[word] || !alone && len(word) < 4 {
		return
	}
	l.spelt[word] = true
	l.plain = append(l.plain, word)
}

// Look returns every sense that starts at words[0]; words are folded.
func (l *Lexicon) Look(words []string) []Sense { return l.AppendLook(nil, words) }

// AppendLook is Look into a slice the caller owns.
func (l *Lexicon) AppendLook(out []Sense, words []string) []Sense {
	if len(words) == 0 {
		return out
	}
	for _, e := range l.entries[words[0]] {
		if prefixed(words[1:], e.rest) {
			out = append(out, e.sense)
		}
	}
	if l.Lang != "it" {
		return out
	}
	bases, object, ok := cutClitic(words[0])
	if !ok {
		return out
	}
	for _, base := range bases {
		for _, e := range l.entries[base] {
			if e.it && prefixed(words[1:], e.rest) {
				s := e.sense
				s.Pronoun, s.Mood = object, Command
				out = append(out, s)
			}
		}
	}
	return out
}

func prefixed(words, prefix []string) bool {
	if len(words) < len(prefix) {
		return false
	}
	for i, p := range prefix {
		if words[i] != p {
			return false
		}
	}
	return true
}

// Knows reports whether word starts any entry.
func (l *Lexicon) Knows(word string) bool {
	if len(l.entries[word]) > 0 {
		return true
	}
	return len(l.Look([]string{word})) > 0
}
