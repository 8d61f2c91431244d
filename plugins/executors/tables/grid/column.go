package grid

import (
	"math"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/tables/glance"
)

// maxMeasured is the longest text, in bytes, that may be a number or a date.
const maxMeasured = 48

// evidence is what the cells of one column showed.
type evidence struct {
	filled, missing int // cells with something in them; those among them that only say "not known"
	comma, point    int // texts that read as a number with that decimal mark
	onlyComma       int // texts that read with that mark alone
	onlyPoint       int
	typed           int // cells that came as numbers
	fractions       bool
	moments         int
	dayFirst        int // dates that exist in that order
	monthFirst      int
	ordered         bool // dates that begin with the day or the month are among them
	timed           bool
	booleans        int
	words           bool // a text is among them that is neither of these
}

func (e *evidence) see(cell any) {
	switch v := cell.(type) {
	case float64:
		e.filled++
		e.typed++
		e.fractions = e.fractions || v != math.Trunc(v)
	case bool:
		e.filled++
		e.booleans++
	case Day:
		e.filled++
		e.moments, e.dayFirst, e.monthFirst = e.moments+1, e.dayFirst+1, e.monthFirst+1
		e.timed = e.timed || v.Timed
	case string:
		e.seeText(v)
	}
}

// seeText is see for a text.
func (e *evidence) seeText(v string) {
	if e.words {
		return // a word among them: they are texts, whatever else there is
	}
	if v = trimmed(v); v != "" {
		e.filled++
		if !e.plainly(v) {
			e.text(v)
		}
	}
}

// trimmed is the beginning of a text without the spaces around it: enough to tell what it is, however long it
// may be.
func trimmed(v string) string {
	const beginning = 4096
	if len(v) > beginning {
		v = v[:beginning]
	}
	return strings.TrimSpace(v)
}

func (e *evidence) text(v string) {
	if unknown(v) {
		e.missing++
		return
	}
	if c := v[0]; len(v) > maxMeasured || c != '-' && (c < '0' || c > '9') && c < 0x80 {
		e.words = true
		return // nothing that reads as a number or a date is so
	}
	comma, isComma := number(v, ",")
	point, isPoint := number(v, ".")
	switch {
	case isComma && isPoint && comma == point: // no mark at all
		e.comma, e.point = e.comma+1, e.point+1
		return
	case isComma && isPoint: // 1.234: either
		e.comma, e.point = e.comma+1, e.point+1
		e.fractions = true
		return
	case isComma:
		e.comma, e.onlyComma = e.comma+1, e.onlyComma+1
		e.fractions = true
		return
	case isPoint:
		e.point, e.onlyPoint = e.point+1, e.onlyPoint+1
		e.fractions = true
		return
	}
	m, ok := readMoment(v)
	if e.words = !ok; ok {
		e.moments++
		e.timed = e.timed || m.timed
		e.ordered = e.ordered || !m.yearFirst
		if m.fits(DayFirst) {
			e.dayFirst++
		}
		if m.fits(MonthFirst) {
			e.monthFirst++
		}
	}
}

// unknown reports what people write in a cell whose value they do not know.
func unknown(v string) bool {
	if len(v) > 6 {
		return false
	}
	switch strings.ToLower(v) {
	case "-", "--", "—", "–", "n/d", "nd", "n.d.", "na", "n/a", "n.a.", "null", "nan", "?":
		return true
	}
	return false
}

// settings are what the person said about a table, and what its text alone suggests.
type settings struct {
	decimal, dates string // said; "" is to be found out
	likely         string // decimal mark when nothing else tells
	order          string // order of dates when nothing else tells
}

// column is how the cells of one column are read.
type column struct {
	kind    string // a field type
	decimal string
	order   string
	format  string
}

// decide settles a column. Every cell must agree: one word among numbers makes a column of texts.
func (e *evidence) decide(s settings) column {
	known := e.filled - e.missing
	numbers := func(mark string, read int) (column, bool) {
		if known == 0 || read+e.typed != known {
			return column{}, false
		}
		c := column{kind: "number", decimal: mark}
		if !e.fractions {
			c.kind = "integer"
		} else if read > 0 {
			c.format = map[string]string{",": "1.234,5", ".": "1,234.5"}[mark]
		}
		return c, true
	}
	for _, mark := range e.marks(s) {
		if c, ok := numbers(mark, map[string]int{",": e.comma, ".": e.point}[mark]); ok {
			return c
		}
	}
	if known > 0 && e.moments == known {
		for _, order := range e.orders(s) {
			if order == DayFirst && e.dayFirst == known || order == MonthFirst && e.monthFirst == known {
				return column{kind: "datetime", order: order, format: e.written(order)}
			}
		}
	}
	if known > 0 && e.booleans == known {
		return column{kind: "boolean"}
	}
	return column{kind: "text"}
}

// marks are the decimal marks a column may be read with, the better one first.
func (e *evidence) marks(s settings) []string {
	switch {
	case s.decimal != "":
		return []string{s.decimal}
	case e.onlyComma > e.onlyPoint:
		return []string{","}
	case e.onlyPoint > e.onlyComma:
		return []string{"."}
	}
	if s.likely == "," {
		return []string{",", "."}
	}
	return []string{".", ","}
}

func (e *evidence) orders(s settings) []string {
	if s.dates != "" {
		return []string{s.dates}
	}
	if s.order == MonthFirst {
		return []string{MonthFirst, DayFirst}
	}
	return []string{DayFirst, MonthFirst}
}

func (e *evidence) written(order string) string {
	switch {
	case !e.ordered:
		return "yyyy-mm-dd"
	case order == MonthFirst:
		return "mm/dd/yyyy"
	}
	return "dd/mm/yyyy"
}

// value reads one cell. An empty cell is nil, and so is one that says "not known" in a column of numbers or
// dates.
func (c column) value(cell any, zone *time.Location) any {
	switch v := cell.(type) {
	case nil:
		return nil
	case Day:
		if c.kind != "datetime" {
			return v.moment().text(DayFirst, zone)
		}
		return v.moment().text(c.order, zone)
	case string:
		return c.fromText(trimmed(v), v, zone)
	case float64:
		return plain(v)
	}
	return cell
}

func (c column) fromText(trimmed, v string, zone *time.Location) any {
	if trimmed == "" {
		return nil
	}
	if len(trimmed) > maxMeasured {
		return v
	}
	switch c.kind {
	case "number", "integer":
		if f, ok := glance.Read(trimmed, c.decimal[0]); ok {
			return plain(f)
		}
		if f, ok := number(trimmed, c.decimal); ok {
			return plain(f)
		}
	case "datetime":
		if year, _, ok := glance.Day(trimmed); ok && year && len(trimmed) == len(v) {
			return v
		}
		if m, ok := readMoment(trimmed); ok && m.fits(c.order) {
			return m.text(c.order, zone)
		}
	default:
		return v
	}
	if unknown(trimmed) {
		return nil
	}
	return v
}

// plain is a number as JSON writes it: whole when it is.
func plain(f float64) any {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return f
}

// Day is a cell that came as a date.
type Day struct {
	Time  time.Time // its clock is what counts, not its zone
	Timed bool
}

func (d Day) moment() moment {
	t := d.Time
	return moment{
		year: t.Year(), first: int(t.Month()), second: t.Day(), hour: t.Hour(), minute: t.Minute(), moment: t.Second(),
		yearFirst: true, timed: d.Timed,
	}
}
