package amending

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
)

// lengthen has the tables that end with a row of the sheet end with a later one. One that ends with totals, which
// would be among the rows then, refuses.
func lengthen(f *excelize.File, l *layout, last, later int) error {
	tables, err := f.GetTables(l.source.Sheet)
	if err != nil {
		return err
	}
	for _, t := range tables {
		from, to, ok := strings.Cut(t.Range, ":")
		if !ok {
			continue
		}
		column, row, err := excelize.CellNameToCoordinates(to)
		if err != nil {
			return err
		}
		first, _, err := excelize.CellNameToCoordinates(from)
		if err != nil {
			return err
		}
		if row != last || first > len(l.table.Columns) {
			continue
		}
		end, err := excelize.CoordinatesToCellName(column, later)
		if err != nil {
			return err
		}
		if !resized(f, t.Name, t.Range, from+":"+end) {
			return entry.Failed(sdk.Conflict, "table_ends", l.path, "has a table that cannot grow").With("table", t.Name)
		}
	}
	return nil
}

var totals = regexp.MustCompile(`\stotalsRowCount="[1-9]`)

// resized writes another extent into the part of a table; one with a row of totals has it no more after the last row.
func resized(f *excelize.File, name, was, is string) bool {
	done := false
	f.Pkg.Range(func(key, held any) bool {
		at, _ := key.(string)
		data, _ := held.([]byte)
		if path.Dir(at) != "xl/tables" || !named(data, name) || totals.Match(data) {
			return true
		}
		grown := bytes.ReplaceAll(data, []byte(` ref="`+was+`"`), []byte(` ref="`+is+`"`))
		if done = !bytes.Equal(grown, data); done {
			f.Pkg.Store(key, grown)
		}
		return !done
	})
	return done
}

// named reports whether a part is that of a table: names of tables are unique in a workbook.
func named(data []byte, name string) bool {
	return bytes.Contains(data, []byte(` name="`+name+`"`)) || bytes.Contains(data, []byte(` displayName="`+name+`"`))
}
