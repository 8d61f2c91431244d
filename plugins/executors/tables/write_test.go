package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/tables/saving"
	"github.com/metnos/metnos/plugins/executors/tables/xlsx"
	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"
)

// layout is the table argument for columns written key:type.
func layout(columns ...string) []any {
	var out []any
	for _, c := range columns {
		key, kind, _ := strings.Cut(c, ":")
		out = append(out, map[string]any{"key": key, "type": kind})
	}
	return out
}

func (s scene) write(w saving.Saver, name string, args map[string]any) (sdk.Result, error) {
	s.t.Helper()
	all := map[string]any{"path": s.Path(name)}
	for key, v := range args {
		all[key] = v
	}
	return w.Invoke(s.t.Context(), s.call(all), s.Host)
}

// generated is a table of typed columns and rows as JSON brings them. Texts are words: what only looks like a number
// is a number again when a csv is read.
func generated(t *rapid.T) (columns []string, items []any) {
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"text", "number", "integer", "datetime"}), 1, 6).Draw(t, "kinds")
	for i, kind := range kinds {
		columns = append(columns, fmt.Sprintf("%c%d:%s", 'z'-i, i, kind))
	}
	word := rapid.StringMatching(`[a-zàèé€][a-z =+@;,|"'è\n\t.-]{0,12}[a-zé]`)
	for range rapid.IntRange(1, 12).Draw(t, "rows") {
		item := map[string]any{}
		for i, c := range columns {
			key, kind, _ := strings.Cut(c, ":")
			switch kind {
			case "text":
				item[key] = word.Draw(t, "text")
			case "integer":
				item[key] = float64(rapid.IntRange(-99_999, 99_999).Draw(t, "integer"))
			case "number":
				item[key] = float64(rapid.IntRange(-9_999_999, 9_999_999).Draw(t, "cents")*10+5) / 1000
			default:
				item[key] = fmt.Sprintf("20%02d-%02d-%02d", rapid.IntRange(0, 60).Draw(t, "year"), i+1, rapid.IntRange(1, 28).Draw(t, "day"))
			}
		}
		items = append(items, item)
	}
	return columns, items
}

// What is written is read back: order, types and values.
func TestRoundTrip(t *testing.T) {
	dir := t
	rapid.Check(t, func(t *rapid.T) {
		columnsIn, items := generated(t)
		s := newScene(dir)
		lang := rapid.SampledFrom([]string{"it", "en"}).Draw(t, "lang")
		for _, c := range []struct {
			writer saving.Saver
			reader sdk.Executor
			name   string
		}{{csvWriter(), csvReader{}, "t.csv"}, {csvWriter(), csvReader{}, "t.tsv"}, {sheetMaker(), xlsxReader{}, "t.xlsx"}} {
			call := s.call(map[string]any{"path": s.Path(c.name), "entries": items, "table": layout(columnsIn...)})
			call.Lang = lang
			w, err := c.writer.Invoke(context.Background(), call, s.Host)
			if err != nil || !w.OK {
				t.Fatalf("%s: %v %v", c.name, err, w.Error)
			}
			more := map[string]any{"header": true}
			if c.name != "t.xlsx" { // few rows of any words do not show how they are divided
				more["delimiter"] = map[string]string{"t.tsv": "\t", "it": ";", "en": ","}[map[bool]string{true: "t.tsv", false: lang}[c.name == "t.tsv"]]
				more["decimal"] = map[string]string{"it": ",", "en": "."}[lang]
			}
			r := s.read(c.reader, more, c.name)
			if !r.OK || columnsOf(r) != keys(columnsIn) || len(r.Entries) != len(items) {
				t.Fatalf("%s: %v %s, want %s, %d of %d rows\n%s", c.name, r.Error, columnsOf(r), keys(columnsIn), len(r.Entries), len(items), s.Read(c.name))
			}
			for i := range items {
				if got := r.Entries[i]; !reflect.DeepEqual(got, items[i]) {
					t.Fatalf("%s row %d\ngot  %v\nwant %v\n%s", c.name, i, got, items[i], s.Read(c.name))
				}
			}
		}
	})
}

func columnsOf(r sdk.Result) string { return keys(strings.Fields(columns(r))) }

func keys(columns []string) string {
	var out []string
	for _, c := range columns {
		key, _, _ := strings.Cut(c, ":")
		out = append(out, key)
	}
	return strings.Join(out, " ")
}

