package plan

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Values is everything a reference can read.
type Values struct {
	Steps    []Observed // index 0 is step 1
	Previous *Observed  // the conversation's previous result
	Runtime  map[string]string
	Fillers  map[string]string
}

// Resolved are a step's arguments with every reference replaced.
type Resolved struct {
	Args map[string]any
	// Origins holds the arguments that do not come from the person alone.
	Origins map[string]Provenance
	// Fed is set when a collection was passed; Empty when it had no items.
	Fed, Empty bool

	whole *Observed // the collection whose items were handed on
	host  Host      // whose files the paths of the result are: those of the items handed on, else the step's own
}

// Resolve replaces the references of a step. An explicit target wins over the collection: a property
// filled from the collection is left alone when the step already gives it. A reference that reads
// nothing is an error, never a silently dropped argument: dropping a filter would widen the action.
func Resolve(step Step, m *manifest.Manifest, v Values) (Resolved, error) {
	out := Resolved{Args: map[string]any{}, Origins: map[string]Provenance{}, host: step.Host}
	if err := v.authority(step, m); err != nil {
		return Resolved{}, err
	}
	for _, name := range sortedKeys(step.Args) {
		if name == FromStep || name == FromPrevious {
			continue
		}
		value, origin, err := v.fill(name, step.Args[name])
		if err != nil {
			return Resolved{}, err
		}
		out.Args[name] = value
		if origin != User {
			out.Origins[name] = origin
		}
	}
	from, given, err := v.collection(step)
	if err != nil || !given {
		return out, err
	}
	out.Fed = true
	items := from.Result.Items()
	out.Empty = len(items) == 0
	for _, name := range sortedKeys(m.Args.Properties) {
		field := Feeds(m.Args.Properties[name])
		if _, explicit := out.Args[name]; explicit || field == "" {
			continue
		}
		value, err := feed(items, field, m.Args.Properties[name], name)
		if err != nil {
			return Resolved{}, err
		}
		if value == nil {
			continue
		}
		out.Args[name] = value
		if field == Whole {
			out.whole, out.host = &from, from.Host
			continue
		}
		if origin := from.origin(field); origin != User {
			out.Origins[name] = origin
		}
	}
	return out, nil
}

// Feeds returns the item field a property takes from a collection, [Whole] for the items themselves, or "".
func Feeds(p manifest.Property) string {
	if p.FromEntries == "" && p.Semantic == "entries" {
		return Whole
	}
	return p.FromEntries
}

// collection finds what from_step or from_previous names.
func (v Values) collection(step Step) (Observed, bool, error) {
	if raw, ok := step.Args[FromStep]; ok {
		n, ok := number(raw)
		if !ok || n < 1 || n > len(v.Steps) {
			return Observed{}, false, unresolved(FromStep, "no such step")
		}
		return v.Steps[n-1], true, nil
	}
	if _, ok := step.Args[FromPrevious]; ok {
		if v.Previous == nil {
			return Observed{}, false, sdk.Errorf(sdk.MissingInput, "no_previous_result",
				"the conversation has no earlier result")
		}
		return *v.Previous, true, nil
	}
	return Observed{}, false, nil
}

// feed shapes a collection for one property: the items, or one of their fields. A property that takes
// one value accepts a collection of one.
func feed(items []map[string]any, field string, p manifest.Property, arg string) (any, error) {
	values := make([]any, 0, len(items))
	for _, item := range items {
		if field == Whole {
			values = append(values, item)
			continue
		}
		if value, ok := item[field]; ok && value != nil {
			values = append(values, value)
		}
	}
	if len(values) < len(items) && len(values) == 0 {
		return nil, unresolved(arg, "the items have no "+field)
	}
	if p.Type == "array" || p.Type == "" {
		return values, nil
	}
	switch len(values) {
	case 0:
		return nil, nil
	case 1:
		return values[0], nil
	}
	return nil, sdk.Errorf(sdk.MissingInput, "several_for_one",
		"argument %s takes one value and the collection has %d", arg, len(values)).
		With("arg", arg).With("Count", strconv.Itoa(len(values)))
}

// fill replaces the placeholders below value.
func (v Values) fill(arg string, value any) (any, Provenance, error) {
	switch value := value.(type) {
	case string:
		return v.fillText(arg, value)
	case []string:
		list := make([]any, len(value))
		for i, s := range value {
			list[i] = s
		}
		return v.fill(arg, list)
	case []any:
		out, worst := make([]any, len(value)), User
		for i, item := range value {
			filled, origin, err := v.fill(arg, item)
			if err != nil {
				return nil, 0, err
			}
			out[i], worst = filled, max(worst, origin)
		}
		return out, worst, nil
	case map[string]any:
		out, worst := make(map[string]any, len(value)), User
		for k, item := range value {
			filled, origin, err := v.fill(arg, item)
			if err != nil {
				return nil, 0, err
			}
			out[k], worst = filled, max(worst, origin)
		}
		return out, worst, nil
	}
	return value, User, nil
}

func (v Values) fillText(arg, s string) (any, Provenance, error) {
	var text strings.Builder
	worst := User
	for _, p := range split(s) {
		switch {
		case p.fault != nil:
			return nil, 0, sdk.Errorf(sdk.WrongArgs, "bad_placeholder", "argument %s: %w", arg, p.fault).With("arg", arg)
		case p.ref == nil:
			text.WriteString(p.text)
			continue
		}
		value, origin, err := v.read(arg, *p.ref)
		if err != nil {
			return nil, 0, err
		}
		if p.ref.Whole {
			return value, origin, nil
		}
		worst = max(worst, origin)
		text.WriteString(Text(value))
	}
	return text.String(), worst, nil
}

func (v Values) read(arg string, ref Ref) (any, Provenance, error) {
	switch ref.Source {
	case FromRuntime:
		if value, ok := v.Runtime[ref.Name]; ok && value != "" {
			return value, User, nil
		}
		return nil, 0, unresolved(arg, "RUNTIME:"+ref.Name+" is empty")
	case FromFiller:
		if value, ok := v.Fillers[ref.Name]; ok && value != "" {
			return value, User, nil
		}
		return nil, 0, unresolved(arg, "FILLER:"+ref.Name+" has no value")
	case FromPreviousResult:
		if v.Previous == nil {
			return nil, 0, sdk.Errorf(sdk.MissingInput, "no_previous_result", "the conversation has no earlier result")
		}
		return readObserved(arg, *v.Previous, ref)
	}
	if ref.Step < 1 || ref.Step > len(v.Steps) {
		return nil, 0, unresolved(arg, "no such step")
	}
	return readObserved(arg, v.Steps[ref.Step-1], ref)
}

func readObserved(arg string, o Observed, ref Ref) (any, Provenance, error) {
	value, ok := selectPath(o.Result, ref.Path)
	if !ok {
		return nil, 0, unresolved(arg, "nothing at "+strings.Join(ref.Path, "."))
	}
	return value, o.origin(fieldOf(ref.Path)), nil
}

// fieldOf is the item field a path ends in, or [Whole].
func fieldOf(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		part := path[i]
		if _, err := strconv.Atoi(part); err == nil || part == "*" || isCollection(part) {
			continue
		}
		if part == "count" {
			return "count"
		}
		return part
	}
	return Whole
}

// Text renders a value inside a longer text: whole numbers without exponent, lists joined by commas.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.Format(time.RFC3339)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = Text(item)
		}
		return strings.Join(parts, ", ")
	case json.Number:
		return v.String()
	}
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}
