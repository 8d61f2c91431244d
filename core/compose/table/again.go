package table

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// conjoined reports whether the sentence goes on from the one before: "e per stato?", "what about those above 100?".
func (b Planner) conjoined() bool {
	var first, second string
	if t := b.Reading.Tokens; len(t) > 0 {
		first = t[0].Fold
		if len(t) > 1 {
			second = t[1].Fold
		}
	}
	return slices.Contains([]string{"e", "ed", "and", "invece"}, first) || second == "about" && (first == "what" || first == "how")
}

// asked is what the previous plan asked of its table; ok is false when it holds a step that cannot be told again.
func (b Planner) asked() (w wish, ok bool) {
	if !b.continues() {
		return w, false
	}
	f := b.Req.Previous.Framework
	for _, s := range f.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil || s.Aside || vocab.Closed().Mutates(t.Parts.Verb) || !w.recall(t, s.Args) {
			return w, false
		}
	}
	w.count = f.Shape == plan.ShapeCount && len(w.measures) == 0 && w.by == ""
	return w, len(w.paths) > 0
}

// recall reads one step back into the wish.
func (w *wish) recall(t *shelf.Tool, args map[string]any) bool {
	text := func(semantic string) string { return plan.Text(args[t.ByMeaning[semantic]]) }
	switch {
	case args[plan.FromPrevious] != nil || t.Has("others") && args[t.ByMeaning["others"]] != nil || t.Has("columns") && args[t.ByMeaning["columns"]] != nil:
		return false
	case t.Rows():
		paths, ok := args[t.ByMeaning["paths"]].([]any)
		w.paths, w.reader = paths, t
		return ok && len(args) == 1
	case t.Has("group_by"):
		w.by = text("group_by")
		if op := text("aggregate"); op != "" {
			w.measures = []measure{{op, text("field")}}
		}
		return text("order_by") == ""
	case t.Has("aggregate"):
		w.measures = append(w.measures, measure{text("aggregate"), text("field")})
	case t.Has("operation"):
		if text("operation") == "" {
			return false
		}
		w.where = append(w.where, condition{Column: text("field"), Op: text("operation"), Value: text("value"), As: text("value_type"), Doubt: text("expect_match") == "true"})
	default:
		return false
	}
	return true
}

// over is the earlier wish with what is said now in its place.
func (w wish) over(now wish) wish {
	for i, k := range now.where {
		same := func(old condition) bool { return k.Column == "" && old.As == k.As || old.Column == k.Column }
		if i == 0 && (len(w.where) == 1 || slices.ContainsFunc(w.where, same)) {
			if k.Column == "" && len(w.where) == 1 {
				k.Column = w.where[0].Column
				w.where = nil
			} else {
				w.where = slices.DeleteFunc(slices.Clone(w.where), same)
			}
		}
		w.where = append(slices.Clone(w.where), k)
	}
	if now.by != "" {
		w.by, w.count = now.by, false
	}
	if len(now.measures) > 0 {
		column := ""
		if len(w.measures) > 0 {
			column = w.measures[0].Column
		}
		w.measures, w.count = slices.Clone(now.measures), false
		for i := range w.measures {
			if w.measures[i].Column == "" {
				w.measures[i].Column = column
			}
		}
	}
	if len(now.files) > 0 {
		w.paths, w.reader, w.files = nil, nil, now.files
	}
	if now.top {
		w.top, w.column, w.order, w.limit = true, now.column, now.order, now.limit
	}
	return w
}

// goesOn makes of "and ...?" the question before with one thing changed.
func (b Planner) goesOn(g *gatherer) {
	if !b.conjoined() || g.sink != nil || g.others != nil || g.ext != "" || g.folder != nil || len(g.columns) > 0 {
		return
	}
	if old, ok := b.asked(); ok {
		g.wish = old.over(g.wish)
	}
}

// known makes the step that reads the tables of the question before.
func (b Planner) known(w *wish) (*steps.Items, error) {
	args := map[string]any{}
	if !b.Feed(w.reader, args, &steps.Items{Paths: w.paths}) {
		return nil, steps.Unknown(b.Req.Text)
	}
	return steps.Output(w.reader, b.Add(w.reader, args), nil), nil
}

// lone reports a sentence that says nothing but a file: "e in clienti.csv?".
func lone(facts []speech.Fact) bool {
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
func (g *gatherer) elliptic(f speech.Fact) bool {
	text, ok := f.Get("text")
	if !ok {
		text, ok = f.Get("item")
	}
	if !ok || strings.TrimSpace(text.Text) == "" || !g.continues() || len(g.where) > 0 {
		return false
	}
	words := strings.Fields(vocab.Fold(text.Text))
	if op := calculations[words[len(words)-1]]; op != "" && len(words) <= 2 {
		g.measures = append(g.measures, measure{Op: op})
		return true
	}
	for _, t := range g.Reading.Tokens[f.Start:f.End] {
		if t.Fold == "per" || t.Fold == "by" {
			return g.along(speech.Fact{Name: "bycol"}, text)
		}
	}
	g.where = append(g.where, condition{Op: "eq", Value: text.Text, Doubt: doubtful(text)})
	return true
}