var mixed = []any{
	map[string]any{"chi": "=HYPERLINK(\"http://x\")", "quando": "2024-03-31T10:05:00+02:00", "giorno": "2024-03-31", "tot": 1234.5, "ok": true, "cap": "00184"},
	map[string]any{"chi": "@SUM(A1)", "quando": nil, "giorno": "presto", "tot": nil, "ok": false, "cap": "20121"},
	map[string]any{"chi": "  =2+2", "quando": "2024-10-27T02:30:00+01:00", "giorno": "1899-01-02", "tot": -2.0, "ok": nil, "cap": "\t-1+1"},
}

func TestTypesOfAWorkbook(t *testing.T) {
	s := newScene(t)
	r, err := s.write(sheetMaker(), "sub/t.xlsx", map[string]any{"entries": mixed, "table": layout("quando:datetime", "chi:text", "tot:number", "giorno:datetime", "ok:boolean", "cap:text"), "titles": []any{"Quando", "=cmd()"}})
	if err != nil || !r.OK || r.Effects.Mutations != 1 {
		t.Fatal(r, err)
	}
	f, err := excelize.OpenFile(s.Path("sub/t.xlsx"))
	if err != nil {
		t.Fatal("another program cannot open it:", err)
	}
	defer f.Close()
	if names := f.GetSheetList(); len(names) != 1 || names[0] != "Foglio1" {
		t.Error(names)
	}
	for cell, want := range map[string]string{"A1": "Quando", "B1": "=cmd()", "B2": `=HYPERLINK("http://x")`, "C2": "1234.5", "F2": "00184", "D3": "presto", "D4": "1899-01-02", "B4": "  =2+2", "E2": "TRUE", "A2": "2024-03-31 10:05:00"} {
		if got, err := f.GetCellValue("Sheet1", cell); err == nil {
			t.Error("a sheet of another name", got)
		}
		if got, err := f.GetCellValue("Foglio1", cell); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", cell, got, want, err)
		}
		if formula, _ := f.GetCellFormula("Foglio1", cell); formula != "" {
			t.Errorf("%s is the formula %q", cell, formula)
		}
	}
	for cell, want := range map[string]excelize.CellType{"A2": excelize.CellTypeUnset, "B2": excelize.CellTypeInlineString, "D2": excelize.CellTypeUnset, "E2": excelize.CellTypeBool} {
		if got, err := f.GetCellType("Foglio1", cell); err != nil || got != want {
			t.Errorf("%s is of type %v, want %v (%v)", cell, got, want, err)
		}
	}
	id, err := f.GetCellStyle("Foglio1", "B2")
	if err != nil || !strings.Contains(part(t, s.Read("sub/t.xlsx"), "xl/styles.xml"), "quotePrefix") || id != 4 {
		t.Error("a text like a formula does not carry the mark of a text", id, err)
	}
	back := s.read(xlsxReader{}, nil, "sub/t.xlsx")
	if want := "Quando:datetime =cmd():text tot:number giorno:text ok:boolean cap:text"; columns(back) != want {
		t.Errorf("%s", columns(back))
	}
	if got := back.Entries[2]["Quando"]; got != "2024-10-27T02:30:00+01:00" {
		t.Errorf("the second 2:30 of that night became %v", got)
	}
}

func TestFormulasInACSV(t *testing.T) {
	s := newScene(t)
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-2+3": "'-2+3", "@x": "'@x", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		"  =1": "'  =1", "\u00a0=1": "'\u00a0=1", "＝1": "'＝1", "\x00=1": "'\ufffd=1", "-5": "-5", "-1.234,50": "-1.234,50", "--": "--", "-": "-", "a=1": "a=1", "'=1": "'=1", "\ufeff=1": "'\ufeff=1", "-1,2,x": "'-1,2,x",
	} {
		s := scene{s.Home, t}
		if _, err := s.write(csvWriter(), "t.csv", map[string]any{"entries": []any{map[string]any{"a": text, "b": "x"}}, "overwrite": true}); err != nil {
			t.Fatal(err)
		}
		in := csv.NewReader(strings.NewReader(strings.ReplaceAll(s.Read("t.csv"), "\r\n", "\n")))
		in.Comma = ';'
		rows, err := in.ReadAll()
		if err != nil || len(rows) != 2 || rows[1][0] != want {
			t.Errorf("%q became %q, want %q (%v)", text, rows, want, err)
		}
	}
}

