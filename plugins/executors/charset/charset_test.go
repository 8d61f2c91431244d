package charset

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDetectAndDecode(t *testing.T) {
	long := strings.Repeat("Perché no? ", 2000)
	for _, c := range []struct {
		name string
		data []byte
		want Encoding
		text string
	}{
		{"empty", nil, UTF8, ""},
		{"ascii", []byte("hello\n"), UTF8, "hello\n"},
		{"utf-8", []byte("È già 🎉\n"), UTF8, "È già 🎉\n"},
		{"utf-8 with a mark", []byte("\xEF\xBB\xBFciao"), UTF8BOM, "ciao"},
		{"an inner mark stays", []byte("a\uFEFFb"), UTF8, "a\uFEFFb"},
		{"utf-16 little endian with a mark", []byte("\xFF\xFEc\x00i\x00"), UTF16LE, "ci"},
		{"utf-16 big endian with a mark", []byte("\xFE\xFF\x00c\x00i"), UTF16BE, "ci"},
		{"utf-16 little endian without a mark", []byte("c\x00i\x00a\x00o\x00\n\x00"), UTF16LE, "ciao\n"},
		{"utf-16 big endian without a mark", []byte("\x00c\x00i\x00a\x00o"), UTF16BE, "ciao"},
		{"windows-1252", []byte("citt\xe0 \x80 5"), Windows1252, "città € 5"},
		{"latin-1", []byte("plain text with \x81 in it"), Latin1, "plain text with \u0081 in it"},
		{"a long file cut in a rune", []byte(long), UTF8, long},
	} {
		t.Run(c.name, func(t *testing.T) {
			sample := c.data[:min(len(c.data), Sample)]
			got := Detect(sample, len(sample) == len(c.data))
			if got != c.want {
				t.Fatalf("Detect = %q, want %q", got, c.want)
			}
			text, err := io.ReadAll(got.Reader(bytes.NewReader(c.data)))
			if err != nil || string(text) != c.text {
				t.Fatalf("decoded %q, %v; want %q", text, err, c.text)
			}
		})
	}
}

func TestBinaryIsRefused(t *testing.T) {
	for name, data := range map[string][]byte{
		"png":     []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
		"elf":     []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00>\x00"),
		"zeros":   make([]byte, 64),
		"utf-32":  []byte("\xFF\xFE\x00\x00c\x00\x00\x00"),
		"noise":   []byte("\xb1\xe2\xd3\xc4\xf5\xa6\x97\x88"),
		"control": []byte("text \x01\x02"),
		"sparse":  append([]byte("sparse file"), make([]byte, 200)...),
	} {
		if got := Detect(data, true); got != Binary {
			t.Errorf("%s: Detect = %q, want binary", name, got)
		}
	}
}

func TestBytesContinuesAFile(t *testing.T) {
	for _, e := range []Encoding{UTF8, UTF8BOM, UTF16LE, UTF16BE, Windows1252, Latin1} {
		data, err := e.Bytes("perché")
		if err != nil {
			t.Fatal(e, err)
		}
		text, err := io.ReadAll(e.Reader(bytes.NewReader(data)))
		if err != nil || string(text) != "perché" {
			t.Errorf("%s: %q, %v", e, text, err)
		}
	}
	if _, err := Latin1.Bytes("🎉"); err == nil {
		t.Error("Latin-1 took an emoji")
	}
}

func FuzzDetect(f *testing.F) {
	for _, seed := range []string{"", "ciao", "\xFF\xFEc\x00", "c\x00i\x00", "citt\xe0", "\x00\x00", "\xEF\xBB\xBF", "a\xc3"} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, whole bool) {
		e := Detect(data, whole)
		if e == Binary {
			return
		}
		text, err := io.ReadAll(e.Reader(bytes.NewReader(data)))
		if err != nil {
			t.Fatalf("%q detected as %s does not decode: %v", data, e, err)
		}
		if !utf8.Valid(text) {
			t.Fatalf("%q as %s gave invalid text %q", data, e, text)
		}
	})
}
