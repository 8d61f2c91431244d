package delimited

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func all(t *testing.T, text string, delimiter byte) [][]string {
	t.Helper()
	r := NewReader(strings.NewReader(text), delimiter)
	var out [][]string
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
}

func TestRows(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a,b\r\n1,2\n", `[["a" "b"] ["1" "2"]]`},
		{"a,b\r1,2\r", `[["a" "b"] ["1" "2"]]`},
		{`"a, ""b""",c`, `[["a, \"b\"" "c"]]`},
		{"\"two\nlines\",x\ny,z", `[["two\nlines" "x"] ["y" "z"]]`},
		{` "spaced" ,x`, `[["spaced" "x"]]`},
		{`5" pipe,x`, `[["5\" pipe" "x"]]`},
		{`"a"b,c`, `[["ab" "c"]]`},
		{`"",""`, `[["" ""]]`},
		{",,", `[["" "" ""]]`},
		{"\"never closed,1\nnext,2\nlast,3", `[["\"never closed" "1"] ["next" "2"] ["last" "3"]]`},
		{"a\n\"open", `[["a"] ["\"open"]]`},
		{"", `[]`},
		{"\n\n", `[[""] [""]]`},
	} {
		if got := fmt.Sprintf("%q", all(t, c.text, ',')); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]string{
		"a;b\n1,5;2,5\n": ";", "a,b\n1,2\n": ",", "a\tb\n1,5\t2,5\n": "\t", "a|b\n1|2\n": "|", "sep=|\na|b\n": "|", "sep=;\r\na;b\n": ";",
		"only\none\n": ",", "name,notes\nx,\"a;b\"\ny,c\n": ",", "": ",", "\ufeffa;b\n1;2": ";", "nome;valore\na;1,5\nb;2,5\nc;3": ";",
	} {
		if got, _ := Sniff(text, true); string(got) != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A table of one line as long as it likes costs no more than a line may.
func TestLongLines(t *testing.T) {
	r := NewReader(io.LimitReader(letters{}, 1<<30), ',')
	if _, err := r.Next(); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	row := all(t, strings.Repeat("x,", 500_000), ',')[0]
	if len(row) > maxFields+1 {
		t.Errorf("%d fields", len(row))
	}
	quotes := strings.Repeat("\"a\n", 100_000)
	if rows := all(t, quotes, ','); len(rows) == 0 {
		t.Error("nothing came of it")
	}
}

type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func FuzzRows(f *testing.F) {
	f.Add("a,\"b\nc\",d\r\n\"", byte(','))
	f.Add("sep=;\na;b", byte(';'))
	f.Fuzz(func(t *testing.T, text string, delimiter byte) {
		if delimiter == '"' || delimiter == '\n' || delimiter == '\r' {
			return
		}
		Sniff(text, false)
		r := NewReader(strings.NewReader(text), delimiter)
		for n := 0; ; n++ {
			row, err := r.Next()
			if err != nil {
				if !errors.Is(err, io.EOF) && !errors.Is(err, ErrTooLong) {
					t.Fatal(err)
				}
				return
			}
			if len(row) == 0 || n > len(text)+1 {
				t.Fatalf("%d rows out of %d bytes", n, len(text))
			}
		}
	})
}