// What was there comes back byte for byte; what was made goes, with its folders.
func TestUndoOfATable(t *testing.T) {
	for name, w := range map[string]saving.Saver{"a/b/t.csv": csvWriter(), "a/b/t.xlsx": sheetMaker()} {
		s := newScene(t)
		rows := map[string]any{"entries": []any{map[string]any{"a": 1.0}}}
		old := "\x00old\xff" + strings.Repeat("bytes", 1000)
		undo := func(r sdk.Result) {
			t.Helper()
			call := s.call(nil)
			call.Undo = r.Undo
			for range 2 { // a second time changes nothing
				if back, err := w.Reverse(t.Context(), call, s.Host); err != nil || !back.OK {
					t.Fatal(back, err)
				}
			}
		}
		made, err := s.write(w, name, rows)
		if err != nil || !made.OK {
			t.Fatal(made, err)
		}
		undo(made)
		if _, err := os.Stat(s.Path("a")); err == nil {
			t.Error("the folders stayed")
		}
		s.Write(t, name, old)
		if _, err := s.write(w, name, rows); sdk.ClassOf(err) != sdk.Conflict {
			t.Errorf("it was replaced without a word: %v", err)
		}
		rows["overwrite"] = true
		call := s.call(map[string]any{"path": s.Path(name), "entries": rows["entries"], "overwrite": true})
		if e, err := w.Preview(t.Context(), call, s.Host); err != nil || e.Total != 1 || e.Items[0].Action != "overwrite" || e.Items[0].Target != s.Path(name) {
			t.Errorf("%+v %v", e, err)
		}
		if s.Read(name) != old {
			t.Fatal("a preview changed it")
		}
		replaced, err := s.write(w, name, rows)
		if err != nil || s.Read(name) == old {
			t.Fatal(err)
		}
		undo(replaced)
		if s.Read(name) != old {
			t.Error("not what it was")
		}
	}
}

