package plan

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan/field"
	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Lookup returns the manifest of an executor that may be named now.
type Lookup func(tool string) (*manifest.Manifest, bool)

// Problem is one fault of a framework. Step is 1-based; 0 means the framework as a whole. Arg is empty
// when the whole step is at fault.
type Problem struct {
	Step int
	Arg  string
	Err  *sdk.Error // class wrong_tool, wrong_args or missing_input
}

// Problems are all the faults of a framework; none means it may run.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		switch {
		case one.Step == 0:
			lines[i] = one.Err.Error()
		case one.Arg == "":
			lines[i] = fmt.Sprintf("step %d: %v", one.Step, one.Err)
		default:
			lines[i] = fmt.Sprintf("step %d, %s: %v", one.Step, one.Arg, one.Err)
		}
	}
	return strings.Join(lines, "\n")
}

// Validate returns every fault of f, in step order: unknown tools, unknown, missing and ill-typed
// arguments, references that are not strictly earlier or that read what the step does not produce,
// malformed placeholders, and more steps than limit. It never changes f.
func Validate(f Framework, find Lookup, limit int) Problems {
	c := checker{f: f, find: find}
	if len(f.Steps) == 0 {
		c.add(0, "", sdk.MissingInput, "plan_empty", "the framework has no steps")
	}
	if len(f.Steps) > limit {
		c.add(0, "", sdk.WrongArgs, "plan_too_long", "%d steps exceed %d", len(f.Steps), limit)
	}
	for i := range f.Steps {
		c.step(i + 1)
	}
	c.fillers()
	return c.problems
}

type checker struct {
	f        Framework
	find     Lookup
	problems Problems
}

func (c *checker) add(step int, arg string, class sdk.Class, code, format string, args ...any) {
	err := sdk.Errorf(class, code, format, args...)
	if step > 0 {
		err = err.With("step", strconv.Itoa(step)).With("tool", c.f.Steps[step-1].Tool)
	}
	if arg != "" {
		err = err.With("arg", arg)
	}
	c.problems = append(c.problems, Problem{Step: step, Arg: arg, Err: err})
}

func (c *checker) step(n int) {
	step := c.f.Steps[n-1]
	if step.Tool == FinalAnswer {
		if n != len(c.f.Steps) || n == 1 {
			c.add(n, "", sdk.WrongTool, "final_answer_misplaced", "final_answer closes a framework")
		}
		return
	}
	m, ok := c.find(step.Tool)
	if !ok {
		c.add(n, "", sdk.WrongTool, "unknown_tool", "%s is not in the catalog", step.Tool)
		return
	}
	if step.Host != "" {
		c.add(n, "", sdk.WrongArgs, "unknown_host", "no host %q is connected", step.Host)
	}
	fed := c.source(n, step, m)
	for _, name := range sortedKeys(step.Args) {
		if name == FromStep || name == FromPrevious {
			continue
		}
		if _, known := m.Args.Properties[name]; !known {
			c.add(n, name, sdk.WrongArgs, "unknown_argument", "%s takes no %s", step.Tool, name)
			continue
		}
		c.references(n, name, step.Args[name])
	}
	c.required(n, step, m, fed)
	c.types(n, step, m)
}

// source checks from_step and from_previous; it returns the property names the collection fills.
func (c *checker) source(n int, step Step, m *manifest.Manifest) map[string]bool {
	raw, fromStep := step.Args[FromStep]
	_, fromPrevious := step.Args[FromPrevious]
	if !fromStep && !fromPrevious {
		return nil
	}
	if fromStep && fromPrevious {
		c.add(n, FromStep, sdk.WrongArgs, "two_sources", "from_step and from_previous exclude each other")
	}
	fed := map[string]bool{}
	for name, p := range m.Args.Properties {
		if Feeds(p) != "" {
			fed[name] = true
		}
	}
	if len(fed) == 0 {
		c.add(n, FromStep, sdk.WrongArgs, "takes_no_collection", "%s takes no collection", step.Tool)
	}
	if !fromStep {
		return fed
	}
	from, ok := number(raw)
	if !ok || from < 1 || from >= n {
		c.add(n, FromStep, sdk.WrongArgs, "bad_from_step", "from_step %v is not an earlier step", raw)
		return fed
	}
	producer, ok := c.find(c.f.Steps[from-1].Tool)
	if !ok {
		return fed // reported at that step
	}
	if producer.Output.Collection == "none" {
		c.add(n, FromStep, sdk.WrongArgs, "no_collection", "step %d produces no collection", from)
	}
	for name := range fed {
		field := Feeds(m.Args.Properties[name])
		_, explicit := step.Args[name]
		if field != Whole && !explicit && !produces(producer, field) {
			c.add(n, FromStep, sdk.WrongArgs, "field_not_produced", "step %d produces no %s", from, field)
		}
	}
	return fed
}

