package onward

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/sheet"
	"github.com/metnos/metnos/core/plan"
)

// leading are the small words before a value: "those from Rossi".
var leading = []string{"quelli", "quelle", "di", "del", "della", "dei", "degli", "delle", "da", "dal", "dalla", "il", "lo", "la", "i", "gli", "le", "per", "con", "in",
	"those", "the", "ones", "of", "from", "for", "in", "with", "on"}

// Row is the sentence in full words when it changes or narrows a question about a table by one of its values: "only
// food", "and Neri's?". ok is false for any other.
func (b Planner) Row() (text string, ok bool) {
	p := b.Req.Previous
	if p == nil || len(p.Framework.Steps) == 0 {
		return "", false
	}
	first := p.Framework.Steps[0]
	t := b.Shelf.Named(first.Tool)
	chained := slices.ContainsFunc(p.Framework.Steps, func(s plan.Step) bool { return s.Args[plan.FromPrevious] != nil })
	if t == nil || !t.Rows() || chained {
		return "", false
	}
	said, narrow, ok := b.changed()
	list, _ := first.Args[t.ByMeaning["paths"]].([]any)
	if !ok || len(list) != 1 {
		return "", false
	}
	s, ok := sheet.Of(b.Req.Places, strings.TrimPrefix(plan.Text(list[0]), `\`))
	if !ok {
		return "", false
	}
	words := strings.Fields(said)
	for len(words) > 1 && slices.Contains(leading, strings.ToLower(words[0])) {
		words = words[1:]
	}
	value := strings.TrimSuffix(strings.TrimSuffix(strings.Join(words, " "), "'s"), "’s")
	for _, article := range []string{"l'", "dell'", "all'"} {
		value = strings.TrimPrefix(value, article)
	}
	cell, ok := s.Value(value)
	if !ok || strings.Contains(cell, `"`) {
		return "", false
	}
	form := map[bool]map[string]string{false: {"it": "e ", "en": "and "}, true: {"it": "solo quelli di ", "en": "only those from "}}[narrow && len(p.Framework.Steps) > 1]
	return form[b.Reading.Lang] + `"` + cell + `"`, true
}
