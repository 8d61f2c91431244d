package admit

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// offered is how many words a refusal suggests.
const offered = 6

// words lists the candidates nearest to a word, best first.
func words(word string, candidates []string) string {
	list := slices.Sorted(slices.Values(candidates))
	slices.SortStableFunc(list, func(a, b string) int {
		return levenshtein.Distance(word, a, nil) - levenshtein.Distance(word, b, nil)
	})
	return strings.Join(list[:min(offered, len(list))], ", ")
}
