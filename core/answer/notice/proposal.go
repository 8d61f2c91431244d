package notice

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Writer writes notices.
type Writer struct{ Say voice.Sayer }

type page struct{ voice.Voice }

// Call is a step that waits for consent.
type Call struct {
	Manifest *manifest.Manifest
	Args     map[string]any  // canonical
	Effects  *sdk.Effects    // foreseen; nil when the executor cannot say
	Cut      *sdk.Truncation // how what it works on was cut short, nil when it was not
}

// Consent writes what an approval would do: the reasons it is asked, where what the person did not write comes
// from, and the exact effects or, where nobody can foresee them, what the executor would be given.
func (w Writer) Consent(lang, home string, verdict core.Verdict, c Call) string {
	p := page{voice.New(w.Say, lang, home, nil)}
	lines := p.reasons(verdict)
	if c.Cut != nil { // the person knows before that more matches than changes
		lines = append(lines, p.cut(*c.Cut))
	}
	if c.Manifest != nil && (c.Effects == nil || outward(c.Manifest)) {
		lines = append(lines, p.arguments(lang, c)...)
	}
	if c.Effects != nil {
		lines = append(lines, p.swap(c)...)
		lines = append(lines, p.effects(*c.Effects)...)
		if c.Effects.Reversible {
			lines = append(lines, p.Tell("can_be_undone"))
		}
	}
	return strings.Join(append(lines, p.Tell("approve_question")), "\n")
}

func (p page) cut(t sdk.Truncation) string {
	if t.Available < 0 {
		return p.Tell("foresee_some", "used", p.Figure(float64(t.Used)))
	}
	return p.Tell("foresee_part", "used", p.Figure(float64(t.Used)), "available", p.Figure(float64(t.Available)))
}

const maxForeseen = 25

func gravity(action string) int {
	switch action {
	case "delete", "send":
		return 0
	case "overwrite":
		return 1
	case "trash", "append", "forget", "set":
		return 2
	case "move", "copy", "create":
		return 3
	}
	return 0
}

// place is a path in a list of effects: whole, and no name of it can pass for a move.
func (p page) place(path string) string { return strings.ReplaceAll(p.Rel(path), "→", "⇢") }

// effects counts the effects by action, then names them. What a long preview counts without naming is of
// the only action it names or, when there are several, of any: then it is counted apart.
func (p page) effects(e sdk.Effects) []string {
	counts, order := map[string]int{}, []string{}
	for _, item := range e.Items {
		action := item.Action
		if item.Edits > 0 {
			action = "edit"
		}
		if counts[action] == 0 {
			order = append(order, action)
		}
		counts[action]++
	}
	var lines []string
	unnamed := max(e.Total-len(e.Items), 0)
	if len(order) == 1 {
		counts[order[0]] += unnamed
		unnamed = 0
	}
	for _, action := range order {
		key := "foresee_" + action
		if !p.Has(key) {
			key = "foresee_other"
		}
		lines = append(lines, p.Tell(key, "Count", strconv.Itoa(counts[action]), "action", action))
	}
	if unnamed > 0 {
		lines = append(lines, p.Tell("foresee_unnamed", "Count", strconv.Itoa(unnamed), "total", p.Figure(float64(e.Total))))
	}
	items := slices.Clone(e.Items) // what cannot be taken lightly is named first: it is never among the "more"
	slices.SortStableFunc(items, func(a, b sdk.Effect) int { return gravity(a.Action) - gravity(b.Action) })
	for i, item := range items {
		if i == maxForeseen && len(e.Items) > maxForeseen+1 {
			break
		}
		lines = append(lines, "- "+p.object(item))
	}
	total := max(e.Total, len(e.Items))
	if shown := min(len(e.Items), maxForeseen); len(e.Items) > maxForeseen+1 && total > shown {
		lines = append(lines, p.More(total-shown))
	} else if total > len(e.Items) {
		lines = append(lines, p.More(total-len(e.Items)))
	}
	return lines
}

// object names what one effect is about, and where a link leads that it goes through.
func (p page) object(e sdk.Effect) string {
	target, source := p.place(e.Target), p.place(e.Source)
	if e.Source == "" || e.Source == e.Target || e.Action == "trash" {
		if e.Real != "" {
			target += " → " + p.place(e.Real)
		}
		if e.Edits > 0 {
			target += ": " + p.Tell("foresee_edits", "Count", strconv.Itoa(e.Edits))
		}
		return target
	}
	if e.RealSource != "" {
		source += " (" + p.place(e.RealSource) + ")"
	}
	if e.Real != "" {
		target += " (" + p.place(e.Real) + ")"
	}
	return source + " → " + target
}

func sorted(args map[string]any) []string { return slices.Sorted(maps.Keys(args)) }
