package wish

import (
	"slices"

	"github.com/metnos/metnos/core/rank/sentence"
)

// ofTheDay reads what is said of a day without saying what is to be done: "my friday", "sveglia alle sette", "no alarm tomorrow".
func (a *Wish) ofTheDay(x *Columns) {
	rings := a.noun(x, "alarm", "reminder")
	switch {
	case a.Mine && len(a.Nouns) == 0 && !a.Lit:
		a.raise(x, "events", 0.9)
	case rings && a.refused():
		a.call(x, "delete", 1)
		for _, verb := range []string{"create", "read", "list"} {
			a.Verbs[x.Verbs[verb]] *= 0.5
		}
	case rings && a.named(x) == "" && a.Has&sentence.HasTime != 0:
		a.call(x, "create", 1)
		for _, verb := range []string{"find", "read", "list", "get"} {
			a.Verbs[x.Verbs[verb]] *= 0.6
		}
	}
}

// refused reports whether a thing is not wanted: "no alarm".
func (a *Wish) refused() bool {
	return slices.ContainsFunc(a.Nouns, func(h sentence.Heard) bool {
		return h.At > 0 && slices.Contains([]string{"no", "niente", "nessuna", "nessun"}, a.Words[h.At-1])
	})
}
