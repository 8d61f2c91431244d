package notice

import (
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/sdk"
)

// Writer writes notices.
type Writer struct{ Say voice.Sayer }

type page struct{ voice.Voice }

// Proposal writes what an approval would do: the reason it is asked, and the exact effects. cut is how what
// it works on was cut short, nil when it was not: the person knows before that more matches than changes.
func (w Writer) Proposal(lang, home string, verdict core.Verdict, effects *sdk.Effects, cut *sdk.Truncation) string {
	p := page{voice.New(w.Say, lang, home, nil)}
	var lines []string
	params := make([]string, 0, 2*len(verdict.Params))
	for name, value := range verdict.Params {
		params = append(params, name, p.Rel(value))
	}
	lines = append(lines, p.Tell(verdict.Code, params...))
	if cut != nil {
		lines = append(lines, p.cut(*cut))
	}
	if effects != nil {
		lines = append(lines, p.effects(*effects)...)
		if effects.Reversible {
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
	case "trash", "append":
		return 2
	case "move", "copy", "create":
		return 3
	}
	return 0
}

// effects counts the effects by action, then names them. What a long preview counts without naming is of
// the only action it names or, when there are several, of any: then it is counted apart.
func (p page) effects(e sdk.Effects) []string {
	counts, order := map[string]int{}, []string{}
	for _, item := range e.Items {
		if counts[item.Action] == 0 {
			order = append(order, item.Action)
		}
		counts[item.Action]++
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
		line := "- " + p.Rel(item.Target)
		if item.Source != "" && item.Source != item.Target && item.Action != "trash" {
			line = "- " + p.Rel(item.Source) + " → " + p.Rel(item.Target)
		}
		lines = append(lines, line)
	}
	total := max(e.Total, len(e.Items))
	if shown := min(len(e.Items), maxForeseen); len(e.Items) > maxForeseen+1 && total > shown {
		lines = append(lines, p.More(total-shown))
	} else if total > len(e.Items) {
		lines = append(lines, p.More(total-len(e.Items)))
	}
	return lines
}
