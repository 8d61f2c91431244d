package workbook

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
)

// Rows calls fn for every row of a sheet that holds something, in order. Cells without a value are nil.
func (w *Workbook) Rows(s Sheet, fn func(row []any) error) error {
	p, err := open(w.ctx, w.zip, s.part, maxPart)
	if err != nil {
		return err
	}
	if p == nil {
		return broken(fmt.Errorf("the sheet %q is missing", s.Name))
	}
	defer p.Close()
	w.reading = s.Name
	var row []any
	next := 0 // column of a cell that does not say where it is
	for {
		t, err := p.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				row, next = nil, 0
			case "c":
				if row, next, err = w.cell(p, t, row, next); err != nil {
					return err
				}
			}
		case xml.EndElement:
			if t.Name.Local == "row" && len(row) > 0 {
				if err := fn(row); err != nil {
					return err
				}
				row = nil
			}
		}
	}
}

// cell reads one cell into its place in the row.
func (w *Workbook) cell(p *part, e xml.StartElement, row []any, next int) ([]any, int, error) {
	at := next
	if ref := zipped.Attribute(e, "r"); ref != "" {
		var ok bool
		if at, ok = columnOf(ref); !ok {
			return nil, 0, broken(fmt.Errorf("%q is no cell", ref))
		}
	}
	kind, look := zipped.Attribute(e, "t"), zipped.Attribute(e, "s")
	value, err := w.value(p, kind, look, zipped.Attribute(e, "r"))
	if err != nil || value == nil {
		return row, at + 1, err
	}
	if at >= grid.MaxColumns {
		n := strconv.Itoa(grid.MaxColumns)
		return nil, 0, sdk.Errorf(sdk.Oversize, "table_too_wide", "more than %s columns", n).With("count", n).With("path", entry.Unnamed)
	}
	for len(row) <= at {
		row = append(row, nil)
	}
	row[at] = value
	return row, at + 1, nil
}

// value reads what is in a cell, to its end. A formula whose result nobody knows is the text of an error.
func (w *Workbook) value(p *part, kind, look, ref string) (any, error) {
	var value any
	formula, result := false, false
	for {
		t, err := p.next()
		if err != nil {
			return nil, unexpected(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "c" {
				if formula && !result && w.Calculate != nil {
					return w.calculated(ref, look)
				}
				return value, nil
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "v":
				result = true
				text, err := p.text()
				if err != nil {
					return nil, err
				}
				if value, err = w.typed(text, kind, look); err != nil {
					return nil, err
				}
			case "is":
				if value, err = p.rich("is"); err != nil {
					return nil, err
				}
			default: // the formula
				formula = formula || t.Name.Local == "f"
				if _, err := p.text(); err != nil {
					return nil, err
				}
			}
		}
	}
}

// calculated is the result of a formula that came without.
func (w *Workbook) calculated(ref, look string) (any, error) {
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	text, ok := w.Calculate(w.reading, ref)
	if !ok {
		return "#CALC!", nil
	}
	switch text {
	case "":
		return nil, nil
	case "TRUE", "FALSE":
		return text == "TRUE", nil
	}
	return w.typed(text, "", look)
}

// typed gives the text of a value its type.
func (w *Workbook) typed(text, kind, look string) (any, error) {
	switch kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, broken(err)
		}
		return w.shared(n)
	case "str":
		return unescape(text), nil
	case "inlineStr":
		return text, nil
	case "b":
		return truth(strings.TrimSpace(text)), nil
	case "e":
		if text == "#N/A" {
			return nil, nil
		}
		return text, nil
	case "d":
		return text, nil // an ISO date is read as one later
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return text, nil
	}
	return w.number(f, look), nil
}

// number is a number as its style means it.
func (w *Workbook) number(f float64, look string) any {
	meant := plainNumber
	if n, err := strconv.Atoi(look); err == nil && n >= 0 && n < len(w.styles) {
		meant = w.styles[n]
	}
	if meant == clock && f >= 1 {
		meant = date
	}
	const farthest = 2_958_466 // the day after 9999-12-31
	if meant == plainNumber || math.IsNaN(f) || f < 0 || f >= farthest {
		return f
	}
	seconds := int64(math.Round(f * 86_400))
	switch meant {
	case clock:
		return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	case elapsed:
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return w.day(seconds)
}

// day is a number of seconds since the epoch of the workbook. The epoch of 1900 counts a 29 February that
// never was.
func (w *Workbook) day(seconds int64) grid.Day {
	start := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case w.epoch:
		start = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case seconds < 60*86_400:
		start = start.AddDate(0, 0, 1)
	}
	days, rest := seconds/86_400, seconds%86_400
	return grid.Day{Time: start.AddDate(0, 0, int(days)).Add(time.Duration(rest) * time.Second), Timed: rest != 0}
}

// columnOf is the column of a cell reference such as BC12, from 0.
func columnOf(ref string) (int, bool) {
	n := 0
	i := 0
	for ; i < len(ref) && i < 4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	return n - 1, i > 0 && i <= 3 && (i == len(ref) || ref[i] >= '0' && ref[i] <= '9')
}
