package voice

import "strings"

// LowerFirst gives a phrase that follows another its small first letter.
func LowerFirst(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}

// Join joins the parts that say something.
func Join(parts []string, with string) string {
	kept := parts[:0]
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, with)
}

// Whole gives a phrase its first capital and its end.
func Whole(s, end string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	first := []rune(s)
	return strings.ToUpper(string(first[:1])) + string(first[1:]) + end
}
