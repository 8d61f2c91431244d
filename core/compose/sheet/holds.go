package sheet

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
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
					column := s.Column(text)
					if p.Semantic == "columns" {
						column = s.Named(text) // "average grade" is no column to be shown
					}
					if text != "value" && text != "count" && column < 0 || column >= 0 && calculates(step, t) && p.Semantic == "field" && (!s.Numeric(column) || s.identifies(column)) {
						return false
					}
				case slices.Contains(valued, p.Semantic):
					if _, ok := s.Value(text); !ok && (op == "" || slices.Contains([]string{"eq", "ne", "in", "not_in", "contains"}, op)) && !dated(text) {
						return false
					}
				}
			}
		}
		if calculates(step, t) && step.Args[t.ByMeaning["field"]] == nil && s.Money() < 0 {
			return false
		}
	}
	return len(p.Steps) > 0
}

// calculates reports a step that makes one number of many.
func calculates(step plan.Step, t *shelf.Tool) bool {
	return slices.Contains([]string{"sum", "mean", "median", "min", "max"}, plan.Text(step.Args[t.ByMeaning["aggregate"]]))
}

// identifies reports a column whose numbers only tell one row from another.
func (s *Sheet) identifies(column int) bool {
	return slices.ContainsFunc(stems(s.Header[column]), func(w string) bool { return slices.Contains([]string{"id", "cod", "codic", "code", "nr", "num"}, w) })
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
