package token

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/vocab"
)

// Kind is what a token looks like, before any word is looked up.
type Kind byte

// The kinds of token.
const (
	Word   Kind = iota
	Number      // 12, 1.5, 1,5
	Quoted      // text between quotes, which are dropped
	Path        // has a slash or starts with ~
	File        // has an extension: report.pdf
	Ext         // .tmp or *.tmp
	Glob        // has * or ?
	URL
	Email
	Mark // punctuation
)

// Token is one word of the sentence.
type Token struct {
	Text       string // as written
	Fold       string // lower case, no accents; empty for quoted text
	Kind       Kind
	Cap        bool // begins with a capital
	Start, End int  // bytes of the sentence, quotes included
}

// maxTokens bounds the work a sentence can cause; longer ones are not composed.
const maxTokens = 120

// maxWord bounds a word in bytes: a longer one is a text.
const maxWord = 200

// Split cuts a sentence into tokens, at most maxTokens of them; whole is false when there were more. A long text after
// a colon ("with the text: ...") is one token, whatever is in it.
func Split(text string) (tokens []Token, whole bool) {
	s := splitter{text: text, out: make([]Token, 0, 24)}
	for s.at < len(text) {
		if len(s.out) >= maxTokens || s.long() {
			return s.told()
		}
		s.next()
	}
	if s.long() {
		return s.told()
	}
	return s.out, true
}

// long reports whether the last token is too long for a word.
func (s *splitter) long() bool {
	n := len(s.out)
	return n > 0 && s.out[n-1].Kind != Quoted && s.out[n-1].End-s.out[n-1].Start > maxWord
}

// told makes one quoted text of all that follows the first colon.
func (s *splitter) told() ([]Token, bool) {
	for i, t := range s.out {
		if t.Kind != Mark || t.Text != ":" {
			continue
		}
		rest := strings.TrimSpace(s.text[t.End:])
		start := t.End + strings.Index(s.text[t.End:], rest)
		return append(s.out[:i+1], Token{Text: rest, Kind: Quoted, Start: start, End: start + len(rest)}), true
	}
	return s.out, false
}

type splitter struct {
	text string
	at   int
	out  []Token
}

var closing = map[rune]rune{'"': '"', '“': '”', '«': '»', '‘': '’', '\'': '\'', '`': '`', '„': '“'}

func (s *splitter) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case unicode.IsSpace(r):
		s.at += size
	case closing[r] != 0 && s.quoted(r, size):
	case strings.ContainsRune(",;:!?()…", r):
		s.mark(s.at, s.at+size)
		s.at += size
	default:
		s.chunk()
	}
}

// quoted takes text between quotes. A plain apostrophe opens only before text that ends with one at a word's end.
func (s *splitter) quoted(open rune, size int) bool {
	rest := s.text[s.at+size:]
	closer := closing[open]
	for from := 0; ; {
		i := strings.IndexRune(rest[from:], closer)
		if i < 0 {
			return false
		}
		end := from + i
		after, _ := utf8.DecodeRuneInString(rest[end+utf8.RuneLen(closer):])
		bounded := end+utf8.RuneLen(closer) == len(rest) || unicode.IsSpace(after) || unicode.IsPunct(after)
		if end > 0 && (open != '\'' && open != '‘' || bounded) {
			stop := s.at + size + end + utf8.RuneLen(closer)
			s.out = append(s.out, Token{Text: rest[:end], Kind: Quoted, Start: s.at, End: stop})
			s.at = stop
			return true
		}
		from = end + utf8.RuneLen(closer)
	}
}

// chunk takes everything up to a space, gives the punctuation at its end back, and splits elisions.
func (s *splitter) chunk() {
	end := s.at
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if unicode.IsSpace(r) || strings.ContainsRune("\"“”«»", r) && end > s.at {
			break
		}
		end += size
	}
	start, stop := s.at, end
	if above := strings.TrimRight(s.text[start:end], ",;:!?)"); updots(above) {
		stop = start + len(above)
		s.put(start, stop, Path)
	} else {
		stop = s.trimmed(start, end)
		s.pieces(start, stop)
	}
	for i := stop; i < end; i++ {
		s.mark(i, i+1)
	}
	s.at = end
}

// trimmed is where a chunk ends without the punctuation after it.
func (s *splitter) trimmed(start, stop int) int {
	for stop > start+1 && strings.IndexByte(",;:!?).", s.text[stop-1]) >= 0 {
		if s.text[stop-1] == ')' && strings.ContainsRune(s.text[start:stop], '(') {
			break
		}
		stop--
	}
	return stop
}

// updots reports "..", "../.." and the like: the folder above.
func updots(w string) bool {
	return strings.HasPrefix(w, "..") && !slices.ContainsFunc(strings.Split(strings.TrimSuffix(w, "/"), "/"), func(part string) bool { return part != ".." })
}

func (s *splitter) mark(start, end int) {
	s.out = append(s.out, Token{Text: s.text[start:end], Fold: s.text[start:end], Kind: Mark, Start: start, End: end})
}

var elided = map[string]bool{"l": true, "d": true, "dell": true, "nell": true, "all": true, "dall": true, "sull": true, "un": true, "c": true, "cos": true, "dov": true, "quest": true, "quell": true, "com": true, "n": true, "m": true, "t": true, "v": true, "tutt": true, "anch": true, "gl": true, "quant": true, "qual": true, "nient": true, "nessun": true, "dev": true, "quand": true, "dopo": true, "s": true}

