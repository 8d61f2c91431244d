package argument

import (
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// hostArgs are values the runtime gives every call; a plan never sets them.
var hostArgs = []string{"actor", "channel", "conversation", "home", "lang", "now", "owner", "today", "turn_id", "turn", "zone_name"}

// Coerce: arguments that are nearly what the schema says -> exactly that: names by case, number and meaning,
// values by type, enumerated words by case and language; empty, hidden and host-only ones are dropped.
func Coerce(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i := range f.Steps {
		t, ok := s.Tool(f.Steps[i])
		if !ok || f.Steps[i].Args == nil {
			continue
		}
		args := f.Steps[i].Args
		fired += source(args)
		for _, name := range shelf.Keys(args) {
			if name == plan.FromStep || name == plan.FromPrevious {
				continue
			}
			if p, known := t.Args.Properties[name]; known {
				fired += s.coerceValue(args, name, p)
				continue
			}
			fired += rename(args, name, t)
		}
	}
	return f, fired
}

// source makes a number of a step that was written as text.
func source(args map[string]any) int {
	switch v := args[plan.FromStep].(type) {
	case string:
		digits := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(vocab.Fold(strings.TrimSpace(v)), "${"), "step"), "}")
		if n, err := strconv.Atoi(strings.TrimLeft(digits, "_ ")); err == nil && n > 0 {
			args[plan.FromStep] = n
			return 1
		}
	case []any:
		if len(v) == 1 {
			args[plan.FromStep] = v[0]
			return 1
		}
	case nil:
		if _, given := args[plan.FromStep]; given {
			delete(args, plan.FromStep)
			return 1
		}
	}
	if v, given := args[plan.FromPrevious]; given && (v == nil || v == false || v == "") {
		delete(args, plan.FromPrevious)
		return 1
	}
	return 0
}

// rename gives an unknown argument the one name it can mean, or drops it when it says nothing.
func rename(args map[string]any, name string, t shelf.Tool) int {
	value := args[name]
	if strings.HasPrefix(name, "_") || slices.Contains(hostArgs, name) || plan.Blank(value) {
		delete(args, name)
		return 1
	}
	known, ok := meant(args, name, t)
	if !ok {
		return 0
	}
	delete(args, name)
	args[known] = value
	return 1
}

