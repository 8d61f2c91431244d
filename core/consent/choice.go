package consent

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Choose finds the option a message means: its exact text, its place in the list ("2", "la seconda", "the last
// one"), or a part only one of them has ("quella in Documenti"). shown are the options as the person reads them.
func Choose(text string, options, shown []string) (string, bool) {
	folded := Fold(text)
	if said := strings.TrimSpace(text); said != "" {
		for i, option := range options {
			if said == option || said == shown[i] {
				return option, true
			}
		}
	}
	switch {
	case doubted(text) || odd(text):
		return "", false
	case len(options) == 1 && Read(text) == Yes:
		return options[0], true
	}
	for _, said := range [...]string{folded, strings.Join(lead(strings.Fields(folded)), " "), bare(folded)} {
		if said == "" || len(options) == 0 {
			continue
		}
		for i, option := range options {
			if said == Fold(option) || said == Fold(shown[i]) {
				return option, true
			}
		}
		if n := position(said, len(options)); n > 0 && n <= len(options) {
			return options[n-1], true
		}
		if i := only(said, shown); i >= 0 {
			return options[i], true
		}
	}
	return "", false
}

// only is the one option that has said among its words, -1 when there is none or more than one.
func only(said string, shown []string) int {
	found := -1
	for i := range shown {
		if !strings.Contains(" "+Fold(shown[i])+" ", " "+said+" ") {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// ordinals are places in a list, from 1; -1 is the last.
var ordinals = map[string]int{
	"primo": 1, "prima": 1, "first": 1, "1st": 1, "uno": 1, "one": 1, "secondo": 2, "seconda": 2, "second": 2, "2nd": 2, "due": 2, "two": 2,
	"terzo": 3, "terza": 3, "third": 3, "3rd": 3, "tre": 3, "three": 3, "quarto": 4, "quarta": 4, "fourth": 4, "4th": 4, "quattro": 4, "four": 4,
	"quinto": 5, "quinta": 5, "fifth": 5, "5th": 5, "cinque": 5, "five": 5, "sesto": 6, "sesta": 6, "sixth": 6, "6th": 6, "sei": 6, "six": 6,
	"ultimo": -1, "ultima": -1, "last": -1,
}

// odd reports a message that gives nothing but numbers and is no place in a list: signed, padded, broken, or several
// of them. Folding would leave its digits alone.
func odd(text string) bool {
	said := bare(Fold(text))
	if said == "" || strings.ContainsFunc(said, unicode.IsLetter) {
		return false
	}
	if strings.ContainsRune(said, ' ') || strings.HasPrefix(said, "0") {
		return true
	}
	before, _, _ := strings.Cut(text, said)
	signed := strings.TrimRightFunc(before, unicode.IsSpace)
	return strings.HasSuffix(before, ".") || strings.HasSuffix(before, ",") ||
		slices.ContainsFunc(signs[:], func(sign string) bool { return strings.HasSuffix(signed, sign) })
}

var signs = [...]string{"-", "+", "−", "–", "—", "±", "~", "<", ">"}

// position reads a place in a list of so many, 0 when it is none.
func position(said string, of int) int {
	if n, err := strconv.Atoi(said); err == nil {
		return n
	}
	n := ordinals[said]
	if n < 0 {
		return of
	}
	return n
}

// around are words people put around a choice or a name without meaning anything by them.
var around = setOf(`in nel nello nella nell nei negli nelle dentro a al allo alla all ai agli alle da dal dallo dalla dall di del dello della dell su sul
	sullo sulla sull sotto il lo la l i gli le un una mio mia miei mie quello quella quelli quelle questo questa cartella cartelle sottocartella
	directory file numero opzione nuova nuovo allora ok si direi facciamo magari usa metti chiamata chiamato nome con che sta si trova e
	into to inside within under at on from of the my a an that this folder subfolder new number option let s so use called named it is in which
	per favore piacere cortesia grazie mille please thanks thank you`)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// bare is a folded message without the words around what it names; of one made of nothing else, nothing.
func bare(folded string) string {
	words := lead(strings.Fields(folded))
	for len(words) > 0 && idle(words, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// lead drops the words before what a folded message names.
func lead(words []string) []string {
	for len(words) > 0 && idle(words, words[0]) {
		words = words[1:]
	}
	return words
}

// idle reports whether a word names nothing where it stands: "the last one" is the last.
func idle(words []string, w string) bool {
	if w == "one" || w == "uno" {
		return len(words) > 1
	}
	return around[w] && ordinals[w] == 0
}
