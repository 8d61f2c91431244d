package hearing

import (
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

var months = []string{
	"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre",
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
	"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
}

// anchored are the words that tie a month to the time of speaking.
var anchored = []string{"scorso", "scorsa", "passato", "ultimo", "questo", "prossimo", "prima", "last", "this", "next", "past", "ago", "fa"}

// yearless reports a month, or a day of one, of no year in particular. Nobody knows which year a table is about, so
// what is asked is that month of any.
func yearless(text string) bool {
	named := false
	for _, w := range strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return r == ' ' || r == '/' || r == '-' || r == ',' }) {
		switch {
		case slices.Contains(months, w):
			named = true
		case len(w) == 4 && strings.Trim(w, "0123456789") == "", len(w) == 3 && w[0] == '\'', slices.Contains(anchored, w):
			return false
		}
	}
	return named
}

// within are the conditions a stretch of time makes.
func within(w speech.Capture) (out []wish.Condition) {
	from, to := w.Window.From, w.Window.To
	if yearless(w.Text) {
		switch {
		case to.IsZero():
			return []wish.Condition{{Op: "ge", Value: from.Format("--01"), As: "datetime"}}
		case from.IsZero():
			return []wish.Condition{{Op: "lt", Value: to.Format("--01"), As: "datetime"}}
		case w.Window.Grain == when.Day:
			return []wish.Condition{{Op: "eq", Value: from.Format("--01-02"), As: "datetime"}}
		case from.Day() == 1 && to.Day() == 1 && to.Before(from.AddDate(1, 0, 0)):
			return []wish.Condition{inMonths(from, to)}
		}
	}
	if !from.IsZero() {
		out = append(out, wish.Condition{Op: "ge", Value: constraint.Stamp(from), As: "datetime"})
	}
	if !to.IsZero() {
		out = append(out, wish.Condition{Op: "lt", Value: constraint.Stamp(to), As: "datetime"})
	}
	return out
}

// inMonths is one month of any year, or several.
func inMonths(from, to time.Time) wish.Condition {
	k := wish.Condition{Op: "in", As: "datetime"}
	for at := from; at.Before(to); at = at.AddDate(0, 1, 0) {
		k.Values = append(k.Values, at.Format("--01"))
	}
	if len(k.Values) == 1 {
		k.Op, k.Value, k.Values = "eq", k.Values[0], nil
	}
	return k
}

// dated takes a comparison with a date: after it, before it, from one to another.
func (g *Heard) dated(k wish.Condition, f speech.Fact) bool {
	var days []speech.Capture
	for _, c := range f.Captures {
		if c.Slot == "day" {
			days = append(days, c)
		}
	}
	ops := map[string][]string{"after": {"gt"}, "since": {"ge"}, "before": {"lt"}, "until": {"le"}, "during": {"eq"}, "span": {"ge", "le"}}[k.Op]
	if len(ops) == 0 || len(days) != len(ops) {
		return false
	}
	for i, op := range ops {
		value, bare := Period(days[i])
		if value == "" {
			return false
		}
		k.Op, k.Value, k.As = op, value, "datetime"
		if bare { // it may be the number in a column of years
			k.As = ""
		}
		g.Where = append(g.Where, k)
	}
	return true
}

// Period writes a date as exactly as it was said: a year, a month, a day. bare reports a year alone.
func Period(c speech.Capture) (text string, bare bool) {
	from := c.Window.From
	if from.IsZero() || c.Window.To.IsZero() {
		return "", false
	}
	layout, without := "2006-01-02", "--01-02"
	switch {
	case from.AddDate(0, 0, 1).Equal(c.Window.To):
	case from.Day() == 1 && from.AddDate(0, 1, 0).Equal(c.Window.To):
		layout, without = "2006-01", "--01"
	case from.YearDay() == 1 && from.AddDate(1, 0, 0).Equal(c.Window.To):
		return from.Format("2006"), true
	default:
		return "", false
	}
	if yearless(c.Text) {
		layout = without
	}
	return from.Format(layout), false
}

// ofOne is the condition of "the orders of X": a month, or a value.
func ofOne(v speech.Capture) wish.Condition {
	if i := slices.Index(months, vocab.Fold(v.Text)); i >= 0 && i < 24 {
		at := time.Date(2000, time.Month(i%12+1), 1, 0, 0, 0, 0, time.UTC)
		return inMonths(at, at.AddDate(0, 1, 0))
	}
	return wish.Condition{Op: "eq", Value: v.Text, Doubt: doubtful(v)}
}
