package grid

import (
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Book collects the items of several tables into one result.
type Book struct {
	request  Request
	several  bool // rows say which file they are from
	room     int
	items    []map[string]any
	columns  []sdk.Column
	index    map[string]int // of columns, by key
	sources  []sdk.Source
	total    int
	full     bool // items were left out for their size
	passes   []*Pass
	failures entry.Failures
}

// NewBook starts a result over so many tables.
func NewBook(request Request, tables int) *Book {
	return &Book{request: request, several: tables > 1, room: maxCells, items: []map[string]any{}, index: map[string]int{}}
}

// Table starts the next table. likely is the decimal mark its text suggests, "" when it suggests none.
func (b *Book) Table(p, likely string) *Grid {
	return &Grid{path: p, request: b.request, room: &b.room, keep: max(0, b.request.Limit-len(b.items)), likely: likely}
}

// Several reports whether the result is over more than one table.
func (b *Book) Several() bool { return b.several }

// Fail records that a table could not be read.
func (b *Book) Fail(p string, err error) { b.failures.Add(p, entry.Problem(err, p)) }

// Take adds the items of a table that has been read to its end. source says what it was; the rest of it is
// filled in here.
func (b *Book) Take(g *Grid, source sdk.Source) error {
	t := g.settle()
	chosen, err := b.chosen(g.path, t)
	if err != nil {
		return err
	}
	tag := ""
	if b.several {
		tag = b.tag(t)
		b.column(sdk.Column{Key: tag, Type: "text"})
	}
	for _, i := range chosen {
		b.column(sdk.Column{Key: t.keys[i], Type: t.columns[i].kind, Format: t.columns[i].format})
	}
	for _, row := range g.rows {
		item := make(map[string]any, len(chosen)+1)
		for _, i := range chosen {
			item[t.keys[i]] = nil
			if i < len(row) {
				item[t.keys[i]] = t.columns[i].value(row[i], b.request.Zone)
			}
		}
		if tag != "" {
			item[tag] = entry.Shown(path.Base(g.path))
		}
		b.items = append(b.items, item)
	}
	b.total += g.total
	b.full = b.full || g.full && len(b.items) < b.request.Limit
	source.Path, source.Header, source.Skipped, source.Rows, source.Decimal = entry.Shown(g.path), g.header, g.skipped, g.total, t.decimal
	b.sources, b.passes = append(b.sources, source), append(b.passes, b.pass(g, t, chosen, tag))
	return nil
}

// tag is the field that says which file a row is from, a name no column has.
func (b *Book) tag(t table) string {
	tag := "file"
	for find(t.keys, tag) >= 0 {
		tag += "_"
	}
	return tag
}

// chosen are the columns to return, by number.
func (b *Book) chosen(p string, t table) ([]int, error) {
	if len(b.request.Columns) == 0 {
		all := make([]int, len(t.keys))
		for i := range all {
			all[i] = i
		}
		return all, nil
	}
	var out []int
	for _, name := range b.request.Columns {
		i := find(t.keys, name)
		if i < 0 && b.several {
			return nil, entry.Failed(sdk.WrongArgs, "column_not_here", p, "has no column "+name)
		}
		if i < 0 {
			return nil, entry.Failed(sdk.WrongArgs, "column_unknown", p, "has no column "+name).
				With("column", name).With("columns", listed(t.keys))
		}
		out = append(out, i)
	}
	return out, nil
}

func listed(names []string) string {
	if len(names) > 40 {
		names = append(names[:40:40], "…")
	}
	return strings.Join(names, ", ")
}

// column adds a column of the result. One that two tables have with different types is text.
func (b *Book) column(c sdk.Column) {
	at, known := b.index[c.Key]
	if !known {
		b.index[c.Key] = len(b.columns)
		b.columns = append(b.columns, c)
		return
	}
	old := &b.columns[at]
	switch {
	case old.Type == c.Type && old.Format == c.Format:
	case old.Type == c.Type:
		old.Format = ""
	case numeric(old.Type) && numeric(c.Type):
		*old = sdk.Column{Key: c.Key, Type: "number"}
	default:
		*old = sdk.Column{Key: c.Key, Type: "text"}
	}
}

func numeric(kind string) bool { return kind == "integer" || kind == "number" }

// Result ends the reading.
func (b *Book) Result() (sdk.Result, error) {
	if len(b.sources) == 0 && b.failures.First() != nil {
		return entry.Collected(nil, nil, &b.failures)
	}
	r := entry.Produced(b.items, b.total, b.request.Limit, b.failures.All())
	if b.full && r.Truncated != nil {
		r.Truncated.Cap = "" // a larger limit would not help
	}
	r.Table = &sdk.Table{Columns: b.columns, Sources: b.sources}
	return r, nil
}
