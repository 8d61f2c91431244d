package sentence

import (
	"slices"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

// Sentence is what was heard of a text.
type Sentence struct {
	Lex   *sense.Lexicon
	Said  []Spoken
	Words []string    // folded, "" for typed pieces
	Stems [2][]string // by language
	Lang  int         // sense.It, sense.En or -1

	Clause  []int // by word
	Clauses int

	Acts, Nouns, Marks []Heard
	When               []int // words that tell a time
	Lits               []Literal
	Has                Kinds
	Numbers, Spelt     int  // in digits, in words
	Picks              bool // it says which of many
	Chosen             bool // by more than a plural: the oldest, those over, that contain
	This               bool // it speaks of something at hand: "this picture"
	Mine               bool // it speaks of a time of the person's own: "my friday"

	yesno bool // it begins as a question that is answered with yes or no
}

// Literal is a file or a path that is written out.
type Literal struct {
	At   int
	Role string // the preposition before it
	File bool
}

// Heard is a meaning found at a word.
type Heard struct {
	sense.Sense
	At     int
	Weight float32 // 1 for an order, and for a thing that is named
}

// Kinds are the typed pieces a sentence may hold and an argument may take.
type Kinds uint16

// The kinds.
const (
	HasURL Kinds = 1 << iota
	HasEmail
	HasPath
	HasName
	HasTime
	HasSize
	HasPlace
	HasRecipient
	HasExtension
	HasQuantity
)

// Read takes a sentence apart. lang ("it", "en") settles one that shows no language.
func Read(lex *sense.Lexicon, text, lang string) *Sentence {
	a := &Sentence{Lex: lex, Said: hear(text)}
	a.Words = make([]string, len(a.Said))
	for i, s := range a.Said {
		if s.Piece == Plain {
			a.Words[i] = s.Fold
		}
	}
	if a.Lang = a.language(); a.Lang < 0 && lang == "it" {
		a.Lang = sense.It
	} else if a.Lang < 0 && lang == "en" {
		a.Lang = sense.En
	}
	a.address()
	a.yesno = a.Lang == sense.En && len(a.Words) > 2 && asking[a.first()]
	a.interpret()
	a.spoken()
	return a
}

// language settles what the sentence is in, names apart, and stems it in both.
func (a *Sentence) language() int {
	plain := make([]string, len(a.Words))
	for i, w := range a.Words {
		if !a.Said[i].Name {
			plain[i] = w
		}
	}
	a.stem(sense.It)
	a.stem(sense.En)
	return a.Lex.Tongue(plain)
}

func (a *Sentence) stem(lang int) {
	a.Stems[lang] = make([]string, len(a.Words))
	for i, w := range a.Words {
		if w != "" {
			a.Stems[lang][i] = a.Lex.Stem(lang, w)
		}
	}
}

// Senses are the meanings at a word in the sentence's language; those of the other language where it has none.
func (a *Sentence) Senses(out []sense.Sense, at int) []sense.Sense {
	if a.Words[at] == "" {
		return out
	}
	for lang := range a.Stems {
		if a.Lang < 0 || a.Lang == lang {
			out = a.Lex.Look(out, lang, a.Words, a.Stems[lang], at)
		}
	}
	if len(out) == 0 && a.Lang >= 0 && len(a.Words[at]) > 3 && !a.Lex.Stopped(a.Lang, a.Words[at]) {
		out = a.Lex.Look(out, 1-a.Lang, a.Words, a.Stems[1-a.Lang], at)
	}
	return out
}

// Stop reports whether a word carries nothing in the sentence's language.
func (a *Sentence) Stop(at int) bool {
	w := a.Words[at]
	if w == "" || len(w) == 1 && (w[0] < '0' || w[0] > '9') {
		return true
	}
	for lang := range a.Stems {
		if (a.Lang < 0 || a.Lang == lang) && a.Lex.Stopped(lang, w) {
			return true
		}
	}
	return false
}

// interpret finds the meanings, the clauses and the typed pieces.
func (a *Sentence) interpret() {
	a.Clause = make([]int, len(a.Said))
	covered := [sense.Stop + 1]int{}
	clause, began := 0, false
	var room [24]sense.Sense
	for i := range a.Said {
		a.Said[i].Quoted = a.Said[i].Quoted || a.Said[i].colon && a.tells()
		a.pieces(i, a.Said[i])
		found := a.parted(a.Senses(room[:0], i), i)
		if len(found) == 0 && a.mended(i) {
			found = a.Senses(room[:0], i)
		}
		ordered := false
		act, strong := a.act(i, found)
		if polite := act.Words > 0 && a.polite(act); polite {
			covered[sense.Act] = max(covered[sense.Act], i+act.Words)
			if next := i + act.Words; next < len(a.Said) && a.Said[i].Opens {
				a.Said[next].Opens = true
			}
		} else if act.Words > 0 && i >= covered[sense.Act] {
			if strong && began && (a.Said[i].Opens || i > 0 && conjunction[a.Words[i-1]]) {
				clause++
			}
			began = began || strong
			w := float32(0.4)
			switch {
			case strong:
				w = 1
			case act.Words > 1 && !a.asked(i):
				w = 0.8
			case act.Mood != vocab.Command:
				w = 0.15
			}
			for _, f := range found {
				if f.Class == sense.Act && f.Words == act.Words {
					a.Acts = append(a.Acts, Heard{f, i, w})
				}
			}
			covered[sense.Act] = i + act.Words
			ordered = strong && act.Words == 1
		}
		a.Clause[i] = clause
		a.number(i, found)
		for _, class := range []sense.Class{sense.Noun, sense.Mark, sense.When, sense.Pick} {
			if i >= covered[class] && (i >= covered[sense.Act] || ordered || act.Words < max(2, longest(found, class))) {
				covered[class] = max(covered[class], i+a.keep(i, class, found, ordered))
			}
		}
	}
	a.Clauses = clause + 1
}

// longest is how many words the longest meaning of a class has.
func longest(found []sense.Sense, class sense.Class) (n int) {
	for _, s := range found {
		if s.Class == class {
			n = max(n, s.Words)
		}
	}
	return n
}

// mended puts right a misspelt word that stands where an order does.
func (a *Sentence) mended(i int) bool {
	w := a.Words[i]
	if len(w) < 5 || len(w) > 20 || a.Said[i].Name || a.Said[i].Quoted || i > 0 && !a.Said[i].Opens && !joins[a.Words[i-1]] || a.Stop(i) {
		return false
	}
	for lang := range a.Stems {
		if a.Lang >= 0 && a.Lang != lang {
			continue
		}
		if right, ok := a.Lex.Slip(lang, w); ok {
			a.Words[i], a.Stems[lang][i] = right, a.Lex.Stem(lang, right)
			return true
		}
	}
	return false
}

// formats are the marks that stand for things written so: "the pdfs".
var formats = map[string]bool{"csv": true, "excel": true, "doc": true, "pdf": true, "json": true, "xml": true, "zip": true, "tar": true, "audio": true, "video": true, "image": true, "hash": true}

// tells reports whether something is to be written or said: what follows a colon is that.
func (a *Sentence) tells() bool {
	return slices.ContainsFunc(a.Acts, func(h Heard) bool {
		return h.Weight >= 0.8 && slices.Contains([]string{"write", "create", "append", "send", "save", "replace", "make", "set", "remind"}, a.Lex.Lines[h.ID].Name)
	})
}

// polite reports whether an act asks for nothing by itself.
func (a *Sentence) polite(s sense.Sense) bool {
	l := a.Lex.Lines[s.ID]
	return len(l.Targets) == 0 && len(l.Implied) == 0
}

func (a *Sentence) pieces(i int, s Spoken) {
	switch s.Piece {
	case Address:
		a.Has |= HasEmail
	case Link:
		a.Has |= HasURL
	case Path:
		a.Has |= HasPath
		a.Lits = append(a.Lits, Literal{i, a.toward(i), false})
	case File:
		a.Has |= HasPath | HasExtension
		a.Lits = append(a.Lits, Literal{i, a.toward(i), true})
	case Suffix:
		a.Has, a.Picks = a.Has|HasExtension, true
	case Number:
		a.Has |= HasQuantity
	}
	if s.Quoted {
		a.Has |= HasName
	}
}

// act is the longest act that starts at a word, and whether it is an order there.
func (a *Sentence) act(i int, found []sense.Sense) (best sense.Sense, strong bool) {
	for _, s := range found {
		if s.Class == sense.Act && (s.Words > best.Words || s.Words == best.Words && s.Mood == vocab.Command && best.Mood != vocab.Command) {
			best = s
		}
	}
	if best.Words == 0 || a.Said[i].Quoted {
		return sense.Sense{}, false
	}
	prev := ""
	if i > 0 {
		prev = a.Words[i-1]
	}
	if best.Words == 1 && determiners[prev] && !a.Said[i].Opens {
		if prev == "i" && a.Lang == sense.En {
			return best, false // "did I edit": told, not asked for
		}
		return sense.Sense{}, false
	}
	if best.Mood == vocab.Participle {
		return best, false
	}
	if best.Mood == vocab.Command && len(a.Acts) == 0 && i > 1 && place[a.Words[0]] {
		return best, true // "in the folder X delete ..."
	}
	if a.asked(i) && !a.Said[i].Opens {
		return best, false
	}
	return best, a.Said[i].Opens || joins[prev] || best.Words > 1 && i < 3
}

// questions open a sentence that asks: a verb after them tells what is asked about.
var questions = []string{"which", "when", "locate", "amount", "count", "exist"}

// asked reports whether the clause of a word began as a question.
func (a *Sentence) asked(i int) bool {
	if a.yesno && i > 0 {
		return !conjunction[a.Words[i-1]]
	}
	for _, h := range a.Acts {
		if h.Weight == 1 && h.At < i && slices.Contains(questions, a.Lex.Lines[h.ID].Name) && !slices.ContainsFunc(a.Said[h.At+1:i], func(s Spoken) bool { return s.Opens }) {
			return !conjunction[a.Words[i-1]]
		}
	}
	return false
}

// keep takes the longest meanings of a class at a word, and says how many words they cover.
func (a *Sentence) keep(i int, class sense.Class, found []sense.Sense, ordered bool) (n int) {
	n = longest(found, class)
	if n == 0 || ordered && n == 1 && class != sense.Noun {
		return 0
	}
	if a.Said[i].Name && n == 1 && class != sense.When && (class != sense.Mark || a.Lex.Lines[found[0].ID].Class != sense.Mark && len(found) > 2) || a.Said[i].Quoted {
		return 0
	}
	for _, s := range found {
		if s.Class != class || s.Words != n {
			continue
		}
		switch class {
		case sense.Noun:
			w := float32(1)
			if ordered && n == 1 {
				w = 0.35 // "archive the mail": what is done, not with what
			}
			a.Nouns = append(a.Nouns, Heard{s, i, w})
			a.Picks = a.Picks || a.Many(i, n)
			a.This = a.This || i > 0 && deictic[a.Words[i-1]]
		case sense.Mark:
			a.Marks = append(a.Marks, Heard{s, i, 1})
			a.Picks = a.Picks || formats[a.Lex.Lines[s.ID].Name] && a.Many(i, n)
		case sense.When:
			a.Has |= HasTime
			a.When = append(a.When, i)
			a.Mine = a.Mine || i > 0 && own[a.Words[i-1]]
		case sense.Pick:
			a.Picks, a.Chosen = true, true
		}
	}
	return n
}