// pieces adds the text as one token, or as two or three when it is elided or a number with its unit.
func (s *splitter) pieces(start, end int) {
	word := s.text[start:end]
	kind := kindOf(word)
	if kind != Word {
		s.put(start, end, kind)
		return
	}
	if n := leadingNumber(word); n > 0 && n < len(word) && allLetters(word[n:]) {
		s.put(start, start+n, Number)
		s.put(start+n, end, Word)
		return
	}
	folded := plainQuotes.Replace(word)
	if i := strings.IndexByte(folded, '\''); i > 0 && i+1 < len(folded) {
		cut := strings.IndexAny(word, "'’`")
		width := len(word) - len(folded) // bytes a typographic apostrophe takes beyond one
		if elided[strings.ToLower(folded[:i])] {
			s.put(start, start+cut+1+width, Word)
			s.pieces(start+cut+1+width, end)
			return
		}
		if n := strings.ToLower(folded[i+1:]); n == "t" && strings.HasSuffix(strings.ToLower(folded[:i]), "n") {
			s.put(start, start+cut-1, Word)
			s.put(start+cut-1, end, Word)
			return
		} else if n == "s" || n == "re" || n == "m" || n == "ll" || n == "ve" || n == "d" {
			s.put(start, start+cut, Word)
			s.put(start+cut, end, Word)
			return
		}
	}
	s.put(start, end, Word)
}

func (s *splitter) put(start, end int, kind Kind) {
	text := s.text[start:end]
	first, _ := utf8.DecodeRuneInString(text)
	s.out = append(s.out, Token{Text: text, Fold: vocab.Fold(text), Kind: kind, Cap: unicode.IsUpper(first), Start: start, End: end})
}

func kindOf(w string) Kind {
	switch {
	case strings.Contains(w, "://"):
		return URL
	case strings.Contains(w, "@") && strings.Contains(w[strings.IndexByte(w, '@'):], "."):
		return Email
	case w == "/" || w == "~":
		return Path
	case leadingNumber(w) == len(w):
		return Number
	case strings.ContainsAny(w, "/\\") && strings.Trim(w, "0123456789/") != "":
		return Path
	case (w[0] == '.' || strings.HasPrefix(w, "*.")) && IsExtension(w[strings.IndexByte(w, '.')+1:]):
		return Ext
	case strings.ContainsAny(w, "*"):
		return Glob
	}
	if i := strings.LastIndexByte(w, '.'); i > 0 && IsExtension(w[i+1:]) && strings.Trim(w[:i], "0123456789") != "" || i > 0 && IsExtension(w[i+1:]) && strings.Trim(w[i+1:], "0123456789") != "" {
		return File
	}
	return Word
}

// IsExtension reports whether s can be a file extension: up to ten letters and digits.
func IsExtension(s string) bool {
	return s != "" && len(s) <= 10 && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

func leadingNumber(w string) int {
	i := 0
	for i < len(w) && (w[i] >= '0' && w[i] <= '9' || (w[i] == '.' || w[i] == ',') && i > 0 && i+1 < len(w) && w[i+1] >= '0' && w[i+1] <= '9') {
		i++
	}
	return i
}

func allLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// Words are the folded words of a sentence, for telling its language.
func Words(text string) []string {
	tokens, _ := Split(text)
	out := make([]string, 0, len(tokens))
	for _, t := range tokens {
		if t.Kind == Word {
			out = append(out, t.Fold)
		}
	}
	return out
}

// plainQuotes writes every apostrophe the same.
var plainQuotes = strings.NewReplacer("’", "'", "`", "'")

// Value reads 12, 1.5, 1,5 and 1.000 (three digits after the mark are thousands).
func (t Token) Value() (float64, bool) {
	if t.Kind != Number {
		return 0, false
	}
	text := t.Text
	if i := strings.LastIndexAny(text, ".,"); i >= 0 {
		if len(text)-i-1 == 3 && text[0] != '0' {
			text = strings.NewReplacer(".", "", ",", "").Replace(text)
		} else {
			text = strings.NewReplacer(".", "", ",", "").Replace(text[:i]) + "." + text[i+1:]
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && n < 1e15
}

// Plain reports whether tokens i..j can be one name: no quotes or marks inside, except parentheses and commas of names.
func Plain(tokens []Token, i, j int) bool {
	for k := i; k < j; k++ {
		t := tokens[k]
		if t.Kind == Quoted && j-i > 1 || t.Kind == Mark && !strings.Contains("()", t.Text) || t.Kind == URL || t.Kind == Email {
			return false
		}
	}
	return tokens[i].Kind != Mark && (tokens[j-1].Kind != Mark || tokens[j-1].Text == ")")
}

// Ends reports whether the token before j ends in an extension.
func Ends(tokens []Token, j int) bool {
	t := tokens[j-1]
	if t.Kind == File {
		return true
	}
	return t.Kind == Path && IsExtension(strings.TrimPrefix(filepath.Ext(t.Text), ".")) && filepath.Ext(t.Text) != filepath.Base(t.Text)
}
