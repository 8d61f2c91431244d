package glyph

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestWhatWouldBeObeyedHiddenOrReorderedIsShown(t *testing.T) {
	for in, want := range map[string]string{
		"relazione è.pdf":            "relazione è.pdf",
		"":                           "",
		"a\x1b[2Jb":                  `a\x1b[2Jb`,
		"\x1b]52;c;aGk=\a":           `\x1b]52;c;aGk=\x07`,
		"a\n- b (yes / no)":          "a⏎- b (yes / no)",
		"a\rb\tc\x7f":                `a\rb\tc\x7f`,
		"a\u009b31mb\u0085":          `a\u009b31mb\u0085`,
		"gpj.\u202eexe":              `gpj.\u202eexe`,
		"\u2066a\u2069":              `\u2066a\u2069`,
		"pay\u200bpal\ufeff\u2028":   `pay\u200bpal\ufeff\u2028`,
		"a\xff\xfeb":                 `a\xff\xfeb`,
		"pay\u200dpal":               `pay\u200dpal`,
		"👩\u200d👧.jpg":               "👩\u200d👧.jpg",
		"می\u200cخواهم":              "می\u200cخواهم",
		"x\U000e0041":                `x\U000e0041`,
		"\u3164":                     `\u3164`,
		"replacement \ufffd is seen": "replacement \ufffd is seen",
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Block("a\r\n\tb\x1b[1m\rc\u202e\n"); got != "a\n\tb\\x1b[1m\\rc\\u202e\n" {
		t.Errorf("Block: %q", got)
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"a\nb", "\x1b[0m", "\u202e", "\xff", "👩\u200d\u200d👧"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line := Line(s)
		if !utf8.ValidString(line) || Line(line) != line {
			t.Fatalf("%q became %q", s, line)
		}
		for _, r := range line {
			if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || r == '\u2028' || r == '\u2029' {
				t.Fatalf("%q keeps %U", line, r)
			}
		}
		for _, r := range strings.NewReplacer("\n", "", "\t", "").Replace(Block(s)) {
			if unicode.Is(unicode.Cc, r) {
				t.Fatalf("content keeps %U", r)
			}
		}
	})
}
