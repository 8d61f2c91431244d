package turn

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// reading is what a whole message means as an answer, when it is nothing else.
type reading int

const (
	notClosed reading = iota
	yes
	no
)

// A message is one of these only as a whole: "sì, ma prima…" is not a yes.
var closedWords = map[string]reading{
	"si": yes, "yes": yes, "ok": yes, "okay": yes, "y": yes, "va bene": yes, "procedi": yes, "conferma": yes,
	"confermo": yes, "certo": yes, "si grazie": yes, "si procedi": yes, "d accordo": yes, "approvo": yes,
	"yes please": yes, "go ahead": yes, "do it": yes, "confirm": yes, "sure": yes, "fallo": yes, "approve": yes,
	"no": no, "n": no, "annulla": no, "cancel": no, "stop": no, "ferma": no, "fermati": no, "no grazie": no,
	"lascia stare": no, "lascia perdere": no, "rifiuto": no, "non farlo": no, "no thanks": no, "never mind": no,
	"nevermind": no, "don t": no, "do not": no, "undo": no, "reject": no, "abort": no,
}

var undoWords = map[string]bool{
	"annulla": true, "undo": true, "annulla l ultima operazione": true, "annulla l ultima azione": true,
	"annulla ultima operazione": true, "annulla tutto": true, "annulla quello che hai fatto": true,
	"annulla l operazione": true, "disfa": true, "torna indietro": true, "rimetti com era": true,
	"rimetti tutto com era": true, "ripristina": true, "undo that": true, "undo it": true,
	"undo the last operation": true, "undo the last action": true, "undo last operation": true,
	"undo the last turn": true, "undo what you did": true, "revert": true, "revert that": true,
	"put it back": true, "put everything back": true, "take it back": true,
}

// folded is a message in lower case, without accents, punctuation and doubled spaces.
func folded(s string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
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

// closed reads a whole message as a yes or a no.
func closed(text string) reading { return closedWords[folded(text)] }

// choose finds the option a message means: its exact text, its number from 1, or a part only it has.
func choose(text string, options, shown []string) (string, bool) {
	said := folded(text)
	for i, option := range options {
		if text == option || said != "" && (said == folded(option) || said == folded(shown[i])) {
			return option, true
		}
	}
	if n, err := strconv.Atoi(said); err == nil && n >= 1 && n <= len(options) {
		return options[n-1], true
	}
	if len(said) < 2 {
		return "", false
	}
	found := -1
	for i := range options {
		if !strings.Contains(" "+folded(shown[i])+" ", " "+said+" ") {
			continue
		}
		if found >= 0 {
			return "", false
		}
		found = i
	}
	if found < 0 {
		return "", false
	}
	return options[found], true
}
