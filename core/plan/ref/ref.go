package ref

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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

// Escape escapes text a person wrote so that nothing in it is read as a placeholder.
func Escape(text string) string { return strings.ReplaceAll(text, "${", "$${") }

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

// In returns the placeholders of every string below v, in a stable order, and the faults of those
// that cannot be read.
func In(v any) (refs []Ref, faults []error) {
	switch v := v.(type) {
	case string:
		return inText(v)
	case []any:
		for _, item := range v {
			r, f := In(item)
			refs, faults = append(refs, r...), append(faults, f...)
		}
	case []string:
		for _, item := range v {
			r, f := inText(item)
			refs, faults = append(refs, r...), append(faults, f...)
		}
	case map[string]any:
		for _, k := range keys(v) {
			r, f := In(v[k])
			refs, faults = append(refs, r...), append(faults, f...)
		}
	}
	return refs, faults
}

func inText(s string) (refs []Ref, faults []error) {
	for _, p := range Split(s) {
		switch {
		case p.Fault != nil:
			faults = append(faults, p.Fault)
		case p.Ref != nil:
			refs = append(refs, *p.Ref)
		}
	}
	return refs, faults
}

// Piece is a stretch of an argument: text as it is, a reference, or the fault of one that cannot be read.
type Piece struct {
	Text  string
	Ref   *Ref
	Fault error
}

// Split cuts a text into pieces. A doubled dollar before a brace is a literal one: "$${" writes "${".
func Split(s string) (pieces []Piece) {
	text := strings.Builder{}
	flush := func() {
		if text.Len() > 0 {
			pieces = append(pieces, Piece{Text: text.String()})
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
				return append(pieces, Piece{Fault: fmt.Errorf("%q opens a placeholder and does not close it", s)})
			}
			ref, err := parseRef(s[2:end])
			ref.Whole = end+1 == len(whole)
			p := Piece{Ref: &ref}
			if err != nil {
				p = Piece{Fault: err}
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

// Renumber copies a value with every reference to step n reading step at(n).
func Renumber(v any, at func(int) int) any {
	switch v := v.(type) {
	case string:
		return renumberText(v, at)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = Renumber(item, at)
		}
		return out
	case []string:
		out := make([]string, len(v))
		for i, item := range v {
			out[i] = renumberText(item, at)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = Renumber(item, at)
		}
		return out
	}
	return v
}

// renumberText copies a text but for the numbers of its step placeholders, in time linear in its length.
func renumberText(s string, at func(int) int) string {
	var b strings.Builder
	for s != "" {
		next := strings.IndexByte(s, '$')
		if next < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:next])
		s = s[next:]
		end := -1
		if strings.HasPrefix(s, "${") {
			end = strings.IndexByte(s, '}')
		}
		switch {
		case strings.HasPrefix(s, "$${"):
			b.WriteString("$${")
			s = s[3:]
		case strings.HasPrefix(s, "${") && end < 0: // nothing is closed from here on
			b.WriteString(s)
			s = ""
		case end > 0:
			head, rest, dotted := strings.Cut(s[2:end], ".")
			if m := stepName.FindStringSubmatch(head); m != nil {
				n, _ := strconv.Atoi(m[1])
				head = "step" + strconv.Itoa(at(n))
			}
			if dotted {
				head += "."
			}
			b.WriteString("${" + head + rest + "}")
			s = s[end+1:]
		default:
			b.WriteByte(s[0])
			s = s[1:]
		}
	}
	return b.String()
}

func keys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
