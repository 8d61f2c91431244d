package vaglio

import (
	"maps"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

// Partly is a decider that knows an owner who was granted some folders, but not path whole.
type Partly interface {
	Partly(owner core.Owner, path string) bool
}

// Searched are the arguments of a search: one through the whole home of who was granted only folders of it looks
// through what is granted, which is what an executor that finds does without a folder. Anything else stays.
func Searched(decider any, t core.Turn, m *manifest.Manifest, args map[string]any) map[string]any {
	partly, ok := decider.(Partly)
	if !ok || !strings.HasPrefix(m.Name, "find_") || m.Execution.Effect != "read_only" {
		return args
	}
	for name, value := range args {
		raw, text := value.(string)
		if !text || m.Args.Properties[name].Semantic != "folder" {
			continue
		}
		if path, err := Canonical(t.Home, raw); err == nil && path == t.Home && partly.Partly(t.Owner, path) {
			args = maps.Clone(args)
			delete(args, name)
			return args
		}
	}
	return args
}

// Partly reports whether the policy grants something to read, but not all of path.
func (v *Vaglio) Partly(path string) bool {
	for _, r := range v.roots {
		if below(path, r.path) || below(path, r.real) {
			return false
		}
	}
	return len(v.roots) > 0
}

// named lists the granted folders for who is refused another one.
func (v *Vaglio) named() string {
	var list []string
	seen := map[string]bool{}
	for _, r := range v.roots {
		if !seen[r.path] {
			seen[r.path], list = true, append(list, r.path)
		}
	}
	if most := 5; len(list) > most {
		list = append(list[:most], "…")
	}
	return strings.Join(list, ", ")
}
