package sentence

import (
	"strings"

	"github.com/metnos/metnos/core/rank/sense"
)

// toward is the preposition that says which way a written path goes: "into the archive x.zip".
func (a *Sentence) toward(i int) string {
	for j := i - 1; j >= max(0, i-4) && !a.Said[j+1].Opens; j-- {
		if w := a.Words[j]; source[w] || place[w] || w == "as" || w == "come" {
			return w
		} else if w == "e" || w == "and" || w == "" {
			return ""
		}
	}
	return ""
}

// Many reports whether several things are meant: by the noun in English, by the article in Italian.
func (a *Sentence) Many(i, n int) bool {
	if i+1 < len(a.Said) && a.Said[i+1].Piece == File {
		return false
	}
	if a.Lang != sense.It && strings.HasSuffix(a.Words[min(i+n, len(a.Words))-1], "s") {
		return true
	}
	for j := i - 1; j >= max(0, i-2) && a.Lang != sense.En; j-- {
		if several[a.Words[j]] {
			return true
		}
	}
	return false
}

// Preposition is the word before the thing at i that says how it takes part, articles and adjectives passed over.
func (a *Sentence) Preposition(i int) string {
	for j := i - 1; j >= max(0, i-3); j-- {
		w := a.Words[j]
		if source[w] || place[w] {
			return w
		}
		if a.Said[j].Opens || !determiners[w] && j < i-1 {
			return ""
		}
	}
	return ""
}

// Unheard reports whether the sentence begins with a word that may be an order nobody knows.
func (a *Sentence) Unheard() bool {
	for i, w := range a.Words {
		if a.Stop(i) {
			continue
		}
		var room [8]sense.Sense
		return w != "" && !a.Said[i].Name && len(a.Senses(room[:0], i)) == 0
	}
	return false
}
