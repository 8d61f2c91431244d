package label

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan/field"
	"github.com/metnos/metnos/sdk/manifest"
)

// Provenance is where a value comes from: what the person wrote, what their own folders and records say
// about themselves (names, paths, sizes), or content somebody else may have written.
type Provenance int

const (
	User Provenance = iota
	Own
	Untrusted
)

func (p Provenance) String() string { return [...]string{"user", "own", "untrusted"}[p] }

// Source is who gave a value: the executor, and the path, address or sender it read, as data. The zero value
// is unknown.
type Source struct {
	Tool string `json:"tool,omitempty"`
	Name string `json:"name,omitempty"`
}

// Proposal, as the tool of a source, is the plan itself: a model wrote the value.
const Proposal = "proposal"

// Mark labels one value.
type Mark struct {
	Provenance Provenance
	Source     Source
}

// Guess is the mark of a literal of a model's plan that nothing the person wrote shows.
var Guess = Mark{Untrusted, Source{Tool: Proposal}}

// Worse returns the less trusted of two marks, the first when they are equal; content is worse than a guess.
func Worse(a, b Mark) Mark {
	if b.Provenance > a.Provenance || b.Provenance == a.Provenance && a.Guessed() && !b.Guessed() {
		return b
	}
	return a
}

// Guessed reports whether the plan itself is to blame for a mark.
func (m Mark) Guessed() bool { return m.Provenance == Untrusted && m.Source.Tool == Proposal }

// Names reports whether a value of a property can name a thing, as text can. A number, a date, a yes or no and
// one of a closed set cannot: they narrow a choice and carry no words.
func Names(p manifest.Property) bool {
	switch {
	case p.Type == "array" && p.Items != nil:
		return Names(*p.Items)
	case len(p.Enum) > 0 || p.Format == "date" || p.Format == "date-time":
		return false
	}
	return p.Type != "boolean" && p.Type != "integer" && p.Type != "number"
}

// maxName bounds what is kept of a source's name, in bytes.
const maxName = 300

// Called is a source by the values of one of its fields or arguments: the first, and how many more there are.
func Called(tool string, values []string) Source {
	s, seen := Source{Tool: tool}, map[string]bool{}
	for _, v := range values {
		if v != "" && len(seen) < 1000 {
			seen[v] = true
			if s.Name == "" {
				s.Name = v
			}
		}
	}
	if len(s.Name) > maxName {
		s.Name = strings.ToValidUTF8(s.Name[:maxName/2]+"…"+s.Name[len(s.Name)-maxName/2:], "")
	}
	if n := len(seen) - 1; n > 0 {
		s.Name += " (+" + strconv.Itoa(n) + ")"
	}
	return s
}

// tells are the meanings of arguments that say what a call read, the most telling first.
var tells = [...]string{"url", "sender", "from", "path", "paths", "folder", "query"}

// Told is the source of what an executor read, by the arguments it was given.
func Told(m *manifest.Manifest, args map[string]any) Source {
	for _, semantic := range tells {
		for _, name := range slices.Sorted(maps.Keys(args)) {
			if m.Args.Properties[name].Semantic == semantic && args[name] != nil {
				return Called(m.Name, texts(args[name]))
			}
		}
	}
	return Source{Tool: m.Name}
}

// maxItems is how many items are asked for their source.
const maxItems = 100

// Gave is the source of some items of a result: the files they were read from, the pages or the senders, where
// trusted says that the executor itself tells that field; else what the whole result comes from.
func Gave(from Source, items []map[string]any, trusted func(field string) bool) Source {
	for _, name := range [...]string{"path", "url", "sender", "from"} {
		if from.Tool == Proposal || !trusted(name) {
			continue
		}
		values := make([]string, 0, min(len(items), maxItems))
		for _, item := range items[:min(len(items), maxItems)] {
			values = append(values, field.Text(item[name]))
		}
		if s := Called(from.Tool, values); s.Name != "" {
			return s
		}
	}
	return from
}

func texts(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return []string{field.Text(v)}
	}
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = field.Text(item)
	}
	return out
}
