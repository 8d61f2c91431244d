package sought

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// Sought is a text or a pattern to look for. It is safe for concurrent use.
type Sought struct {
	pattern *regexp.Regexp
	folded  string // compared without case and accents
	words   bool
}

// How a text is looked for.
type How struct {
	Regex     bool // the text is a pattern
	Sensitive bool // case counts
	Words     bool // whole words only
	Accents   bool // accents count even where case does not
}

// maxPattern bounds a pattern, whose matching takes time in proportion to it.
const maxPattern = 1000

// New compiles a text as How says.
func New(text string, how How) (*Sought, error) {
	if text == "" {
		return nil, sdk.Errorf(sdk.MissingInput, "text_missing", "no text to look for")
	}
	if !how.Regex && !how.Sensitive && !how.Accents {
		return &Sought{folded: fold.Text(text), words: how.Words}, nil
	}
	expression := regexp.QuoteMeta(text)
	if how.Regex {
		if len(text) > maxPattern {
			return nil, sdk.Errorf(sdk.WrongArgs, "regex_wrong", "the pattern is too long").With("pattern", text[:40]+"…")
		}
		expression = "(?:" + text + ")"
	}
	if !how.Sensitive {
		expression = "(?i)" + expression
	}
	pattern, err := regexp.Compile(expression)
	if err != nil {
		return nil, sdk.Errorf(sdk.WrongArgs, "regex_wrong", "%w", err).With("pattern", text)
	}
	return &Sought{pattern: pattern, words: how.Words}, nil
}

// In reports whether it is in a line.
func (s *Sought) In(line []byte) bool { return s.Count(line) > 0 }

// Count is how often it is in a line, without overlaps.
func (s *Sought) Count(line []byte) int {
	text := line
	var found [][]int
	if s.pattern == nil {
		text = []byte(fold.Text(string(line)))
		found = all(text, []byte(s.folded))
	} else {
		found = s.pattern.FindAllIndex(line, -1)
	}
	n := 0
	for _, at := range found {
		if at[1] > at[0] && (!s.words || whole(text, at)) {
			n++
		}
	}
	return n
}

func all(text, want []byte) (out [][]int) {
	for at := 0; at+len(want) <= len(text); {
		i := bytes.Index(text[at:], want)
		if i < 0 {
			break
		}
		out = append(out, []int{at + i, at + i + len(want)})
		at += i + len(want)
	}
	return out
}

// Replace puts a text in place of each match and tells how many there were; in a pattern's, $1 is what its first group
// matched. It needs a Sought whose accents count.
func (s *Sought) Replace(line []byte, with string, groups bool) ([]byte, int) {
	var out []byte
	n, last := 0, 0
	for _, at := range s.pattern.FindAllSubmatchIndex(line, -1) {
		if at[1] == at[0] || s.words && !whole(line, at) {
			continue
		}
		n++
		out = append(out, line[last:at[0]]...)
		if groups {
			out = s.pattern.Expand(out, []byte(with), line, at)
		} else {
			out = append(out, with...)
		}
		last = at[1]
	}
	if n == 0 {
		return line, 0
	}
	return append(out, line[last:]...), n
}

// whole reports that a match is not part of a longer word.
func whole(text []byte, at []int) bool {
	before, _ := utf8.DecodeLastRune(text[:at[0]])
	after, _ := utf8.DecodeRune(text[at[1]:])
	return !letter(before) && !letter(after)
}

func letter(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}
