package grid

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// read makes a result of lines whose fields are between semicolons.
func read(t *testing.T, request Request, text string) sdk.Result {
	t.Helper()
	if request.Limit == 0 {
		request.Limit = 1000
	}
	if request.Zone == nil {
		request.Zone = time.FixedZone("", 3600)
	}
	b := NewBook(request, 1)
	g := b.Table("/t.csv", ".")
	for _, line := range strings.Split(text, "\n") {
		var row []any
		for _, field := range strings.Split(line, ";") {
			row = append(row, field)
		}
		if err := g.Add(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Take(g, sdk.Source{}); err != nil {
		t.Fatal(err)
	}
	r, err := b.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func columns(r sdk.Result) string {
	var out []string
	for _, c := range r.Table.Columns {
		out = append(out, strings.TrimSpace(c.Key+":"+c.Type+" "+c.Format))
	}
	return strings.Join(out, ", ")
}

func TestColumnsAreTypedByAllOfTheirCells(t *testing.T) {
	for _, c := range []struct{ name, text, columns, first string }{
		{"decimal comma", "a;b\n1.234,50;x\n2,5;y", "a:number 1.234,5, b:text", `{"a":1234.5,"b":"x"}`},
		{"decimal point", "a\n1,234.50\n2.5", "a:number 1,234.5", `{"a":1234.5}`},
		{"either, the rest of the table tells", "a;b\n1.234;1,5\n2.500;2", "a:number 1.234,5, b:number 1.234,5", `{"a":1234,"b":1.5}`},
		{"either, nothing tells", "a\n1.234\n2.500", "a:number 1,234.5", `{"a":1.234}`},
		{"whole", "a\n-3\n1200", "a:integer", `{"a":-3}`},
		{"groups", "a\n1 234 567\n12", "a:integer", `{"a":1234567}`},
		{"codes", "cap;tel\n00184;+39 02 5551\n20121;3391234567", "cap:text, tel:text", `{"cap":"00184","tel":"+39 02 5551"}`},
		{"too many digits", "iban\n12345678901234567890\n1", "iban:text", `{"iban":"12345678901234567890"}`},
		{"one word", "a\n1\nuno\n3", "a:text", `{"a":"1"}`},
		{"not known", "a;b\n1;n/d\n-;31/03/2024", "a:integer, b:datetime dd/mm/yyyy", `{"a":1,"b":null}`},
		{"day first", "d\n03/04/2024\n31/01/2024", "d:datetime dd/mm/yyyy", `{"d":"2024-04-03"}`},
		{"month first", "d\n03/04/2024\n01/31/2024", "d:datetime mm/dd/yyyy", `{"d":"2024-03-04"}`},
		{"either order", "d\n03/04/2024", "d:datetime dd/mm/yyyy", `{"d":"2024-04-03"}`},
		{"no one order", "d\n31/01/2024\n01/31/2024", "d:text", `{"d":"31/01/2024"}`},
		{"another column tells the order", "d;e\n03/04/2024;12/25/2024", "d:datetime mm/dd/yyyy, e:datetime mm/dd/yyyy", `{"d":"2024-03-04","e":"2024-12-25"}`},
		{"with a time", "d\n2024-03-31 10:05\n2024-04-01", "d:datetime yyyy-mm-dd", `{"d":"2024-03-31T10:05:00+01:00"}`},
		{"no such day", "d\n31/02/2024\n01/02/2024", "d:text", `{"d":"31/02/2024"}`},
		{"versions", "v\n1.2.24\n1.10.24", "v:text", `{"v":"1.2.24"}`},
		{"no header", "pen;2\nink;3", "column_1:text, column_2:integer", `{"column_1":"pen","column_2":2}`},
		{"years in the header", "item;2022;2023\npen;1;2", "item:text, 2022:integer, 2023:integer", `{"2022":1,"2023":2,"item":"pen"}`},
		{"a title above", "Vendite 2024\n\nitem;qty\npen;1\nink;2", "item:text, qty:integer", `{"item":"pen","qty":1}`},
		{"same and empty names", "a;a;;a_2\n1;2;3;4", "a:integer, a_2:integer, column_3:integer, a_2_2:integer", `{"a":1,"a_2":2,"a_2_2":4,"column_3":3}`},
		{"more cells than names", "a;b\n1;2;3\n4;5", "a:integer, b:integer, column_3:integer", `{"a":1,"b":2,"column_3":3}`},
		{"fewer cells", "a;b\n1", "a:integer, b:text", `{"a":1,"b":null}`},
		{"a name on lines", "a\n", "a:text", ""},
		{"empty", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, Request{Lang: "it"}, c.text)
			if got := columns(r); got != c.columns {
				t.Errorf("columns %s, want %s", got, c.columns)
			}
			if c.first == "" {
				if len(r.Entries) != 0 {
					t.Errorf("%v", r.Entries)
				}
				return
			}
			if got, _ := json.Marshal(r.Entries[0]); string(got) != c.first {
				t.Errorf("%s, want %s", got, c.first)
			}
		})
	}
}

func TestWhatThePersonSaysDecides(t *testing.T) {
	no := false
	r := read(t, Request{Header: &no, Decimal: ",", Dates: MonthFirst}, "1.234;03/04/2024")
	if got, _ := json.Marshal(r.Entries[0]); string(got) != `{"column_1":1234,"column_2":"2024-03-04"}` {
		t.Errorf("%s", got)
	}
	r = read(t, Request{Columns: []string{"QTÀ", "item"}}, "item;note;qtà\npen;x;2")
	if got := columns(r); got != "qtà:integer, item:text" || len(r.Entries[0]) != 2 {
		t.Errorf("%s %v", got, r.Entries)
	}
	denver, err := time.LoadLocation("America/Denver")
	if err != nil {
		t.Fatal(err)
	}
	if r = read(t, Request{Lang: "en", Zone: denver}, "d\n03/04/2024"); r.Entries[0]["d"] != "2024-03-04" {
		t.Errorf("%v", r.Entries)
	}
}

func TestAResultThatWouldBeTooLargeIsCutAndSaysSo(t *testing.T) {
	b := NewBook(Request{Limit: 1_000_000, Zone: time.UTC}, 1)
	g := b.Table("/t", ".")
	text := strings.Repeat("x", 10_000)
	for i := range 2000 {
		if err := g.Add([]any{fmt.Sprint("n", i), text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Take(g, sdk.Source{}); err != nil {
		t.Fatal(err)
	}
	r, _ := b.Result()
	data, _ := json.Marshal(r)
	if r.Truncated == nil || r.Truncated.Available != 2000-1 && r.Truncated.Available != 2000 || r.Truncated.Cap != "" || len(data) > 8<<20 || len(r.Entries) == 0 {
		t.Errorf("%+v, %d bytes", r.Truncated, len(data))
	}
	if err := g.Add(make([]any, MaxColumns+1)); sdk.ClassOf(err) != sdk.Oversize {
		t.Errorf("%v", err)
	}
}

func TestSeveralTables(t *testing.T) {
	b := NewBook(Request{Limit: 10, Zone: time.UTC}, 2)
	for i, text := range []string{"a,b|1,2|3,4", "b,file|x,y"} {
		g := b.Table(fmt.Sprintf("/d/t%d.csv", i), ".")
		for _, line := range strings.Split(text, "|") {
			var row []any
			for _, f := range strings.Split(line, ",") {
				row = append(row, f)
			}
			if err := g.Add(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Take(g, sdk.Source{}); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := b.Result()
	got, _ := json.Marshal(r.Entries)
	if want := `[{"a":1,"b":2,"file":"t0.csv"},{"a":3,"b":4,"file":"t0.csv"},{"b":"x","file":"y","file_":"t1.csv"}]`; string(got) != want {
		t.Errorf("%s", got)
	}
	if columns(r) != "file:text, a:integer, b:text, file_:text" || r.Value != 3 {
		t.Errorf("%s, %v", columns(r), r.Value)
	}
}

func FuzzNumber(f *testing.F) {
	f.Add("1.234,5", ",")
	f.Add("-1 234.5", ".")
	f.Fuzz(func(t *testing.T, text, mark string) {
		if mark != "," && mark != "." {
			return
		}
		if n, ok := number(text, mark); ok && (n != n || plain(n) == nil) {
			t.Errorf("%q reads as %v", text, n)
		}
		if m, ok := readMoment(text); ok {
			for _, order := range []string{DayFirst, MonthFirst} {
				if m.fits(order) {
					if _, err := time.Parse(time.DateOnly, m.text(order, time.UTC)[:10]); err != nil {
						t.Errorf("%q: %v", text, err)
					}
				}
			}
		}
	})
}
