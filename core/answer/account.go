package answer

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core/answer/part"
	"github.com/metnos/metnos/core/answer/voice"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Step is one step as it went.
type Step struct {
	Manifest  *manifest.Manifest
	Args      map[string]any    // resolved
	Types     map[string]string // of the items' fields
	Result    sdk.Result
	Err       error // the step as a whole failed
	Skipped   bool  // it had nothing to work on
	Uncertain bool  // it may have changed something nobody counted
	Aside     bool  // it only counts, beside the answer
}

// Account is what happened in a turn.
type Account struct {
	Lang    string
	Zone    *time.Location
	Home    string
	Length  string // of replies, as the person prefers it
	Shape   plan.Shape
	Steps   []Step
	Effects core.Effects
	Before  string      // executor whose collection the conversation already had, "" when none was used
	Closing string      // the framework's own closing sentence, its references filled
	Several []part.Part // one answer each, when several things were asked
	Found   string      // the file that was read and nobody had named
}

// Reply is the person's answer.
type Reply struct {
	Kind        core.Kind
	Message     string
	Table       *core.Table
	Attachments []sdk.Attachment
}

// Writer writes replies.
type Writer struct{ Say voice.Sayer }

// page writes one reply.
type page struct {
	voice.Voice
	Account
}

func (w Writer) page(a Account) page { return page{voice.New(w.Say, a.Lang, a.Home, a.Zone), a} }

func verb(m *manifest.Manifest) string {
	v, _, _ := strings.Cut(m.Name, "_")
	return v
}

func object(m *manifest.Manifest) string {
	_, rest, _ := strings.Cut(m.Name, "_")
	o, _, _ := strings.Cut(rest, "_")
	return o
}

// mutates reports whether a step could change anything.
func (s Step) mutates() bool { return s.Manifest.Execution.Effect != "read_only" }

// argument returns the first argument of that meaning, as text.
func (s Step) argument(semantic string) string {
	for _, name := range sorted(s.Args) {
		if s.Manifest.Args.Properties[name].Semantic == semantic {
			return plan.Text(s.Args[name])
		}
	}
	return ""
}

// total is how many items there were, which may be more than the step returned.
func (s Step) total() int {
	n := len(s.Result.Items())
	if v, ok := whole(s.Result.Value); ok && s.argument("aggregate") == "count" {
		return v
	}
	if s.Manifest.Output.Collection == "entries" && s.Manifest.Output.Value == "integer" {
		if v, ok := whole(s.Result.Value); ok && v > n {
			return v
		}
	}
	if t := s.Result.Truncated; t != nil && t.Available > n && s.Manifest.Args.Properties[t.Cap].Semantic != "budget" { // which is in bytes
		return t.Available
	}
	return n
}

func whole(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case int64:
		return int(v), true
	case float64:
		return int(v), v == float64(int(v))
	}
	return 0, false
}

// place is the folder the first step looked in, "" when it was the whole home.
func (p page) place() string {
	for _, s := range p.Steps {
		for _, semantic := range [...]string{"folder", "path"} {
			if dir := s.argument(semantic); dir != "" && filepath.IsAbs(dir) {
				if dir == p.Home {
					return ""
				}
				return p.Rel(dir)
			}
		}
	}
	return ""
}

func sorted[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
