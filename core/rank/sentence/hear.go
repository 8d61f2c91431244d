package sentence

import (
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

// Piece is what a token of a sentence is.
type Piece byte

const (
	Plain Piece = iota
	Address
	Link
	Path
	File
	Number
	Suffix // .pdf
)

// Spoken is one word of a sentence.
type Spoken struct {
	Fold   string
	Piece  Piece
	colon  bool // a colon came before
	Opens  bool // a mark or the beginning stands just before
	Name   bool // written with a capital where no sentence begins
	Quoted bool
}

// Bounds of a sentence.
const (
	maxSentence = 4096
	maxSpoken   = 120
)

// hear cuts a sentence into words and typed pieces.
func hear(text string) (out []Spoken) {
	text = strings.ToValidUTF8(text[:min(len(text), maxSentence)], "")
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
		if kind != Plain {
			out = append(out, Spoken{Fold: vocab.Fold(core), Piece: kind, Opens: opens, Quoted: quoted, colon: colon})
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

func cutWord(core string, opens, quoted, colon bool) (out []Spoken) {
	first := []rune(core)[0]
	name := !opens && unicode.IsUpper(first) && !capitals(core)
	for i, w := range sense.Cut(core) {
		out = append(out, Spoken{Fold: w, Opens: opens && i == 0, Name: name, Quoted: quoted, colon: colon})
	}
	return out
}

// capitals reports whether a word is an abbreviation: PDF, PDFs.
func capitals(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return len(w) > 1 && w == strings.ToUpper(w)
}

// pieceOf tells typed pieces from words.
func pieceOf(w string) Piece {
	dot := strings.LastIndexByte(w, '.')
	switch {
	case strings.Contains(w, "://") || strings.HasPrefix(w, "www."):
		return Link
	case strings.Contains(w, "@") && dot > strings.IndexByte(w, '@'):
		return Address
	case strings.Trim(w, "0123456789.,/:-%€$") == "":
		return Number
	case strings.HasPrefix(w, "~") || strings.ContainsAny(w, `/\`):
		if i := strings.IndexByte(w, '/'); i > 0 && host(w[:i]) {
			return Link
		}
		if dot > strings.LastIndexAny(w, `/\`) && dot < len(w)-1 && !strings.HasPrefix(w, "*") {
			return File
		}
		if !strings.HasPrefix(w, "/") && !strings.HasPrefix(w, "~") && strings.Count(w, "/") == 1 && !strings.HasSuffix(w, "/") && lower(w) {
			return Plain // and/or
		}
		return Path
	case host(w):
		return Link
	case strings.HasPrefix(w, "*.") || dot == 0 && len(w) > 2 && len(w) <= 6:
		return Suffix
	case dot > 0 && len(w)-dot-1 >= 1 && len(w)-dot-1 <= 5 && letters(w[dot+1:]):
		return File
	}
	return Plain
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
