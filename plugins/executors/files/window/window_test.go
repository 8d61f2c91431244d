package window

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/charset"
	"pgregory.net/rapid"
)

func read(t require, text string, scan int64, cut Cut) Part {
	p, err := Read(context.Background(), strings.NewReader(text), charset.UTF8, int64(len(text)), scan, cut)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type require interface{ Fatal(...any) }

func TestRead(t *testing.T) {
	const text = "uno\ndue\n\ntre è\nquattro"
	for _, c := range []struct {
		name string
		cut  Cut
		want string
		from int
		less bool
	}{
		{"all", Cut{Bytes: 100}, text, 1, false},
		{"exactly all", Cut{Bytes: len(text)}, text, 1, false},
		{"one byte less", Cut{Bytes: len(text) - 1}, text[:len(text)-1], 1, true},
		{"cut in a rune", Cut{Bytes: 14}, "uno\ndue\n\ntre ", 1, true},
		{"first two", Cut{First: 2, Bytes: 100}, "uno\ndue\n", 1, false},
		{"more than there are", Cut{First: 9, Bytes: 100}, text, 1, false},
		{"first, too long", Cut{First: 2, Bytes: 5}, "uno\nd", 1, true},
		{"last", Cut{Last: 1, Bytes: 100}, "quattro", 5, false},
		{"last three", Cut{Last: 3, Bytes: 100}, "\ntre è\nquattro", 3, false},
		{"last of all", Cut{Last: 9, Bytes: 100}, text, 1, false},
		{"last, too long", Cut{Last: 2, Bytes: 9}, "\nquattro", 4, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, text, 1<<20, c.cut)
			if p.Text != c.want || p.From != c.from || p.Truncated != c.less {
				t.Errorf("%q from %d truncated %v; want %q from %d truncated %v", p.Text, p.From, p.Truncated, c.want, c.from, c.less)
			}
			if !p.Counted || p.Lines != 5 || p.Words != 5 || p.Characters != utf8.RuneCountInString(text) {
				t.Errorf("counted %d lines %d words %d characters", p.Lines, p.Words, p.Characters)
			}
		})
	}
}

func TestReadOfALongFile(t *testing.T) {
	text := strings.Repeat("riga numero uno\n", 50_000) + "ultima"
	p := read(t, text, 1000, Cut{First: 2, Bytes: 1000})
	if p.Text != "riga numero uno\nriga numero uno\n" || p.Counted || p.From != 1 {
		t.Errorf("first lines: %q counted %v", p.Text, p.Counted)
	}
	p = read(t, text, 1000, Cut{Last: 2, Bytes: 1000})
	if p.Text != "riga numero uno\nultima" || p.Counted || p.From != 0 {
		t.Errorf("last lines: %q counted %v from %d", p.Text, p.Counted, p.From)
	}
	p = read(t, text, 1000, Cut{Bytes: 20})
	if p.Text != "riga numero uno\nriga" || p.Counted || !p.Truncated {
		t.Errorf("all: %q counted %v", p.Text, p.Counted)
	}
}

// Whatever the cut, what is read is what splitting the whole text gives.
func TestReadAgreesWithSplitting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab è🎉\n\n \r"))).Draw(t, "text")
		n := rapid.IntRange(1, 6).Draw(t, "n")
		all := strings.SplitAfter(text, "\n")
		if all[len(all)-1] == "" {
			all = all[:len(all)-1]
		}
		first := read(t, text, 1<<20, Cut{First: n, Bytes: 1 << 20})
		if want := strings.Join(all[:min(n, len(all))], ""); first.Text != want {
			t.Fatalf("first %d: %q, want %q", n, first.Text, want)
		}
		last := read(t, text, 1<<20, Cut{Last: n, Bytes: 1 << 20})
		if want := strings.Join(all[max(0, len(all)-n):], ""); last.Text != want || last.From != max(0, len(all)-n)+1 {
			t.Fatalf("last %d: %q from %d, want %q", n, last.Text, last.From, want)
		}
		whole := read(t, text, 1<<20, Cut{Bytes: 1 << 20})
		if whole.Lines != len(all) || whole.Words != len(strings.Fields(text)) || whole.Characters != utf8.RuneCountInString(text) {
			t.Fatalf("counted %d %d %d", whole.Lines, whole.Words, whole.Characters)
		}
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		cut := read(t, text, 1<<20, Cut{Bytes: limit})
		if !strings.HasPrefix(text, cut.Text) || len(cut.Text) > limit || cut.Truncated != (len(text) > limit) {
			t.Fatalf("limit %d: %q truncated %v", limit, cut.Text, cut.Truncated)
		}
	})
}

func TestLinesAndParagraphs(t *testing.T) {
	text := "\nuno\ndue\r\n\r\n \ntre\n"
	var lines, blocks []string
	var starts []int
	for _, line := range Lines(text) {
		lines = append(lines, line)
	}
	for n, block := range Paragraphs(text) {
		starts, blocks = append(starts, n), append(blocks, block)
	}
	if len(lines) != 6 || lines[1] != "uno" || lines[5] != "tre" {
		t.Errorf("%q", lines)
	}
	if len(blocks) != 2 || blocks[0] != "uno\ndue" || blocks[1] != "tre" || starts[0] != 1 || starts[1] != 5 {
		t.Errorf("%q at %v", blocks, starts)
	}
}

// forever is a text without an end.
type forever struct{}

func (forever) Seek(int64, int) (int64, error) { return 0, nil }
func (forever) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

func TestReadStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Read(ctx, forever{}, charset.UTF8, 1<<40, 1<<50, Cut{Bytes: 10}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	p, err := Read(t.Context(), forever{}, charset.UTF8, 1<<40, 1<<20, Cut{Bytes: 10})
	if err != nil || p.Text != "aaaaaaaaaa" || !p.Truncated {
		t.Error(p, err)
	}
}

var _ io.ReadSeeker = forever{}
