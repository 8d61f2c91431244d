package route

import (
	"slices"

	"github.com/metnos/metnos/core/rank/sense"
)

// What works on things already at hand, and so wants them found or read first.
var (
	overItems   = []string{"sort", "filter", "group", "compute", "count"}
	overContent = []string{"summarize", "describe", "extract", "translate", "classify", "compare"}
	overSets    = []string{"delete", "move", "put", "copy", "compress", "share", "send", "archive", "set", "convert", "tidy", "rename", "unpack", "stop"}
	intoSinks   = []string{"create", "make", "write", "save", "append", "send", "render", "put", "copy", "convert"}
)

// leading is how much each verb that gives things is wanted before what the sentence asks for.
type leading struct{ find, read, list, get float32 }

// lead says whether something must be found or read before what is asked for can be done.
func (a *ask) lead(x *Index) {
	a.before, a.from = leading{}, -1
	if a.main < 0 {
		return
	}
	act := x.lex.Lines[a.main].Name
	top := a.thing(x)
	switch {
	case top < 0:
	case slices.Contains(overContent, act):
		a.before = leading{0.85, 1, 0.6, 0.7}
		a.raise(x, "entries", 0.55)
	case slices.Contains(overItems, act):
		a.before = leading{1, 0.85, 0.85, 0.7}
		a.raise(x, "entries", 0.55)
	case slices.Contains(overSets, act) && !a.lit && (x.handled[top] || x.pathed[top] && a.picks):
		a.before = leading{1, 0.9, 0.6, 0.5}
	case slices.Contains([]string{"read", "open"}, act) && !a.lit && a.picks && x.opened[top]:
		a.before = leading{1.1, 0.8, 0.6, 0.5}
	}
	if a.lit && a.before.read > 0 {
		a.before = leading{0.5, 1, 0.4, 0.7}
	}
	if a.drawn {
		a.before, a.from = leading{0.5, 1, 0.3, 0.3}, x.objects["files"]
		a.raise(x, "files", 1)
		a.later(x)
		return
	}
	if slices.Contains(intoSinks, act) {
		a.sources(x, top)
	}
}

// thing is the concrete object the sentence speaks of most, -1 for none.
func (a *ask) thing(x *Index) int {
	best, at := float32(0.5), -1
	for col, w := range a.objects {
		if w >= best && !x.abstract[col] && (w > best || at < 0) {
			best, at = w, col
		}
	}
	return at
}

// sources finds what something new is made from: "a document with the events of May".
func (a *ask) sources(x *Index, sink int) {
	for _, h := range a.nouns {
		targets := x.things[h.ID]
		if len(targets) == 0 || targets[0].col == sink && !a.lit || x.abstract[targets[0].col] || h.Class != sense.Noun {
			continue
		}
		if p := a.preposition(h.at); !source[p] || x.lex.Lines[h.ID].Name == "folder" && a.lit {
			continue
		}
		a.before, a.from = leading{1, 1, 0.8, 0.8}, targets[0].col
		a.objects[a.from] = max(a.objects[a.from], 0.95)
		a.later(x)
		return
	}
}

// later makes less of what is asked for: something else comes first.
func (a *ask) later(x *Index) {
	for _, t := range x.acts[a.main] {
		a.verbs[t.col] *= 0.75
	}
}

// wanted is how much a verb is wanted first.
func (l leading) wanted(x *Index, verb int) float32 {
	switch verb {
	case x.verbs["find"]:
		return l.find
	case x.verbs["read"]:
		return l.read
	case x.verbs["list"]:
		return l.list
	case x.verbs["get"]:
		return l.get
	}
	return 0
}
