package wish

import (
	"slices"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// Condition keeps rows: Column may be "" when only a value was said.
type Condition struct {
	Column, Op string
	Value      string
	Values     []string // any of them, in place of Value
	As         string   // how to compare, "" to tell from the values
	Doubt      bool     // it may be no value at all: when no row has it, the person is asked
	Called     bool     // Value is what the person calls the rows, which may be a value of theirs
}

// Measure is one calculation over a column.
type Measure struct{ Op, Column string }

// Wish is everything a sentence asks of one table.
type Wish struct {
	Files      []speech.Capture // the tables read, as one
	Paths      []any            // known already, for reader
	Reader     *shelf.Tool
	Ext        string // every file of an extension in folder
	Folder     *speech.Capture
	Deep       bool
	Others     *speech.Capture // the table the rows are matched with
	OthersStep int             // the step that reads it
	Presence   string          // present or absent
	On         string
	Where      []Condition
	Measures   []Measure
	By         string // one group per value of this column
	Each       bool   // groups were said in so many words, not just "by"
	Column     string // the rows are ordered by it
	Order      string // asc, desc
	Top        bool   // an end of the order was asked for
	Limit      int
	FromEnd    bool
	Columns    []string
	Noun       string // what the rows are called
	Spent      bool   // who has the most of it all, not one row
	Count      bool
	List       bool
	Sink       *speech.Capture // the file that is written
	SinkPlace  *speech.Capture
}

// Empty reports that nothing is asked of the rows.
func (w *Wish) Empty() bool {
	return !w.Count && !w.List && len(w.Where) == 0 && len(w.Measures) == 0 && w.By == "" && w.Column == "" && !w.Top && len(w.Columns) == 0 && w.Others == nil && w.Limit == 0
}

// Sorted reports that an order was said.
func (w *Wish) Sorted() bool { return w.Column != "" || w.Top || w.Order != "" }

// Recall reads one step back into the wish.
func (w *Wish) Recall(t *shelf.Tool, args map[string]any) bool {
	text := func(semantic string) string { return plan.Text(args[t.ByMeaning[semantic]]) }
	switch {
	case args[plan.FromPrevious] != nil || t.Has("others") && args[t.ByMeaning["others"]] != nil || t.Has("columns") && args[t.ByMeaning["columns"]] != nil:
		return false
	case t.Rows():
		paths, ok := args[t.ByMeaning["paths"]].([]any)
		w.Paths, w.Reader = paths, t
		return ok && len(args) == 1
	case t.Has("group_by"):
		w.By = text("group_by")
		if op := text("aggregate"); op != "" {
			w.Measures = []Measure{{op, text("field")}}
		}
		return text("order_by") == ""
	case t.Has("order_by"):
		w.Column, w.Order = text("order_by"), text("order")
		w.Limit = whole(args[t.ByMeaning["quantity"]])
	case t.Has("aggregate"):
		w.Measures = append(w.Measures, Measure{text("aggregate"), text("field")})
	case t.Has("operation"):
		if text("operation") == "" {
			return false
		}
		k := Condition{Column: text("field"), Op: text("operation"), Value: text("value"), As: text("value_type"), Doubt: text("expect_match") == "true", Called: text("called") == "true"}
		list, _ := args[t.ByMeaning["values"]].([]any)
		for _, v := range list {
			k.Values = append(k.Values, plan.Text(v))
		}
		w.Where = append(w.Where, k)
	default:
		return false
	}
	return true
}

// whole reads a number of a plan, which may come from a record of it.
func whole(v any) int {
	switch n := v.(type) {
	case int64:
		return int(n)
	case float64:
		return int(n)
	}
	return 0
}

// Over is the earlier wish with what is said now in its place.
func (w Wish) Over(now Wish) Wish {
	for i, k := range now.Where {
		same := func(old Condition) bool { return k.Column == "" && old.As == k.As || old.Column == k.Column }
		if i == 0 && (len(w.Where) == 1 || slices.ContainsFunc(w.Where, same)) {
			if k.Column == "" && len(w.Where) == 1 {
				k.Column = w.Where[0].Column
				w.Where = nil
			} else {
				w.Where = slices.DeleteFunc(slices.Clone(w.Where), same)
			}
		}
		w.Where = append(slices.Clone(w.Where), k)
	}
	switch sorted := w.Sorted() && w.By == "" && len(w.Measures) == 0; {
	case now.By != "" && sorted && !now.Each && len(now.Measures) == 0:
		w.Column = now.By // "and by date?" of rows in order
	case now.By != "":
		w.By, w.Count = now.By, false
	}
	if len(now.Measures) > 0 {
		column := ""
		if len(w.Measures) > 0 {
			column = w.Measures[0].Column
		}
		w.Measures, w.Count = slices.Clone(now.Measures), false
		for i := range w.Measures {
			if w.Measures[i].Column == "" {
				w.Measures[i].Column = column
			}
		}
	}
	if len(now.Files) > 0 {
		w.Paths, w.Reader, w.Files = nil, nil, now.Files
	}
	if w.By != "" && now.Limit > 0 { // "the top 2" of the groups
		w.Limit, w.FromEnd = now.Limit, now.FromEnd
	}
	if now.Top {
		w.Top, w.Column, w.Order, w.Limit = true, now.Column, now.Order, now.Limit
	} else if now.Sorted() {
		w.Column, w.Order = orElse(now.Column, w.Column), now.Order
	}
	return w
}

func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
