package route

import (
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sense"
)

// parsed is a text cut into words, with their stems in the languages it may be in.
type parsed struct {
	lex   *sense.Lexicon
	words []string
	stems [2][]string // nil for a language it is not in
	memo  *[2]map[string]string
}

// parse cuts a text of the catalog.
func (x *Index) parse(t entry.Text) parsed {
	r := parsed{lex: x.Lex, words: sense.Cut(t.Text), memo: &x.memo}
	switch t.Lang {
	case "it":
		r.stem(sense.It)
	case "en":
		r.stem(sense.En)
	default:
		r.tongue()
	}
	return r
}

// tongue stems the words in the language they show, in both when they show none.
func (r *parsed) tongue() {
	lang := r.lex.Tongue(r.words)
	if lang != sense.En {
		r.stem(sense.It)
	}
	if lang != sense.It {
		r.stem(sense.En)
	}
}

func (r *parsed) stem(lang int) {
	r.stems[lang] = make([]string, len(r.words))
	for i, w := range r.words {
		stem, known := r.memo[lang][w]
		if !known {
			stem = r.lex.Stem(lang, w)
			r.memo[lang][w] = stem
		}
		r.stems[lang][i] = stem
	}
}

// stop reports whether a word carries nothing.
func (r *parsed) stop(at int) bool {
	w := r.words[at]
	if w == "" || len(w) == 1 && (w[0] < '0' || w[0] > '9') {
		return true
	}
	for lang := range r.stems {
		if r.stems[lang] != nil && r.lex.Stopped(lang, w) {
			return true
		}
	}
	return false
}

// senses appends the meanings that start at a word, in each language.
func (r *parsed) senses(out []sense.Sense, at int) []sense.Sense {
	for lang := range r.stems {
		if r.stems[lang] != nil && r.words[at] != "" {
			out = r.lex.Look(out, lang, r.words, r.stems[lang], at)
		}
	}
	return out
}

// prefix tells the terms of one class from those of another.
var prefix = map[sense.Class]string{sense.Act: "a", sense.Noun: "n", sense.Mark: "m", sense.Word: "w"}

// meanings are the terms of a word of the catalog: its meanings, its stems, itself.
func (x *Index) meanings(r parsed, at int) (ids []int32) {
	var room [16]sense.Sense
	for _, s := range r.senses(room[:0], at) {
		if p := prefix[s.Class]; p != "" {
			ids = append(ids, x.term(p+x.Lex.Lines[s.ID].Name))
		}
	}
	for lang, mark := range [2]string{"i", "e"} {
		if r.stems[lang] != nil {
			ids = append(ids, x.term(mark+r.stems[lang][at]))
		}
	}
	return append(ids, x.term("."+r.words[at]))
}

// canonical is the one term a word of a phrase of affinity is matched by, and how many words it takes.
func (x *Index) canonical(r parsed, at int) (int32, int) {
	var room [16]sense.Sense
	best, order := sense.Sense{}, -1
	for _, s := range r.senses(room[:0], at) {
		rank := map[sense.Class]int{sense.Word: 3, sense.Noun: 4, sense.Mark: 2, sense.Act: 1}[s.Class]
		if rank > 0 && (s.Words > best.Words || s.Words == best.Words && rank > order) {
			best, order = s, rank
		}
	}
	if order > 0 {
		return x.term(prefix[best.Class] + x.Lex.Lines[best.ID].Name), best.Words
	}
	switch {
	case r.stems[sense.It] != nil && r.stems[sense.En] == nil:
		return x.term("i" + r.stems[sense.It][at]), 1
	case r.stems[sense.En] != nil && r.stems[sense.It] == nil:
		return x.term("e" + r.stems[sense.En][at]), 1
	}
	return x.term("." + r.words[at]), 1
}
