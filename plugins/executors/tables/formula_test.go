package main

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
)

// repacked is a workbook with one of its parts written by hand.
func repacked(t *testing.T, text, part string, change func(string) string) string {
	t.Helper()
	in, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	must(t, err)
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range in.File {
		r, err := f.Open()
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		if f.Name == part {
			data = []byte(change(string(data)))
		}
		w, err := out.Create(f.Name)
		must(t, err)
		_, err = w.Write(data)
		must(t, err)
	}
	must(t, out.Close())
	return b.String()
}

// filled is a sheet as programs write one whose last column was filled down.
func filled(t *testing.T) string {
	text := book(t, func(f *excelize.File) {
		for cell, v := range map[string]any{"A1": "voce", "B1": "importo", "C1": "doppio", "A2": "pane", "B2": 1, "A3": "latte", "B3": 2, "A4": "olio", "B4": 3, "A5": "sale", "B5": 4,
			"C2": 2, "C3": 4, "C4": 6, "C5": 8} {
			must(t, f.SetCellValue("Sheet1", cell, v))
		}
		_, err := f.NewSheet("Altro")
		must(t, err)
		must(t, f.SetCellFormula("Altro", "A1", "SUM(Sheet1!C2:C5)"))
	})
	return repacked(t, text, "xl/worksheets/sheet1.xml", func(s string) string {
		for cell, f := range map[string]string{"C2": `<f t="shared" ref="C2:C5" si="0">B2*2</f>`, "C3": `<f t="shared" si="0"/>`, "C4": `<f t="shared" si="0"/>`, "C5": `<f t="shared" si="0"></f>`} {
			if !strings.Contains(s, `<c r="`+cell+`"><v>`) {
				t.Fatal(s)
			}
			s = strings.Replace(s, `<c r="`+cell+`"><v>`, `<c r="`+cell+`">`+f+`<v>`, 1)
		}
		return s
	})
}

func TestFormulasOutliveAnEdit(t *testing.T) {
	for name, c := range map[string]struct {
		args     map[string]any
		formulas string
		doubled  []any
	}{
		"the holder goes": {map[string]any{"match_column": "voce", "match_value": "pane", "operation": "delete"}, "B2*2 B3*2 B4*2", []any{4.0, 6.0, 8.0}},
		"another goes":    {map[string]any{"match_column": "voce", "match_value": "latte", "operation": "delete"}, "B2*2 B3*2 B4*2", []any{2.0, 6.0, 8.0}},
		"by its result":   {map[string]any{"match_column": "doppio", "match_value": "6", "operation": "delete"}, "B2*2 B3*2 B4*2", []any{2.0, 4.0, 8.0}},
		"a value changes": {map[string]any{"match_column": "voce", "match_value": "latte", "set_column": "importo", "set_value": "10"}, "B2*2 B3*2 B4*2 B5*2", []any{2.0, 20.0, 6.0, 8.0}},
		"the holder is written over": {map[string]any{"match_column": "voce", "match_value": "pane", "set_column": "doppio", "set_value": "7"}, " B3*2 B4*2 B5*2",
			[]any{7.0, 4.0, 6.0, 8.0}},
	} {
		s := newScene(t)
		before := filled(t)
		s.Write(t, "s.xlsx", before)
		r := s.amend(t.Context(), "s.xlsx", c.args)
		if !r.OK || r.Results[0]["count"] != 1 {
			t.Errorf("%s: %+v %v", name, r, r.Error)
			continue
		}
		f, err := excelize.OpenFile(s.Path("s.xlsx"))
		must(t, err)
		var formulas []string
		for _, cell := range []string{"C2", "C3", "C4", "C5"}[:len(c.doubled)] {
			text, err := f.GetCellFormula("Sheet1", cell)
			must(t, err)
			formulas = append(formulas, text)
		}
		if got := strings.Join(formulas, " "); got != c.formulas {
			t.Errorf("%s: the formulas are %q, want %q", name, got, c.formulas)
		}
		if p, err := f.GetCalcProps(); err != nil || p.FullCalcOnLoad == nil || !*p.FullCalcOnLoad {
			t.Errorf("%s: programs keep the old results: %v", name, err)
		}
		must(t, f.Close())
		var doubled []any
		for _, e := range s.read(xlsxReader{}, nil, "s.xlsx").Entries {
			doubled = append(doubled, e["doppio"])
		}
		if !equal(doubled, c.doubled) {
			t.Errorf("%s: read back as %v, want %v", name, doubled, c.doubled)
		}
		var sum float64
		for _, v := range c.doubled {
			sum += v.(float64)
		}
		if total := s.read(xlsxReader{}, map[string]any{"sheet": "Altro", "header": false}, "s.xlsx"); len(total.Entries) != 1 || !equal(values(total), []any{sum}) {
			t.Errorf("%s: the other sheet reads %v, want %v", name, total.Entries, sum)
		}
		if !s.undone(r) || s.Read("s.xlsx") != before {
			t.Errorf("%s: undo left another file", name)
		}
	}
}

func values(r sdk.Result) (out []any) {
	for _, e := range r.Entries {
		for _, v := range e {
			out = append(out, v)
		}
	}
	return out
}

func equal(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A formula nobody can calculate is no empty cell.
func TestFormulaWithoutResult(t *testing.T) {
	s := newScene(t)
	s.Write(t, "s.xlsx", book(t, func(f *excelize.File) {
		must(t, f.SetSheetRow("Sheet1", "A1", &[]any{"n", "x"}), f.SetSheetRow("Sheet1", "A2", &[]any{1, nil}), f.SetCellFormula("Sheet1", "B2", "NOSUCHFUNCTION(A2)"))
	}))
	if r := s.read(xlsxReader{}, nil, "s.xlsx"); len(r.Entries) != 1 || r.Entries[0]["x"] != "#CALC!" {
		t.Errorf("%v %v", r.Entries, r.Error)
	}
}

func TestTableGrowsWithItsRows(t *testing.T) {
	s := newScene(t)
	fill := func(f *excelize.File) {
		for i, row := range [][]any{{"voce", "importo"}, {"pane", 3.5}, {"latte", 1.2}} {
			must(t, f.SetSheetRow("Sheet1", []string{"A1", "A2", "A3"}[i], &row))
		}
		must(t, f.AddTable("Sheet1", &excelize.Table{Range: "A1:B3", Name: "Spese"}))
	}
	s.Write(t, "s.xlsx", book(t, fill))
	r := s.amend(t.Context(), "s.xlsx", map[string]any{"values": []any{"olio", "7"}})
	if !r.OK {
		t.Fatal(r.Error)
	}
	f, err := excelize.OpenFile(s.Path("s.xlsx"))
	must(t, err)
	defer f.Close()
	tables, err := f.GetTables("Sheet1")
	if must(t, err); len(tables) != 1 || tables[0].Range != "A1:B4" {
		t.Errorf("%+v", tables)
	}
	before := repacked(t, book(t, fill), "xl/tables/table1.xml", func(x string) string {
		return strings.Replace(x, `<table `, `<table totalsRowCount="1" `, 1)
	})
	s.Write(t, "t.xlsx", before)
	if r := s.amend(t.Context(), "t.xlsx", map[string]any{"values": []any{"olio", "7"}}); r.OK || r.Error == nil || r.Error.Code != "table_ends" || s.Read("t.xlsx") != before {
		t.Errorf("%+v %v", r, r.Error)
	}
}
