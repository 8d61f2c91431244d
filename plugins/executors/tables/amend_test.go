package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
)

func (s scene) amend(ctx context.Context, name string, args map[string]any) sdk.Result {
	s.t.Helper()
	args["path"] = s.Path(name)
	r, err := amender().Invoke(ctx, s.call(args), s.Host)
	if err != nil {
		known := &sdk.Error{}
		if !asError(err, &known) {
			s.t.Fatalf("an error without a class: %v", err)
		}
		r.Error = known
	}
	return r
}

func asError(err error, to **sdk.Error) bool {
	e, ok := err.(*sdk.Error)
	if ok {
		*to = e
	}
	return ok
}

func (s scene) undone(r sdk.Result) bool {
	back, err := amender().Reverse(s.t.Context(), sdk.Call{Undo: r.Undo}, s.Host)
	return err == nil && back.OK
}

// A row put into a workbook stands below the others as they are, other sheets and formulas stay, and undo brings every
// byte back.
func TestWorkbookGrowsAndComesBack(t *testing.T) {
	s := newScene(t)
	day := time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	before := book(t, func(f *excelize.File) {
		style, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range [][]any{{"A1", "data"}, {"B1", "voce"}, {"C1", "importo"}, {"A2", day}, {"B2", "pane"}, {"C2", 3.5}, {"A3", day}, {"B3", "latte"}, {"C3", 1.2}} {
			if err := f.SetCellValue("Sheet1", row[0].(string), row[1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.SetCellStyle("Sheet1", "A2", "A3", style); err != nil {
			t.Fatal(err)
		}
		if _, err := f.NewSheet("Altro"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellFormula("Altro", "A1", "SUM(Sheet1!C2:C9)"); err != nil {
			t.Fatal(err)
		}
	})
	s.Write(t, "s.xlsx", before)
	r := s.amend(t.Context(), "s.xlsx", map[string]any{"values": []any{"oggi", "olio", "7,25"}})
	if !r.OK || r.Results[0]["count"] != 1 {
		t.Fatalf("%+v %v", r, r.Error)
	}
	f, err := excelize.OpenFile(s.Path("s.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cell := func(sheet, name string) string {
		v, err := f.GetCellValue(sheet, name, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if got := []string{cell("Sheet1", "A4"), cell("Sheet1", "B4"), cell("Sheet1", "C4"), cell("Sheet1", "B2")}; strings.Join(got, "|") != "46112|olio|7.25|pane" {
		t.Errorf("%v", got)
	}
	if formula, _ := f.GetCellFormula("Altro", "A1"); formula != "SUM(Sheet1!C2:C9)" {
		t.Errorf("the formula became %q", formula)
	}
	if a, _ := f.GetCellStyle("Sheet1", "A3"); a == 0 {
		t.Error("the dates lost their style")
	} else if b, _ := f.GetCellStyle("Sheet1", "A4"); a != b {
		t.Error("the new date has another style")
	}
	if !s.undone(r) || s.Read("s.xlsx") != before {
		t.Error("undo left another file")
	}
}

func TestWorkbookRowsChangeAndGo(t *testing.T) {
	s := newScene(t)
	s.Write(t, "s.xlsx", book(t, func(f *excelize.File) {
		for i, row := range [][]any{{"voce", "importo"}, {"pane", 3.5}, {"latte", 1.2}, {"pane", 4}} {
			if err := f.SetSheetRow("Sheet1", []string{"A1", "A2", "A3", "A4"}[i], &row); err != nil {
				t.Fatal(err)
			}
		}
	}))
	r := s.amend(t.Context(), "s.xlsx", map[string]any{"match_column": "Voce", "match_value": "PANE", "set_column": "importo", "set_value": "5"})
	if !r.OK || r.Results[0]["count"] != 2 {
		t.Fatalf("%+v %v", r, r.Error)
	}
	r = s.amend(t.Context(), "s.xlsx", map[string]any{"match_column": "importo", "match_value": "5", "operation": "delete"})
	if !r.OK || r.Results[0]["count"] != 2 {
		t.Fatalf("%+v %v", r, r.Error)
	}
	if left := s.read(xlsxReader{}, nil, "s.xlsx"); len(left.Entries) != 1 || left.Entries[0]["voce"] != "latte" {
		t.Errorf("%v", left.Entries)
	}
}

func TestAmendingKeepsHowATextIsWritten(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"UTF-16":        {"\xff\xfea\x00;\x00b\x00\n\x001\x00;\x002\x00", "\xff\xfea\x00;\x00b\x00\n\x001\x00;\x002\x00\n\x003\x00;\x004\x00\n\x00"},
		"Windows-1252":  {"citt\xe0;n\nRoma;1\n", "citt\xe0;n\nRoma;1\n3;4\n"},
		"mark":          {"\xef\xbb\xbfa,b\r\n1,2\r\n", "\xef\xbb\xbfa,b\r\n1,2\r\n3,4\r\n"},
		"several lines": {"a,b\n\"x\ny\",2\n", "a,b\n\"x\ny\",2\n3,4\n"},
	} {
		s := newScene(t)
		s.Write(t, "t.csv", c.before)
		r := s.amend(t.Context(), "t.csv", map[string]any{"values": []any{"3", "4"}})
		if got := s.Read("t.csv"); !r.OK || got != c.after {
			t.Errorf("%s: %q, %v", name, got, r.Error)
		}
		if !s.undone(r) || s.Read("t.csv") != c.before {
			t.Errorf("%s: undo left %q", name, s.Read("t.csv"))
		}
	}
}

func TestAmendingWritesNoFormula(t *testing.T) {
	s := newScene(t)
	s.Write(t, "t.csv", "a,b\nx,y\n")
	if r := s.amend(t.Context(), "t.csv", map[string]any{"values": []any{"=HYPERLINK(1)", "z"}}); !r.OK || !strings.HasSuffix(s.Read("t.csv"), "'=HYPERLINK(1),z\n") {
		t.Errorf("%q %v", s.Read("t.csv"), r.Error)
	}
}

func TestAmendingStops(t *testing.T) {
	s := newScene(t)
	before := "a,b\n" + strings.Repeat("1,2\n", 50_000)
	s.Write(t, "t.csv", before)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.amend(ctx, "t.csv", map[string]any{"values": []any{"3", "4"}}); r.Error == nil || r.Error.Class != sdk.Cancelled || s.Read("t.csv") != before {
		t.Errorf("%v", r.Error)
	}
}

// Whatever a table is made of, adding a row keeps every byte of it.
func FuzzAmend(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "a;b\r\n\"1;\n2\";3", "x\n", "\xef\xbb\xbfa\tb\n", "\"open\n1,2\n", "\xff\xfea\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newScene(t)
		s.Write(t, "t.csv", text)
		table, err := outline(t.Context(), s.call(nil), s.Host, s.Path("t.csv"), "")
		if err != nil {
			return
		}
		row := make([]any, len(table.Columns))
		for i := range row {
			row[i] = "v"
		}
		if r := s.amend(t.Context(), "t.csv", map[string]any{"values": row}); r.OK && len(row) > 0 && !strings.HasPrefix(s.Read("t.csv"), text) {
			t.Errorf("%q became %q", text, s.Read("t.csv"))
		}
	})
}

// A telephone number is no formula; what is guarded is told, and cells nobody named stay as they are.
func TestAmendingTellsWhatItGuards(t *testing.T) {
	for text, c := range map[string]struct{ cell, action string }{
		"+39 333":      {"+39 333", "append_rows"},
		"+39333123456": {"+39333123456", "append_rows"},
		"+1+1":         {"'+1+1", "append_rows_guarded"},
		"+39  333":     {"'+39  333", "append_rows_guarded"},
		"+":            {"'+", "append_rows_guarded"},
		"@SUM(A1)":     {"'@SUM(A1)", "append_rows_guarded"},
		"+39 A1":       {"'+39 A1", "append_rows_guarded"},
	} {
		s := newScene(t)
		s.Write(t, "tel.csv", "nome,tel\nAnna,x\n")
		r := s.amend(t.Context(), "tel.csv", map[string]any{"values": []any{"Bruno", text}})
		if want := "nome,tel\nAnna,x\nBruno," + c.cell + "\n"; !r.OK || s.Read("tel.csv") != want || r.Results[0]["action"] != c.action {
			t.Errorf("%s: %q %v %v", text, s.Read("tel.csv"), r.Results, r.Error)
		}
	}
	s := newScene(t)
	s.Write(t, "t.csv", "a,b\n=1+1,y\n")
	if r := s.amend(t.Context(), "t.csv", map[string]any{"match_column": "b", "match_value": "y", "set_column": "b", "set_value": "z"}); !r.OK || s.Read("t.csv") != "a,b\n=1+1,z\n" || r.Results[0]["action"] != "update_rows" {
		t.Errorf("%q %v %v", s.Read("t.csv"), r.Results, r.Error)
	}
}

// Rows are found by numbers as filtering finds them, however the file writes these, and nobody is asked to agree to nothing.
func TestAmendingFindsNumbers(t *testing.T) {
	for name, c := range map[string]struct{ before, value, after string }{
		"comma":      {"Voce;Importo\npane;5,00\nolio;7,50\n", "5", "Voce;Importo\nolio;7,50\n"},
		"in quotes":  {"Voce,Importo\npane,\"5,00\"\nolio,\"7,50\"\n", "5", "Voce,Importo\nolio,\"7,50\"\n"},
		"point":      {"Voce,Importo\npane,5.00\nolio,7.50\n", "5", "Voce,Importo\nolio,7.50\n"},
		"said so":    {"Voce;Importo\npane;5\nolio;7\n", "5,00", "Voce;Importo\nolio;7\n"},
		"one row":    {"Voce;Importo\npane;5,00\n", "5", "Voce;Importo\n"},
		"euro":       {"Voce;Importo\npane;€ 5,00\nolio;€ 7,50\n", "5", "Voce;Importo\nolio;€ 7,50\n"},
		"said euro":  {"Voce;Importo\npane;5,00\nolio;7,50\n", "5 €", "Voce;Importo\nolio;7,50\n"},
		"words too":  {"Voce;Importo\npane;5,00\nolio;n.d.\n", "5", "Voce;Importo\nolio;n.d.\n"},
		"thousands":  {"Voce;Importo\npane;1.234,00\nolio;7,50\n", "1234", "Voce;Importo\nolio;7,50\n"},
		"codes stay": {"Voce;Codice\npane;005\nolio;5x\n", "5", ""},
		"none":       {"Voce;Importo\npane;5,00\n", "6", ""},
	} {
		s := newScene(t)
		s.Write(t, "s.csv", c.before)
		column := "importo"
		if name == "codes stay" {
			column = "codice"
		}
		args := map[string]any{"path": s.Path("s.csv"), "match_column": column, "match_value": c.value, "operation": "delete"}
		effects, err := amender().Preview(t.Context(), s.call(args), s.Host)
		if c.after == "" {
			if known := (&sdk.Error{}); !asError(err, &known) || known.Code != "row_not_there" {
				t.Errorf("%s: foresees %+v, %v", name, effects, err)
			}
			continue
		}
		if err != nil || len(effects.Items) != 1 {
			t.Errorf("%s: foresees %+v, %v", name, effects, err)
		}
		if r := s.amend(t.Context(), "s.csv", args); !r.OK || s.Read("s.csv") != c.after {
			t.Errorf("%s: %q %v", name, s.Read("s.csv"), r.Error)
		}
	}
}