func TestHostileRows(t *testing.T) {
	long := map[string]any{"a": strings.Repeat("x", 40_000)}
	wide := map[string]any{}
	for i := range 2001 {
		wide[fmt.Sprint("c", i)] = 1.0
	}
	for _, c := range []struct {
		name string
		args map[string]any
		csv  string
		xlsx string
	}{
		{"a long cell", map[string]any{"entries": []any{long}}, "", "cell_too_long"},
		{"too many columns", map[string]any{"entries": []any{wide}}, "table_too_wide_to_write", "table_too_wide_to_write"},
		{"nothing", map[string]any{"entries": []any{}}, "", ""},
		{"only titles", map[string]any{"entries": []any{}, "table": layout("a:text", "b:number")}, "", ""},
		{"lists and objects", map[string]any{"entries": []any{map[string]any{"a": []any{1.0, "x"}, "b": map[string]any{"c": nil}}}}, "", ""},
		{"control characters", map[string]any{"entries": []any{map[string]any{"a": "x\x00\x01\x1b_x0041_\ufffe\r\n", "b\x02": 1.0}}}, "", ""},
		{"a column nobody has", map[string]any{"entries": []any{map[string]any{"a": 1.0, "b": 2.0}}, "columns": []any{"prezzo"}}, "rows_column_unknown", "rows_column_unknown"},
		{"not a table", map[string]any{"entries": []any{map[string]any{"a": 1.0}}, "table": []any{"a"}}, "arg", "arg"},
	} {
		for name, w := range map[string]saving.Saver{"t.csv": csvWriter(), "t.xlsx": sheetMaker()} {
			want := map[string]string{"t.csv": c.csv, "t.xlsx": c.xlsx}[name]
			s := newScene(t)
			r, err := s.write(w, name, c.args)
			_, missing := os.Stat(s.Path(name))
			if want == "" && (err != nil || !r.OK || missing != nil) {
				t.Errorf("%s, %s: %v %v", c.name, name, err, missing)
			}
			if want != "" && (err == nil || want != "arg" && !strings.Contains(err.Error(), want) || missing == nil) {
				t.Errorf("%s, %s: %v, want %s", c.name, name, err, want)
			}
			if name == "t.xlsx" && want == "" {
				if f, err := excelize.OpenFile(s.Path(name)); err != nil {
					t.Errorf("%s: another program cannot open it: %v", c.name, err)
				} else if v, _ := f.GetCellValue("Foglio1", "A2"); c.name == "control characters" && !strings.HasPrefix(v, "x\x00\x01\x1b_x0041_") {
					t.Errorf("%q", v)
				}
			}
		}
	}
	s := newScene(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := csvWriter().Invoke(ctx, s.call(map[string]any{"path": s.Path("t.csv"), "entries": mixed}), s.Host)
	if err == nil && (r.OK || r.Error.Class != sdk.Cancelled) || s.Read("t.csv") != "‹none›" {
		t.Error("it wrote although it was stopped", err)
	}
}

func TestNamesOfSheets(t *testing.T) {
	for name, good := range map[string]bool{"Vendite 2024": true, "è & <b>": true, "": false, strings.Repeat("x", 32): false, "a/b": false, "'a": false, "a\x01": false, "a\nb": false} {
		if err := xlsx.Name(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
	s := newScene(t)
	if _, err := s.write(sheetMaker(), "t.xlsx", map[string]any{"entries": mixed, "sheet": "è & <b>"}); err != nil {
		t.Fatal(err)
	}
	if r := s.read(xlsxReader{}, nil, "t.xlsx"); r.Table == nil || r.Table.Sources[0].Sheet != "è & <b>" {
		t.Errorf("%+v %v", r.Table, r.Error)
	}
}

func part(t *testing.T, book, name string) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader([]byte(book)))
	if err != nil {
		t.Fatal(err)
	}
	data, _ := f.Pkg.Load(name)
	b, _ := data.([]byte)
	return string(b)
}

// Whatever a cell holds, what is written is a table again and no cell of it is a formula.
func FuzzWritten(f *testing.F) {
	f.Add("a", "=1+1", "x;y", 1.5)
	f.Add("sep=;", "\x00\r\n\"", "-1", 0.0)
	f.Add("_x0041_", "'=1", "１", 1e300)
	f.Fuzz(func(t *testing.T, title, a, b string, n float64) {
		if n != n || n > 1e308 || n < -1e308 {
			return // no JSON
		}
		s := newScene(t)
		items := []any{map[string]any{"a": a, "b": b, "n": n}, map[string]any{"a": b, "b": nil, "n": nil}}
		args := map[string]any{"entries": items, "titles": []any{title, "b", "n"}}
		if _, err := s.write(csvWriter(), "t.csv", args); err != nil {
			t.Fatal(err)
		}
		for _, field := range fields(s.Read("t.csv")) {
			if field != "" && strings.ContainsRune("=@", rune(field[0])) {
				t.Errorf("a cell begins as a formula: %q", field)
			}
		}
		if _, err := s.write(sheetMaker(), "t.xlsx", args); err != nil && sdk.ClassOf(err) != sdk.Oversize {
			t.Fatal(err)
		} else if err == nil {
			if r := s.read(xlsxReader{}, map[string]any{"header": true}, "t.xlsx"); !r.OK {
				t.Error(r.Error)
			}
		}
	})
}

func fields(text string) []string {
	var out []string
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = ';', true, -1
	rows, err := in.ReadAll()
	if err != nil {
		return nil
	}
	for _, row := range rows {
		out = append(out, row...)
	}
	return out
}

// Columns are found by the words of a person, and stand in the order they were said.
func TestColumnsAsSaid(t *testing.T) {
	rows := []any{map[string]any{"città": "Roma", "importo": 1.0, "nome": "Anna"}}
	for want, names := range map[string][]any{
		"importo,città": {"importi", "CITTA"}, "nome,importo,città": {"name/nomi", "importo", "luogo"}, "città": {"citta"}, "": {"luogo"}, "importo,nome,città": {"importi", "nome", "luogo"}, " ": {"nome", "prezzo", "luogo"},
	} {
		s := newScene(t)
		_, err := s.write(csvWriter(), "t.csv", map[string]any{"entries": rows, "columns": names, "delimiter": ","})
		got, _, _ := strings.Cut(s.Read("t.csv"), "\r\n")
		if strings.TrimSpace(want) == "" {
			if err == nil {
				t.Errorf("%v were found as %s", names, got)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%v: %s, want %s (%v)", names, got, want, err)
		}
	}
}
