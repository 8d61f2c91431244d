package value

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Value is one value a plan holds, at any depth of an argument.
type Value struct {
	arg      string
	property manifest.Property // innermost declared; zero below an undeclared one
	listed   bool              // inside a list
	value    any               // string, bool or number
}

var reference = regexp.MustCompile(`\$?\$\{[^}]*\}`)

// All lists the values of a plan, references left out. ok is false when a step's executor is unknown.
func All(f plan.Framework, catalog []core.Executor) (out []Value, ok bool) {
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
			out = Value{arg: arg, property: m.Args.Properties[arg]}.below(out, value)
		}
	}
	for _, filler := range f.Fillers {
		out = append(out, Value{arg: "filler", value: filler.Default}, Value{arg: "filler", value: filler.Prompt})
	}
	return out, true
}

// Mutates reports whether a step of the plan changes something. An executor that is not there may.
func Mutates(f plan.Framework, catalog []core.Executor) bool {
	return slices.ContainsFunc(f.Steps, func(s plan.Step) bool {
		m := manifestOf(catalog, s.Tool)
		return s.Tool != plan.FinalAnswer && (m == nil || m.Execution.Effect != "read_only")
	})
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
func (v Value) below(out []Value, value any) []Value {
	switch value := value.(type) {
	case nil:
	case []string:
		for _, one := range value {
			out = v.item().below(out, one)
		}
	case []any:
		for _, one := range value {
			out = v.item().below(out, one)
		}
	case map[string]any:
		for k, one := range value {
			inner := v
			inner.arg, inner.property = k, v.property.Properties[k]
			out = inner.below(out, one)
		}
	case string:
		plain := reference.ReplaceAllStringFunc(value, func(s string) string {
			if strings.HasPrefix(s, "$$") {
				return s[1:] // escaped: the text has a dollar and a brace
			}
			return ""
		})
		if plain != "" || value == "" {
			v.value = plain
			out = append(out, v)
		}
	default:
		v.value = value
		out = append(out, v)
	}
	return out
}

// item is an element of a list: what the list's own property says of it holds when the element's says nothing.
func (v Value) item() Value {
	v.listed = true
	if v.property.Items == nil {
		return v
	}
	inner := *v.property.Items
	if inner.Semantic == "" {
		inner.Semantic = v.property.Semantic
	}
	v.property = inner
	return v
}

// text is the value as text; ok is false for a boolean.
func (v Value) text() (s string, ok bool) {
	switch held := v.value.(type) {
	case string:
		return held, true
	case bool:
		return "", false
	}
	return plan.Text(v.value), true
}

// everything are patterns that choose nothing.
var everything = []string{"", "*", "**", "*.*", "**/*"}

// closed reports whether the value belongs to the executor rather than to the sentence: one of a declared list, the
// default, yes or no, the person's home, a pattern for everything.
func (v Value) closed(home string) bool {
	s, ok := v.text()
	if !ok || slices.Contains(everything, s) || s == home && home != "" {
		return true
	}
	if v.property.Default != nil && plan.Text(v.property.Default) == s {
		return true
	}
	return slices.ContainsFunc(v.property.Enum, func(one any) bool { return plan.Text(one) == s })
}

// orders reports whether the value says in which order.
func (v Value) orders() bool {
	return strings.HasPrefix(v.property.Semantic, "order") || slices.Contains([]string{"order", "order_by", "sort", "sort_by"}, v.arg)
}

// Specific reports whether the value makes a plan good for its own sentence only.
func (v Value) Specific(r *sentence.Sentence, home string) bool {
	s, ok := v.text()
	switch {
	case v.orders():
		return true
	case !ok:
		return false
	case sentence.IsNumber(s) && s != "" && r.Digits(s):
		return true
	}
	return !v.closed(home) && s != "0"
}

// spokenAs are the meanings whose values come out the same however the word is written.
var spokenAs = []string{"extension", "kind", "zone", "entry_type", "field", "date_field", "aggregate", "operation", "unit", "group_by", "value_type"}

// soughtBy are the meanings of names and words that are looked for: their letters matter, the mark after them not.
var soughtBy = []string{"name", "glob", "text_query", "query", "value", "values", "exclude", "paths", "folder", "path"}

// Writing is how exactly the sentence must be written for the value to be the same.
func (v Value) Writing(home string, told func(string) bool) byte {
	s, ok := v.text()
	switch {
	case !ok || v.closed(home) || sentence.IsNumber(s) || slices.Contains(spokenAs, v.property.Semantic) || told(s):
		return Anyhow
	case slices.Contains(soughtBy, v.property.Semantic):
		return Sought
	}
	return Written
}

// How a sentence must be written: in any letters; in the same; in the very same with all that follows.
const (
	Anyhow  byte = ' '
	Sought  byte = 's'
	Written byte = 'w'
)

// Verbatim signs a sentence as it is written.
func Verbatim(text string, how byte) string {
	switch how {
	case Anyhow:
		return ""
	case Sought:
		if strings.ContainsAny(text, "\"“«‘'’`") {
			break // what is quoted is taken as it is
		}
		text = strings.TrimRight(strings.Join(strings.Fields(text), " "), " ?!")
	}
	return string(how) + sign.Of(text)
}

// dated matches moments written out, as plans hold them and as people write them.
var dated = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}(T|\b)|\b\d{8}T\d{4}|\b\d{1,2}:\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.](\d{4}|\d{2})\b`)

// Dated reports a moment written out.
func (v Value) Dated() bool {
	s, _ := v.text()
	return dated.MatchString(s)
}

// Reckoned reports a number the sentence does not hold: it was worked out.
func (v Value) Reckoned(r *sentence.Sentence, home string) bool {
	s, ok := v.text()
	return ok && s != "" && sentence.IsNumber(strings.TrimPrefix(s, "-")) && !v.closed(home) && !r.Digits(s)
}

// Materialised reports whether the value is one of a list of paths that the sentence does not name: found, not said.
func (v Value) Materialised(r *sentence.Sentence, home string) bool {
	s, ok := v.value.(string)
	if !ok || !v.listed || s == home || !path.IsAbs(s) && !slices.Contains([]string{"paths", "path", "new_path"}, v.property.Semantic) {
		return false
	}
	text, base := vocab.Fold(r.Text), vocab.Fold(path.Base(s))
	return !sentence.Holds(text, base) && !sentence.Holds(text, strings.TrimSuffix(base, path.Ext(base)))
}

// SaidIn reports whether the sentence holds the value: a text as it is, a path by its last name, a number by its digits.
func (v Value) SaidIn(r *sentence.Sentence) bool {
	switch held := v.value.(type) {
	case bool:
		return !held
	case string:
		if path.IsAbs(held) {
			held = path.Base(held)
		}
		return held == "" || sentence.Holds(vocab.Fold(r.Text), vocab.Fold(held))
	}
	return r.Digits(plan.Text(v.value))
}
