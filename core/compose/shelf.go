package compose

import (
	"slices"
	"sort"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// tool is an executor seen through its manifest.
type tool struct {
	*manifest.Manifest
	name vocab.Name
	args map[string]string // semantic -> argument
}

// shelf is the catalog by verb and object. It is rebuilt only when the catalog is another one.
type shelf struct {
	manifests []*manifest.Manifest
	tools     []tool
	byPair    map[[2]string][]int
}

func newShelf(catalog []core.Executor) *shelf {
	s := &shelf{byPair: make(map[[2]string][]int, len(catalog))}
	for _, e := range catalog {
		s.manifests = append(s.manifests, e.Manifest)
		if e.Manifest == nil {
			continue
		}
		name, err := vocab.CheckName(e.Manifest.Name)
		if err != nil {
			continue
		}
		t := tool{Manifest: e.Manifest, name: name, args: make(map[string]string, len(e.Manifest.Args.Properties))}
		for _, arg := range sortedKeys(e.Manifest.Args.Properties) {
			semantic := e.Manifest.Args.Properties[arg].Semantic
			if _, taken := t.args[semantic]; semantic != "" && (!taken || slices.Contains(e.Manifest.Args.Required, arg)) {
				t.args[semantic] = arg
			}
		}
		pair := [2]string{name.Verb, name.Object}
		s.byPair[pair] = append(s.byPair[pair], len(s.tools))
		s.tools = append(s.tools, t)
	}
	for _, list := range s.byPair {
		sort.SliceStable(list, func(a, b int) bool { return less(s.tools[list[a]].name, s.tools[list[b]].name) })
	}
	return s
}

// less puts the plainest name first.
func less(a, b vocab.Name) bool {
	if (a.Qualifier == "") != (b.Qualifier == "") {
		return a.Qualifier == ""
	}
	if (a.Provider == "") != (b.Provider == "") {
		return a.Provider == ""
	}
	return a.String() < b.String()
}

func (s *shelf) same(catalog []core.Executor) bool {
	if s == nil || len(s.manifests) != len(catalog) {
		return false
	}
	for i, e := range catalog {
		if s.manifests[i] != e.Manifest {
			return false
		}
	}
	return true
}

// find returns the plainest executor of verb and object that has all the semantics, nil when there is none.
func (s *shelf) find(verb, object string, semantics ...string) *tool {
	for _, i := range s.byPair[[2]string{verb, object}] {
		t := &s.tools[i]
		if t.name.Qualifier == "" && t.has(semantics...) {
			return t
		}
	}
	return nil
}

// byObject lists the executors of an object, in catalog order.
func (s *shelf) byObject(object string) (out []int) {
	for i := range s.tools {
		if s.tools[i].name.Object == object {
			out = append(out, i)
		}
	}
	return out
}

// named returns the executor of a full name.
func (s *shelf) named(name string) *tool {
	for i := range s.tools {
		if s.tools[i].Manifest.Name == name {
			return &s.tools[i]
		}
	}
	return nil
}

func (t *tool) has(semantics ...string) bool {
	for _, s := range semantics {
		if _, ok := t.args[s]; !ok {
			return false
		}
	}
	return true
}

// takesItems reports whether the executor accepts the collection of an earlier step.
func (t *tool) takesItems() bool {
	for _, p := range t.Args.Properties {
		if plan.Feeds(p) != "" {
			return true
		}
	}
	return false
}

// allows reports whether the argument of a semantic accepts the value.
func (t *tool) allows(semantic, value string) bool {
	arg, ok := t.args[semantic]
	if !ok {
		return false
	}
	enum := t.Args.Properties[arg].Enum
	return len(enum) == 0 || slices.Contains(enum, any(value))
}

// list reports whether the argument of a semantic is a list.
func (t *tool) list(semantic string) bool {
	return t.Args.Properties[t.args[semantic]].Type == "array"
}

// mentions reports whether the description of the argument offers the word, as templates do: {year}.
func (t *tool) mentions(semantic, word string) bool {
	p, ok := t.Args.Properties[t.args[semantic]]
	return ok && (strings.Contains(p.Description.En, word) || strings.Contains(p.Description.It, word))
}

// put sets the argument of a semantic, as a list when it is one.
func (t *tool) put(args map[string]any, semantic string, value any) bool {
	arg, ok := t.args[semantic]
	if !ok {
		return false
	}
	if text, isText := value.(string); isText {
		value = plan.Literal(text)
	}
	if t.list(semantic) {
		if _, already := value.([]any); !already {
			value = []any{value}
		}
	}
	args[arg] = value
	return true
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
