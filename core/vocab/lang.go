package vocab

import "strings"

// Language is the dominant language of the folded words, "" when neither leads. A word that both lexicons
// know counts for neither; greetings weigh less than the words that carry the request.
func Language(words []string) string {
	score := 0
	for i := range words {
		it, en := weight(It(), words[i:]), weight(En(), words[i:])
		if it > 0 && en == 0 {
			score += it
		}
		if en > 0 && it == 0 {
			score -= en
		}
	}
	switch {
	case score > 0:
		return "it"
	case score < 0:
		return "en"
	}
	return ""
}

func weight(l *Lexicon, words []string) int {
	best := 0
	for _, s := range l.Look(words) {
		w := 2
		if s.Class == "set" && s.Value == "pad" && !strings.Contains(words[0], "'") {
			w = 1
		}
		best = max(best, w)
	}
	return best
}
