package shelf

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/route"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Tool is an executor seen through its manifest.
type Tool struct {
	*manifest.Manifest
	Parts     vocab.Name
	ByMeaning map[string]string          // semantic -> argument
	Phrases   map[string][][]token.Token // language -> affinity phrases, taken apart
	Sayings   map[string][]Saying        // language -> sentences it is asked in
}

// Shelf is the catalog by verb and object. It is rebuilt only when the catalog is another one.
type Shelf struct {
	manifests []*manifest.Manifest
	Tools     []Tool
	ByPair    map[[2]string][]int
	router    func() *route.Index // made when a sentence first needs it
}

// New indexes a catalog.
func New(catalog []core.Executor) *Shelf {
	s := &Shelf{ByPair: make(map[[2]string][]int, len(catalog))}
	s.router = sync.OnceValue(func() *route.Index { return route.New(entry.Of(catalog)) })
	for _, e := range catalog {
		s.manifests = append(s.manifests, e.Manifest)
		if e.Manifest == nil {
			continue
		}
		name, err := vocab.CheckName(e.Manifest.Name)
		if err != nil {
			continue
		}
		t := Tool{Manifest: e.Manifest, Parts: name, ByMeaning: make(map[string]string, len(e.Manifest.Args.Properties))}
		for _, arg := range SortedKeys(e.Manifest.Args.Properties) {
			semantic := e.Manifest.Args.Properties[arg].Semantic
			if _, taken := t.ByMeaning[semantic]; semantic != "" && (!taken || slices.Contains(e.Manifest.Args.Required, arg)) {
				t.ByMeaning[semantic] = arg
			}
		}
		t.Phrases = make(map[string][][]token.Token, len(e.Manifest.Affinity))
		for lang, phrases := range e.Manifest.Affinity {
			for _, phrase := range phrases {
				words, _ := token.Split(phrase)
				t.Phrases[lang] = append(t.Phrases[lang], words)
			}
		}
		t.Sayings = sayings(e.Manifest)
		pair := [2]string{name.Verb, name.Object}
		s.ByPair[pair] = append(s.ByPair[pair], len(s.Tools))
		s.Tools = append(s.Tools, t)
	}
	for _, list := range s.ByPair {
		sort.SliceStable(list, func(a, b int) bool { return less(s.Tools[list[a]].Parts, s.Tools[list[b]].Parts) })
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

// Same reports whether the shelf was made from this catalog; a nil shelf was made from none.
func (s *Shelf) Same(catalog []core.Executor) bool {
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

// Near are the executors whose words fit a sentence, best first, at most so many for each thing it asks; nil when it says
// too little to tell.
func (s *Shelf) Near(text, lang string, most int) []string {
	pool := s.router().Shortlist(text, lang, most)
	if pool.Whole {
		return nil
	}
	return pool.Names
}

// Find returns the plainest executor of verb and object that has all the semantics, nil when there is none.
func (s *Shelf) Find(verb, object string, semantics ...string) *Tool {
	for _, i := range s.ByPair[[2]string{verb, object}] {
		t := &s.Tools[i]
		if t.Parts.Qualifier == "" && t.Has(semantics...) {
			return t
		}
	}
	return nil
}

// ByObject lists the executors of an object, in catalog order.
func (s *Shelf) ByObject(object string) (out []int) {
	for i := range s.Tools {
		if s.Tools[i].Parts.Object == object {
			out = append(out, i)
		}
	}
	return out
}

// Named returns the executor of a full name.
func (s *Shelf) Named(name string) *Tool {
	for i := range s.Tools {
		if s.Tools[i].Manifest.Name == name {
			return &s.Tools[i]
		}
	}
	return nil
}

// Has reports whether the executor has an argument for each semantic.
func (t *Tool) Has(semantics ...string) bool {
	for _, s := range semantics {
		if _, ok := t.ByMeaning[s]; !ok {
			return false
		}
	}
	return true
}

// Rows reports whether the executor's items have whatever fields what it reads has: the rows of a table.
func (t *Tool) Rows() bool { return t.Output.Fields["*"] != "" }

// Tabled is the executor that reads the rows of files of an extension, nil when there is none.
func (s *Shelf) Tabled(ext string) *Tool {
	for _, i := range s.ByPair[[2]string{"read", "files"}] {
		if t := &s.Tools[i]; ext != "" && t.Rows() && t.Has("paths") && slices.Contains(vocab.Closed().Reads[t.Parts.Qualifier], ext) {
			return t
		}
	}
	return nil
}

// PathSemantic is the semantic under which the executor takes known paths.
func (t *Tool) PathSemantic() string {
	if t.Has("paths") {
		return "paths"
	}
	return "path"
}

// TakesItems reports whether the executor accepts the collection of an earlier step.
func (t *Tool) TakesItems() bool {
	for _, p := range t.Args.Properties {
		if plan.Feeds(p) != "" {
			return true
		}
	}
	return false
}

// Allows reports whether the argument of a semantic accepts the value.
func (t *Tool) Allows(semantic, value string) bool {
	arg, ok := t.ByMeaning[semantic]
	if !ok {
		return false
	}
	enum := t.Args.Properties[arg].Enum
	return len(enum) == 0 || slices.Contains(enum, any(value))
}

// List reports whether the argument of a semantic is a list.
func (t *Tool) List(semantic string) bool {
	return t.Args.Properties[t.ByMeaning[semantic]].Type == "array"
}

// Offers reports whether the description of the argument offers the word, as templates do: {year}.
func (t *Tool) Offers(semantic, word string) bool {
	p, ok := t.Args.Properties[t.ByMeaning[semantic]]
	return ok && (strings.Contains(p.Description.En, word) || strings.Contains(p.Description.It, word))
}

// Put sets the argument of a semantic, as a list when it is one.
func (t *Tool) Put(args map[string]any, semantic string, value any) bool {
	arg, ok := t.ByMeaning[semantic]
	if !ok {
		return false
	}
	if text, isText := value.(string); isText {
		value = plan.Literal(text)
	}
	if t.List(semantic) {
		if _, already := value.([]any); !already {
			value = []any{value}
		}
	}
	args[arg] = value
	return true
}

// SortedKeys are the keys of a map in order, so that plans never depend on the map.
func SortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
