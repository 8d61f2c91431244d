package entry

import (
	"cmp"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

// Entry is what the router sees of an executor.
type Entry struct {
	Name        string
	Description []Text
	Affinity    []Text
	Args        []Arg
	Fields      []string // of one item of the output
	Effect      string   // read_only, create_only, reversible, mutating, outbound; "" when unknown
	Dormant     bool     // it cannot run now: never offered
}

// Text is a text and its language, "" when nobody said which.
type Text struct{ Lang, Text string }

// Arg is one argument.
type Arg struct {
	Name, Semantic string
	Description    []Text
	Enum           []string
	Required       bool
	Fed            bool // an earlier step may fill it
}

// Of reads the executors of a catalog.
func Of(catalog []core.Executor) []Entry {
	out := make([]Entry, 0, len(catalog))
	for _, e := range catalog {
		if e.Manifest != nil {
			out = append(out, FromManifest(e.Manifest))
		}
	}
	return out
}

// FromManifest reads one manifest.
func FromManifest(m *manifest.Manifest) Entry {
	e := Entry{Name: m.Name, Description: texts(m.Description), Effect: m.Execution.Effect}
	for _, lang := range sorted(m.Affinity) {
		for _, phrase := range m.Affinity[lang] {
			e.Affinity = append(e.Affinity, Text{lang, phrase})
		}
	}
	for _, name := range sorted(m.Args.Properties) {
		p := m.Args.Properties[name]
		a := Arg{Name: name, Semantic: p.Semantic, Description: texts(p.Description), Fed: plan.Feeds(p) != "", Required: slices.Contains(m.Args.Required, name)}
		for _, v := range p.Enum {
			if s, ok := v.(string); ok {
				a.Enum = append(a.Enum, s)
			}
		}
		e.Args = append(e.Args, a)
	}
	e.Fields = sorted(m.Output.Fields)
	return e
}

func texts(t manifest.Text) (out []Text) {
	if t.En != "" {
		out = append(out, Text{"en", t.En})
	}
	if t.It != "" {
		out = append(out, Text{"it", t.It})
	}
	return out
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
