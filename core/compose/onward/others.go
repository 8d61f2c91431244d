package onward

import (
	"maps"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// others are the ways to ask for what a narrowed answer left out, without the words they may begin with.
var others = map[string]struct{ leads, words []string }{
	"it": {
		leads: []string{"e", "ed", "ora", "adesso", "mostrami", "mostra", "elenca", "elencami", "dammi", "dimmi", "fammi vedere", "vedi", "quali sono", "che mi dici di", "invece"},
		words: []string{"gli altri", "le altre", "tutti gli altri", "tutte le altre", "il resto", "i rimanenti", "le rimanenti", "i restanti", "le restanti", "altri", "altre"},
	},
	"en": {
		leads: []string{"and", "now", "show", "show me", "list", "give me", "tell me", "which are", "what are", "what about", "and what about", "how about"},
		words: []string{"the others", "the rest", "all the others", "all the rest", "the other ones", "the remaining ones"},
	},
}

// Others is the plan of what the narrowed answer before left out: "and the others?", after only the pdfs. ok is false
// when the sentence asks for something else, or when it is not clear what they are the others of.
func (b Planner) Others() (f plan.Framework, ok bool) {
	if b.Req.Previous == nil || !b.rest() {
		return f, false
	}
	old := b.Req.Previous.Framework
	if n := len(old.Steps) - 1; n > 0 && old.Steps[n].Aside {
		old.Steps = old.Steps[:n]
	}
	filter := b.Shelf.Find("filter", "entries", "others", "presence", "join_field", "operation", "field")
	if filter == nil || len(old.Answers) > 0 {
		return f, false
	}
	f = plan.Framework{Shape: old.Shape, Fillers: old.Fillers}
	if f.Shape != plan.ShapeCount {
		f.Shape = plan.ShapeList
	}
	switch {
	case len(old.Steps) == 1:
		f.Steps, ok = b.without(old.Steps[0], filter)
	case len(old.Steps) == 2:
		f.Steps, ok = b.turned(old.Steps, filter)
	}
	return f, ok
}

// rest reports a sentence that says "the others" and nothing else.
func (b Planner) rest() bool {
	start, end := courtesy.Without(b.Reading)
	set, tokens := others[b.Reading.Lang], b.Reading.Tokens[start:end]
	for n := begins(tokens, set.leads); n > 0 && n < len(tokens); n = begins(tokens, set.leads) {
		tokens = tokens[n:]
	}
	return len(tokens) > 0 && begins(tokens, set.words) == len(tokens)
}

// where are the meanings of the arguments that say where to look, not what for.
var where = []string{"folder", "recursive", "hidden"}

// without is a search for some kinds of files that leaves those out, or all of a search that was cut, less what it told.
func (b Planner) without(s plan.Step, filter *shelf.Tool) ([]plan.Step, bool) {
	t := b.Shelf.Named(s.Tool)
	if t == nil || vocab.Closed().Mutates(t.Parts.Verb) || t.Output.Fields["path"] == "" || s.Args[plan.FromPrevious] != nil || s.Args[plan.FromStep] != nil {
		return nil, false
	}
	wide := maps.Clone(s.Args)
	var said []string
	for arg := range s.Args {
		if m := t.Args.Properties[arg].Semantic; !slices.Contains(where, m) && m != "order" && m != "order_by" {
			said = append(said, m)
		}
	}
	switch {
	case slices.Contains(said, "quantity"): // the first few of some: the others are the rest of those
		delete(wide, t.ByMeaning["quantity"])
	case len(said) == 1 && said[0] == "extension" && t.Has("exclude"):
		var globs []any
		list, _ := s.Args[t.ByMeaning["extension"]].([]any)
		for _, ext := range list {
			globs = append(globs, "*."+plan.Text(ext))
		}
		delete(wide, t.ByMeaning["extension"])
		wide[t.ByMeaning["exclude"]] = globs
		return []plan.Step{{Tool: s.Tool, Args: wide}}, len(globs) > 0
	default:
		return nil, false // the answer would have to say what it is not
	}
	args := map[string]any{
		plan.FromStep: 1, filter.ByMeaning["others"]: "${step2.entries}", filter.ByMeaning["presence"]: "absent", filter.ByMeaning["join_field"]: "path",
	}
	return []plan.Step{{Tool: s.Tool, Args: wide}, s, {Tool: filter.Manifest.Name, Args: args}}, true
}

// opposite of each comparison.
var opposite = map[string]string{"": "ne", "eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "contains": "not_contains", "not_contains": "contains", "in": "not_in", "not_in": "in"}

// turned is a table narrowed by one condition on one column, narrowed by the opposite.
func (b Planner) turned(list []plan.Step, filter *shelf.Tool) ([]plan.Step, bool) {
	from, last := b.Shelf.Named(list[0].Tool), list[1]
	if from == nil || vocab.Closed().Mutates(from.Parts.Verb) || last.Tool != filter.Manifest.Name || list[0].Args[plan.FromPrevious] != nil || last.Args[plan.FromStep] == nil {
		return nil, false
	}
	for arg := range last.Args {
		if !slices.Contains([]string{plan.FromStep, filter.ByMeaning["field"], filter.ByMeaning["operation"], filter.ByMeaning["value"], filter.ByMeaning["values"], filter.ByMeaning["value_type"]}, arg) {
			return nil, false
		}
	}
	op, _ := last.Args[filter.ByMeaning["operation"]].(string)
	field, _ := last.Args[filter.ByMeaning["field"]].(string)
	if opposite[op] == "" || strings.TrimSpace(field) == "" {
		return nil, false // without a column it holds of any of them
	}
	args := maps.Clone(last.Args)
	args[filter.ByMeaning["operation"]] = opposite[op]
	return []plan.Step{list[0], {Tool: last.Tool, Args: args}}, true
}
