package main

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/xuri/excelize/v2"
)

// book writes a workbook with another program's library and returns its bytes.
func book(t testing.TB, fill func(f *excelize.File)) string {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func must(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWorkbookOfAnotherProgram(t *testing.T) {
	text := book(t, func(f *excelize.File) {
		format, clock := "dd/mm/yyyy hh:mm", "[h]:mm"
		stamp, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
		must(t, err)
		day, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		must(t, err)
		hours, err := f.NewStyle(&excelize.Style{CustomNumFmt: &clock})
		must(t, err)
		percent, err := f.NewStyle(&excelize.Style{NumFmt: 9})
		must(t, err)
		at := time.Date(2024, 3, 31, 0, 0, 0, 0, time.UTC)
		must(t, f.SetSheetRow("Sheet1", "A1", &[]any{"Elenco 2024"}), f.SetSheetRow("Sheet1", "A3", &[]any{"prodotto", "prezzo", "giorno", "quando", "ore", "sconto", "attivo", "cap"}),
			f.SetSheetRow("Sheet1", "A4", &[]any{"sedia & tavolo", 1234.5, at, at.Add(10*time.Hour + 5*time.Minute), 1.5, 0.1, true, "00184"}),
			f.SetSheetRow("Sheet1", "A5", &[]any{"  è\nlungo  ", 7, at, at, 0.25, 0, false, "20121"}),
			f.SetCellStyle("Sheet1", "C4", "C5", day), f.SetCellStyle("Sheet1", "D4", "D5", stamp), f.SetCellStyle("Sheet1", "E4", "E5", hours), f.SetCellStyle("Sheet1", "F4", "F5", percent),
			f.SetCellFormula("Sheet1", "B6", "B4+B5"), f.SetSheetName("Sheet1", "Nascosto"))
		_, err = f.NewSheet("Listino")
		must(t, err, f.SetSheetRow("Listino", "A1", &[]any{"nome", "giacenza"}), f.SetSheetRow("Listino", "A2", &[]any{"scaffale", 0}))
		f.SetActiveSheet(1)
		must(t, f.SetSheetVisible("Nascosto", false))
	})
	s := newScene(t)
	s.Write(t, "t.xlsx", text)
	r := s.read(xlsxReader{}, nil, "t.xlsx")
	if !r.OK || first(r) != `{"giacenza":0,"nome":"scaffale"}` || r.Table.Sources[0].Sheet != "Listino" {
		t.Fatalf("the first visible sheet: %s %v", first(r), r.Error)
	}
	for _, name := range []string{"nascosto", "1"} {
		r = s.read(xlsxReader{}, map[string]any{"sheet": name}, "t.xlsx")
		if want := "prodotto:text prezzo:number giorno:datetime quando:datetime ore:text sconto:number attivo:boolean cap:text"; !r.OK || columns(r) != want {
			t.Fatalf("%s: %s %v", name, columns(r), r.Error)
		}
		if want := `{"attivo":true,"cap":"00184","giorno":"2024-03-31","ore":"36:00:00","prezzo":1234.5,"prodotto":"sedia \u0026 tavolo","quando":"2024-03-31T10:05:00+02:00","sconto":0.1}`; first(r) != want {
			t.Errorf("%s", first(r))
		}
		if r.Entries[1]["prodotto"] != "  è\nlungo  " || r.Table.Sources[0].Skipped != 1 {
			t.Errorf("%v %+v", r.Entries[1], r.Table.Sources[0])
		}
	}
	if r = s.read(xlsxReader{}, map[string]any{"sheet": "Altro"}, "t.xlsx"); r.OK || r.Error.Code != "sheet_unknown" || r.Error.Params["sheets"] != "Nascosto, Listino" {
		t.Errorf("%v", r.Error)
	}
}

func TestManyRowsOfAWorkbook(t *testing.T) {
	text := book(t, func(f *excelize.File) {
		w, err := f.NewStreamWriter("Sheet1")
		must(t, err, w.SetRow("A1", []any{"n", "testo"}))
		for i := range 30_000 {
			cell, _ := excelize.CoordinatesToCellName(1, i+2)
			must(t, w.SetRow(cell, []any{i, "riga"}))
		}
		must(t, w.Flush())
	})
	s := newScene(t)
	s.Write(t, "t.xlsx", text)
	r := s.read(xlsxReader{}, map[string]any{"limit": 10.0}, "t.xlsx")
	if !r.OK || r.Value != 30_000.0 || len(r.Entries) != 10 || r.Truncated.Available != 30_000 {
		t.Errorf("%v %v", r.Value, r.Truncated)
	}
}

// parts makes a workbook whose sheet and shared strings are given.
func parts(t testing.TB, sheet, shared string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"xl/workbook.xml", `<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", sheet}, {"xl/sharedStrings.xml", shared},
	} {
		w, err := z.Create(p[0])
		if err == nil {
			_, err = w.Write([]byte(p[1]))
		}
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

// Workbooks made to exhaust are refused or cut; entities are never expanded.
func TestHostileWorkbooks(t *testing.T) {
	row := `<row><c t="s"><v>0</v></c></row>`
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ name, sheet, shared, want string }{
		{"plain", `<sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row></sheetData>`, `<sst><si><t>a</t></si><si><t>b</t></si></sst>`, ""},
		{"billion laughs", `<sheetData>` + row + `</sheetData>`, `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`, "workbook_broken"},
		{"an entity of the disk", `<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><sheetData><row><c t="inlineStr"><is><t>&x;</t></is></c></row></sheetData>`, "", "workbook_broken"},
		{"one string, a million cells", `<sheetData>` + strings.Repeat(row, 300_000) + `</sheetData>`, `<sst><si><t>` + long + `</t></si></sst>`, ""},
		{"many strings", `<sheetData>` + row + `</sheetData>`, `<sst>` + strings.Repeat("<si><t></t></si>", 4_000_000) + `</sst>`, "workbook_too_large"},
		{"a string too long", `<sheetData>` + row + `</sheetData>`, `<sst><si><t>` + strings.Repeat(long, 3) + `</t></si></sst>`, "workbook_too_large"},
		{"depth", `<sheetData>` + strings.Repeat("<a>", 3_000_000), "", ""},
		{"far to the right", `<sheetData><row><c r="XFD1"><v>1</v></c></row></sheetData>`, "", "table_too_wide"},
		{"no such cell", `<sheetData><row><c r="17"><v>1</v></c></row></sheetData>`, "", "workbook_broken"},
		{"a missing string", `<sheetData><row><c t="s"><v>99</v></c></row></sheetData>`, `<sst/>`, "workbook_broken"},
		{"cut", `<sheetData><row><c t="s"><v>0`, `<sst><si><t>a</t></si></sst>`, "workbook_broken"},
		{"no numbers", `<sheetData><row><c><v>NaN</v></c><c><v>1e999</v></c><c s="-1"><v>-5</v></c></row></sheetData>`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.Write(t, "t.xlsx", parts(t, c.sheet, c.shared))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := s.read(xlsxReader{}, nil, "t.xlsx")
			runtime.ReadMemStats(&after)
			if c.want == "" && !r.OK || c.want != "" && (r.OK || r.Error.Code != c.want) {
				t.Errorf("%v, want %q", r.Error, c.want)
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 400<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

func TestWhatIsNoWorkbook(t *testing.T) {
	s := newScene(t)
	for name, text := range map[string]string{
		"text": "a;b", "nothing": "", "old": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("x", 2000), "zip": "PK\x05\x06" + strings.Repeat("\x00", 18),
	} {
		s.Write(t, name, text)
		if r := s.read(xlsxReader{}, nil, name); r.OK || r.Error.Code != "workbook_unknown" {
			t.Errorf("%s: %v", name, r.Error)
		}
	}
}

// A sheet that unpacks to much out of little ends with its context: when that is told during the reading.
func TestAStoppedSheetEnds(t *testing.T) {
	s := newScene(t)
	s.Write(t, "t.xlsx", parts(t, `<sheetData><row><c><v>1</v></c></row>`+strings.Repeat(`<row><c><v>2</v></c></row>`, 400_000)+`</sheetData>`, ""))
	ctx, cancel := context.WithCancel(t.Context())
	host := stopping{s.Host, cancel}
	if _, err := (xlsxReader{}).Invoke(ctx, s.call(map[string]any{"paths": []any{s.Path("t.xlsx")}}), host); sdk.ClassOf(err) != sdk.Cancelled {
		t.Errorf("%v", err)
	}
}

// stopping cancels at the second report of progress: in the middle of the sheet.
type stopping struct {
	sdk.Host
	cancel context.CancelFunc
}

func (s stopping) Progress(done, _ int64, _ string) {
	if done > 0 {
		s.cancel()
	}
}

func FuzzXLSX(f *testing.F) {
	f.Add([]byte(parts(f, `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c t="b"><v>1</v></c></row></sheetData>`, `<sst/>`)))
	f.Add([]byte(book(f, func(file *excelize.File) { must(f, file.SetSheetRow("Sheet1", "A1", &[]any{"x", 1, time.Unix(0, 0)})) })))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScene(t)
		if err := os.WriteFile(s.Path("t.xlsx"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if r := s.read(xlsxReader{}, nil, "t.xlsx"); r.OK && r.Table == nil {
			t.Error("ok without a table")
		}
	})
}

// Sheets may be anything between their tags.
func FuzzSheet(f *testing.F) {
	f.Add(`<sheetData><row r="1"><c r="A1" t="s" s="1"><f>x</f><v>0</v></c></row></sheetData>`, `<sst><si><r><t>a</t></r><rPh><t>b</t></rPh></si></sst>`)
	f.Fuzz(func(t *testing.T, sheet, shared string) {
		s := newScene(t)
		s.Write(t, "t.xlsx", parts(t, sheet, shared))
		if r := s.read(xlsxReader{}, nil, "t.xlsx"); r.OK && r.Table == nil {
			t.Error("ok without a table")
		}
	})
}
