package change

import (
	"slices"

	"github.com/metnos/metnos/core/compose/agreement"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// making are the verbs of the executors that make something of other things and leave those where they are.
var making = []string{"create", "compress", "write", "extract", "change", "render"}

// meant tells what a pronoun stands for after a step that made something of other things: "zip the files and delete
// them". What agrees with it in number, and in Italian in gender, is meant. When both do, or none, it is asked: nor is
// what was only just made thrown away for a pronoun.
func (b Planner) meant(c *request.Clause, verb string, made *steps.Items) (*steps.Items, error) {
	if verb != "delete" && verb != "move" || c.Has("nth", "sup") {
		return made, nil
	}
	source, tool := made.From, b.maker(made)
	if made.Previous {
		source = b.sourceBefore()
	}
	if source == nil || tool == nil || !slices.Contains(making, tool.Parts.Verb) {
		return made, nil
	}
	said := b.pronoun(c)
	thing := agreement.Word{One: b.single(source)}
	if tool.Parts.Verb == "compress" || tool.Parts.Verb == "write" {
		thing = agreement.Word{One: true, Gender: "m"}
	}
	of := agreement.Word{One: b.single(source)}
	if source.Object == "dirs" {
		of.Gender = "f"
	}
	switch product, original := said.Fits(thing), said.Fits(of); {
	case product && !original && verb != "delete":
		return made, nil
	case original && !product && (len(source.Paths) > 0 || source.Step > 0 || source.Previous):
		return source, nil
	}
	return nil, &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "originals_or_made"}}}
}

// pronoun is the number and the gender of the word that stands for things.
func (b Planner) pronoun(c *request.Clause) agreement.Word {
	word := c.Pronoun
	for _, f := range c.Facts {
		if f.Name == "those" && word == "" {
			word = b.Reading.Tokens[f.Start].Fold
		}
	}
	return agreement.Of(word)
}

// maker is the executor items come from.
func (b Planner) maker(in *steps.Items) *shelf.Tool {
	if chain := b.leading(in); len(chain) > 0 {
		return b.Shelf.Named(chain[len(chain)-1].Tool)
	}
	return nil
}

// sourceBefore is what the last step of the answer before was made of, nil when it was made of nothing. Only what
// was named can be taken up again.
func (b Planner) sourceBefore() *steps.Items {
	chain := b.leading(&steps.Items{Previous: true})
	if len(chain) == 0 {
		return nil
	}
	last := chain[len(chain)-1]
	t := b.Shelf.Named(last.Tool)
	if t == nil {
		return nil
	}
	if paths, ok := last.Args[t.ByMeaning["paths"]].([]any); ok && t.Has("paths") {
		return &steps.Items{Paths: paths}
	}
	if last.Args[plan.FromStep] != nil || last.Args[plan.FromPrevious] != nil {
		return &steps.Items{}
	}
	return nil
}

// single reports items that are one thing.
func (b Planner) single(in *steps.Items) bool {
	if len(in.Paths) > 0 || in.Step == 0 {
		return len(in.Paths) == 1
	}
	last := b.Framework.Steps[in.Step-1]
	t := b.Shelf.Named(last.Tool)
	return t != nil && t.Has("quantity") && number(last.Args[t.ByMeaning["quantity"]]) == 1
}
