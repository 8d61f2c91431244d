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
	"vai": Yes, "vai pure": Yes, "si vai": Yes, "ok vai": Yes, "ok procedi": Yes, "procedi pure": Yes, "certamente": Yes, "certo che si": Yes, "si certo": Yes,
	"si si": Yes, "si dai": Yes, "dai": Yes, "va bene procedi": Yes, "si va bene": Yes, "si confermo": Yes, "confermato": Yes, "si fallo": Yes, "perfetto procedi": Yes,
	"esatto": Yes, "giusto": Yes, "si per favore": Yes, "si ok": Yes, "ok si": Yes, "yep": Yes, "yeah": Yes, "yup": Yes, "yes do it": Yes, "ok go": Yes, "ok go ahead": Yes,
	"go for it": Yes, "yes go ahead": Yes, "proceed": Yes, "of course": Yes, "please do": Yes, "alright": Yes, "all right": Yes, "yes sure": Yes, "absolutely": Yes,
	"yes ok": Yes, "ok yes": Yes, "confirmed": Yes, "correct": Yes, "right": Yes, "exactly": Yes, "yes proceed": Yes, "ok do it": Yes, "ok proceed": Yes, "si prosegui": Yes, "prosegui": Yes,
	"nope": No, "nah": No, "no no": No, "meglio di no": No, "no lascia stare": No, "no lascia perdere": No, "no fermati": No, "no non farlo": No, "non voglio": No, "niente": No,
	"no don t": No, "better not": No, "no way": No, "no stop": No, "no cancel": No, "leave it": No, "forget it": No, "no leave it": No,
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
