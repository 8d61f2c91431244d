package constraint

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
)

// Besides reports a kind and an extension that are two sorts of things, "the photos and the pdfs", where "the jpg
// photos" are one. No single search finds both.
func Besides(tokens []token.Token, c *request.Clause) (speech.Fact, bool) {
	for i, k := range c.Facts {
		if c.Used[i] || k.Name != "kind" {
			continue
		}
		apart, together := false, false
		for j, e := range c.Facts {
			if c.Used[j] || e.Name != "ext" {
				continue
			}
			between := slices.ContainsFunc(tokens[min(k.End, e.End):max(k.Start, e.Start)], func(t token.Token) bool {
				return t.Text == "," || slices.Contains([]string{"e", "ed", "and"}, t.Fold)
			})
			apart, together = apart || between, together || !between
		}
		if apart && !together {
			return k, true
		}
	}
	return speech.Fact{}, false
}
