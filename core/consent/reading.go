package consent

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Reading is what a whole message means as an answer, when it is nothing else.
type Reading int

const (
	Neither Reading = iota
	Yes
	No
)

// words are answers only as a whole message: "sì, ma prima…" is not a yes.
var words = map[string]Reading{
	"si": Yes, "yes": Yes, "ok": Yes, "okay": Yes, "y": Yes, "va bene": Yes, "procedi": Yes, "conferma": Yes,
	"confermo": Yes, "certo": Yes, "si grazie": Yes, "si procedi": Yes, "d accordo": Yes, "approvo": Yes,
	"yes please": Yes, "go ahead": Yes, "do it": Yes, "confirm": Yes, "sure": Yes, "fallo": Yes, "approve": Yes,
	"no": No, "n": No, "annulla": No, "cancel": No, "stop": No, "ferma": No, "fermati": No, "no grazie": No,
	"lascia stare": No, "lascia perdere": No, "rifiuto": No, "non farlo": No, "no thanks": No, "never mind": No,
	"nevermind": No, "don t": No, "do not": No, "undo": No, "reject": No, "abort": No,
}

// Read reads a whole message as a yes or a no. Who asks back has not answered.
func Read(text string) Reading {
	if doubted(text) {
		return Neither
	}
	return words[Fold(text)]
}

// doubted reports whether a message is a question.
func doubted(text string) bool { return strings.ContainsAny(text, "?？¿؟") }

// Fold is a message in lower case, without accents, punctuation and doubled spaces.
func Fold(s string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToValidUTF8(s, " "))
	if err != nil {
		plain = s
	}
	plain = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, plain)
	return strings.Join(strings.Fields(plain), " ")
}
