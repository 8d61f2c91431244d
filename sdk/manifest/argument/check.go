package argument

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/problem"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Names every call may carry beside the declared arguments: they stand for an earlier collection.
const (
	FromStep     = "from_step"
	FromPrevious = "from_previous"
)

// Check checks the values of one call and reports every violation at once: wrong_args, or missing_input when
// values are only missing. from_step and from_previous are accepted on any executor; they stand for an
// alternative or a required argument that takes a list.
func (s *Schema) Check(executor string, args map[string]any) error {
	return s.check(executor, args, args)
}

// CheckPlan is Check for arguments that may still hold ${...} references: an argument with one counts as
// present and its value is not checked.
func (s *Schema) CheckPlan(executor string, args map[string]any) error {
	known := make(map[string]any, len(args))
	for name, value := range args {
		if !holdsReference(value) {
			known[name] = value
		}
	}
	return s.check(executor, args, known)
}

func holdsReference(value any) bool {
	switch v := value.(type) {
	case string:
		i := strings.Index(v, "${")
		return i >= 0 && strings.Contains(v[i:], "}")
	case []any:
		return slices.ContainsFunc(v, holdsReference)
	case []string:
		return slices.ContainsFunc(v, func(s string) bool { return holdsReference(s) })
	case map[string]any:
		for _, item := range v {
			if holdsReference(item) {
				return true
			}
		}
	}
	return false
}

// check judges presence on all arguments and values on the known ones.
func (s *Schema) check(executor string, all, known map[string]any) error {
	missing := s.args.absent(all)
	values := make(map[string]any, len(known))
	wrong := problem.List{}
	for name, value := range known {
		if name == FromStep || name == FromPrevious {
			continue
		}
		values[name] = plain(value)
	}
	if p := badStep(known[FromStep]); p != nil {
		wrong = append(wrong, p)
	}
	wrong = append(wrong, s.violations(values)...)
	return refuse(executor, missing, wrong)
}

func refuse(executor string, missing, wrong problem.List) error {
	list := slices.Concat(wrong, missing)
	if len(list) == 0 {
		return nil
	}
	class, code := sdk.WrongArgs, "args_wrong"
	if len(wrong) == 0 {
		class, code = sdk.MissingInput, "args_missing"
	}
	names := make([]string, 0, len(list))
	for _, p := range list {
		if !slices.Contains(names, p.Params["arg"]) {
			names = append(names, p.Params["arg"])
		}
	}
	return sdk.Errorf(class, code, "%s: %w", executor, list).
		With("executor", executor).With("args", strings.Join(names, ", ")).With("problems", list.Bullets())
}

// absent lists required arguments and alternatives that nothing fills. An empty string or list is nothing.
func (a Args) absent(args map[string]any) problem.List {
	var list problem.List
	piped := filled(args[FromStep]) || filled(args[FromPrevious])
	for _, name := range a.Required {
		if !filled(args[name]) && !(piped && a.Properties[name].takesList()) {
			list = append(list, violation(sdk.MissingInput, "arg_missing", name, "is required"))
		}
	}
	for _, group := range a.RequiresOneOf {
		present := slices.ContainsFunc(group, func(name string) bool {
			return filled(args[name]) || piped && (name == FromStep || a.Properties[name].takesList())
		})
		if !present {
			names := strings.Join(group, ", ")
			list = append(list, violation(sdk.MissingInput, "arg_one_of", names, "one of them is required"))
		}
	}
	return list
}

// takesList reports whether an earlier step's collection can fill the argument.
func (p Property) takesList() bool { return p.Type == "array" || p.FromEntries != "" }

func filled(value any) bool {
	switch v := value.(type) {
	case nil:
		return false
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case []string:
		return len(v) > 0
	}
	return true
}

func badStep(value any) *sdk.Error {
	if value == nil {
		return nil
	}
	n, err := strconv.ParseFloat(fmt.Sprint(value), 64)
	if err == nil && n >= 1 && n == float64(int(n)) {
		return nil
	}
	return violation(sdk.WrongArgs, "arg_from_step", FromStep, "%v is not the number of a step", value)
}

func violation(class sdk.Class, code, arg, format string, args ...any) *sdk.Error {
	return sdk.Errorf(class, code, "%s: %s", arg, fmt.Sprintf(format, args...)).With("arg", arg)
}

// violations flattens what the schema says about values, one problem a fault.
func (s *Schema) violations(values map[string]any) problem.List {
	err := s.rules.Validate(values)
	if err == nil {
		return nil
	}
	var tree *jsonschema.ValidationError
	if !errors.As(err, &tree) {
		return problem.List{violation(sdk.WrongArgs, "arg_wrong", "args", "%v", err).With("detail", err.Error())}
	}
	var list problem.List
	printer := message.NewPrinter(language.English)
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) == 0 {
			list = append(list, translate(e, printer)...)
		}
	}
	walk(tree)
	slices.SortStableFunc(list, func(a, b *sdk.Error) int { return strings.Compare(a.Params["arg"], b.Params["arg"]) })
	return list
}

func translate(e *jsonschema.ValidationError, printer *message.Printer) problem.List {
	arg := strings.Join(e.InstanceLocation, ".")
	one := func(code, format string, args ...any) *sdk.Error {
		return violation(sdk.WrongArgs, code, arg, format, args...)
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		list := make(problem.List, len(k.Properties))
		for i, name := range k.Properties {
			list[i] = violation(sdk.WrongArgs, "arg_unknown", strings.TrimPrefix(arg+"."+name, "."), "is not an argument")
		}
		return list
	case *kind.Type:
		want := strings.Join(k.Want, " | ")
		return problem.List{one("arg_type", "got %s, want %s", k.Got, want).With("got", k.Got).With("want", want)}
	case *kind.Enum:
		return problem.List{one("arg_enum", "%v is not one of %s", k.Got, choices(k.Want)).
			With("value", fmt.Sprint(k.Got)).With("choices", choices(k.Want))}
	case *kind.Minimum:
		limit := k.Want.RatString()
		return problem.List{one("arg_too_small", "%s is below %s", k.Got.RatString(), limit).With("limit", limit)}
	case *kind.Maximum:
		limit := k.Want.RatString()
		return problem.List{one("arg_too_big", "%s is above %s", k.Got.RatString(), limit).With("limit", limit)}
	}
	detail := e.ErrorKind.LocalizedString(printer)
	return problem.List{one("arg_wrong", "%s", detail).With("detail", detail)}
}

func choices(values []any) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = fmt.Sprint(v)
	}
	return strings.Join(names, ", ")
}

// plain turns typed slices and maps, which a Go caller may pass, into the shapes JSON would have given.
func plain(value any) any {
	switch v := value.(type) {
	case nil, bool, string, float64, int, int64, json.Number:
		return v
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case []string:
		out := make([]any, len(v))
		for i := range v {
			out[i] = v[i]
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = plain(v[k])
		}
		return out
	}
	data, err := json.Marshal(value)
	if err != nil {
		return value // the schema reports it as no JSON value
	}
	var out any
	if json.Unmarshal(data, &out) != nil {
		return value
	}
	return out
}
