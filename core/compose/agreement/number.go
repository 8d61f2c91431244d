package agreement

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
)

var (
	singular = []string{"il", "lo", "la", "l'", "quel", "quello", "quell'", "quella", "questo", "quest'", "questa", "dello", "dell'", "della", "unico", "unica", "del", "nel", "nella", "nell'", "dalla", "dal"}
	between  = []string{"mio", "mia", "my", "nuovo", "nuova", "new", "solo", "sola", "the", "il", "lo", "la", "l'", "i", "gli", "le"}
	every    = []string{"ogni", "tutta", "tutto", "all", "every", "each", "any", "qualsiasi", "qualunque"}
	mass     = []string{"musica", "posta", "music", "audio", "slides", "code", "codice"}
)

// Number tells one from many by the noun in English, by the article before it in Italian.
func Number(tokens []token.Token, f speech.Fact, english bool) (single, plural bool) {
	noun := tokens[f.End-1].Fold
	if slices.Contains(mass, noun) {
		return false, true
	}
	before := f.Start - 1
	for before > 0 && slices.Contains(between, tokens[before].Fold) {
		before-- // "tutta la musica", "all my music"
	}
	for i := max(before, 0); i < f.End; i++ {
		word := tokens[i].Fold
		if slices.Contains(every, word) {
			return false, true
		}
		single = single || slices.Contains(singular, word)
	}
	if english {
		plural = strings.HasSuffix(noun, "s")
		return !plural, plural
	}
	return single, false
}
