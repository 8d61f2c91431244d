package fold

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Text returns s without case and accents. Invalid UTF-8 is kept as U+FFFD.
func Text(s string) string {
	if plain, ok := ascii(s); ok {
		return plain
	}
	t := chains.Get().(transform.Transformer)
	defer chains.Put(t)
	out, _, err := transform.String(t, s) // resets it first
	if err != nil {
		return strings.ToLower(s)
	}
	return out
}

// chains are reused: their parts keep state while one text goes through, and are costly to build.
var chains = sync.Pool{New: func() any {
	return transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold(), norm.NFC)
}}

// ascii lowers s when it has nothing but ASCII.
func ascii(s string) (string, bool) {
	upper := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		upper = upper || (c >= 'A' && c <= 'Z')
	}
	if !upper {
		return s, true
	}
	return strings.ToLower(s), true
}
