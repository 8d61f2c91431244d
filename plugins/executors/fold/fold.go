package fold

import (
	"strings"
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
	out, _, err := transform.String(chain(), s)
	if err != nil {
		return strings.ToLower(s)
	}
	return out
}

// chain is built for every call: its parts keep state.
func chain() transform.Transformer {
	return transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold(), norm.NFC)
}

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
