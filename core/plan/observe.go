package plan

import (
	"strings"

	"github.com/metnos/metnos/sdk"
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

// Observed is the result of a step as later steps, or the conversation's next turn, may read it.
type Observed struct {
	Tool    string                `json:"tool"`
	Result  sdk.Result            `json:"result"`
	Types   map[string]string     `json:"types"`             // item field -> type, as manifests name them
	Origins map[string]Provenance `json:"origins"`           // item field -> where its values come from
	Spilled *Handle               `json:"spilled,omitempty"` // where Result lies when it is not here: then it has no items
	Host    Host                  `json:"host,omitempty"`    // whose files the paths are
}

// Observe labels what a step returned: facts about the person's own objects are theirs, text inside them
// is untrusted, and so is everything a step says that read the network or was directed by untrusted
// arguments. Fields handed on from an earlier collection keep their labels.
func Observe(m *manifest.Manifest, result sdk.Result, r Resolved) Observed {
	o := Observed{Tool: m.Name, Result: result, Types: map[string]string{}, Origins: map[string]Provenance{}, Host: r.host}
	floor := Own
	if remote(m) {
		floor = Untrusted
	}
	for _, origin := range r.Origins {
		floor = max(floor, origin)
	}
	if r.whole != nil {
		for field, kind := range r.whole.Types {
			o.Types[field], o.Origins[field] = kind, max(floor, r.whole.Origins[field])
		}
	}
	for field, kind := range m.Output.Fields {
		o.Types[field], o.Origins[field] = kind, floor
		if kind == "text" || kind == "any" {
			o.Origins[field] = Untrusted
		}
	}
	return o
}

func remote(m *manifest.Manifest) bool {
	for _, c := range m.Capabilities {
		switch area, _, _ := strings.Cut(c.Name, ":"); area {
		case "network", "mail", "channel", "llm", "provider":
			return true
		}
	}
	return false
}

// origin labels one field of the items, or with [Whole] all of them. What no manifest declares is content.
func (o Observed) origin(field string) Provenance {
	switch field {
	case "count":
		return Own
	case Whole:
		worst := Own
		for _, origin := range o.Origins {
			worst = max(worst, origin)
		}
		if len(o.Origins) == 0 {
			return Untrusted
		}
		return worst
	}
	if origin, declared := o.Origins[field]; declared {
		return origin
	}
	return Untrusted
}

// Remembered is what a conversation remembers: the last collection it is about with the plan that made it,
// empty when that found nothing, and what its latest turn left behind.
type Remembered struct {
	Turn      string    `json:"turn"` // "" when there is nothing to refer to
	Framework Framework `json:"framework"`
	Observed  Observed  `json:"observed"`
	Lang      string    `json:"lang,omitempty"`    // of the latest turn
	Changed   string    `json:"changed,omitempty"` // the latest turn, or the one it went on with, when it changed something
}
