package shelf

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// ReadOnly is the effect of an executor that changes nothing.
const ReadOnly = "read_only"

// Tool is an executor seen through its manifest.
type Tool struct {
	*manifest.Manifest
	Parts vocab.Name
}

// Shelf is a catalog by name, verb and object.
type Shelf struct {
	catalog []*manifest.Manifest // it was made from
	tools   []Tool
	named   map[string]int
	phrases sync.Map // phrased -> [][]string
}

// Kept is the last shelf, used again as long as the catalog is the same. It is safe for concurrent use.
type Kept struct{ last atomic.Pointer[Shelf] }

// Of is the shelf of a catalog.
func (k *Kept) Of(catalog []core.Executor) *Shelf {
	s := k.last.Load()
	if s == nil || !slices.EqualFunc(s.catalog, catalog, func(m *manifest.Manifest, e core.Executor) bool { return m == e.Manifest }) {
		s = New(catalog)
		k.last.Store(s)
	}
	return s
}

// phrased names the phrases of an executor in a language.
type phrased struct {
	m    *manifest.Manifest
	lang string
}

// Phrases are how people may call for a tool, each as its words.
func (s *Shelf) Phrases(t Tool, lang string) [][]string {
	key := phrased{t.Manifest, lang}
	if kept, ok := s.phrases.Load(key); ok {
		return kept.([][]string)
	}
	var out [][]string
	for _, phrase := range t.Affinity[lang] {
		out = append(out, intent.Words(phrase))
	}
	if i, ok := s.named[t.Name]; ok && s.tools[i].Manifest == t.Manifest { // what is not on the shelf may be anything
		s.phrases.Store(key, out)
	}
	return out
}

// New indexes a catalog; executors outside the grammar of names are left out.
func New(catalog []core.Executor) *Shelf {
	s := &Shelf{named: make(map[string]int, len(catalog)), catalog: make([]*manifest.Manifest, 0, len(catalog))}
	for _, e := range catalog {
		s.catalog = append(s.catalog, e.Manifest)
		if t, ok := Of(e.Manifest); ok {
			s.named[t.Name] = len(s.tools)
			s.tools = append(s.tools, t)
		}
	}
	return s
}

// Of is one executor, when its name follows the grammar; else a tool with no arguments that may change anything.
func Of(m *manifest.Manifest) (Tool, bool) {
	if m == nil {
		return Tool{Manifest: &manifest.Manifest{}}, false
	}
	name, err := vocab.CheckName(m.Name)
	return Tool{Manifest: m, Parts: name}, err == nil
}

// Named returns the executor of a full name.
func (s *Shelf) Named(name string) (Tool, bool) {
	i, ok := s.named[name]
	if !ok {
		return Tool{}, false
	}
	return s.tools[i], true
}

// Plain lists the executors of verb and object without qualifier or provider that have all the semantics.
func (s *Shelf) Plain(verb, object string, semantics ...string) (out []Tool) {
	for _, t := range s.tools {
		if t.Parts.Verb == verb && t.Parts.Object == object && t.Parts.Qualifier == "" && t.Parts.Provider == "" && t.Has(semantics...) {
			out = append(out, t)
		}
	}
	return out
}

// Find returns the one executor Plain lists; two that fit equally are none.
func (s *Shelf) Find(verb, object string, semantics ...string) (Tool, bool) {
	list := s.Plain(verb, object, semantics...)
	if len(list) != 1 {
		return Tool{}, false
	}
	return list[0], true
}

// Reading are the verbs that give things, the most searching first.
var reading = [...]string{"find", "list", "read", "get"}

// Reads reports whether a verb gives things and changes none.
func Reads(verb string) bool { return slices.Contains(reading[:], verb) }

// Producer returns the executor that gives the things of an object: the first reading verb that has exactly one.
func (s *Shelf) Producer(object string, semantics ...string) (Tool, bool) {
	for _, verb := range reading {
		if t, ok := s.Find(verb, object, semantics...); ok && !t.Changes() {
			return t, true
		}
	}
	return Tool{}, false
}

// Siblings lists the other executors of the same verb and object.
func (s *Shelf) Siblings(t Tool) (out []Tool) {
	for _, o := range s.tools {
		if o.Name != t.Name && o.Parts.Verb == t.Parts.Verb && o.Parts.Object == t.Parts.Object {
			out = append(out, o)
		}
	}
	return out
}

// All lists every executor, in catalog order.
func (s *Shelf) All() []Tool { return s.tools }

// Changes reports whether a call may change anything.
func (t Tool) Changes() bool { return t.Execution.Effect != ReadOnly }

// Arg returns the first argument, in alphabetical order, that has one of the semantics, the first of them first.
func (t Tool) Arg(semantics ...string) string {
	for _, semantic := range semantics {
		for _, arg := range t.args() {
			if t.Args.Properties[arg].Semantic == semantic {
				return arg
			}
		}
	}
	return ""
}

// Has reports whether there is an argument for each semantic.
func (t Tool) Has(semantics ...string) bool {
	for _, semantic := range semantics {
		if t.Arg(semantic) == "" {
			return false
		}
	}
	return true
}

// Put sets the argument of a semantic, as a list when it is one.
func (t Tool) Put(args map[string]any, semantic string, value any) bool {
	arg := t.Arg(semantic)
	if arg == "" {
		return false
	}
	if _, list := value.([]any); !list && t.Args.Properties[arg].Type == "array" {
		value = []any{value}
	}
	args[arg] = value
	return true
}

// Fed lists the arguments an earlier collection fills, in alphabetical order.
func (t Tool) Fed() (out []string) {
	for _, arg := range t.args() {
		if plan.Feeds(t.Args.Properties[arg]) != "" {
			out = append(out, arg)
		}
	}
	return out
}

// Target is the argument that takes what is worked on, filled by a field of an earlier collection: the paths of a
// reader, of a move. It is "" when there is none, or more than one.
func (t Tool) Target() string {
	target := ""
	for _, arg := range t.Fed() {
		if plan.Feeds(t.Args.Properties[arg]) == plan.Whole {
			continue
		}
		if target != "" {
			return ""
		}
		target = arg
	}
	return target
}

// PassesOn reports whether the items are those it was given.
func (t Tool) PassesOn() bool {
	for _, arg := range t.Fed() {
		if plan.Feeds(t.Args.Properties[arg]) == plan.Whole {
			return len(t.Output.Fields) == 0
		}
	}
	return false
}

// Yields reports whether its items have a field; Whole asks for items at all.
func (t Tool) Yields(field string) bool {
	if t.Output.Collection == "none" || t.Output.Collection == "" {
		return false
	}
	if _, ok := t.Output.Fields[field]; ok || field == plan.Whole || t.PassesOn() {
		return true
	}
	_, open := t.Output.Fields[plan.Whole]
	return open
}

// Field is the field of a type: the one of the name, else the first.
func (t Tool) Field(kind, name string) string {
	if t.Output.Fields[name] == kind {
		return name
	}
	for _, field := range Keys(t.Output.Fields) {
		if t.Output.Fields[field] == kind {
			return field
		}
	}
	return ""
}

// Allows reports whether the argument of a semantic accepts a value.
func (t Tool) Allows(semantic string, value any) bool {
	arg := t.Arg(semantic)
	enum := t.Args.Properties[arg].Enum
	return arg != "" && (len(enum) == 0 || slices.Contains(enum, value))
}

func (t Tool) args() []string { return Keys(t.Args.Properties) }

// Keys are the keys of a map in order, so that no plan depends on the map.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
