package plan

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan/columns"
	"github.com/metnos/metnos/core/plan/field"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Values is everything a reference can read.
type Values struct {
	Steps    []Observed // index 0 is step 1
	Previous *Observed  // the conversation's previous result
	Runtime  map[string]string
	Fillers  map[string]string
	Judge    Judge // of a model's plan; nil: every literal is the person's
}

// Judge tells whose the literals of a model's plan are.
type Judge interface {
	// Literal labels a value the plan itself holds; p is the argument it is for, or the part of it.
	Literal(m *manifest.Manifest, p manifest.Property, value any) Mark
	// Unsaid is what chooses the objects of a step and was not said; r holds the marks of its arguments.
	Unsaid(step Step, m *manifest.Manifest, r Resolved, v Values) string
}

// Resolved are a step's arguments with every reference replaced.
type Resolved struct {
	Args map[string]any
	// Origins holds the arguments that do not come from the person alone.
	Origins map[string]Provenance
	Sources map[string]label.Source // of those, who gave them
	// Unsaid is what, in a model's plan, chooses what the step works on and was not said by the person: a literal,
	// or "*" when they said nothing of it. "" when they said it.
	Unsaid string
	Handed Mark // of the items of a collection passed whole
	// Fed is set when a collection was passed; Empty when it had no items.
	Fed, Empty bool

	whole *Observed // the collection whose items were handed on
	host  Host      // whose files the paths of the result are: those of the items handed on, else the step's own
}

// Resolve replaces the references of a step. An explicit target wins over the collection: a property
// filled from the collection is left alone when the step already gives it. A reference that reads
// nothing is an error, never a silently dropped argument: dropping a filter would widen the action.
func Resolve(step Step, m *manifest.Manifest, v Values) (Resolved, error) {
	out := Resolved{Args: map[string]any{}, Origins: map[string]Provenance{}, Sources: map[string]label.Source{}, host: step.Host}
	if err := v.authority(step, m); err != nil {
		return Resolved{}, err
	}
	for _, name := range sortedKeys(step.Args) {
		if name == FromStep || name == FromPrevious {
			continue
		}
		value, mark, err := filler{v, m, name}.fill(m.Args.Properties[name], step.Args[name])
		if err != nil {
			return Resolved{}, err
		}
		out.set(name, value, mark)
	}
	from, given, err := v.collection(step)
	if v.Judge != nil {
		out.Unsaid = v.Judge.Unsaid(step, m, out, v)
	}
	if err != nil || !given {
		return out, err
	}
	out.Fed = true
	items := from.Result.Items()
	out.Empty = len(items) == 0
	for _, name := range sortedKeys(m.Args.Properties) {
		field := Feeds(m.Args.Properties[name])
		_, explicit := out.Args[name]
		if value := columns.Handed(m.Args.Properties[name], from.Columns, from.Style); value != nil && !explicit {
			out.Args[name] = value // of the items, and labelled with them
		}
		if explicit || field == "" {
			continue
		}
		value, err := feed(items, field, m.Args.Properties[name], name)
		if err != nil {
			return Resolved{}, err
		}
		if value == nil {
			continue
		}
		if field == Whole {
			out.Args[name] = value
			out.whole, out.host, out.Handed = &from, from.Host, from.mark(nil)
			continue
		}
		out.set(name, value, from.mark([]string{field}))
	}
	return out, nil
}

