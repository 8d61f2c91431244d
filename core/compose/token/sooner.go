package token

import "slices"

// Sooner reports an Italian "prima" that says when to act: it is the first of something only beside an article or the
// word for it. The words are folded.
func Sooner(words []string, i int) bool {
	if words[i] != "prima" || i > 0 && slices.Contains(feminine, words[i-1]) {
		return false
	}
	return i+1 >= len(words) || !slices.Contains(counted, words[i+1])
}

var (
	feminine = []string{"la", "della", "alla", "dalla", "nella", "sulla", "quella", "questa"}
	counted  = []string{"foto", "immagine", "cartella", "riga", "cosa"}
)
