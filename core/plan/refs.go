package plan

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// Arguments that name a collection rather than a value.
const (
	FromStep     = "from_step"     // 1-based number of an earlier step
	FromPrevious = "from_previous" // the conversation's previous result: true, or Previous.Ref
)

// Whole, as a property's from_entries, asks for the items themselves instead of one of their fields.
const Whole = "*"

// RuntimeKeys are the host values `${RUNTIME:key}` may name.
var runtimeKeys = [...]string{
	"actor", "channel", "conversation", "home", "lang", "now", "owner", "today", "turn_id", "zone",
}

// Source is what a placeholder reads from.
type Source int

const (
	FromStepResult     Source = iota // ${stepN.path}
	FromPreviousResult               // ${previous.path}
	FromRuntime                      // ${RUNTIME:key}
	FromFiller                       // ${FILLER:name}
)

// Ref is one placeholder found in an argument.
type Ref struct {
	Source Source
	Step   int      // FromStepResult: 1-based
	Path   []string // FromStepResult, FromPreviousResult
	Name   string   // FromRuntime, FromFiller
	Whole  bool     // the placeholder is the whole value, so the value keeps its type
}

var (
	stepName   = regexp.MustCompile(`^step([1-9][0-9]{0,2})$`)
	simpleName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	pathPart   = regexp.MustCompile(`^(\*|[0-9]{1,6}|[A-Za-z_@][A-Za-z0-9_\- ]*)$`)
)

// Literal escapes text a person wrote so that nothing in it is read as a placeholder.
func Literal(text string) string { return strings.ReplaceAll(text, "${", "$${") }

// parseRef reads what stands between "${" and "}".
func parseRef(body string) (Ref, error) {
	if name, ok := strings.CutPrefix(body, "RUNTIME:"); ok {
		for _, known := range runtimeKeys {
			if name == known {
				return Ref{Source: FromRuntime, Name: name}, nil
			}
		}
		return Ref{}, fmt.Errorf("RUNTIME:%s is not one of %s", name, strings.Join(runtimeKeys[:], ", "))
	}
	if name, ok := strings.CutPrefix(body, "FILLER:"); ok {
		if !simpleName.MatchString(name) {
			return Ref{}, fmt.Errorf("FILLER:%s is not a name", name)
		}
		return Ref{Source: FromFiller, Name: name}, nil
	}
	head, rest, _ := strings.Cut(body, ".")
	ref := Ref{Source: FromPreviousResult}
	if m := stepName.FindStringSubmatch(head); m != nil {
		ref.Source = FromStepResult
		ref.Step, _ = strconv.Atoi(m[1])
	} else if head != "previous" {
		return Ref{}, fmt.Errorf("${%s} is not ${stepN.path}, ${previous.path}, ${RUNTIME:key} or ${FILLER:name}", body)
	}
	if rest == "" {
		return Ref{}, fmt.Errorf("${%s} names no field", body)
	}
	ref.Path = strings.Split(rest, ".")
	for _, part := range ref.Path {
		if !pathPart.MatchString(part) {
			return Ref{}, fmt.Errorf("%q in ${%s} is not a field, an index or *", part, body)
		}
	}
	return ref, nil
}

// refsIn returns the placeholders of every string below v, in a stable order, and the faults of those
// that cannot be read.
func refsIn(v any) (refs []Ref, faults []error) {
	switch v := v.(type) {
	case string:
		return refsInText(v)
	case []any:
		for _, item := range v {
			r, f := refsIn(item)
			refs, faults = append(refs, r...), append(faults, f...)
		}
	case []string:
		for _, item := range v {
			r, f := refsInText(item)
			refs, faults = append(refs, r...), append(faults, f...)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			r, f := refsIn(v[k])
			refs, faults = append(refs, r...), append(faults, f...)
		}
	}
	return refs, faults
}

func refsInText(s string) (refs []Ref, faults []error) {
	for _, p := range split(s) {
		switch {
		case p.fault != nil:
			faults = append(faults, p.fault)
		case p.ref != nil:
			refs = append(refs, *p.ref)
		}
	}
	return refs, faults
}

// piece is a stretch of an argument: text as it is, a reference, or the fault of one that cannot be read.
type piece struct {
	text  string
	ref   *Ref
	fault error
}

// split cuts a text into pieces. A doubled dollar before a brace is a literal one: "$${" writes "${".
func split(s string) (pieces []piece) {
	text := strings.Builder{}
	flush := func() {
		if text.Len() > 0 {
			pieces = append(pieces, piece{text: text.String()})
			text.Reset()
		}
	}
	whole := s
	for s != "" {
		switch {
		case strings.HasPrefix(s, "$${"):
			text.WriteString("${")
			s = s[3:]
		case strings.HasPrefix(s, "${"):
			flush()
			end := strings.IndexByte(s, '}')
			if end < 0 {
				return append(pieces, piece{fault: fmt.Errorf("%q opens a placeholder and does not close it", s)})
			}
			ref, err := parseRef(s[2:end])
			ref.Whole = end+1 == len(whole)
			p := piece{ref: &ref}
			if err != nil {
				p = piece{fault: err}
			}
			pieces, s = append(pieces, p), s[end+1:]
		default:
			text.WriteByte(s[0])
			s = s[1:]
		}
	}
	flush()
	return pieces
}

// Reads lists the earlier steps a step takes something from, by number.
func Reads(step Step) []int {
	var steps []int
	if n, ok := number(step.Args[FromStep]); ok {
		steps = append(steps, n)
	}
	refs, _ := refsIn(step.Args)
	for _, ref := range refs {
		if ref.Source == FromStepResult {
			steps = append(steps, ref.Step)
		}
	}
	return steps
}

// number reads a step number: JSON numbers arrive as float64, Go literals as int.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case int64:
		return int(v), true
	case float64:
		if v == float64(int(v)) {
			return int(v), true
		}
	}
	return 0, false
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func unresolved(arg, detail string) *sdk.Error {
	return sdk.Errorf(sdk.MissingInput, "reference_unresolved", "argument %s: %s", arg, detail).With("arg", arg)
}
