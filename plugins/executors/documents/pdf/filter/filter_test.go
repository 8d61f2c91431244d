package filter

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// pack is the simplest LZW: every byte is a code of nine bits, and the table is emptied before codes grow.
func pack(text string) []byte {
	var out []byte
	bits, have := 0, 0
	put := func(code int) {
		bits, have = bits<<9|code, have+9
		for have >= 8 {
			out = append(out, byte(bits>>(have-8)))
			have -= 8
			bits &= 1<<have - 1
		}
	}
	put(256)
	for i := range len(text) {
		if i > 0 && i%200 == 0 {
			put(256)
		}
		put(int(text[i]))
	}
	put(257)
	return append(out, byte(bits<<(8-have)))
}

func TestLZW(t *testing.T) {
	text := strings.Repeat("ciao, mondo ", 100)
	if got, err := LZW(pack(text), 1, 1<<20); err != nil || string(got) != text {
		t.Errorf("%v %q", err, got)
	}
	// The example of the specification.
	if got, err := LZW([]byte{0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01}, 1, 100); err != nil || string(got) != "-----A---B" {
		t.Errorf("%v %q", err, got)
	}
	if _, err := LZW(pack(text), 1, 100); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}

func TestRunsAndRows(t *testing.T) {
	if got, err := Run([]byte{2, 'a', 'b', 'c', 254, 'x', 128, 'z'}, 100); err != nil || string(got) != "abcxxx" {
		t.Errorf("%v %q", err, got)
	}
	if _, err := Run(bytes.Repeat([]byte{129, 'x'}, 10), 100); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		rows Rows
		data []byte
		want string
	}{
		"none":    {Rows{}, []byte("abc"), "abc"},
		"tiff":    {Rows{Predictor: 2, Columns: 3}, []byte{'a', 1, 1, 'x', 0, 1}, "abcxxy"},
		"sub":     {Rows{Predictor: 15, Columns: 3}, []byte{1, 'a', 1, 1}, "abc"},
		"up":      {Rows{Predictor: 15, Columns: 2}, []byte{0, 'a', 'b', 2, 1, 1}, "abbc"},
		"average": {Rows{Predictor: 15, Columns: 2}, []byte{0, 10, 20, 3, 1, 1}, "\x0a\x14\x06\x0e"},
		"paeth":   {Rows{Predictor: 15, Columns: 2}, []byte{0, 10, 20, 4, 1, 1}, "\x0a\x14\x0b\x15"},
		"cut":     {Rows{Predictor: 12, Columns: 4}, []byte{0, 'a', 'b'}, "ab"},
	} {
		if got, err := c.rows.Undo(bytes.Clone(c.data)); err != nil || string(got) != c.want {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
	if _, err := (Rows{Predictor: 12, Columns: 1 << 30}).Undo([]byte("abc")); !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
}

func FuzzFilters(f *testing.F) {
	f.Add(pack("ciao"), 1, 15, 1, 8, 4)
	f.Fuzz(func(t *testing.T, data []byte, early, predictor, colors, bits, columns int) {
		const limit = 1 << 20
		if out, _ := LZW(data, early, limit); len(out) > 2*limit {
			t.Errorf("%d bytes", len(out))
		}
		if out, _ := Run(data, limit); len(out) > limit {
			t.Errorf("%d bytes", len(out))
		}
		if out, err := (Rows{Predictor: predictor, Colors: colors, Bits: bits, Columns: columns}).Undo(bytes.Clone(data)); err == nil && len(out) > len(data) {
			t.Errorf("%d bytes out of %d", len(out), len(data))
		}
	})
}