func (r *Resolved) set(name string, value any, mark Mark) {
	r.Args[name] = value
	if mark.Provenance != User {
		r.Origins[name], r.Sources[name] = mark.Provenance, mark.Source
	}
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

// filler fills one argument of a step.
type filler struct {
	Values
	m   *manifest.Manifest
	arg string
}

// literal labels what the plan itself says.
func (f filler) literal(p manifest.Property, value any) Mark {
	if f.Judge == nil {
		return Mark{}
	}
	return f.Judge.Literal(f.m, p, value)
}

// fill replaces the placeholders below value; p is the property it is for.
func (f filler) fill(p manifest.Property, value any) (any, Mark, error) {
	switch value := value.(type) {
	case string:
		return f.text(p, value)
	case []string:
		list := make([]any, len(value))
		for i, s := range value {
			list[i] = s
		}
		return f.fill(p, list)
	case []any:
		out, worst, item := make([]any, len(value)), Mark{}, manifest.Property{}
		if p.Items != nil {
			item = *p.Items
		}
		if item.Semantic == "" {
			item.Semantic = p.Semantic
		}
		for i, v := range value {
			filled, mark, err := f.fill(item, v)
			if err != nil {
				return nil, Mark{}, err
			}
			out[i], worst = filled, label.Worse(worst, mark)
		}
		return out, worst, nil
	case map[string]any:
		out, worst := make(map[string]any, len(value)), Mark{}
		for _, k := range sortedKeys(value) {
			part := p.Properties[k]
			if part.Semantic == "" {
				part.Semantic = k // "field" in a condition means what it is called
			}
			filled, mark, err := f.fill(part, value[k])
			if err != nil {
				return nil, Mark{}, err
			}
			out[k], worst = filled, label.Worse(worst, mark)
		}
		return out, worst, nil
	}
	return value, f.literal(p, value), nil
}

func (f filler) text(p manifest.Property, s string) (any, Mark, error) {
	var text strings.Builder
	pieces, worst, observed := ref.Split(s), Mark{}, false
	for _, piece := range pieces {
		switch {
		case piece.Fault != nil:
			return nil, Mark{}, sdk.Errorf(sdk.WrongArgs, "bad_placeholder", "argument %s: %w", f.arg, piece.Fault).With("arg", f.arg)
		case piece.Ref == nil:
			worst = label.Worse(worst, f.literal(p, piece.Text))
			text.WriteString(piece.Text)
			continue
		}
		value, mark, err := f.read(p, *piece.Ref)
		if err != nil {
			return nil, Mark{}, err
		}
		if piece.Ref.Whole {
			return value, mark, nil
		}
		worst = label.Worse(worst, mark)
		observed = observed || piece.Ref.Source == ref.FromStepResult || piece.Ref.Source == ref.FromPreviousResult
		text.WriteString(Text(value))
	}
	if !observed {
		worst = f.literal(p, text.String()) // nothing in it but the plan's words and the host's values
	}
	return text.String(), worst, nil
}

func (f filler) read(p manifest.Property, r ref.Ref) (any, Mark, error) {
	switch r.Source {
	case ref.FromRuntime:
		if value, ok := f.Runtime[r.Name]; ok && value != "" {
			return value, Mark{}, nil
		}
		return nil, Mark{}, unresolved(f.arg, "RUNTIME:"+r.Name+" is empty")
	case ref.FromFiller:
		if value, ok := f.Fillers[r.Name]; ok && value != "" {
			return value, f.literal(p, value), nil
		}
		return nil, Mark{}, unresolved(f.arg, "FILLER:"+r.Name+" has no value")
	case ref.FromPreviousResult:
		if f.Previous == nil {
			return nil, Mark{}, sdk.Errorf(sdk.MissingInput, "no_previous_result", "the conversation has no earlier result")
		}
		return f.observedAt(*f.Previous, r)
	}
	if r.Step < 1 || r.Step > len(f.Steps) {
		return nil, Mark{}, unresolved(f.arg, "no such step")
	}
	return f.observedAt(f.Steps[r.Step-1], r)
}

func (f filler) observedAt(o Observed, r ref.Ref) (any, Mark, error) {
	value, ok := field.Select(o.Result, r.Path)
	if !ok {
		return nil, Mark{}, unresolved(f.arg, "nothing at "+strings.Join(r.Path, "."))
	}
	return value, o.mark(r.Path), nil
}

// fieldOf is the item field a path ends in, or [Whole].
func fieldOf(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		part := path[i]
		if _, err := strconv.Atoi(part); err == nil || part == "*" || field.IsCollection(part) {
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
func Text(v any) string { return field.Text(v) }
