package courtesy

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/phrase"
)

// joins are the words that put one request after another.
var joins = []string{"e", "ed", "poi", "quindi", "dopo", "infine", "ma", "and", "then", "after", "finally", "but", ",", ";", "."}

// Undoing reports whether a sentence asks to undo beside something else: "move it and then undo". As a whole it would be a
// request of its own.
func Undoing(text string) bool {
	tokens, _ := token.Split(text)
	var parts []string
	part := ""
	for _, t := range tokens {
		if t.Kind != token.Quoted && slices.Contains(joins, t.Fold) {
			parts, part = append(parts, part), ""
			continue
		}
		part = strings.TrimSpace(part + " " + t.Fold)
	}
	parts = append(parts, part)
	return len(parts) > 1 && slices.ContainsFunc(parts, phrase.Undoes)
}
