package lexeme

import "strings"

// Numbers in words. Italian ones are one word however large; English ones are joined by the grammar.
var (
	small = map[string]int{
		"zero": 0, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9, "dieci": 10,
		"undici": 11, "dodici": 12, "tredici": 13, "quattordici": 14, "quindici": 15, "sedici": 16, "diciassette": 17, "diciotto": 18, "diciannove": 19,
		"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	}
	articles = map[string]int{"un": 1, "uno": 1, "una": 1, "un'": 1, "a": 1, "an": 1}
	tens     = []struct {
		word string
		n    int
	}{{"venti", 20}, {"trenta", 30}, {"quaranta", 40}, {"cinquanta", 50}, {"sessanta", 60}, {"settanta", 70}, {"ottanta", 80}, {"novanta", 90}}
)

// spelt reads a number in words, and whether it is also an article.
func spelt(w string) (n int, article, ok bool) {
	if n, ok := articles[w]; ok {
		return n, true, true
	}
	if n, ok := small[w]; ok {
		return n, false, true
	}
	if len(w) < 5 {
		return 0, false, false
	}
	n, ok = italian(w)
	return n, false, ok
}

// italian reads "ventitre", "centoventi", "duemilaventicinque", "millenovecentonovanta".
func italian(w string) (int, bool) {
	total := 0
	if head, rest, ok := strings.Cut(w, "mila"); ok {
		n, ok := hundreds(head)
		if !ok || n < 2 {
			return 0, false
		}
		total, w = 1000*n, rest
	} else if rest, ok := strings.CutPrefix(w, "mille"); ok {
		total, w = 1000, rest
	}
	if w == "" {
		return total, total > 0
	}
	n, ok := hundreds(w)
	return total + n, ok
}

func hundreds(w string) (int, bool) {
	head, rest, ok := strings.Cut(w, "cent")
	if !ok {
		return units(w)
	}
	n := 1
	if head != "" {
		if n, ok = small[head]; !ok || n > 9 {
			return 0, false
		}
	}
	rest = strings.TrimPrefix(rest, "o")
	if rest == "" {
		return 100 * n, true
	}
	m, ok := units(rest)
	return 100*n + m, ok
}

func units(w string) (int, bool) {
	if w == "uno" {
		return 1, true
	}
	if n, ok := small[w]; ok {
		return n, n < 20 && n != 0
	}
	for _, t := range tens {
		if w == t.word {
			return t.n, true
		}
		for _, stem := range []string{t.word, t.word[:len(t.word)-1]} { // ventuno, ventotto lose the vowel
			rest, ok := strings.CutPrefix(w, stem)
			if !ok {
				continue
			}
			if rest == "uno" || rest == "un" {
				return t.n + 1, true
			}
			if n, ok := small[rest]; ok && n < 10 && n > 0 {
				return t.n + n, true
			}
		}
	}
	return 0, false
}
