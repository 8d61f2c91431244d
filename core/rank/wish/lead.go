package wish

import (
	"slices"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
)

// What works on things already at hand, and so wants them found or read first.
var (
	overItems   = []string{"sort", "filter", "group", "compute", "count"}
	overContent = []string{"summarize", "describe", "extract", "translate", "classify", "compare"}
	overSets    = []string{"delete", "move", "put", "copy", "compress", "share", "send", "archive", "set", "convert", "tidy", "rename", "unpack", "stop"}
	intoSinks   = []string{"create", "make", "write", "save", "append", "send", "render", "put", "copy", "convert"}
)

// Leading is how much each verb that gives things is wanted before what the sentence asks for.
type Leading struct{ find, read, list, get float32 }

// lead says whether something must be found or read before what is asked for can be done.
func (a *Wish) lead(x *Columns) {
	a.Before, a.From = Leading{}, -1
	if a.main < 0 {
		return
	}
	act := x.Lex.Lines[a.main].Name
	top := a.thing(x)
	switch {
	case top < 0:
	case slices.Contains(overContent, act):
		a.Before = Leading{0.85, 1, 0.6, 0.7}
		a.raise(x, "entries", 0.55)
	case slices.Contains(overItems, act):
		a.Before = Leading{1, 0.85, 0.85, 0.7}
		a.raise(x, "entries", 0.55)
	case slices.Contains(overSets, act) && !a.Lit && (x.Handled[top] || x.Pathed[top] && a.Picks):
		a.Before = Leading{1, 0.9, 0.6, 0.5}
	case slices.Contains([]string{"read", "open"}, act) && !a.Lit && a.Picks && x.Opened[top]:
		a.Before = Leading{1.1, 0.8, 0.6, 0.5}
	}
	if a.Lit && a.Before.read > 0 {
		a.Before = Leading{0.5, 1, 0.4, 0.7}
	}
	if a.drawn {
		a.Before, a.From = Leading{0.5, 1, 0.3, 0.3}, x.Objects["files"]
		a.raise(x, "files", 1)
		a.later(x)
		return
	}
	if slices.Contains(intoSinks, act) {
		a.sources(x, top)
	}
}

// thing is the concrete object the sentence speaks of most, -1 for none.
func (a *Wish) thing(x *Columns) int {
	best, at := float32(0.5), -1
	for col, w := range a.Objects {
		if w >= best && !x.Abstract[col] && (w > best || at < 0) {
			best, at = w, col
		}
	}
	return at
}

// sources finds what something new is made from: "a document with the events of May".
func (a *Wish) sources(x *Columns, sink int) {
	for _, h := range a.Nouns {
		targets := x.Things[h.ID]
		if len(targets) == 0 || targets[0].Col == sink && !a.Lit || x.Abstract[targets[0].Col] || h.Class != sense.Noun {
			continue
		}
		if p := a.Preposition(h.At); !sentence.FromWhat(p) || x.Lex.Lines[h.ID].Name == "folder" && a.Lit {
			continue
		}
		a.Before, a.From = Leading{1, 1, 0.8, 0.8}, targets[0].Col
		a.Objects[a.From] = max(a.Objects[a.From], 0.95)
		a.later(x)
		return
	}
}

// later makes less of what is asked for: something else comes first.
func (a *Wish) later(x *Columns) {
	for _, t := range x.Acts[a.main] {
		a.Verbs[t.Col] *= 0.75
	}
}

// Wanted is how much a verb is wanted first.
func (l Leading) Wanted(x *Columns, verb int) float32 {
	switch verb {
	case x.Verbs["find"]:
		return l.find
	case x.Verbs["read"]:
		return l.read
	case x.Verbs["list"]:
		return l.list
	case x.Verbs["get"]:
		return l.get
	}
	return 0
}
