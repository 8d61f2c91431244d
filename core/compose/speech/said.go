package speech

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
)

const (
	maxSaid   = 6
	labelCost = 3
)

// ending are the words of "at the end", "in fondo": where a text goes, never a part of it.
var ending = []string{"fondo", "coda", "calce", "fine", "end", "bottom"}

// slotSay is unquoted text to be written: a few words that are neither a placeholder ("a line", "something") nor
// the description of a text ("the date", "of todo.txt").
func slotSay(r *reader, i int) []spot {
	if q := slotQuoted(r, i); q != nil {
		q[0].cap.Cost = quotedCost
		return q
	}
	if r.opens(i, "art", "def", "in", "of", "to", "from", "with", "by", "and", "or", "that", "those", "few", "about", "negation", "condition") {
		return nil
	}
	var out []spot
	for j := i + 1; j <= len(r.tokens) && j <= i+maxSaid; j++ {
		if k := r.tokens[j-1].Kind; k == token.Mark || k == token.Quoted || k == token.File || k == token.Path || r.describes(j-1) || slices.Contains(ending, r.words[j-1]) {
			break
		}
		out = append(out, spot{j, Capture{Text: r.span(i, j), Cost: wordCost + 4*(j-i-1)}})
	}
	return out
}

// opens reports whether token i is a word of one of the sets.
func (r *reader) opens(i int, sets ...string) bool {
	for _, s := range r.senses[i] {
		if s.Class == "set" && slices.Contains(sets, s.Value) {
			return true
		}
	}
	return false
}

// describes reports whether token i is a word for a text, a thing or a property rather than a text itself.
func (r *reader) describes(i int) bool {
	for _, s := range r.senses[i] {
		if slices.Contains([]string{"obj", "kind", "ext", "prop"}, s.Class) || s.Class == "set" && s.Value == "blank" {
			return true
		}
	}
	return false
}

// slotLabel is one name in a list of new things, whatever its words mean elsewhere: "one, two, three".
func slotLabel(r *reader, i int) []spot {
	if out := slotName(r, i); out != nil {
		for n := range out {
			out[n].cap.Cost = labelCost + out[n].end - i - 1
		}
		return out
	}
	if k := r.tokens[i].Kind; k != token.Word && k != token.Number {
		return nil
	}
	return []spot{{i + 1, Capture{Text: r.tokens[i].Text, Cost: labelCost}}}
}

// slotThing is what a person looks for by a word of its name. A word that is another one misspelt is not taken,
// unless a file is called that.
func slotThing(r *reader, i int) []spot {
	t := r.tokens[i]
	if t.Kind != token.Word || i > 0 && r.tokens[i-1].Kind == token.Number {
		return nil
	}
	var out []spot
	for j := i + 1; j <= len(r.tokens) && j <= i+3 && r.tokens[j-1].Kind == token.Word; j++ {
		name := r.nameText(i, j)
		if len(r.files(name)) == 0 {
			_, near := r.g.Lexicon.Nearest(r.words[j-1])
			if r.known(j-1) || near {
				break
			}
		}
		out = append(out, spot{j, Capture{Text: name, Cost: wordCost + 4*(j-i-1)}})
	}
	return out
}
