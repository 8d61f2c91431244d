package amending

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/tables/delimited"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/sdk"
)

// layout is the table to change.
type layout struct {
	path   string
	table  sdk.Table
	source sdk.Source
	lang   string
	zone   *time.Location
	now    time.Time
}

// names are the columns, for a sentence.
func (l *layout) names() string {
	var out []string
	for _, c := range l.table.Columns {
		out = append(out, c.Key)
	}
	return strings.Join(out[:min(len(out), 40)], ", ")
}

// column finds a column by its name as a person says it: without case and accents, or by the only one that has the word.
func (l *layout) column(name string) (int, error) {
	want := fold.Text(strings.TrimSpace(name))
	found := -1
	for i, c := range l.table.Columns {
		switch key := fold.Text(strings.TrimSpace(c.Key)); {
		case key == want:
			return i, nil
		case want != "" && strings.Contains(key, want):
			if found >= 0 {
				found = len(l.table.Columns)
			} else {
				found = i
			}
		}
	}
	if found < 0 || found == len(l.table.Columns) {
		return 0, entry.Failed(sdk.WrongArgs, "column_unknown", l.path, "has no such column").With("column", name).With("columns", l.names())
	}
	return found, nil
}

// inOrder is a row of values said one after the other.
func (l *layout) inOrder(values []string) ([]any, error) {
	if len(values) == 1 && len(l.table.Columns) > 1 { // said in one go
		divider := ","
		for _, other := range []string{";", ", "} {
			if divider == "," && strings.Contains(values[0], other) {
				divider = other
			}
		}
		values = strings.Split(values[0], divider)
	}
	if len(values) != len(l.table.Columns) {
		return nil, entry.Failed(sdk.WrongArgs, "row_width", l.path, "a row has another number of cells").
			With("count", strconv.Itoa(len(l.table.Columns))).With("given", strconv.Itoa(len(values))).With("columns", l.names())
	}
	row := make([]any, len(values))
	for i, v := range values {
		row[i] = l.cell(i, v)
	}
	return row, nil
}

// named is a row of values by the name of their column; a column nobody named stays empty.
func (l *layout) named(values map[string]any) ([]any, error) {
	row := make([]any, len(l.table.Columns))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		at, err := l.column(name)
		if err != nil {
			return nil, err
		}
		switch v := values[name].(type) {
		case string:
			row[at] = l.cell(at, v)
		case float64, bool, nil:
			row[at] = v
		default:
			return nil, sdk.Errorf(sdk.WrongArgs, "value_type", "%s must be a text or a number", name).With("name", name)
		}
	}
	return row, nil
}

// cell is a text as its column holds it: a number in a column of numbers, a date in one of dates, else the text.
func (l *layout) cell(at int, text string) any {
	text = strings.TrimSpace(text)
	switch c := l.table.Columns[at]; {
	case text == "":
		return nil
	case c.Type == "integer" || c.Type == "number":
		if n, ok := amount(text, l.lang); ok {
			return n
		}
	case c.Type == "datetime":
		if at, timed, ok := l.date(text); ok {
			return date{at, timed, c.Format}
		}
	}
	return text
}

// date is a date of a column, and how the column writes its dates.
type date struct {
	at     time.Time
	timed  bool
	format string
}

func (d date) String() string {
	layout := map[string]string{"dd/mm/yyyy": "02/01/2006", "mm/dd/yyyy": "01/02/2006"}[d.format]
	if layout == "" {
		layout = time.DateOnly
	}
	if d.timed {
		layout += " 15:04"
	}
	return d.at.Format(layout)
}

// wall is the date as a clock on the wall shows it, which is all a workbook knows.
func (d date) wall() time.Time {
	t := d.at
	if !d.timed {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

func (l *layout) date(text string) (time.Time, bool, bool) {
	days := map[string]int{"oggi": 0, "today": 0, "ieri": -1, "yesterday": -1, "domani": 1, "tomorrow": 1}
	if n, ok := days[fold.Text(text)]; ok {
		return l.now.In(l.zone).AddDate(0, 0, n), false, true
	}
	return grid.Date(text, l.zone)
}

// change is what to do to the table.
type change struct {
	rows  [][]any // to add
	match int     // the column a row is found by, -1 when rows are added
	value string
	set   int
	to    any
	gone  bool // the rows found are taken out
}

// guarded reports whether a text goes into the file with an apostrophe in front; see [delimited.Harmless].
func (c change) guarded() bool {
	for _, row := range append(slices.Clone(c.rows), []any{c.to}) {
		for _, cell := range row {
			if text, ok := cell.(string); ok && delimited.Calculates(text) && !delimited.Called(text) {
				return true
			}
		}
	}
	return false
}

// matches reports whether a cell is what rows are found by.
func (c change) matches(l *layout, cell string) bool {
	if fold.Text(strings.TrimSpace(cell)) == fold.Text(strings.TrimSpace(c.value)) {
		return true
	}
	b, also := amount(c.value, l.lang)
	if !also {
		return false
	}
	a, ok := amount(cell, map[string]string{",": "it"}[l.source.Decimal])
	if t := l.table.Columns[c.match].Type; t != "integer" && t != "number" { // only what is one number, however it is read
		italian, _ := amount(cell, "it")
		english, _ := amount(cell, "en")
		ok = ok && a == english && a == italian
	}
	return ok && a == b
}

// amount is a number with or without the sign of a currency.
func amount(text, lang string) (float64, bool) {
	return grid.Number(strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("€$£", r) }), lang)
}