// produces reports whether an executor's items have a field. One that hands on the items it was given
// declares no closed set of fields.
func produces(m *manifest.Manifest, field string) bool {
	if len(m.Output.Fields) == 0 {
		return true
	}
	if _, open := m.Output.Fields[Whole]; open {
		return true
	}
	for _, p := range m.Args.Properties {
		if Feeds(p) == Whole {
			return true
		}
	}
	_, ok := m.Output.Fields[field]
	return ok
}

func (c *checker) references(n int, arg string, value any) {
	refs, faults := ref.In(value)
	for _, fault := range faults {
		c.add(n, arg, sdk.WrongArgs, "bad_placeholder", "%w", fault)
	}
	for _, r := range refs {
		c.reference(n, arg, r)
	}
}

func (c *checker) reference(n int, arg string, r ref.Ref) {
	switch r.Source {
	case ref.FromFiller:
		if _, ok := c.f.Fillers[r.Name]; !ok {
			c.add(n, arg, sdk.WrongArgs, "unknown_filler", "FILLER:%s is not declared", r.Name)
		}
	case ref.FromStepResult:
		if r.Step >= n {
			c.add(n, arg, sdk.WrongArgs, "bad_from_step", "${step%d…} is not an earlier step", r.Step)
			return
		}
		producer, ok := c.find(c.f.Steps[r.Step-1].Tool)
		if !ok {
			return
		}
		name := fieldOf(r.Path)
		switch {
		case r.Path[0] == "value" || name == Whole || name == "count":
		case field.IsCollection(r.Path[0]) && len(r.Path) > 3: // below a field: its shape is the executor's
		case !produces(producer, name):
			c.add(n, arg, sdk.WrongArgs, "field_not_produced", "step %d produces no %s", r.Step, name)
		}
	}
}

func (c *checker) required(n int, step Step, m *manifest.Manifest, fed map[string]bool) {
	given := func(name string) bool {
		if name == FromStep {
			return fed != nil
		}
		value, ok := step.Args[name]
		return ok && !Blank(value) || fed[name]
	}
	for _, name := range m.Args.Required {
		if !given(name) {
			c.add(n, name, sdk.MissingInput, "argument_missing", "%s needs %s", step.Tool, name)
		}
	}
	for _, group := range m.Args.RequiresOneOf {
		if !slices.ContainsFunc(group, given) {
			c.add(n, group[0], sdk.MissingInput, "argument_missing", "%s needs one of %s", step.Tool, strings.Join(group, ", "))
		}
	}
}

// Blank reports whether an argument says nothing.
func Blank(v any) bool {
	switch value := reflect.ValueOf(v); value.Kind() {
	case reflect.Invalid:
		return true
	case reflect.String, reflect.Slice, reflect.Map:
		return value.Len() == 0
	}
	return false
}

// types checks the literal arguments against the manifest's schema. What a reference will hold is
// checked again, whole, when it is resolved.
func (c *checker) types(n int, step Step, m *manifest.Manifest) {
	literal := map[string]any{}
	for name, value := range step.Args {
		if _, known := m.Args.Properties[name]; !known {
			continue
		}
		if refs, faults := ref.In(value); len(refs) == 0 && len(faults) == 0 {
			literal[name] = value
		}
	}
	for _, e := range argumentFaults(m, literal) {
		if e.Class == sdk.MissingInput {
			continue // reported by required, which knows what references will bring
		}
		e = e.With("step", strconv.Itoa(n)).With("tool", step.Tool)
		c.problems = append(c.problems, Problem{Step: n, Arg: e.Params["arg"], Err: e})
	}
}

// argumentFaults returns what the manifest's schema says against args, one error per fault.
func argumentFaults(m *manifest.Manifest, args map[string]any) []*sdk.Error {
	err := m.CheckArgs(args)
	if err == nil {
		return nil
	}
	if list := manifest.ProblemsOf(err); len(list) > 0 {
		return list
	}
	var e *sdk.Error
	if !errors.As(err, &e) {
		e = sdk.Errorf(sdk.WrongArgs, "bad_arguments", "%w", err)
	}
	return []*sdk.Error{e}
}

// CheckResolved checks a step's arguments, whole, after their references were replaced.
func CheckResolved(m *manifest.Manifest, r Resolved) error {
	args := make(map[string]any, len(r.Args)+1)
	for name, value := range r.Args {
		args[name] = value
	}
	if r.Fed {
		args[FromStep] = 1 // stands for the alternative of that name, whatever the step
	}
	return m.CheckArgs(args)
}

// fillers checks the closing sentence's references.
func (c *checker) fillers() {
	refs, faults := ref.In(c.f.FinalMessage)
	for _, fault := range faults {
		c.add(0, "", sdk.WrongArgs, "bad_placeholder", "%w", fault)
	}
	for _, r := range refs {
		if r.Source == ref.FromStepResult && r.Step > len(c.f.Steps) {
			c.add(0, "", sdk.WrongArgs, "bad_from_step", "final_message reads step %d", r.Step)
		}
	}
}