// meant is the one argument not yet given that an unknown name can stand for: the same in other letters, the same
// in the other number, or what the argument means.
func meant(args map[string]any, name string, t shelf.Tool) (string, bool) {
	for _, fits := range []func(known string) bool{
		func(known string) bool { return letters(name) == letters(known) },
		func(known string) bool { return like(name, known) },
		func(known string) bool { return like(name, t.Args.Properties[known].Semantic) },
	} {
		var found []string
		for _, known := range shelf.Keys(t.Args.Properties) {
			if _, taken := args[known]; !taken && fits(known) {
				found = append(found, known)
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return "", false
}

// letters are what is left of a name without case and separators.
func letters(name string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(vocab.Fold(name))
}

// like compares argument names whatever their case, separators and number.
func like(a, b string) bool {
	plain := func(s string) string {
		if s = letters(s); len(s) > 3 {
			s = strings.TrimSuffix(s, "s")
		}
		return s
	}
	return b != "" && plain(a) == plain(b)
}

// coerceValue fits one value to its property.
func (s view) coerceValue(args map[string]any, name string, p manifest.Property) int {
	value := args[name]
	if value == nil || plan.Blank(value) && p.Semantic != "value" && p.Semantic != "values" {
		delete(args, name) // the validator takes an empty value for a missing one
		return 1
	}
	if plan.References(value) {
		return 0
	}
	next, ok := Fit(value, p)
	if len(p.Enum) > 0 {
		if word, is := next.(string); is {
			if choice, found := choose(word, p.Enum); found {
				next = choice
			} else if p.Default != nil && p.Semantic != "operation" {
				delete(args, name) // the manifest says what its absence means
				return 1
			}
		}
	}
	if !ok && same(next, value) || same(next, value) {
		return 0
	}
	args[name] = next
	return 1
}

// same compares values as JSON would: a list never equals what is none.
func same(a, b any) bool {
	x, xs := a.([]any)
	y, ys := b.([]any)
	if xs || ys {
		return xs && ys && slices.EqualFunc(x, y, same)
	}
	switch a.(type) {
	case string, bool, int, int64, float64:
		return a == b
	}
	return true // anything else is never changed
}

// Fit turns a value into the type of its property when it can mean only one thing; ok is false when it cannot.
func Fit(value any, p manifest.Property) (any, bool) {
	list, isList := value.([]any)
	switch p.Type {
	case "array":
		if !isList {
			if _, object := value.(map[string]any); object || p.Semantic == "entries" {
				return value, false
			}
			list = []any{value}
		}
		if p.Items == nil {
			return list, true
		}
		out := make([]any, len(list))
		for i, item := range list {
			out[i], _ = Fit(item, *p.Items)
		}
		return out, true
	case "integer", "number":
		if isList && len(list) == 1 {
			return Fit(list[0], p)
		}
		if word, is := value.(string); is {
			return count(word, p)
		}
	case "boolean":
		if word, is := value.(string); is {
			switch vocab.Fold(strings.TrimSpace(word)) {
			case "true", "yes", "1":
				return true, true
			case "false", "no", "0":
				return false, true
			}
			return value, false
		}
	case "string":
		switch v := value.(type) {
		case []any:
			if len(v) == 1 {
				return Fit(v[0], p)
			}
		case float64, int, int64, bool:
			return plan.Text(v), true
		}
	}
	return value, false
}

// count reads a number, and for sizes a number with its unit.
func count(word string, p manifest.Property) (any, bool) {
	word = strings.TrimSpace(word)
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return whole(n, p, word)
	}
	i := strings.IndexFunc(word, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	if i <= 0 || !strings.HasPrefix(p.Semantic, "size") {
		return word, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(word[:i], ",", "."), 64)
	unit := strings.ToLower(strings.TrimSpace(word[i:]))
	for _, sense := range vocab.En().Look([]string{unit}) {
		if factor, bad := strconv.ParseFloat(sense.Value, 64); sense.Class == "unit" && bad == nil && err == nil {
			return whole(n*factor, p, word)
		}
	}
	return word, false
}

func whole(n float64, p manifest.Property, word string) (any, bool) {
	if p.Type == "integer" && n != float64(int64(n)) {
		return word, false
	}
	if n == float64(int64(n)) && n < 1<<53 && n > -(1<<53) {
		return int(n), true
	}
	return n, true
}

// choose finds the enumerated value a word means: by case, or by what the word is called in either language.
func choose(word string, enum []any) (any, bool) {
	folded := vocab.Fold(strings.TrimSpace(word))
	var found []any
	for _, choice := range enum {
		name, is := choice.(string)
		if is && (name == word || like(name, folded)) {
			return choice, true
		}
		if !is {
			continue
		}
		for _, l := range []*vocab.Lexicon{vocab.It(), vocab.En()} {
			for _, sense := range l.Look(strings.Fields(folded)) {
				if (sense.Class == "kind" || sense.Class == "prop") && sense.Value == name && !slices.Contains(found, choice) {
					found = append(found, choice)
				}
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return nil, false
}

// StripUnknown: an argument the executor does not take, of a step that changes nothing and feeds nothing that does ->
// dropped. Elsewhere it stays a fault: without it the change might reach further than was meant.
func StripUnknown(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i := range f.Steps {
		t, ok := s.Tool(f.Steps[i])
		if !ok || s.Changing(f, i+1) {
			continue
		}
		for _, name := range shelf.Keys(f.Steps[i].Args) {
			if _, known := t.Args.Properties[name]; !known && name != plan.FromStep && name != plan.FromPrevious {
				delete(f.Steps[i].Args, name)
				fired++
			}
		}
	}
	return f, fired
}
