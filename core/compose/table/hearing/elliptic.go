package hearing

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/vocab"
)

// Lone reports a sentence that says nothing but a file: "e in clienti.csv?".
func Lone(facts []speech.Fact) bool {
	return !slices.ContainsFunc(facts, func(f speech.Fact) bool {
		return !slices.Contains(append([]string{"infile", "file"}, silent...), f.Name)
	})
}

// calculations are the words for them in a question that goes on from another: "e il minimo?".
var calculations = map[string]string{
	"somma": "sum", "totale": "sum", "sum": "sum", "total": "sum", "media": "mean", "average": "mean", "mean": "mean", "mediana": "median", "median": "median",
	"massimo": "max", "massima": "max", "maximum": "max", "highest": "max", "minimo": "min", "minima": "min", "minimum": "min", "lowest": "min",
}

// elliptic takes the one thing a question changes: another calculation, another column to group by, another value.
func (g *Heard) elliptic(f speech.Fact) bool {
	text, ok := f.Get("text")
	if !ok {
		text, ok = f.Get("item")
	}
	if !ok || strings.TrimSpace(text.Text) == "" || !g.Continues || len(g.Where) > 0 {
		return false
	}
	words := strings.Fields(vocab.Fold(text.Text))
	if op := calculations[words[len(words)-1]]; op != "" && len(words) <= 2 {
		g.Measures = append(g.Measures, wish.Measure{Op: op})
		return true
	}
	for _, t := range g.Reading.Tokens[f.Start:f.End] {
		if t.Fold == "per" || t.Fold == "by" {
			return g.along(speech.Fact{Name: "bycol"}, text)
		}
	}
	g.Where = append(g.Where, wish.Condition{Op: "eq", Value: text.Text, Doubt: doubtful(text)})
	return true
}
