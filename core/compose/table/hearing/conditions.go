package hearing

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/wish"
)

// comparing are the operations about the size of a value.
var comparing = []string{"gt", "ge", "lt", "le", "between"}

// dating are those about dates.
var dating = []string{"after", "since", "before", "until", "during", "span"}

// loose takes conditions said as they are of files: a time, a text inside.
func (g *Heard) loose(f speech.Fact) bool {
	switch f.Name {
	case "mod":
		w, ok := f.Get("when")
		if !ok || len(f.Args) > 0 && f.Arg(0) != "bare" {
			return false
		}
		g.Where = append(g.Where, within(w)...)
	case "content":
		t, _ := f.Get("text")
		g.Where = append(g.Where, wish.Condition{Op: "contains", Value: t.Text})
	case "text":
		q, ok := f.Get("quoted")
		if !ok || slices.Contains(saving, g.act) {
			return false
		}
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: q.Text})
	}
	return true
}

// condition takes what a row must be like; false when it is no condition.
func (g *Heard) condition(f speech.Fact) bool {
	col, ok := f.Get("col")
	if !ok {
		col, _ = f.Get("noun")
	}
	if unit, named := f.Get("noun"); ok && named && !units[stem(unit.Text)] {
		return false
	}
	if f.Arg(1) != "" {
		col.Text = f.Arg(1)
	}
	all := values(f)
	if len(all) == 0 {
		all = []speech.Capture{{}}
	}
	val := all[0]
	k := wish.Condition{Column: col.Text, Op: f.Arg(0), Value: val.Text}
	switch k.Op {
	case "": // found
		k.Op, g.List = "eq", true
	case "any":
		k.Op, k.Doubt = "eq", doubtful(val)
	case "none":
		k.Op, k.Doubt = "ne", doubtful(val)
	case "missing":
		k.Value = ""
	case "in", "oneof":
		k.Op, k.Value, k.Doubt = "in", "", f.Arg(0) == "oneof" && slices.ContainsFunc(all, doubtful)
		for _, v := range all {
			k.Values = append(k.Values, v.Text)
		}
	case "negative", "positive":
		k.Op, k.Value = map[string]string{"negative": "lt", "positive": "gt"}[k.Op], "0"
		for _, t := range g.Reading.Tokens[f.Start:f.End] {
			if strings.HasPrefix(t.Fold, "negativ") || strings.HasPrefix(t.Fold, "positiv") {
				k.Op, k.Value = "eq", t.Text // which may be the text of the cell
			}
		}
	}
	if g.subject(k, f) {
		g.called(k.Column, f)
		k.Column = ""
		if unit, _ := f.Get("noun"); counted[stem(unit.Text)] {
			k.Column = unit.Text // "articles under 10 pieces"
		}
	}
	switch {
	case slices.Contains(dating, k.Op):
		return g.dated(k, f)
	case k.Op == "between":
		low, high := k, k
		low.Op, high.Op, high.Value = "ge", "le", all[len(all)-1].Text
		g.Where = append(g.Where, low, high)
		return true
	}
	g.Where = append(g.Where, k)
	return true
}

// units are the stems of what is counted or measured after a number.
var units = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields("euro euros dollari dollars sterline pounds franchi francs pezzi pieces unita units ore hours minuti minutes giorni days settimane weeks mesi months anni years kg chili kilo grammi grams g litri liters litres metri meters km chilometri kilometers punti points gradi degrees volte times copie copies percento percent") {
		out[stem(w)] = true
	}
	return out
}()

// counted are the units a column is named after.
var counted = map[string]bool{stem("pezzi"): true, stem("pieces"): true, stem("ore"): true, stem("hours"): true, stem("punti"): true, stem("points"): true}

// subject reports a comparison whose first word is what the rows are called rather than a column of theirs: "the orders
// over 200" after a verb, where nothing else names the rows.
func (g *Heard) subject(k wish.Condition, f speech.Fact) bool {
	if k.Column == "" || f.Arg(1) != "" || !slices.Contains(comparing, k.Op) && !slices.Contains(dating, k.Op) || len(g.nouns) > 0 {
		return false
	}
	for _, t := range g.Reading.Tokens[f.Start:f.End] {
		if t.Text == k.Column {
			break
		}
		if !slices.Contains([]string{"the", "gli", "i", "le", "all", "tutti", "tutte"}, t.Fold) {
			return false
		}
	}
	return g.titled(k.Column) || things[stem(k.Column)]
}

// values are what a fact captured to compare with, in order.
func values(f speech.Fact) (out []speech.Capture) {
	for _, k := range f.Captures {
		if slices.Contains([]string{"val", "cap", "num", "quoted"}, k.Slot) {
			out = append(out, k)
		}
	}
	return out
}

// valueOf is the first value a fact captured.
func valueOf(f speech.Fact) (out speech.Capture) {
	if all := values(f); len(all) > 0 {
		out = all[0]
	}
	return out
}
