package speech

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
)

// What the words of a table cost, which nobody knows before it is read: the first one, and each after it.
const columnCost, moreCost = 10, 9

// slotNoun is one word for what the rows of a table are: customers, orders, and also words that mean something else.
// A word for a calculation is none.
func slotNoun(r *reader, i int) []spot {
	if slices.Contains(calculating, r.words[i]) {
		return nil
	}
	return r.called(i, 1)
}

var calculating = []string{"max", "maximum", "min", "minimum", "massimo", "massima", "minimo", "minima", "media", "average", "mean", "mediana", "median", "total", "totale", "totali",
	"column", "columns", "colonna", "colonne", "intestazione", "intestazioni"}

// closing are the words that come after the name of a column and are no part of it.
var closing = []string{"descending", "ascending", "decreasing", "increasing", "desc", "asc", "decrescente", "crescente", "discendente", "ascendente",
	"before", "after", "between", "since", "until", "during", "dopo", "prima", "tra", "fra", "compreso", "compresa", "compresi", "comprese", "over", "above", "below", "under",
	"dal", "dalla", "entro", "later", "earlier", "does", "do", "did", "successiva", "successivo", "precedente", "ne"}

// slotDay is a day, a month or a year with nothing that says on which side of it: "3 March", "febbraio 2025".
func slotDay(r *reader, i int) []spot {
	if slices.Contains(closing, r.words[i]) || r.is(i, "from") || r.is(i, "of") || r.is(i, "in") || r.is(i, "to") {
		return nil
	}
	return slotWhen(r, i)
}

// slotCol is the name of a column: quoted, or one to three words.
func slotCol(r *reader, i int) []spot {
	if q := slotQuoted(r, i); q != nil {
		return q
	}
	out := r.called(i, 3)
	for _, s := range out { // "pagato da", "paid by"
		if j := s.end; j < len(r.tokens) && slices.Contains([]string{"da", "by"}, r.words[j]) && (j+1 == len(r.tokens) || r.is(j+1, "in") || r.tokens[j+1].Kind == token.Mark) {
			out = append(out, spot{j + 1, Capture{Text: r.span(i, j+1), Cost: s.cap.Cost}})
		}
	}
	return out
}

// called is up to most words that name something.
func (r *reader) called(i, most int) (out []spot) {
	for j := i; j < len(r.tokens) && j < i+most; j++ {
		if r.tokens[j].Kind != token.Word || r.functional(j) || slices.Contains(closing, r.words[j]) || j > i && r.boundary(j) {
			break
		}
		out = append(out, spot{j + 1, Capture{Text: r.span(i, j+1), Cost: columnCost + moreCost*(j-i) + r.surprise(j)}})
	}
	return out
}

// surprise makes a command dearer as the name of a thing, "orders" is also one, and so a word for a calculation.
func (r *reader) surprise(i int) int {
	if i > 0 && r.tokens[i].Cap {
		return 0 // written as in a heading
	}
	for _, s := range r.senses[i] {
		switch {
		case s.Class == "verb" && s.Mood == 1:
			return 4
		case s.Class == "set" && s.Value == "in_total":
			return 14
		}
	}
	return 0
}

// slotVal is a value of a cell: quoted, a number, or a few words; those with capitals go together.
func slotVal(r *reader, i int) []spot {
	t := r.tokens[i]
	switch t.Kind {
	case token.Quoted, token.Number, token.Email:
		return []spot{{i + 1, Capture{Text: t.Text, Literal: t.Kind == token.Quoted, Cost: quotedCost}}}
	case token.Word:
	default:
		return nil
	}
	start := i
	if r.words[i] == "in" && i+1 < len(r.tokens) && !r.tokens[i+1].Cap && r.tokens[i+1].Kind == token.Word && !r.functional(i+1) {
		start++ // "in attesa", "in stock"
	}
	if r.functional(start) && !r.tokens[start].Cap {
		if slices.Contains([]string{"no", "si", "yes"}, r.words[i]) && (i+1 == len(r.tokens) || r.functional(i+1) || r.tokens[i+1].Kind == token.Mark) {
			return []spot{{i + 1, Capture{Text: t.Text, Literal: true, Cost: columnCost}}}
		}
		return nil
	}
	if slices.Contains(closing, r.words[start]) {
		return nil
	}
	if t.Cap {
		end := r.capitalEnd(i)
		return []spot{{end, Capture{Text: r.span(i, end), Cost: columnCost - 3*(end-i-1)}}}
	}
	var out []spot
	for j := start; j < len(r.tokens) && j < start+3; j++ {
		if r.tokens[j].Kind != token.Word || j > start && (r.functional(j) || r.boundary(j) || slices.Contains(closing, r.words[j])) {
			break
		}
		out = append(out, spot{j + 1, Capture{Text: r.span(i, j+1), Cost: columnCost + moreCost*(j-start) - (start - i)}})
	}
	return out
}

// slotCap is a value nobody takes for another word: a name with its capital, a number, a quoted text.
func slotCap(r *reader, i int) []spot {
	if k := r.tokens[i].Kind; k == token.Word && r.tokens[i].Cap || k == token.Number || k == token.Quoted {
		return slotVal(r, i)
	}
	return nil
}

// functional reports a word that only holds a sentence together: it names neither a column nor a value.
func (r *reader) functional(i int) bool {
	for _, s := range r.senses[i] {
		if s.Class == "set" && s.Words == 1 && slices.Contains(holding, s.Value) {
			return true
		}
	}
	return r.words[i] == "e'"
}

// holding are the sets of words that hold a sentence together, or announce a column.
var holding = []string{"art", "few", "def", "in", "of", "from", "to", "by", "with", "and", "or", "that", "be", "have", "there", "all", "each", "only", "more", "than", "those",
	"next", "where", "which", "what", "howmany", "howmuch", "not", "condition", "exclusion", "negation", "pad", "column"}
