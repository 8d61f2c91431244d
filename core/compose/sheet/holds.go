package sheet

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// columned are the meanings of arguments that name columns, valued those that hold what a cell is compared with.
var (
	columned = []string{"field", "group_by", "order_by", "columns", "join_field", "fields"}
	valued   = []string{"value", "values", "query"}
)

// holds reports whether a table has every column and every value a plan names, and something to calculate with.
func (f Finder) holds(p plan.Framework, s *Sheet) bool {
	for _, step := range p.Steps {
		t := f.Shelf.Named(step.Tool)
		if t == nil || vocab.Closed().Mutates(t.Parts.Verb) {
			return false
		}
		op := plan.Text(step.Args[t.ByMeaning["operation"]])
		for arg, v := range step.Args {
			p, ok := t.Args.Properties[arg]
			if !ok {
				continue
			}
			for _, text := range texts(v) {
				switch {
				case slices.Contains(columned, p.Semantic):
					if text != "value" && text != "count" && s.Column(text) < 0 {
						return false
					}
				case slices.Contains(valued, p.Semantic):
					if _, ok := s.Value(text); !ok && (op == "" || slices.Contains([]string{"eq", "ne", "in", "not_in", "contains"}, op)) && !dated(text) {
						return false
					}
				}
			}
		}
		if kind := plan.Text(step.Args[t.ByMeaning["aggregate"]]); slices.Contains([]string{"sum", "mean", "median", "min", "max"}, kind) && step.Args[t.ByMeaning["field"]] == nil && s.Money() < 0 {
			return false
		}
	}
	return len(p.Steps) > 0
}

// dated reports a value that is a date, or a part of one: no cell needs to be written so.
func dated(text string) bool {
	return strings.HasPrefix(text, "--") || len(text) >= 4 && strings.Trim(text[:4], "0123456789") == "" && strings.Trim(text, "0123456789-:+TZ") == ""
}

func texts(v any) (out []string) {
	if list, ok := v.([]any); ok {
		for _, x := range list {
			out = append(out, texts(x)...)
		}
		return out
	}
	if text, ok := v.(string); ok && text != "" {
		out = append(out, strings.TrimPrefix(text, `\`))
	}
	return out
}
