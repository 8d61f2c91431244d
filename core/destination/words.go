package destination

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/vocab"
)

// word is one word of a sentence, where it stands, and whether it is only said: quoted, or to be written.
type word struct {
	fold       string // lower case, no accents; an elided word keeps its apostrophe
	start, end int    // bytes of the sentence, without the punctuation around it
	capital    bool
	ends       bool // punctuation follows
	said       bool
}

var closing = map[rune]rune{'"': '"', '«': '»', '“': '”', '„': '“', '‘': '’', '`': '`', '\'': '\''}

// split cuts a sentence into words.
func split(text string) []word {
	var words []word
	until := rune(0) // what closes the quotation we are in
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case until != 0 && r == until:
			until = 0
			at += size
		case until == 0 && closing[r] != 0 && quotes(text, at, r, size):
			until = closing[r]
			at += size
		case unicode.IsSpace(r) || strings.ContainsRune("()[]{},;:!?…", r) || r == '"' || r == '»' || r == '”':
			if len(words) > 0 && !unicode.IsSpace(r) {
				words[len(words)-1].ends = true
			}
			at += size
		default:
			w := next(text, at, until)
			words, at = append(words, w), max(w.end, at+size)
		}
	}
	told(text, words)
	return words
}

// quotes reports whether the mark at a place opens a quotation: it starts a word and is closed later. An apostrophe
// within words is none.
func quotes(text string, at int, mark rune, size int) bool {
	rest := text[at+size:]
	if mark != '\'' && mark != '‘' {
		return strings.ContainsRune(rest, closing[mark])
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if at > 0 && !unicode.IsSpace(before) && before != '(' {
		return false
	}
	for i, r := range rest {
		if i > 0 && (r == closing[mark] || r == '\'') {
			after, _ := utf8.DecodeRuneInString(rest[i+utf8.RuneLen(r):])
			if !unicode.IsLetter(after) {
				return true
			}
		}
	}
	return false
}

// next is the word that starts at a place.
func next(text string, at int, until rune) word {
	end := at
	for end < len(text) {
		i := end - at
		r, size := utf8.DecodeRuneInString(text[end:])
		if unicode.IsSpace(r) || r == until && until != 0 || strings.ContainsRune("()[]{},;!?…\"«»“”", r) {
			break
		}
		if r == ':' && !strings.HasPrefix(text[at+i:], ":/") && !strings.HasPrefix(text[at+i:], ":\\") {
			break
		}
		end += size
		if (r == '\'' || r == '’') && i > 0 && until == 0 && elided[vocab.Fold(text[at:end])] {
			break
		}
	}
	w := word{start: at, end: end, said: until != 0}
	for strings.HasSuffix(text[w.start:w.end], ".") {
		w.end, w.ends = w.end-1, true
	}
	if w.end == w.start {
		w.end = end // dots alone
	}
	first, _ := utf8.DecodeRuneInString(text[w.start:])
	w.fold, w.capital = vocab.Fold(text[w.start:w.end]), unicode.IsUpper(first)
	return w
}

// told marks the words that are content: what follows "con scritto", or a colon after a word for text.
func told(text string, words []word) {
	writes := false
	for i, w := range words {
		if w.said {
			continue
		}
		if i > 0 {
			if follow := introduces[words[i-1].fold]; follow[w.fold] {
				mark(words[i+1:])
				return
			}
		}
		if alone[w.fold] {
			mark(words[i+1:])
			return
		}
		writes = writes || writing[w.fold]
		if writes && strings.HasPrefix(strings.TrimLeft(text[w.end:], " ."), ":") {
			mark(words[i+1:])
			return
		}
	}
}

func mark(words []word) {
	for i := range words {
		words[i].said = true
	}
}

// without takes the phrases out of a sentence, and what would be left dangling around them.
func without(text string, phrases []phrase) string {
	for i := len(phrases) - 1; i >= 0; i-- {
		p := phrases[i]
		before, after := strings.TrimRight(text[:p.start], " \t"), strings.TrimLeft(text[p.end:], " \t")
		if strings.TrimSpace(before) == "" || strings.HasSuffix(before, ",") && strings.HasPrefix(after, ",") {
			after = strings.TrimLeft(after, ",:; \t")
		}
		if before == "" || after == "" || strings.ContainsAny(after[:1], ",.;:!?)") {
			text = before + after
		} else {
			text = before + " " + after
		}
	}
	return strings.TrimSpace(text)
}
