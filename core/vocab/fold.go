package vocab

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold lowers s and drops accents, so that "Perché" and "perche" are one word. Typographic apostrophes
// become plain ones.
func Fold(s string) string {
	if folded, ok := foldASCII(s); ok {
		return folded
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == '’' || r == '‘' || r == '`' || r == '´':
			b.WriteByte('\'')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func foldASCII(s string) (string, bool) {
	upper := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 || c == '`' {
			return "", false
		}
		upper = upper || ('A' <= c && c <= 'Z')
	}
	if !upper {
		return s, true
	}
	return strings.ToLower(s), true
}
