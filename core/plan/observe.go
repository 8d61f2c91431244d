package plan

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan/columns"
	"github.com/metnos/metnos/core/plan/field"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Labels of values: package label says what they mean.
type (
	Provenance = label.Provenance
	Mark       = label.Mark
)

const (
	User      = label.User
	Own       = label.Own
	Untrusted = label.Untrusted
)

// Observed is the result of a step as later steps, or the conversation's next turn, may read it.
type Observed struct {
	Tool    string                `json:"tool"`
	Result  sdk.Result            `json:"result"`
	Types   map[string]string     `json:"types"`             // item field -> type, as manifests name them
	Origins map[string]Provenance `json:"origins"`           // item field -> where its values come from
	Source  label.Source          `json:"source"`            // what its untrusted values come from, when the items do not say
	Unsaid  string                `json:"unsaid,omitempty"`  // what of a model's plan chose these items and nobody said; see [Resolved]
	Spilled *Handle               `json:"spilled,omitempty"` // where Result lies when it is not here: then it has no items
	Columns []sdk.Column          `json:"columns,omitempty"` // of the items, in order; those of the rows it was handed, when it only chose among them
	Style   columns.Style         `json:"style,omitzero"`    // how their table was written
	Host    Host                  `json:"host,omitempty"`    // whose files the paths are
}

// Observe labels what a step returned: facts about the person's own objects are theirs, text inside them
// is untrusted, and so is everything a step says that read the network or was directed by untrusted
// arguments. Fields handed on from an earlier collection keep their labels.
func Observe(m *manifest.Manifest, result sdk.Result, r Resolved) Observed {
	o := Observed{Tool: m.Name, Result: result, Types: map[string]string{}, Origins: map[string]Provenance{}, Host: r.host}
	o.Source, o.Unsaid, o.Columns = r.source(m), r.Unsaid, columns.Of(m, result, nil)
	o.Style = columns.StyleOf(result, columns.Style{})
	floor, handed := Own, Own
	if remote(m) {
		floor = Untrusted
	}
	for name, origin := range r.Origins {
		if label.Names(m.Args.Properties[name]) || r.Sources[name].Tool != label.Proposal {
			floor = max(floor, origin)
		}
	}
	if r.whole != nil {
		handed, o.Columns = r.whole.worst(), columns.Of(m, result, r.whole.Columns)
		o.Style = columns.StyleOf(result, r.whole.Style)
		for field, kind := range r.whole.Types {
			o.Types[field], o.Origins[field] = kind, max(floor, r.whole.Origins[field])
		}
	}
	for field, kind := range m.Output.Fields {
		o.Types[field], o.Origins[field] = kind, floor
		switch kind {
		case "text", "any":
			o.Origins[field] = Untrusted
		case "path", "name":
		default: // a number computed on content is as good as the content
			o.Origins[field] = max(floor, handed)
		}
	}
	if result.Table != nil { // what a table says of its columns is content too
		for _, c := range result.Table.Columns {
			if _, declared := m.Output.Fields[c.Key]; !declared {
				o.Types[c.Key], o.Origins[c.Key] = c.Type, Untrusted
			}
		}
	}
	return o
}

// source is what a result's untrusted values come from: what directed the call, else what it was handed, else
// what it read.
func (r Resolved) source(m *manifest.Manifest) label.Source {
	for _, name := range sortedKeys(r.Origins) {
		if r.Origins[name] == Untrusted && label.Names(m.Args.Properties[name]) {
			return r.Sources[name]
		}
	}
	if r.whole != nil && r.whole.Source.Tool != "" {
		return r.whole.Source
	}
	return label.Told(m, r.Args)
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

// worst labels the items as a whole. What no manifest declares is content.
func (o Observed) worst() Provenance {
	worst := Own
	for _, origin := range o.Origins {
		worst = max(worst, origin)
	}
	if len(o.Origins) == 0 {
		return Untrusted
	}
	return worst
}

// mark labels what a path reads: the least trusted of all the fields on its way.
func (o Observed) mark(path []string) Mark {
	worst, whole, items := Own, true, o.Result.Items()
	for i, part := range path {
		n, err := strconv.Atoi(part)
		switch {
		case part == "count" && len(path) == 1: // of the items, counted here
			return Mark{Provenance: Own, Source: label.Source{Tool: o.Tool}}
		case err == nil && whole && n >= 0 && n < len(items):
			items = items[n : n+1]
			continue
		case err == nil, part == "*", i == 0 && field.IsCollection(part):
			continue
		}
		whole = false
		origin, declared := o.Origins[part]
		if !declared {
			origin = Untrusted
		}
		worst = max(worst, origin)
	}
	if whole {
		worst = o.worst()
	}
	return Mark{Provenance: worst, Source: o.gave(items)}
}

// gave is the source of some items.
func (o Observed) gave(items []map[string]any) label.Source {
	from := o.Source
	if from.Tool == "" {
		from.Tool = o.Tool
	}
	return label.Gave(from, items, func(field string) bool {
		kind, declared := o.Types[field]
		return declared && (kind != "path" || o.Origins[field] == Own)
	})
}

// Content tells whose content a result holds, when it holds any that somebody else may have written.
func (o Observed) Content() (label.Source, bool) {
	if o.Tool == "" || o.worst() != Untrusted || len(o.Result.Items()) == 0 && o.Result.Value == nil {
		return label.Source{}, false
	}
	return o.gave(o.Result.Items()), true
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
