package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/vocab"
)

// called remembers what the rows are called. The word that is the file's name is that, whatever its place: "paid orders".
func (g *gatherer) called(noun string, f speech.Fact) {
	g.nouns = append(g.nouns, noun)
	if v, ok := f.Get("val"); ok && g.titled(v.Text) && !g.titled(noun) {
		g.nouns[len(g.nouns)-1], g.swapped = v.Text, noun
	}
	if g.Noun == "" {
		g.Noun = g.nouns[0]
	}
}

// titled reports a word that names one of the files the sentence speaks of.
func (g *gatherer) titled(word string) bool {
	return slices.ContainsFunc(g.Reading.Facts, func(f speech.Fact) bool {
		file, ok := f.Get("file")
		return ok && len(word) > 3 && strings.Contains(vocab.Fold(file.Text), vocab.Fold(word)[:len(vocab.Fold(word))-1])
	})
}

// strange is a word for the rows that is neither the first one said nor what they are grouped by, "" when there is none.
func (g *gatherer) strange() string {
	for _, n := range g.nouns {
		word := vocab.Fold(n)
		by := vocab.Fold(g.By)
		if word != vocab.Fold(g.Noun) && (by == "" || !strings.Contains(by, word) && !strings.Contains(word, by)) {
			return n
		}
	}
	return ""
}

// introduced reports whether what the rows are called stands where it can: after a verb that looks, an order to sort or
// a number, or after "of". Elsewhere the word may be anything.
func (g *gatherer) introduced(before []speech.Fact, f speech.Fact) bool {
	if _, named := f.Get("noun"); !named {
		return true
	}
	if slices.Contains([]string{"dei", "degli", "delle", "of", "for"}, g.Reading.Tokens[f.Start].Fold) {
		return true
	}
	for i := len(before) - 1; i >= 0; i-- {
		switch name := before[i].Name; {
		case slices.Contains(silent, name):
		case name == "act":
			return slices.Contains(looking, g.act) && g.act != "compute" && g.act != "sum"
		case name == "mark" || name == "infile" || name == "which":
			return true
		default:
			return slices.Contains([]string{"first", "last", "num", "count", "wish", "top"}, name)
		}
	}
	return true
}

// stacked reports two nouns with nothing between them: "the red customer Rossi". One of them is nobody's.
func (g *gatherer) stacked(before, f speech.Fact) bool {
	noun, ok := f.Get("noun")
	_, named := before.Get("noun")
	return ok && named && f.Name == "cond" && g.Reading.Tokens[f.Start].Text == noun.Text
}

// names reports "of the orders", which says what the rows are rather than a value one of them has.
func (g *gatherer) names(f speech.Fact) bool {
	v, ok := f.Get("val")
	if !ok || f.Name != "cond" || f.Arg(0) != "any" || !doubtful(v) || !strings.HasSuffix(v.Text, "s") || strings.Contains(v.Text, " ") {
		return false
	}
	return f.End-f.Start == 3 && g.Reading.Tokens[f.Start+1].Fold == "the"
}

// described takes the word that stands with what the rows are called: "paid orders".
func (g *gatherer) described(f speech.Fact) {
	if v, ok := f.Get("val"); ok {
		if g.swapped != "" {
			v.Text, g.swapped = g.swapped, ""
		}
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: v.Text, Doubt: doubtful(v)})
	}
}

// doubtful reports a value that may be no value at all: not quoted, not a number, not a name.
func doubtful(v speech.Capture) bool {
	first, _ := utf8.DecodeRuneInString(v.Text)
	return !v.Literal && !unicode.IsUpper(first) && !unicode.IsDigit(first)
}
