package formula

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"github.com/xuri/excelize/v2"
)

// Part is a sheet and the part of the package that holds it.
type Part struct{ Sheet, Path string }

// Cells are the cells of a sheet that hold formulas, by reference.
type Cells map[string]bool

// ErrUnclear means that a formula could not be kept as it is.
var ErrUnclear = errors.New("a formula cannot be kept")

// Prepare drops the results the sheets keep of their formulas, which a change makes old, has programs calculate them
// anew when they open the workbook, and writes every formula shared by several cells into each of them, so that it
// does not go with the one that holds it. It returns the cells with formulas by sheet.
func Prepare(f *excelize.File, parts []Part) (map[string]Cells, error) {
	all := map[string]Cells{}
	shared := map[string][]string{}
	for _, p := range parts {
		held, ok := f.Pkg.Load(p.Path)
		data, text := held.([]byte)
		if !ok || !text {
			return nil, ErrUnclear
		}
		s, err := scan(data)
		if err != nil {
			return nil, err
		}
		if len(s.cells) > 0 {
			f.Pkg.Store(p.Path, s.without)
			all[p.Sheet], shared[p.Sheet] = s.cells, s.shared
		}
	}
	for sheet, cells := range shared {
		if err := apart(f, sheet, cells); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return all, nil
	}
	yes := true
	return all, f.SetCalcProps(&excelize.CalcPropsOptions{FullCalcOnLoad: &yes})
}

// apart gives every cell a formula of its own.
func apart(f *excelize.File, sheet string, cells []string) error {
	own := make([]string, len(cells))
	for i, cell := range cells {
		var err error
		if own[i], err = f.GetCellFormula(sheet, cell); err != nil {
			return err
		}
		if own[i] == "" {
			return ErrUnclear
		}
	}
	for i := len(cells) - 1; i >= 0; i-- { // the one that holds it comes last
		if err := f.SetCellFormula(sheet, cells[i], own[i]); err != nil {
			return err
		}
	}
	return nil
}

// scanned is what a sheet holds of formulas.
type scanned struct {
	cells   Cells
	shared  []string
	without []byte // the sheet without results of formulas
}

// scan reads a sheet and cuts the results of its formulas out, byte for byte.
func scan(data []byte) (scanned, error) {
	s := scanned{cells: Cells{}}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, ErrUnclear }
	var kept bytes.Buffer
	var ref string
	var from, to, done int64 // of the result of the cell
	counts := false
	for {
		start := d.InputOffset()
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "c":
				ref, counts, from, to = attribute(t, "r"), false, 0, 0
			case "v":
				from = start
			case "f":
				if ref == "" {
					return s, ErrUnclear
				}
				counts, s.cells[ref] = true, true
				if attribute(t, "t") == "shared" {
					s.shared = append(s.shared, ref)
				}
			}
		case xml.EndElement:
			switch {
			case t.Name.Local == "v":
				to = d.InputOffset()
			case t.Name.Local == "c" && counts && to > from:
				kept.Write(data[done:from])
				done = to
			}
		}
	}
	kept.Write(data[done:])
	s.without = kept.Bytes()
	return s, nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// Value is what the formula of a cell amounts to now, without the looks of the cell.
func Value(f *excelize.File, sheet, cell string) (text string, err error) {
	defer func() {
		if recover() != nil { // what the library trips over
			err = ErrUnclear
		}
	}()
	return f.CalcCellValue(sheet, cell, excelize.Options{RawCellValue: true})
}
