package sheet

import (
	"regexp"
	"strings"
)

// leaf is a sheet of a workbook, said by its name before or after the workbook.
var (
	leafBefore = regexp.MustCompile(`(?i)(?:\b(il|the|del|nel|dal|sul|of|in|from|of the|in the|from the)\s+)?\b(?:foglio|sheet)\s+(?:«([^»]+)»|"([^"]+)"|([\pL\pN_-]+))\s+((?:di|del|in|of|from|nel|dal)\s+(?:file\s+)?\S*[^\s.]\.xlsx\b)`)
	bareRows   = regexp.MustCompile(`(?i)^(righe|rows)\s`)
	keeping    = regexp.MustCompile(`(?i)\b(salva(?:lo|la|li|le)|save (?:it|them|that))[\s.!]*$`)
)

// Leaf is the sheet of a workbook a sentence names, and the sentence without it; ok is false when it names none.
func Leaf(text, lang string) (name, rest string, ok bool) {
	m := leafBefore.FindStringSubmatchIndex(text)
	if m == nil {
		return "", text, false
	}
	for _, at := range []int{4, 6, 8} {
		if m[at] >= 0 {
			name = text[m[at]:m[at+1]]
		}
	}
	before, show, rows := text[:m[0]], "show the ", "the rows "
	if lang == "it" {
		show, rows = "mostra le ", "le righe "
	}
	if m[2] >= 0 && (strings.EqualFold(text[m[2]:m[3]], "il") || strings.EqualFold(text[m[2]:m[3]], "the")) || m[2] < 0 {
		before += rows // the sheet itself is its rows
	}
	rest = before + text[m[10]:]
	if bareRows.MatchString(rest) {
		rest = show + rest
	}
	return name, rest, true
}

// Keeps is the words at the end of a sentence that ask for what was made to be saved where it is, "" when there are none.
func Keeps(text string) string {
	if m := keeping.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}
