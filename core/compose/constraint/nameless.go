package constraint

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// Nameless reports a description in place of a name: every word of it is one of "main", "usual", "other".
func Nameless(lang, name string) bool {
	for _, w := range strings.Fields(vocab.Fold(name)) {
		if !slices.ContainsFunc(vocab.For(lang).Look([]string{w}), func(s vocab.Sense) bool {
			return s.Class == "set" && slices.Contains([]string{"vague", "art", "def", "pad"}, s.Value)
		}) {
			return false
		}
	}
	return true
}
