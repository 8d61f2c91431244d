package glyph

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s on one line: a line break is shown as ⏎, a tab as \t, any other control or invisible
// character as its escape, and a byte that is no UTF-8 as \xNN. Text without any is returned as it is.
func Line(s string) string { return shown(s, false) }

// Block is Line for content: line breaks (CRLF as LF) and tabs stay.
func Block(s string) string {
	return shown(strings.ReplaceAll(s, "\r\n", "\n"), true)
}

func shown(s string, block bool) string {
	start := unsafeAt(s, 0, block)
	if start == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	from := 0
	for at := start; at < len(s); {
		b.WriteString(s[from:at])
		r, size := utf8.DecodeRuneInString(s[at:])
		b.WriteString(escape(s[at:at+size], r))
		from = at + size
		at = unsafeAt(s, from, block)
	}
	b.WriteString(s[from:])
	return b.String()
}

// unsafeAt is the index of the first rune from start on that may not be shown as it is, or len(s).
func unsafeAt(s string, start int, block bool) int {
	last := ' ' // what precedes start was escaped: no letter a joiner could join
	for i := start; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f {
			last = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !(block && (r == '\n' || r == '\t')) && !plain(r, size, last) {
			return i
		}
		last = r
		i += size
	}
	return len(s)
}

// plain reports whether a rune is seen as itself. The joiners shape emoji and many scripts, so they stay
// after such a letter; elsewhere they only hide a difference.
func plain(r rune, size int, last rune) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		return false
	case r == '\u200c' || r == '\u200d':
		return last >= '\u0590' && last != '⏎' && unicode.In(last, unicode.L, unicode.M, unicode.S)
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
		return false
	}
	return !blank(r)
}

// blank reports the letters and marks that show nothing.
func blank(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u3164', '\uffa0':
		return true
	}
	return false
}

func escape(raw string, r rune) string {
	switch {
	case r == '\n':
		return "⏎"
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
