package route

import (
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

// parsed is a text cut into words, with their stems in the languages it may be in.
type parsed struct {
	lex   *sense.Lexicon
	words []string
	stems [2][]string // nil for a language it is not in
}

// parse cuts a text of the catalog.
func (x *Index) parse(t Text) parsed {
	r := parsed{lex: x.lex, words: sense.Cut(t.Text)}
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
func (r *parsed) tongue() int {
	lang := r.lex.Tongue(r.words)
	if lang != sense.En {
		r.stem(sense.It)
	}
	if lang != sense.It {
		r.stem(sense.En)
	}
	return lang
}

func (r *parsed) stem(lang int) {
	r.stems[lang] = make([]string, len(r.words))
	for i, w := range r.words {
		if w != "" {
			r.stems[lang][i] = r.lex.Stem(lang, w)
		}
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
func (x *Index) meanings(r parsed, at int, _ bool) (ids []int32) {
	var room [16]sense.Sense
	for _, s := range r.senses(room[:0], at) {
		if p := prefix[s.Class]; p != "" {
			ids = append(ids, x.term(p+x.lex.Lines[s.ID].Name))
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
		return x.term(prefix[best.Class] + x.lex.Lines[best.ID].Name), best.Words
	}
	switch {
	case r.stems[sense.It] != nil && r.stems[sense.En] == nil:
		return x.term("i" + r.stems[sense.It][at]), 1
	case r.stems[sense.En] != nil && r.stems[sense.It] == nil:
		return x.term("e" + r.stems[sense.En][at]), 1
	}
	return x.term("." + r.words[at]), 1
}

// section is a part of a description; field is -1 for what the executor does not do.
type section struct {
	field int
	text  string
}

var headings = map[string]int{"SCOPE": inScope, "SCOPO": inScope, "AMBITO": inScope, "PATTERN": inRest, "USO": inRest, "SCHEMA": inRest,
	"MODELLO": inRest, "OUT": inRest, "OUTPUT": inRest, "NOT": -1, "NON": -1}

// sections cuts a description at its headings; without any all of it is scope, but for sentences that begin with a "not".
func sections(text string) (out []section) {
	field, from := inScope, 0
	add := func(to int) {
		if s := strings.TrimSpace(text[from:to]); s != "" {
			out = append(out, section{field, s})
		}
	}
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] >= 'A' && text[j] <= 'Z' {
			j++
		}
		f, known := headings[text[i:j]]
		switch {
		case j > i && j < len(text) && text[j] == ':' && known:
			add(i)
			field, from, i = f, j+1, j+1
			continue
		case field != -1 && i > 0 && strings.ContainsRune(".;(", rune(before(text, i))) && negative(text[i:]):
			add(i)
			field, from = -1, i
		case field == -1 && text[i] == '.' && !known && from < i && !heading(text, from):
			add(i)
			field, from = inScope, i+1
		}
		i = max(i+1, j)
	}
	add(len(text))
	return out
}

// before is the last byte before i that is no space.
func before(text string, i int) byte {
	for i--; i >= 0; i-- {
		if text[i] != ' ' {
			return text[i]
		}
	}
	return 0
}

// heading reports whether a section was opened by a heading just before from.
func heading(text string, from int) bool { return from > 0 && text[from-1] == ':' }

func negative(rest string) bool {
	rest = strings.ToLower(rest[:min(len(rest), 16)])
	for _, s := range []string{"not for ", "not to ", "not the ", "non per ", "do not ", "don't ", "does not ", "non usar", "non serve ", "never "} {
		if strings.HasPrefix(rest, s) {
			return true
		}
	}
	return false
}

// piece is what a token of a sentence is.
type piece byte

const (
	aWord piece = iota
	anAddress
	aLink
	aPathPiece
	aFilePiece
	aNumber
	aSuffix // .pdf
)

// spoken is one word of a sentence.
type spoken struct {
	fold   string
	piece  piece
	colon  bool // a colon came before
	opens  bool // a mark or the beginning stands just before
	name   bool // written with a capital where no sentence begins
	quoted bool
}

// Bounds of a sentence.
const (
	maxSentence = 4096
	maxSpoken   = 120
)

// hear cuts a sentence into words and typed pieces.
func hear(text string) (out []spoken) {
	text = clip(text, maxSentence)
	opens, colon, quote := true, false, rune(0)
	for _, field := range strings.Fields(text) {
		quoted := quote != 0
		for _, r := range field {
			switch {
			case quote == 0 && (r == '"' || r == '“' || r == '«'):
				quote, quoted = map[rune]rune{'"': '"', '“': '”', '«': '»'}[r], true
			case r == quote:
				quote = 0
			}
		}
		core := strings.Trim(field, `,;:!?()[]"“”«»…'`)
		core = strings.TrimRight(core, ".")
		kind := pieceOf(core)
		if core == "" {
			opens = opens || strings.ContainsAny(field, ",;:!?-–")
			continue
		}
		if kind != aWord {
			out = append(out, spoken{fold: vocab.Fold(core), piece: kind, opens: opens, quoted: quoted, colon: colon})
		} else {
			out = append(out, cutWord(core, opens, quoted, colon)...)
		}
		colon = colon || strings.HasSuffix(field, ":")
		opens = strings.ContainsAny(field[len(field)-1:], ",;:!?.")
		if len(out) >= maxSpoken {
			return out[:maxSpoken]
		}
	}
	return out
}

func cutWord(core string, opens, quoted, colon bool) (out []spoken) {
	first := []rune(core)[0]
	name := !opens && unicode.IsUpper(first) && !capitals(core)
	for i, w := range sense.Cut(core) {
		out = append(out, spoken{fold: w, opens: opens && i == 0, name: name, quoted: quoted, colon: colon})
	}
	return out
}

// capitals reports whether a word is an abbreviation: PDF, PDFs.
func capitals(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return len(w) > 1 && w == strings.ToUpper(w)
}

// pieceOf tells typed pieces from words.
func pieceOf(w string) piece {
	dot := strings.LastIndexByte(w, '.')
	switch {
	case strings.Contains(w, "://") || strings.HasPrefix(w, "www."):
		return aLink
	case strings.Contains(w, "@") && dot > strings.IndexByte(w, '@'):
		return anAddress
	case strings.Trim(w, "0123456789.,/:-%€$") == "":
		return aNumber
	case strings.HasPrefix(w, "~") || strings.ContainsAny(w, `/\`):
		if i := strings.IndexByte(w, '/'); i > 0 && host(w[:i]) {
			return aLink
		}
		if dot > strings.LastIndexAny(w, `/\`) && dot < len(w)-1 && !strings.HasPrefix(w, "*") {
			return aFilePiece
		}
		if !strings.HasPrefix(w, "/") && !strings.HasPrefix(w, "~") && strings.Count(w, "/") == 1 && !strings.HasSuffix(w, "/") && lower(w) {
			return aWord // and/or
		}
		return aPathPiece
	case host(w):
		return aLink
	case strings.HasPrefix(w, "*.") || dot == 0 && len(w) > 2 && len(w) <= 6:
		return aSuffix
	case dot > 0 && len(w)-dot-1 >= 1 && len(w)-dot-1 <= 5 && letters(w[dot+1:]):
		return aFilePiece
	}
	return aWord
}

var domains = map[string]bool{"it": true, "com": true, "org": true, "net": true, "eu": true, "io": true, "gov": true, "edu": true, "dev": true,
	"uk": true, "de": true, "fr": true, "info": true, "app": true, "ai": true, "co": true, "ch": true, "es": true, "example": true}

func host(w string) bool {
	dot := strings.LastIndexByte(w, '.')
	return dot > 0 && domains[strings.ToLower(w[dot+1:])] && !strings.ContainsAny(w, " _*~")
}

func lower(s string) bool { return s == strings.ToLower(s) && !strings.ContainsAny(s, "._0123456789") }

func letters(s string) bool {
	seen := false
	for _, r := range s {
		if unicode.IsLetter(r) {
			seen = true
		} else if !unicode.IsDigit(r) {
			return false
		}
	}
	return seen
}
