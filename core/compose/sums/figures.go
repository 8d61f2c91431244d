package sums

import (
	"regexp"
	"strconv"
	"strings"
)

// counts are the small numbers by their words in both languages.
var counts = func() map[string]int {
	out := map[string]int{}
	for _, list := range []string{
		"_ un due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
		"_ uno", "_ una", "_ one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty", "_ an",
	} {
		for n, w := range strings.Fields(list) {
			if n > 0 {
				out[w] = n
			}
		}
	}
	for w, n := range map[string]int{"trenta": 30, "quaranta": 40, "cinquanta": 50, "sessanta": 60, "cento": 100, "mille": 1000, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100} {
		out[w] = n
	}
	return out
}()

var (
	words     = regexp.MustCompile(`[a-z]+`)
	halfAfter = regexp.MustCompile(`(\d+) ([a-z]+) e mezz[ao]\b`)
	halfIn    = regexp.MustCompile(`(\d+) and a half ([a-z]+)`)
	halfOf    = regexp.MustCompile(`\b(?:mezz'|mezzo |mezza |half an |half a )([a-z]+)`)
)

// figures writes the quantities said in words, "tre ore e mezza", "three and a half hours", with figures.
func figures(text string) string {
	text = strings.ReplaceAll(text, " and a half", " _half")
	text = words.ReplaceAllStringFunc(text, func(w string) string {
		if n, ok := counts[w]; ok {
			return strconv.Itoa(n)
		}
		return w
	})
	text = strings.ReplaceAll(text, " _half", " and a half")
	text = halfAfter.ReplaceAllString(text, "$1.5 $2")
	text = halfIn.ReplaceAllString(text, "$1.5 $2")
	return halfOf.ReplaceAllString(text, "0.5 $1")
}
