package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

func TestDialects(t *testing.T) {
	latin, err := charmap.Windows1252.NewEncoder().String("città;prezzo €\nForlì;1,5\n")
	if err != nil {
		t.Fatal(err)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("città\tprezzo\nForlì\t1,5\n")
	if err != nil {
		t.Fatal(err)
	}
	late := "nome;n\n" + strings.Repeat("plain;1\n", 3000) + "Forl\xec;2\n"
	for _, c := range []struct{ name, text, encoding, delimiter, columns, first string }{
		{"windows", latin, "windows-1252", ";", "città:text prezzo €:number", `{"città":"Forlì","prezzo €":1.5}`},
		{"utf-16", wide, "utf-16le", "\t", "città:text prezzo:number", `{"città":"Forlì","prezzo":1.5}`},
		{"a mark", "\ufeffa;b\n1;2\n", "utf-8-bom", ";", "a:integer b:integer", `{"a":1,"b":2}`},
		{"the first accent far from the start", late, "windows-1252", ";", "nome:text n:integer", `{"n":1,"nome":"plain"}`},
		{"excel says it", "sep=;\r\na;b\r\n1,5;2\r\n", "utf-8", ";", "a:number b:integer", `{"a":1.5,"b":2}`},
		{"quotes", "a,b\n\"x\ny\",\"1,5\"\n", "utf-8", ",", "a:text b:number", `{"a":"x\ny","b":1.5}`},
		{"one column", "nome\nAnna\n", "utf-8", ",", "nome:text", `{"nome":"Anna"}`},
		{"a name of the disk", "path,name\n/etc/passwd,x\n", "utf-8", ",", "path:text name:text", `{"name":"x","path":"/etc/passwd"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.Write(t, "t.csv", c.text)
			r := s.read(csvReader{}, nil, "t.csv")
			if !r.OK || columns(r) != c.columns || first(r) != c.first {
				t.Fatalf("%q %s %v", columns(r), first(r), r.Error)
			}
			if from := r.Table.Sources[0]; from.Encoding != c.encoding || from.Delimiter != c.delimiter || !from.Header {
				t.Errorf("%+v", from)
			}
		})
	}
}

// Tables made to exhaust are refused or cut; nothing crashes and memory stays small.
func TestHostileTables(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a million columns", strings.Repeat("x,", 1_000_000) + "\n", "table_row_too_long"},
		{"too many columns", strings.Repeat("x,", 5000) + "\n", "table_too_wide"},
		{"a line without end", strings.Repeat("x", 3<<20), "table_row_too_long"},
		{"a quote that never closes", "a,b\n\"x,1\n" + strings.Repeat("y,2\n", 200_000), ""},
		{"quotes on every line", "a,b\n" + strings.Repeat("\"x,1\n", 100_001), ""},
		{"many rows", "a,b\n" + strings.Repeat("1,2\n", 500_000), ""},
		{"long cells", "a\n" + strings.Repeat(strings.Repeat("z", 900_000)+"\n", 20), ""},
		{"zeros", strings.Repeat("\x00", 1<<20), "table_not_text"},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "table_not_text"},
		{"odd bytes", "a,b\n\xff\xfe\xfd,1\n", ""},
		{"only marks", ",,,;;;\n\"\"\"\n", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.Write(t, "t.csv", c.text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := s.read(csvReader{}, map[string]any{"limit": 200_000.0}, "t.csv")
			runtime.ReadMemStats(&after)
			if c.want == "" && !r.OK || c.want != "" && (r.OK || r.Error.Code != c.want) {
				t.Errorf("%v, want %q", r.Error, c.want)
			}
			if r.OK && r.Value.(float64) > float64(len(r.Entries)) && r.Truncated == nil {
				t.Error("it was cut without a word")
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 400<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

func TestWhatIsNoTable(t *testing.T) {
	s := newScene(t)
	s.Write(t, "d/t.csv", "a;b\n1;2\n")
	for _, err := range []error{os.Symlink("t.csv", s.Path("d/link.csv")), os.Symlink("/etc/passwd", s.Path("d/out.csv"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r := s.read(csvReader{}, nil, "d/link.csv"); !r.OK || len(r.Entries) != 1 {
		t.Errorf("%+v", r)
	}
	for name, want := range map[string]string{"d": "is_a_directory", "d/out.csv": "path_outside_grants", "gone.csv": "file_not_found"} {
		if r := s.read(csvReader{}, nil, name); r.OK || r.Error.Code != want {
			t.Errorf("%s: %v", name, r.Error)
		}
	}
	if r := s.read(csvReader{}, map[string]any{"columns": []any{"c"}}, "d/t.csv"); r.OK || r.Error.Code != "column_unknown" || r.Error.Params["columns"] != "a, b" {
		t.Errorf("%v", r.Error)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (csvReader{}).Invoke(ctx, s.call(map[string]any{"paths": []any{s.Path("d/t.csv")}}), s.Host); err == nil {
		t.Error("it went on although it was stopped")
	}
}

// A long table is read to its end for its count and its types, and tells how far it is.
func TestLongTable(t *testing.T) {
	s := newScene(t)
	var b strings.Builder
	b.WriteString("n;valore;data\n")
	for i := range 300_000 {
		fmt.Fprintf(&b, "%d;%d,5;%02d/06/2024\n", i, i, i%28+1)
	}
	s.Write(t, "t.csv", b.String())
	r := s.read(csvReader{}, map[string]any{"limit": 100.0}, "t.csv")
	if !r.OK || r.Value != 300_000.0 || len(r.Entries) != 100 || columns(r) != "n:integer valore:number data:datetime" || r.Truncated.Available != 300_000 || r.Truncated.Cap != "limit" {
		t.Errorf("%v %s %+v", r.Value, columns(r), r.Truncated)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("a;b\n1,5;31/03/2024\n"))
	f.Add([]byte("\xff\xfea\x00;\x00"))
	f.Add([]byte("sep=,\n\"a\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScene(t)
		if err := os.WriteFile(s.Path("t.csv"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if r := s.read(csvReader{}, nil, "t.csv"); r.OK && r.Table == nil {
			t.Error("ok without a table")
		}
	})
}
