package sums

import (
	"regexp"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// number is how one is written.
const number = `\d[\d.,']*`

var (
	lead   = regexp.MustCompile(`^(?:(?:per favore|please|dimmi|mi dici|sai dirmi|tell me)[ ,]+)*(?:quanto (?:fa|fanno|e|vale|viene)|quant'e|cosa fa|calcola(?:mi)?|fammi il conto|fai il conto(?: di)?|what(?: is|'s)|how much (?:is|are)|calculate|compute|work out)[ :]+`)
	spaced = regexp.MustCompile(`\s+`)
	// sayings are how signs are said, the longer ones first.
	sayings = strings.NewReplacer(
		" diviso per ", " / ", " divided by ", " / ", " diviso ", " / ", " fratto ", " / ", " over ", " / ",
		" moltiplicato per ", " * ", " multiplied by ", " * ", " per ", " * ", " times ", " * ", " x ", " * ",
		" piu ", " + ", " plus ", " + ", " e ", " + ", " meno ", " - ", " minus ", " - ",
		" elevato alla ", " ^ ", " elevato a ", " ^ ", " alla ", " ^ ", " to the power of ", " ^ ",
		" al quadrato", " ^2", " squared", " ^2", " al cubo", " ^3", " cubed", " ^3",
		" per cento", "%", " percento", "%", " percent", "%", " per cent", "%",
	)
	part    = regexp.MustCompile(`(` + number + `) ?% (?:di|del|dell'|della|of|su|sul) ?(` + number + `)`)
	root    = regexp.MustCompile(`(?:(?:la|the) )?(?:radice(?: quadrata)? di|square root of) ?(` + number + `)`)
	article = regexp.MustCompile(`^(?:il|lo|la|l'|the) ?`)
	plain   = regexp.MustCompile(`^[\d.,'+\-*/^%()√×÷:· ]+$`)
	signed  = regexp.MustCompile(`[\d)%] *[+\-*/^×÷:·] *[\d(√-]|√|\d ?% ?\*`)
)

// bare is a calculation that needs no word to ask for it: a part of a number, or numbers with signs that are nothing else.
var bare = regexp.MustCompile(`^(?:il |lo |l'|the )?` + number + ` ?(?:%|percento|per cento|percent|per cent) (?:di|del|dell'|della|of|su|sul) ?` + number + `$|^[\d.,() ]+(?: ?[+*×÷] ?[\d.,() ]+)+$`)

// Expression is the calculation a sentence asks for, and nothing besides: "how much is 15% of 230" is 15% * 230.
func Expression(sentence string) (string, bool) {
	text := folded(sentence)
	rest := lead.ReplaceAllString(text, "")
	if rest == text && !bare.MatchString(text) {
		return "", false
	}
	rest = article.ReplaceAllString(rest, "")
	rest = strings.TrimSpace(sayings.Replace(" " + sayings.Replace(" "+rest+" ") + " ")) // two that share a space need a second look
	rest = part.ReplaceAllString(rest, "$1% * $2")
	rest = root.ReplaceAllString(rest, "√($1)")
	if len(rest) > 500 || !plain.MatchString(rest) || !signed.MatchString(rest) {
		return "", false
	}
	return spaced.ReplaceAllString(rest, " "), true
}

func folded(sentence string) string {
	text := vocab.Fold(strings.ReplaceAll(sentence, "’", "'"))
	return strings.TrimSpace(spaced.ReplaceAllString(strings.TrimRight(strings.TrimSpace(text), "?!=. "), " "))
}

const (
	word  = `([^\d\s][^\d]*?)`
	value = `(-?` + number + `)`
)

var (
	polite   = `^(?:(?:per favore|please|dimmi|tell me)[ ,]+)*`
	converts = regexp.MustCompile(polite + `(?:converti(?:mi)?|trasforma|convert|change|turn) ` + value + ` ?` + word + ` (?:in|into|to|a) ` + word + `$`)
	asks     = regexp.MustCompile(polite + `(?:quanti|quante|a quanti|a quante|how many) ` + word + ` (?:sono|fanno|corrispondono|equivalgono|are|is|make)(?: in| a| there in)? ` + value + ` ?` + word + `$`)
	alone    = regexp.MustCompile(polite + `(?:converti(?:mi)?|convert|quanto (?:fa|fanno|sono|e)|quanti sono|quante sono|(?:how much|what) (?:is|are)) ` + value + ` ?` + word + `$`)
	amounts  = regexp.MustCompile(polite + `(?:quanto (?:fa|fanno|sono|e)|what(?: is|'s| are)|how much (?:is|are)) ` + value + ` ?` + word + ` (?:in|into|to) ` + word + `$`)
)

// Measure is a quantity and the units it is to go from and to, in the words of the sentence; to is "" where the person's own
// are meant.
func Measure(sentence string) (amount, from, to string, ok bool) {
	text := figures(folded(sentence))
	if f := converts.FindStringSubmatch(text); f != nil {
		return f[1], f[2], f[3], true
	}
	if f := amounts.FindStringSubmatch(text); f != nil {
		return f[1], f[2], f[3], true
	}
	if f := asks.FindStringSubmatch(text); f != nil {
		return f[2], f[3], f[1], true
	}
	if f := alone.FindStringSubmatch(text); f != nil {
		return f[1], f[2], "", true
	}
	return "", "", "", false
}
