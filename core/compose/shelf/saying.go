package shelf

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/compose/pattern"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

// Saying is a sentence an executor is asked in.
type Saying struct {
	Body  pattern.Node
	First map[string]bool // words, {set} or @verb it may start with
	Open  bool            // it may start with the value of an argument
	Fixed map[string]any  // values it states
	Shape plan.Shape      // what it asks to be told, when it says
}

// sayings compiles those of a manifest; one that does not compile is left out.
func sayings(m *manifest.Manifest) map[string][]Saying {
	if len(m.Sayings) == 0 {
		return nil
	}
	out := make(map[string][]Saying, len(m.Sayings))
	for lang, list := range m.Sayings {
		for _, text := range list {
			if s, err := Compile(m, text); err == nil {
				out[lang] = append(out[lang], s)
			}
		}
	}
	return out
}

// Compile reads one saying of a manifest. Errors name what is wrong with it.
func Compile(m *manifest.Manifest, text string) (Saying, error) {
	text, shape, _ := strings.Cut(text, " => ")
	body, values, _ := strings.Cut(text, " -> ")
	s := Saying{Shape: plan.Shape(shape)}
	var err error
	s.Body, s.First, s.Open, err = pattern.One(body, func(name string) bool {
		_, ok := m.Args.Properties[name]
		return ok
	})
	for _, field := range strings.Fields(values) {
		name, value, _ := strings.Cut(field, "=")
		if s.Fixed == nil {
			s.Fixed = make(map[string]any)
		}
		s.Fixed[name] = stated(value)
		if m.Args.Properties[name].Type == "array" {
			s.Fixed[name] = []any{stated(value)}
		}
	}
	return s, err
}

// stated is a value as a saying writes it.
func stated(value string) any {
	switch value {
	case "true", "false":
		return value == "true"
	}
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return n
	}
	return value
}
