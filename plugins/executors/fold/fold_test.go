package fold

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "ciao": "ciao", "CIAO": "ciao", "Perché": "perche", "PERCHE\u0301": "perche", "Straße": "strasse", "ﬁne": "fine",
		"Ａ１": "a1", "Ñandú": "nandu", "🎉 Festa": "🎉 festa", "İstanbul": "istanbul", "a\nb": "a\nb",
	} {
		if got := Text(s); got != want {
			t.Errorf("Text(%q) = %q, want %q", s, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"Perché", "\xff\xfe", "İ", "ẞ", "\u0301", strings.Repeat("é", 100)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Text(s)
		if utf8.ValidString(s) && !utf8.ValidString(once) {
			t.Fatalf("%q became invalid: %q", s, once)
		}
	})
}

func BenchmarkText(b *testing.B) {
	for _, s := range []string{"plain name.txt", "Più caffè.txt"} {
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				Text(s)
			}
		})
	}
}
