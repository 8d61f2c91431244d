package phrase

import (
	"slices"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Spanned is the longest of a tool's affinity phrases the sentence holds word for word: tokens from start to end.
func Spanned(t *shelf.Tool, reading speech.Reading) (start, end int) {
	for _, words := range t.Phrases[reading.Lang] {
		n := len(words)
		if n == 0 || n <= end-start {
			continue
		}
		for i := 0; i+n <= len(reading.Tokens); i++ {
			if slices.EqualFunc(words, reading.Tokens[i:i+n], func(a, b token.Token) bool { return a.Fold == b.Fold && a.Kind != token.Quoted }) {
				start, end = i, i+n
				break
			}
		}
	}
	return start, end
}

// Qualified is the token that says a qualifier, in its own word or in one the lexicon has for it, -1 when none does.
func Qualified(qualifier string, reading speech.Reading) int {
	for i, t := range reading.Tokens {
		if t.Kind != token.Word {
			continue
		}
		if t.Fold == qualifier {
			return i
		}
		for _, s := range vocab.For(reading.Lang).Look([]string{t.Fold}) {
			if s.Class == "set" && s.Value == qualifier && s.Words == 1 {
				return i
			}
		}
	}
	return -1
}
