package grid

import (
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	MaxColumns = 2000     // of one table
	maxCells   = 7 << 20  // bytes of cells and names that are kept: a later step must be able to take them
	maxCell    = 64 << 10 // bytes of one cell that are kept
	cellCost   = 8        // bytes of a cell in JSON beside its text and its name
)

// Request is how a person wants tables to be read; the zero value of a field leaves it to be found out.
type Request struct {
	Columns []string // these alone, in this order
	Header  *bool
	Decimal string // "," or "."
	Dates   string // DayFirst or MonthFirst
	Limit   int    // rows in all
	Zone    *time.Location
	Lang    string
}

// Grid is one table while its rows come in.
type Grid struct {
	path    string
	request Request
	room    *int // bytes that may still be kept, of all tables
	keep    int  // rows that may still be kept, of this table
	likely  string

	first   [][]any // rows until the header is known
	started bool
	header  bool
	names   []any
	picked  map[int]bool // columns that are kept; nil is all of them
	skipped int
	seen    []evidence
	rows    [][]any
	total   int
	full    bool
}

// Add takes the next row: cells are texts, float64, bool, [Day] or nil. The row is kept.
func (g *Grid) Add(row []any) error {
	if len(row) > MaxColumns {
		n := strconv.Itoa(MaxColumns)
		return entry.Failed(sdk.Oversize, "table_too_wide", g.path, "has more than "+n+" columns").With("count", n)
	}
	if g.started {
		g.take(row)
		return nil
	}
	if filled(row) > 0 || len(g.first) > 0 {
		g.first = append(g.first, row)
	}
	if len(g.first) == firstRows {
		g.begin()
	}
	return nil
}

// AddTexts is Add for a row of texts, which the caller may use again.
func (g *Grid) AddTexts(row []string) error {
	if !g.started || len(row) > MaxColumns || !g.full {
		cells := make([]any, len(row))
		for i, text := range row {
			cells[i] = text
		}
		return g.Add(cells)
	}
	if empty(row) {
		return nil
	}
	g.total++
	g.widen(len(row))
	for i, text := range row {
		g.seen[i].seeText(text)
	}
	return nil
}

// empty reports a row with nothing in it.
func empty(row []string) bool {
	for _, text := range row {
		if trimmed(text) != "" {
			return false
		}
	}
	return true
}

// begin finds the header and takes the rows that waited for it.
func (g *Grid) begin() {
	g.started = true
	rows := g.first
	g.first = nil
	if len(rows) == 0 {
		return
	}
	g.skipped = start(rows)
	rows = rows[g.skipped:]
	g.header = named(rows[0], rows[1:])
	if g.request.Header != nil {
		g.header = *g.request.Header
	}
	if g.header {
		g.names, rows = rows[0], rows[1:]
		g.widen(len(g.names))
	}
	if names := keys(g.names, MaxColumns); len(g.request.Columns) > 0 {
		g.picked = map[int]bool{}
		for _, name := range g.request.Columns {
			g.picked[find(names, name)] = true
		}
	}
	for _, row := range rows {
		g.take(row)
	}
}

func (g *Grid) widen(n int) {
	for len(g.seen) < n {
		g.seen = append(g.seen, evidence{})
	}
}

func (g *Grid) take(row []any) {
	if filled(row) == 0 {
		return
	}
	g.total++
	g.widen(len(row))
	for i, cell := range row {
		g.seen[i].see(cell)
	}
	if g.full = g.full || len(g.rows) >= g.keep || !g.fits(row); !g.full {
		g.rows = append(g.rows, row)
	}
}

// fits takes the room of a row, cutting off cells nobody could read.
func (g *Grid) fits(row []any) bool {
	cost := 0
	for i, cell := range row {
		if g.picked != nil && !g.picked[i] {
			row[i] = nil
			continue
		}
		if text, ok := cell.(string); ok {
			switch {
			case len(text) > maxCell:
				row[i] = entry.Shown(text[:maxCell]) + "…"
			case g.picked != nil:
				row[i] = strings.Clone(text) // it does not hold on to the rest of the row
			}
			cost += len(text)
		}
		cost += cellCost
		if i < len(g.names) {
			if name, ok := g.names[i].(string); ok {
				cost += len(name)
			}
		}
	}
	if cost > *g.room {
		return false
	}
	*g.room -= cost
	return true
}

// table is a grid that has been read to its end.
type table struct {
	keys    []string
	columns []column
	decimal string
}

// settle decides every column from what was seen.
func (g *Grid) settle() table {
	if !g.started {
		g.begin()
	}
	width := max(len(g.seen), len(g.names))
	g.widen(width)
	t := table{keys: keys(g.names, width), columns: make([]column, width)}
	s := settings{decimal: g.request.Decimal, dates: g.request.Dates, likely: g.likely, order: DayFirst}
	if g.request.Lang == "en" && american(g.request.Zone) {
		s.order = MonthFirst
	}
	commas, points := 0, 0
	for _, e := range g.seen {
		commas, points = commas+e.onlyComma, points+e.onlyPoint
		if e.ordered && e.dayFirst != e.monthFirst && e.filled-e.missing == e.moments {
			s.order = DayFirst
			if e.monthFirst > e.dayFirst {
				s.order = MonthFirst
			}
		}
	}
	if commas > points {
		s.likely = ","
	} else if points > commas {
		s.likely = "."
	}
	for i := range t.columns {
		t.columns[i] = g.seen[i].decide(s)
		if t.columns[i].kind == "number" && t.columns[i].format != "" {
			t.decimal = t.columns[i].decimal
		}
	}
	return t
}

// american reports a time zone of people who write the month first.
func american(zone *time.Location) bool {
	name := ""
	if zone != nil {
		name = zone.String()
	}
	return len(name) > 8 && name[:8] == "America/" || len(name) > 3 && name[:3] == "US/"
}
