package grid

import (
	"strconv"
	"strings"
)

// maxDigits is how many digits a float64 keeps; a longer run of digits names something and stays a text.
const maxDigits = 15

// number reads a text as a number whose decimal mark is mark ("," or "."). Groups of three may be set apart by
// the other mark, a space or an apostrophe. Codes are no numbers: a leading zero, a plus, too many digits.
func number(text, mark string) (float64, bool) {
	plain, ok := plainNumber(strings.TrimSpace(text), mark[0])
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(plain, 64)
	return f, err == nil
}

// plainNumber rewrites a number with a point and without groups.
func plainNumber(s string, mark byte) (string, bool) {
	var b strings.Builder
	if rest, ok := strings.CutPrefix(s, "\u2212"); ok {
		s = "-" + rest
	}
	if strings.HasPrefix(s, "-") {
		b.WriteByte('-')
		s = s[1:]
	}
	whole, fraction, decimals := s, "", false
	if at := strings.IndexByte(s, mark); at >= 0 {
		whole, fraction, decimals = s[:at], s[at+1:], true
	}
	if !digitsOnly(fraction) || decimals && fraction == "" || whole == "" {
		return "", false
	}
	whole, ok := ungrouped(whole, mark)
	if !ok || len(whole)+len(fraction) > maxDigits || len(whole) > 1 && whole[0] == '0' {
		return "", false
	}
	b.WriteString(whole)
	if decimals {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String(), true
}

// ungrouped takes the marks between groups of three out of the whole part of a number.
func ungrouped(whole string, mark byte) (string, bool) {
	if digitsOnly(whole) {
		return whole, true
	}
	other := "."
	if mark == '.' {
		other = ","
	}
	for _, group := range []string{other, " ", "\u00a0", "\u202f", "'", "\u2019"} {
		parts := strings.Split(whole, group)
		if len(parts) < 2 {
			continue
		}
		for i, part := range parts {
			if !digitsOnly(part) || len(part) != 3 && (i > 0 || len(part) == 0 || len(part) > 3) {
				return "", false
			}
		}
		return strings.Join(parts, ""), true
	}
	return "", false
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// Number reads a text as a person wrote a number, with the decimal mark of their language when both could be meant.
func Number(text, lang string) (float64, bool) {
	marks := []string{".", ","}
	if lang == "it" {
		marks = []string{",", "."}
	}
	for _, mark := range marks {
		if f, ok := number(text, mark); ok {
			return f, true
		}
	}
	return 0, false
}
