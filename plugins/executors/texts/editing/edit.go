package editing

import (
	"bytes"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/texts/line"
	"github.com/metnos/metnos/plugins/executors/texts/sought"
	"github.com/metnos/metnos/sdk"
)

// What is done.
const (
	opReplace = "replace"
	opRemove  = "remove_lines"
	opUnique  = "unique_lines"
	opSort    = "sort_lines"
	opUpper   = "upper"
	opLower   = "lower"
	opTrim    = "trim"
)

// maxHeld is how many bytes of lines are held where all of them are needed at once.
const maxHeld = 64 << 20

// edit is what to do with each line.
type edit struct {
	operation string
	want      *sought.Sought
	with      string
	groups    bool
	reverse   bool
}

func newEdit(args *arg.Reader) (*edit, error) {
	e := &edit{operation: args.Text("operation", opReplace), with: args.Text("replacement", ""), reverse: args.Text("order", "asc") == "desc"}
	match := args.Text("match", "text")
	e.groups = match == "regex"
	text, given := args.Text("query", ""), args.Has("replacement")
	how := sought.How{Regex: e.groups, Sensitive: args.Flag("case_sensitive", match != "line"), Accents: true}
	how.Words = args.Flag("whole_word", e.operation == opReplace && !e.groups && wordly(text)) // 12 is not part of 12000
	if err := args.Err(); err != nil {
		return nil, err
	}
	if e.operation != opReplace && e.operation != opRemove {
		return e, nil
	}
	if e.operation == opReplace && !given {
		return nil, sdk.Errorf(sdk.MissingInput, "value_not_given", "replacement is required").With("name", "replacement")
	}
	if bytes.ContainsAny([]byte(text), "\r\n") {
		return nil, sdk.Errorf(sdk.WrongArgs, "text_of_one_line", "what is looked for must be on one line")
	}
	if match == "line" && text != "" {
		text, how.Regex, how.Words = `^\s*(?:[-*•]\s+)?`+regexp.QuoteMeta(text)+`\s*$`, true, false
	}
	var err error
	e.want, err = sought.New(text, how)
	return e, err
}

// wordly reports a text that begins and ends like a word or a number.
func wordly(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return (unicode.IsLetter(first) || unicode.IsDigit(first)) && (unicode.IsLetter(last) || unicode.IsDigit(last))
}

// whole reports an edit that needs all lines at once.
func (e *edit) whole() bool { return e.operation == opSort }

// one changes a line; keep is false when it goes. n is how many changes it took.
func (e *edit) one(l line.Line, seen map[string]bool) (text []byte, keep bool, n int) {
	switch e.operation {
	case opReplace:
		text, n = e.want.Replace(l.Text, e.with, e.groups)
		return text, true, n
	case opRemove:
		if e.want.In(l.Text) {
			return nil, false, 1
		}
	case opUnique:
		if key := string(l.Text); seen[key] {
			return nil, false, 1
		} else {
			seen[key] = true
		}
	case opUpper, opLower:
		if !utf8.Valid(l.Text) {
			break // what is no text has no case
		}
		if text = bytes.ToUpper(l.Text); e.operation == opLower {
			text = bytes.ToLower(l.Text)
		}
	case opTrim:
		text = bytes.TrimRight(l.Text, " \t")
	}
	if text != nil && !bytes.Equal(text, l.Text) {
		return text, true, 1
	}
	return l.Text, true, 0
}

// sorted puts lines in order, without case and accents first, and tells how many are elsewhere.
func (e *edit) sorted(list []string) ([]string, int) {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b string) int {
		if x, y := fold.Text(a), fold.Text(b); x != y {
			if x < y != e.reverse {
				return -1
			}
			return 1
		}
		return 0
	})
	moved := 0
	for i := range out {
		if out[i] != list[i] {
			moved++
		}
	}
	return out, moved
}
