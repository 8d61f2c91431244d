package words

import "slices"

// Repeats reports whether the person's words are an order about what was spoken of before, whole, that can be said
// once more in other words: "move them to Arkiv". One that chooses among them is none: "the ones from last year".
func (w Words) Repeats() bool {
	ordered, pointed := false, false
	for i, at := range w.all {
		if at.text > 0 || at.quoted || at.denied {
			continue
		}
		if some[at.fold] {
			return false
		}
		pointed = pointed || whole[at.fold]
		for _, s := range w.commands(i) {
			does := slices.ContainsFunc(doers, func(verb string) bool { return verbs[verb][s.Value] }) || s.Value == "sort"
			ordered, pointed = ordered || does, pointed || does && whole[s.Pronoun]
		}
	}
	return ordered && pointed
}

// doers are the rows of verbs whose orders can be said again.
var doers = []string{"move", "delete", "write", "send", "share", "change", "compress", "extract", "copy"}

var (
	whole = set(`li le lo la ne l' them it`)
	some  = set(`ones one those these quelli quelle quello quella questi queste questo questa che which that who whose con with cui se if only solo soltanto`)
)
