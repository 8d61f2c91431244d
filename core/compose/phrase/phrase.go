package phrase

import (
	"regexp"

	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/sums"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Planner plans what is said in an executor's own words into the steps of its builder.
type Planner struct{ *steps.Builder }

// Wholly plans a sentence that is, word for word, a phrase of one executor that only looks and needs nothing else: what
// single words of it mean elsewhere does not count.
func (b Planner) Wholly() bool {
	var found *shelf.Tool
	from, to := courtesy.Without(b.Reading)
	for i := range b.Shelf.Tools {
		t := &b.Shelf.Tools[i]
		start, end := Spanned(t, b.Reading)
		if vocab.Closed().Mutates(t.Parts.Verb) || t.Parts.Object == "files" || t.Parts.Object == "dirs" || len(t.Args.Required)+len(t.Args.RequiresOneOf) > 0 || end == start {
			continue
		}
		if start > from || end < to {
			continue
		}
		if found != nil {
			return false
		}
		found = t
	}
	if found == nil {
		return false
	}
	args := map[string]any{}
	b.Topics(found, args)
	b.only(found, args)
	return true
}

// only makes a plan of one step.
func (b Planner) only(t *shelf.Tool, args map[string]any) {
	b.Framework = plan.Framework{Steps: []plan.Step{{Tool: t.Manifest.Name, Args: args}}}
	b.Question = nil
}

// Topics fills what an executor offers a choice of and the sentence names: one of the values, in its own word or in one
// the lexicon has for it.
func (b Planner) Topics(t *shelf.Tool, args map[string]any) {
	for _, semantic := range []string{"topic", "order_by"} {
		arg, ok := t.ByMeaning[semantic]
		if _, taken := args[arg]; !ok || taken {
			continue
		}
		for _, v := range t.Args.Properties[arg].Enum {
			if word, isText := v.(string); isText && Qualified(word, b.Reading) >= 0 {
				args[arg] = word
				break
			}
		}
	}
}

// Reckoned plans a sentence that is a calculation with plain numbers, or a quantity to put into another unit.
func (b Planner) Reckoned() bool {
	t := b.Shelf.Find("compute", "numbers", "expression")
	if t == nil {
		return false
	}
	args := map[string]any{}
	start, end := courtesy.Without(b.Reading)
	if start == end {
		return false
	}
	sentence := b.Reading.Text[b.Reading.Tokens[start].Start:b.Reading.Tokens[end-1].End]
	if e, ok := sums.Expression(sentence); ok {
		t.Put(args, "expression", e)
		b.only(t, args)
		return true
	}
	n, from, to, ok := sums.Measure(sentence)
	if !ok || !t.Has("unit_from", "unit_to") {
		return false
	}
	known, err := regexp.Compile(t.Args.Properties[t.ByMeaning["unit_from"]].Pattern)
	if err != nil || !known.MatchString(from) || to != "" && !known.MatchString(to) {
		return false // files are no unit
	}
	t.Put(args, "expression", n)
	t.Put(args, "unit_from", from)
	if to != "" {
		t.Put(args, "unit_to", to)
	}
	b.only(t, args)
	return true
}
