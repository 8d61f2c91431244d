package sheet

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/sdk"
)

// Sheet is items as rows: columns in order, cells typed.
type Sheet struct {
	columns []column
	items   []map[string]any
	zone    *time.Location
}

// column is one field of the items, what stands above it and a field type, "" when none is known.
type column struct{ key, title, kind string }

// Of reads entries, columns, titles and table out of the arguments of a call. Columns that were named stand in
// that order and alone; else they stand as the items' table has them, what it lacks at the end.
func Of(args *arg.Reader, call sdk.Call) (*Sheet, error) {
	s := &Sheet{items: args.Objects("entries"), zone: entry.Zone(call)}
	layout, titles, wanted := args.Objects("table"), args.Texts("titles"), args.Texts("columns")
	if err := args.Err(); err != nil {
		return nil, err
	}
	var known []column
	for _, c := range layout {
		one := arg.In(c)
		if key := one.Text("key", ""); key != "" {
			known = append(known, column{key: key, title: key, kind: one.Text("type", "")})
		}
		if err := one.Err(); err != nil {
			return nil, err
		}
	}
	s.columns = s.ordered(known)
	if len(wanted) > 0 && len(s.columns) > 0 {
		if err := s.choose(wanted); err != nil {
			return nil, err
		}
	}
	for i, title := range titles[:min(len(titles), len(s.columns))] {
		if title != "" {
			s.columns[i].title = title
		}
	}
	if len(s.columns) > grid.MaxColumns {
		n := strconv.Itoa(grid.MaxColumns)
		return nil, sdk.Errorf(sdk.Oversize, "table_too_wide_to_write", "more than %s columns", n).With("count", n)
	}
	return s, nil
}

// ordered are the known columns the items have, all of them when there are no items, and then the others by name.
func (s *Sheet) ordered(known []column) []column {
	there := map[string]bool{}
	for _, item := range s.items {
		for key := range item {
			there[key] = true
		}
	}
	var out []column
	seen := map[string]bool{}
	for _, c := range known {
		if !seen[c.key] && (there[c.key] || len(s.items) == 0) {
			out = append(out, c)
		}
		seen[c.key] = true
	}
	for _, key := range slices.Sorted(maps.Keys(there)) {
		if !seen[key] {
			out = append(out, column{key: key, title: key})
		}
	}
	return out
}

// choose keeps the columns a person named, in that order.
func (s *Sheet) choose(names []string) error {
	chosen := make([]column, len(names))
	left := slices.Clone(s.columns)
	var missing []int
	for i, name := range names {
		at := named(left, name)
		if at < 0 {
			missing = append(missing, i)
			continue
		}
		chosen[i] = left[at]
		left = slices.Delete(left, at, at+1)
	}
	if len(missing) == 1 && len(left) == 1 { // the rows have just these columns: it can mean no other
		chosen[missing[0]], missing = left[0], nil
	}
	if len(missing) > 0 {
		keys := make([]string, 0, 40)
		for _, c := range s.columns[:min(len(s.columns), 40)] {
			keys = append(keys, c.key)
		}
		name := names[missing[0]]
		return sdk.Errorf(sdk.WrongArgs, "rows_column_unknown", "%s is none of the columns", name).With("column", name).With("columns", strings.Join(keys, ", "))
	}
	s.columns = chosen
	return nil
}

// named finds the column a word means: as written, else without case and accents, else but for its ending. "a/b" is
// the first there is.
func named(columns []column, word string) int {
	for _, name := range strings.Split(word, "/") {
		for _, same := range []func(string) string{func(w string) string { return w }, fold.Text, stem} {
			if at := slices.IndexFunc(columns, func(c column) bool { return same(c.key) == same(name) }); at >= 0 {
				return at
			}
		}
	}
	return -1
}

func stem(word string) string {
	word = fold.Text(strings.TrimSpace(word))
	if len(word) < 4 {
		return word
	}
	return strings.TrimRight(word, "aeious")
}

// Len is how many rows there are below the titles.
func (s *Sheet) Len() int { return len(s.items) }

// Width is how many columns there are.
func (s *Sheet) Width() int { return len(s.columns) }

// Titles are the names of the columns.
func (s *Sheet) Titles() []string {
	out := make([]string, len(s.columns))
	for i, c := range s.columns {
		out[i] = c.title
	}
	return out
}

// Row is the i-th row: cells are texts, float64, bool, [grid.Day] or nil, as a grid takes them.
func (s *Sheet) Row(i int) []any {
	out := make([]any, len(s.columns))
	for at, c := range s.columns {
		out[at] = s.cell(c, s.items[i][c.key])
	}
	return out
}

// cell gives one value its type. A text stays a text unless its column is one of dates: what a formula or a number
// would look like is for the format to keep a text.
func (s *Sheet) cell(c column, value any) any {
	switch v := value.(type) {
	case nil, bool, float64:
		return v
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case string:
		if v == "" {
			return nil
		}
		if c.kind == "datetime" {
			return s.day(v)
		}
		return v
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return string(data)
}

// day is a date as items carry it, or the text itself when a clock in the person's zone could not say the same.
func (s *Sheet) day(text string) any {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return grid.Day{Time: t}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Nanosecond() != 0 {
		return text
	}
	t := at.In(s.zone)
	clock := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	again := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, s.zone)
	if !again.Equal(at) || t.Year() < 1 || t.Year() > 9999 {
		return text
	}
	return grid.Day{Time: clock, Timed: true}
}

// Widths are how many characters each column needs, within reason.
func (s *Sheet) Widths() []int {
	const least, most, looked = 8, 60, 2000
	out := make([]int, len(s.columns))
	for at, c := range s.columns {
		out[at] = max(least, utf8.RuneCountInString(c.title))
		for _, item := range s.items[:min(len(s.items), looked)] {
			switch v := item[c.key].(type) {
			case string:
				out[at] = max(out[at], utf8.RuneCountInString(v[:min(len(v), 4*most)]))
			case float64:
				out[at] = max(out[at], len(strconv.FormatFloat(v, 'f', -1, 64)))
			}
		}
		out[at] = min(out[at], most)
	}
	return out
}
