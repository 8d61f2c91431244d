package spoken

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/fold"
)

var (
	affirming = []string{"si", "s", "yes", "y", "true", "vero", "1", "x", "ok", "✓", "✔"}
	denying   = []string{"", "no", "n", "false", "falso", "0", "-"}
)

// Yes reads a cell of a column of yes and no; ok is false when it is neither. An empty one is a no.
func Yes(cell string) (yes, ok bool) {
	text := fold.Text(cell)
	return slices.Contains(affirming, text), slices.Contains(affirming, text) || slices.Contains(denying, text)
}

// Affirms reports whether a word says yes to a column: "paid" to a column paid or pagata, in whatever ending. yes is
// false for the opposite, "unpaid".
func Affirms(word, column string) (said, yes bool) {
	for _, denied := range []string{"", "un", "in"} {
		rest, ok := strings.CutPrefix(fold.Text(word), denied)
		if !ok || len(rest) < 4 {
			continue
		}
		if one, name := meanings(rest), meanings(column); len(one) == 1 && slices.Equal(one, name) {
			return true, denied == ""
		}
	}
	return false, false
}
