package token

import (
	"strings"

	"github.com/metnos/metnos/core/plan"
)

// Unquoted is the sentence without the quotes around its only quoted text, when that is the path of a file that is
// there: a path with spaces is quoted when it is pasted. It is "" for any other sentence.
func Unquoted(text string, places plan.Places) string {
	if places == nil {
		return ""
	}
	tokens, whole := Split(text)
	at := -1
	for i, t := range tokens {
		switch {
		case t.Kind == Quoted && at >= 0, t.Kind == Mark && t.Text == ":":
			return ""
		case t.Kind == Quoted:
			at = i
		}
	}
	if !whole || at < 0 || !strings.Contains(tokens[at].Text, "/") || len(places.File(tokens[at].Text)) != 1 {
		return ""
	}
	return text[:tokens[at].Start] + tokens[at].Text + text[tokens[at].End:]
}
