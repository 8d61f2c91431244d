package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/vocab"
)

// kind is what a token looks like.
type kind byte

const (
	word kind = iota
	number
	quoted
	place // has a slash or starts with ~
	file  // has an extension
	mark  // punctuation
)

type token struct {
	text, fold string // fold is "" for what is a name or a text, never a word of the language
	kind       kind
	start, end int
}

// Bounds of the work: what is beyond them is not read.
const (
	maxTokens = 160
	maxBytes  = 4096
	maxWord   = 256 // bytes; longer ones are no word of a language
)

var closing = map[rune]rune{'"': '"', '“': '”', '«': '»', '`': '`'}

func tokens(text string) (out []token) {
	if len(text) > maxBytes {
		end := maxBytes
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	for at := 0; at < len(text) && len(out) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case unicode.IsSpace(r):
			at += size
		case closing[r] != 0 && strings.ContainsRune(text[at+size:], closing[r]):
			inner := text[at+size:]
			n := strings.IndexRune(inner, closing[r])
			end := at + size + n + utf8.RuneLen(closing[r])
			out = append(out, token{inner[:n], "", quoted, at, end})
			at = end
		case r == '\'' && apostrophe(text[at+size:]) > 0:
			n := apostrophe(text[at+size:])
			out = append(out, token{text[at+size : at+size+n], "", quoted, at, at + n + 2})
			at += n + 2
		default:
			end := at + size
			for end < len(text) {
				next, n := utf8.DecodeRuneInString(text[end:])
				if unicode.IsSpace(next) || closing[next] != 0 {
					break
				}
				end += n
			}
			out = append(out, chunk(text, at, end)...)
			at = end
		}
	}
	return out[:min(len(out), maxTokens)]
}

// apostrophe is where a text between plain apostrophes ends: at one that ends a word.
func apostrophe(rest string) int {
	for i := 1; i < len(rest); i++ {
		if rest[i] == '\'' && (i+1 == len(rest) || strings.IndexByte(" ,.;:!?)", rest[i+1]) >= 0) {
			return i
		}
	}
	return 0
}

// chunk gives the punctuation around a word back, and splits elisions.
func chunk(text string, start, end int) (out []token) {
	from, to := start, end
	for from < to && strings.IndexByte("(,;:!?", text[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(",;:!?.)", text[to-1]) >= 0 {
		to--
	}
	for i := start; i < from; i++ {
		out = append(out, token{text[i : i+1], text[i : i+1], mark, i, i + 1})
	}
	out = append(out, pieces(text, from, to)...)
	for i := to; i < end; i++ {
		out = append(out, token{text[i : i+1], text[i : i+1], mark, i, i + 1})
	}
	return out
}

func pieces(text string, start, end int) []token {
	if start == end {
		return nil
	}
	w := text[start:end]
	one := func(k kind) []token {
		t := token{w, "", k, start, end}
		if k == word || k == number {
			t.fold = vocab.Fold(w)
		}
		return []token{t}
	}
	switch {
	case len(w) > maxWord:
		return one(file)
	case strings.ContainsAny(w, `/\`) && strings.Trim(w, "0123456789/") != "" || strings.HasPrefix(w, "~"):
		return one(place)
	case strings.Trim(w, "0123456789.,") == "":
		return one(number)
	case strings.ContainsAny(w, "*?@"):
		return one(file)
	}
	if i := strings.LastIndexByte(w, '.'); i >= 0 && i < len(w)-1 && len(w)-i <= 11 {
		if i == 0 { // .tmp: an extension is a word
			return []token{{w, vocab.Fold(w[1:]), word, start, end}}
		}
		return one(file)
	}
	if i := strings.IndexAny(w, "'’"); i > 0 {
		size := len("'")
		if strings.HasPrefix(w[i:], "’") {
			size = len("’")
		}
		if cut := elision(w, i); cut > 0 && i+size < len(w) {
			at := start + cut
			if cut > i {
				at = start + i + size
			}
			return append([]token{{text[start:at], vocab.Fold(text[start:at]), word, start, at}}, pieces(text, at, end)...)
		}
	}
	return one(word)
}

// elision is where a word with an apostrophe at i is cut in two: after it in Italian, before the ending in English.
func elision(w string, i int) int {
	switch tail := vocab.Fold(w[i:]); tail {
	case "'t":
		if strings.HasSuffix(strings.ToLower(w[:i]), "n") {
			return i - 1
		}
	case "'s", "'re", "'ve", "'m", "'ll", "'d":
		return i
	}
	return i + 1
}
