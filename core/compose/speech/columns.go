package speech

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
)

// Costs of the words of a table, which nobody knows before it is read: the fewer the better.
const (
	columnCost = 10
	moreCost   = 9 // each word after the first
)

// slotNoun is one word for what the rows of a table are: customers, orders, and also words that mean something else.
func slotNoun(r *reader, i int) []spot {
	if r.tokens[i].Kind != token.Word || r.functional(i) {
		return nil
	}
	return []spot{{i + 1, Capture{Text: r.tokens[i].Text, cost: columnCost + r.surprise(i)}}}
}

// slotCol is the name of a column: quoted, or one to three words.
func slotCol(r *reader, i int) []spot {
	t := r.tokens[i]
	if t.Kind == token.Quoted {
		return []spot{{i + 1, Capture{Text: t.Text, Literal: true, cost: quotedCost}}}
	}
	var out []spot
	for j := i; j < len(r.tokens) && j < i+3; j++ {
		if r.tokens[j].Kind != token.Word || r.functional(j) || j > i && r.boundary(j) {
			break
		}
		out = append(out, spot{j + 1, Capture{Text: r.span(i, j+1), cost: columnCost + moreCost*(j-i) + r.surprise(j)}})
	}
	return out
}

// surprise makes a command dearer as the name of a thing: "orders" is also one.
func (r *reader) surprise(i int) int {
	for _, s := range r.senses[i] {
		if s.Class == "verb" && s.Mood == 1 {
			return 4
		}
	}
	return 0
}

// slotVal is a value of a cell: quoted, a number, or a few words; those with capitals go together.
func slotVal(r *reader, i int) []spot {
	t := r.tokens[i]
	switch t.Kind {
	case token.Quoted:
		return []spot{{i + 1, Capture{Text: t.Text, Literal: true, cost: quotedCost}}}
	case token.Number, token.Email:
		return []spot{{i + 1, Capture{Text: t.Text, cost: literalCost}}}
	case token.Word:
	default:
		return nil
	}
	start := i
	if r.words[i] == "in" && i+1 < len(r.tokens) && !r.tokens[i+1].Cap && r.tokens[i+1].Kind == token.Word && !r.functional(i+1) {
		start++ // "in attesa", "in stock"
	}
	if r.functional(start) && !r.tokens[start].Cap || start == i && r.functional(i) && i == 0 {
		return nil
	}
	if t.Cap {
		end := r.capitalEnd(i)
		return []spot{{end, Capture{Text: r.span(i, end), cost: columnCost - 3*(end-i-1)}}}
	}
	var out []spot
	for j := start; j < len(r.tokens) && j < start+3; j++ {
		if r.tokens[j].Kind != token.Word || j > start && (r.functional(j) || r.boundary(j)) {
			break
		}
		out = append(out, spot{j + 1, Capture{Text: r.span(i, j+1), cost: columnCost + moreCost*(j-start) + 4*(start-i)}})
	}
	return out
}

// functional reports a word that only holds a sentence together: it names neither a column nor a value.
func (r *reader) functional(i int) bool {
	for _, s := range r.senses[i] {
		if s.Class == "set" && s.Words == 1 && slices.Contains(holding, s.Value) {
			return true
		}
	}
	return r.words[i] == "e'" || slices.Contains(labels, r.words[i])
}

// labels announce a column.
var labels = []string{"colonna", "colonne", "campo", "campi", "column", "columns", "field", "fields"}

var holding = []string{"art", "few", "def", "in", "of", "from", "to", "by", "with", "and", "or", "that", "be", "have", "there", "all", "each", "only", "more", "than", "in_total", "those",
	"next", "where", "which", "what", "howmany", "howmuch", "not", "condition", "exclusion", "negation", "pad"}
