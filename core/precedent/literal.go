package precedent

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// literal is one value a plan holds, at any depth of an argument.
type literal struct {
	mutates  bool // its step changes something
	arg      string
	property manifest.Property // innermost declared; zero below an undeclared one
	listed   bool              // inside a list
	value    any               // string, bool or number
}

var reference = regexp.MustCompile(`\$?\$\{[^}]*\}`)

// literals lists the values of a plan, references left out. ok is false when a step's executor is unknown.
func literals(f plan.Framework, catalog []core.Executor) (out []literal, ok bool) {
	for _, step := range f.Steps {
		if step.Tool == plan.FinalAnswer {
			continue
		}
		m := manifestOf(catalog, step.Tool)
		if m == nil {
			return nil, false
		}
		for arg, value := range step.Args {
			if arg == plan.FromStep {
				continue
			}
			l := literal{mutates: m.Execution.Effect != "read_only", arg: arg, property: m.Args.Properties[arg]}
			out = l.below(out, value)
		}
	}
	for _, filler := range f.Fillers {
		out = append(out, literal{arg: "filler", value: filler.Default}, literal{arg: "filler", value: filler.Prompt})
	}
	return out, true
}

func manifestOf(catalog []core.Executor, tool string) *manifest.Manifest {
	for _, e := range catalog {
		if e.Manifest != nil && e.Manifest.Name == tool {
			return e.Manifest
		}
	}
	return nil
}

// below appends the values at and below one.
func (l literal) below(out []literal, value any) []literal {
	switch value := value.(type) {
	case nil:
	case []string:
		for _, v := range value {
			out = l.item().below(out, v)
		}
	case []any:
		for _, v := range value {
			out = l.item().below(out, v)
		}
	case map[string]any:
		for k, v := range value {
			inner := l
			inner.arg, inner.property = k, l.property.Properties[k]
			out = inner.below(out, v)
		}
	case string:
		plain := reference.ReplaceAllStringFunc(value, func(s string) string {
			if strings.HasPrefix(s, "$$") {
				return s[1:] // escaped: the text has a dollar and a brace
			}
			return ""
		})
		if plain != "" || value == "" {
			l.value = plain
			out = append(out, l)
		}
	default:
		l.value = value
		out = append(out, l)
	}
	return out
}

// item is an element of a list: what the list's own property says of it holds when the element's says nothing.
func (l literal) item() literal {
	l.listed = true
	if l.property.Items == nil {
		return l
	}
	inner := *l.property.Items
	if inner.Semantic == "" {
		inner.Semantic = l.property.Semantic
	}
	l.property = inner
	return l
}

// text is the literal as text; ok is false for a boolean.
func (l literal) text() (s string, ok bool) {
	switch v := l.value.(type) {
	case string:
		return v, true
	case bool:
		return "", false
	}
	return plan.Text(l.value), true
}

// everything are patterns that choose nothing.
var everything = []string{"", "*", "**", "*.*", "**/*"}

// closed reports whether the value belongs to the executor rather than to the sentence: one of a declared list, the
// default, yes or no, the person's home, a pattern for everything.
func (l literal) closed(home string) bool {
	s, ok := l.text()
	if !ok || slices.Contains(everything, s) || s == home && home != "" {
		return true
	}
	if l.property.Default != nil && plan.Text(l.property.Default) == s {
		return true
	}
	return slices.ContainsFunc(l.property.Enum, func(v any) bool { return plan.Text(v) == s })
}

// orders reports whether the value says in which order.
func (l literal) orders() bool {
	return strings.HasPrefix(l.property.Semantic, "order") || slices.Contains([]string{"order", "order_by", "sort", "sort_by"}, l.arg)
}

// specific reports whether the value makes a plan good for its own sentence only.
func (l literal) specific(r *reading, home string) bool {
	s, ok := l.text()
	switch {
	case l.orders():
		return true
	case !ok:
		return false
	case isNumber(s) && s != "" && r.digits(s):
		return true
	}
	return !l.closed(home) && s != "0"
}

// spokenAs are the meanings whose values come out the same however the word is written.
var spokenAs = []string{"extension", "kind", "zone", "entry_type", "field", "date_field", "aggregate", "operation", "unit", "group_by", "value_type"}

// soughtBy are the meanings of names and words that are looked for: their letters matter, the mark after them not.
var soughtBy = []string{"name", "glob", "text_query", "query", "value", "values", "exclude", "paths", "folder", "path"}

// writing is how exactly the sentence must be written for the value to be the same.
func (l literal) writing(home string, told func(string) bool) byte {
	s, ok := l.text()
	switch {
	case !ok || l.closed(home) || isNumber(s) || slices.Contains(spokenAs, l.property.Semantic) || told(s):
		return anyhow
	case slices.Contains(soughtBy, l.property.Semantic):
		return sought
	}
	return written
}

// How a sentence must be written: in any letters; in the same; in the very same with all that follows.
const (
	anyhow  byte = ' '
	sought  byte = 's'
	written byte = 'w'
)

// verbatim signs a sentence as it is written.
func verbatim(text string, how byte) string {
	switch how {
	case anyhow:
		return ""
	case sought:
		if strings.ContainsAny(text, "\"“«‘'’`") {
			break // what is quoted is taken as it is
		}
		text = strings.TrimRight(strings.Join(strings.Fields(text), " "), " ?!")
	}
	return string(how) + digest(text)
}

// dated matches moments written out, as plans hold them and as people write them.
var dated = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}(T|\b)|\b\d{8}T\d{4}|\b\d{1,2}:\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.](\d{4}|\d{2})\b`)

func (l literal) dated() bool {
	s, _ := l.text()
	return dated.MatchString(s)
}

// reckoned reports a number the sentence does not hold: it was worked out.
func (l literal) reckoned(r *reading, home string) bool {
	s, ok := l.text()
	return ok && s != "" && isNumber(strings.TrimPrefix(s, "-")) && !l.closed(home) && !r.digits(s)
}

// materialised reports whether the value is one of a list of paths that the sentence does not name: found, not said.
func (l literal) materialised(r *reading, home string) bool {
	s, ok := l.value.(string)
	if !ok || !l.listed || s == home || !path.IsAbs(s) && !slices.Contains([]string{"paths", "path", "new_path"}, l.property.Semantic) {
		return false
	}
	base := vocab.Fold(path.Base(s))
	text := vocab.Fold(r.text)
	return !strings.Contains(text, base)
}

// saidIn reports whether the sentence holds the value: a text as it is, a path by its last name, a number by its digits.
func (l literal) saidIn(r *reading) bool {
	switch v := l.value.(type) {
	case bool:
		return !v
	case string:
		if path.IsAbs(v) {
			v = path.Base(v)
		}
		return v == "" || holds(vocab.Fold(r.text), vocab.Fold(v))
	}
	return r.digits(plan.Text(l.value))
}

// holds reports whether part stands in text with nothing of a word around it.
func holds(text, part string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], part)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(part)
		if (at == 0 || !inWord(text[at-1])) && (end == len(text) || !inWord(text[end])) {
			return true
		}
		from = at + 1
	}
}

func inWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 || b == '_'
}

// planDigest signs a plan, every value included.
func planDigest(f plan.Framework) string {
	text, err := json.Marshal(f)
	if err != nil {
		return "unwritable " + strconv.Itoa(len(f.Steps))
	}
	return digest(string(text))
}
