package quoting

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/vocab"
)

// Put gives a tool the text to write, unless it goes on like another request.
func Put(t *shelf.Tool, args map[string]any, request, lang, text string) error {
	if goesOn(request, lang, text) {
		return steps.Limit("text_goes_on", "a text without quotes ends like another request", "text", text)
	}
	t.Put(args, "text", text)
	return nil
}

// goesOn reports a text without quotes in which "and then" and a command follow: whether that is still text, or the next
// thing to do, only quotes tell.
func goesOn(request, lang, text string) bool {
	if at := strings.Index(request, text); at > 0 && strings.ContainsAny(request[max(0, at-3):at], "\"«“'‘") {
		return false
	}
	words := strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return strings.ContainsRune(" ,;:.\n\t", r) })
	for i := 1; i+1 < len(words); i++ {
		if words[i] != "poi" && words[i] != "then" {
			continue
		}
		if slices.ContainsFunc(vocab.For(lang).Look(words[i+1:]), func(s vocab.Sense) bool { return s.Class == "verb" && s.Mood == vocab.Command }) {
			return true
		}
	}
	return false
}
