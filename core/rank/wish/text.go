package wish

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
)

// Words for what texts are counted by, and for their parts.
var (
	measures = []string{"parole", "parola", "caratteri", "lettere", "volte", "occorrenze", "righe", "linee", "words", "word", "characters", "letters", "times", "often", "occurrences", "lines"}
	lines    = []string{"righe", "riga", "linee", "linea", "lines", "line"}
	often    = []string{"frequenti", "usate", "ricorrenti", "ripetute", "frequent", "used", "repeated"}
	ends     = []string{"prime", "ultime", "prima", "ultima", "first", "last", "sovrascrivi", "sovrascrivere", "overwrite"} // what reads or writes them whole does this
)

// inText reads what is asked of the text inside a named file, where something works on texts by path: to count its words, to
// change or to show some of its lines.
func (a *Wish) inText(x *Columns) {
	texts := x.Objects["texts"]
	if !x.Opened[texts] && !x.Pathed[texts] || !a.plainText(x) {
		return
	}
	act := a.named(x)
	said := func(list []string) bool {
		return slices.ContainsFunc(a.Words, func(w string) bool { return slices.Contains(list, w) })
	}
	ofLines, quoted := said(lines), a.Has&sentence.HasName != 0
	verb := ""
	switch {
	case said(ends), a.noun(x, "content", "contents"):
	case said(measures) && (said(often) || a.does(x, "count") || a.does(x, "amount") || a.does(x, "often") || act == "compute"):
		verb = "compute"
	case a.does(x, "count"), a.does(x, "amount"):
	case a.does(x, "replace"), a.does(x, "change") && act != "move", ofLines && slices.Contains([]string{"delete", "sort", "tidy"}, act):
		verb = "change"
	case a.inside() && slices.Contains([]string{"find", "filter"}, act), (ofLines || quoted && a.inside()) && slices.Contains([]string{"", "show", "which", "find", "filter", "list", "read", "locate", "tell", "exist", "search"}, act):
		verb = "filter"
		a.Quals[x.Quals["lines"]] = 1
	}
	if verb == "" {
		return
	}
	for i := range a.Verbs {
		a.Verbs[i] *= 0.6
	}
	a.Before, a.From = Leading{}, -1
	a.call(x, verb, 1)
	a.Objects[x.Objects["entries"]] *= 0.5
	a.raise(x, "texts", 1)
}

// plainText reports whether a file is named that no reader of another format is for.
func (a *Wish) plainText(x *Columns) bool {
	return slices.ContainsFunc(a.Lits, func(l sentence.Literal) bool {
		name := a.Said[l.At].Fold
		return l.File && len(x.Reads[name[strings.LastIndexByte(name, '.')+1:]]) == 0
	})
}

// reckoned raises numbers where they alone are spoken of: "15% of 240", "10 miles in kilometres".
func (a *Wish) reckoned(x *Columns) {
	switch {
	case a.Numbers >= 3:
		a.raise(x, "numbers", 1)
	case a.Numbers+a.Spelt > 0 && len(a.Nouns) == 0 && len(a.Lits) == 0 && len(a.When) == 0 && a.Has&sentence.HasURL == 0 && (a.Numbers == 2 || a.speaks("unit", "math")):
		a.raise(x, "numbers", 1)
		a.call(x, "compute", 0.95)
		a.Objects[x.Objects["entries"]] *= 0.5
	}
}

// speaks reports whether a word names or hints at one of some notions.
func (a *Wish) speaks(notions ...string) bool {
	var room [24]sense.Sense
	for i := range a.Words {
		for _, s := range a.Senses(room[:0], i) {
			if (s.Class == sense.Word || s.Class == sense.Hint) && slices.Contains(notions, a.Lex.Lines[s.ID].Name) {
				return true
			}
		}
	}
	return false
}
