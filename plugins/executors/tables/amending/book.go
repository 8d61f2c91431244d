package amending

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/formula"
	"github.com/metnos/metnos/plugins/executors/tables/workbook"
	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
)

const (
	maxBook     = 64 << 20  // bytes of a workbook that is changed: it is held in memory
	maxUnpacked = 512 << 20 // bytes of its parts
)

// book writes a workbook with the change made, and tells how many rows that took. It ends with the context.
func (c change) book(ctx context.Context, l *layout, in sdk.ReadFile, to io.Writer) (int, error) {
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() > maxBook {
		return 0, entry.Failed(sdk.Oversize, "book_too_large", l.path, "is too large to be changed")
	}
	type outcome struct {
		data    []byte
		changed int
		err     error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if recover() != nil { // what the library trips over
				o.err = entry.Failed(sdk.WrongArgs, "workbook_broken", l.path, "is damaged")
			}
			done <- o
		}()
		o.data, o.changed, o.err = c.rewritten(ctx, l, in)
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return 0, o.err
		}
		_, err = to.Write(o.data)
		return o.changed, err
	case <-ctx.Done():
		return 0, entry.Stopped(ctx)
	}
}

func (c change) rewritten(ctx context.Context, l *layout, in sdk.ReadFile) ([]byte, int, error) {
	f, err := excelize.OpenReader(io.NewSectionReader(in, 0, maxBook), excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, 0, sdk.Errorf(sdk.WrongArgs, "workbook_broken", "%w", err).With("path", entry.Shown(l.path))
	}
	defer f.Close()
	cells, err := formulas(ctx, l, in, f)
	if err != nil {
		return nil, 0, err
	}
	found, last, err := c.scan(ctx, l, f, cells[l.source.Sheet])
	if err != nil {
		return nil, 0, err
	}
	changed := len(found)
	for i := len(found) - 1; i >= 0; i-- {
		if c.gone {
			err = f.RemoveRow(l.source.Sheet, found[i])
		} else {
			err = put(f, l, c.set, found[i], c.to)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	if len(c.rows) > 0 {
		if err := lengthen(f, l, last, last+len(c.rows)); err != nil {
			return nil, 0, err
		}
	}
	for _, row := range c.rows {
		for i, cell := range row {
			if err := styled(f, l, i, last); err != nil {
				return nil, 0, err
			}
			if cell == nil {
				continue
			}
			if err := put(f, l, i, last+1, cell); err != nil {
				return nil, 0, err
			}
		}
		last++
		changed++
	}
	var out bytes.Buffer
	err = f.Write(&out)
	return out.Bytes(), changed, err
}

// formulas makes the formulas of a workbook outlive the change, or refuses it.
func formulas(ctx context.Context, l *layout, in sdk.ReadFile, f *excelize.File) (map[string]formula.Cells, error) {
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	w, err := workbook.Open(ctx, in, info.Size())
	if err != nil {
		return nil, err
	}
	var parts []formula.Part
	for _, s := range w.Sheets {
		parts = append(parts, formula.Part{Sheet: s.Name, Path: s.Part()})
	}
	cells, err := formula.Prepare(f, parts)
	if err != nil {
		return nil, sdk.Errorf(sdk.Conflict, "formulas_unclear", "%w", err).With("path", entry.Shown(l.path))
	}
	return cells, nil
}

// scan finds the rows that are meant, and the last that holds anything. Cells with formulas are calculated.
func (c change) scan(ctx context.Context, l *layout, f *excelize.File, formulas formula.Cells) (found []int, last int, err error) {
	rows, err := f.Rows(l.source.Sheet)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	above, started := 0, false
	if l.source.Header {
		above++
	}
	above += l.source.Skipped
	for n := 1; rows.Next(); n++ {
		if err := entry.Stopped(ctx); err != nil {
			return nil, 0, err
		}
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, 0, err
		}
		if cells, err = calculated(f, l, formulas, cells, n, c.match); err != nil {
			return nil, 0, err
		}
		if strings.TrimSpace(strings.Join(cells, "")) != "" || results(f, l, formulas, n) {
			last, started = n, true
		}
		if started && above > 0 {
			above--
			continue
		}
		if c.match >= 0 && c.match < len(cells) && cells[c.match] != "" && c.matches(l, cells[c.match]) {
			found = append(found, n)
		}
	}
	return found, last, nil
}

// calculated fills in the cell rows are found by, when it is a formula.
func calculated(f *excelize.File, l *layout, formulas formula.Cells, cells []string, row, column int) ([]string, error) {
	if column < 0 {
		return cells, nil
	}
	name, err := excelize.CoordinatesToCellName(column+1, row)
	if err != nil || !formulas[name] {
		return cells, err
	}
	for len(cells) <= column {
		cells = append(cells, "")
	}
	if cells[column], err = formula.Value(f, l.source.Sheet, name); err != nil {
		return nil, sdk.Errorf(sdk.Conflict, "formulas_unclear", "%w", err).With("path", entry.Shown(l.path))
	}
	return cells, nil
}

// results reports whether formulas put something into a row of the table, as those filled down in advance do not.
func results(f *excelize.File, l *layout, formulas formula.Cells, row int) bool {
	for i := range l.table.Columns {
		name, err := excelize.CoordinatesToCellName(i+1, row)
		if err != nil || !formulas[name] {
			continue
		}
		if text, err := formula.Value(f, l.source.Sheet, name); err != nil || strings.TrimSpace(text) != "" {
			return true
		}
	}
	return false
}

func put(f *excelize.File, l *layout, column, row int, cell any) error {
	name, err := excelize.CoordinatesToCellName(column+1, row)
	if err != nil {
		return err
	}
	if d, ok := cell.(date); ok {
		style, err := f.GetCellStyle(l.source.Sheet, name)
		if err != nil {
			return err
		}
		if err := f.SetCellValue(l.source.Sheet, name, d.wall()); err != nil || style == 0 {
			return err
		}
		return f.SetCellStyle(l.source.Sheet, name, name, style) // as the column has its dates
	}
	return f.SetCellValue(l.source.Sheet, name, cell)
}

// styled gives a cell below another the style of that one.
func styled(f *excelize.File, l *layout, column, row int) error {
	if row < 2 || row < 1+l.source.Skipped {
		return nil
	}
	above, err := excelize.CoordinatesToCellName(column+1, row)
	if err != nil {
		return err
	}
	below, err := excelize.CoordinatesToCellName(column+1, row+1)
	if err != nil {
		return err
	}
	if style, err := f.GetCellStyle(l.source.Sheet, above); err == nil && style != 0 && row > 1+l.source.Skipped {
		return f.SetCellStyle(l.source.Sheet, below, below, style)
	}
	return nil
}
