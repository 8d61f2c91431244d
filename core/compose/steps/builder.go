package steps

import (
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// Builder makes one Framework from the clauses of one sentence.
type Builder struct {
	Req        plan.Request
	Shelf      *shelf.Shelf
	Reading    speech.Reading
	Framework  plan.Framework
	Question   *plan.Question
	Unasked    bool         // more than one thing is missing: no answer completes the plan
	Last       *Items       // what the latest clause was about
	Result     *Items       // what the latest clause calculated
	Context    *speech.Fact // the folder the sentence is about, for "and the jpg files in ..."
	Changed    []*Items     // what each change left
	Answers    int          // clauses whose result is the answer
	Told       []plan.Answer
	Changes    int  // clauses that change something
	Introduced bool // context was said once for the whole sentence
	Shallow    bool // subfolders were left out, and nobody said so
	Strict     bool // what is collected will be changed
	Forbidden  []string
	Special    *shelf.Tool // finds the things spoken of, in place of the plain executor of its object
	Covered    [2]int      // the tokens that speak of it
}

// Items is a collection a later step may take.
type Items struct {
	Step     int  // 1-based, 0 when it is not a step's
	Previous bool // the conversation's previous result
	Object   string
	Fields   map[string]string
	Paths    []any  // known without a step
	From     *Items // what the step made them of
}

// Leftover is the words of the facts no planning function took.
func (b *Builder) Leftover(c *request.Clause) []string {
	var words []string
	for i, f := range c.Facts {
		if !c.Used[i] {
			words = append(words, b.Words(f))
		}
	}
	return words
}

// Words is the sentence over the tokens of a fact, as written; of one that stands on no words of its own it is the
// whole sentence.
func (b *Builder) Words(f speech.Fact) string {
	t := b.Reading.Tokens
	if f.Start < 0 || f.End <= f.Start || f.End > len(t) {
		return b.Reading.Text
	}
	return b.Reading.Text[t[f.Start].Start:t[f.End-1].End]
}

// Able reports whether the catalog has an executor of the verb.
func (b *Builder) Able(verb string) bool {
	for _, t := range b.Shelf.Tools {
		if t.Parts.Verb == verb {
			return true
		}
	}
	return false
}

// Position is the token where the clause's verb is, or its first fact.
func (b *Builder) Position(c *request.Clause) int {
	for i, t := range b.Reading.Tokens {
		if c.Said != "" && strings.HasPrefix(b.Reading.Text[t.Start:], c.Said) {
			return i
		}
	}
	if len(c.Facts) > 0 {
		return c.Facts[0].Start
	}
	return 0
}

// From is the sentence from a token on, without its final punctuation.
func (b *Builder) From(token int) string {
	if len(b.Reading.Tokens) == 0 {
		return b.Req.Text
	}
	return strings.TrimRight(b.Reading.Text[b.Reading.Tokens[token].Start:], " .?!")
}

// Add appends a step and returns its number.
func (b *Builder) Add(t *shelf.Tool, args map[string]any) int {
	b.Framework.Steps = append(b.Framework.Steps, plan.Step{Tool: t.Manifest.Name, Args: args})
	return len(b.Framework.Steps)
}

// Feed makes the items the input of a step.
func (b *Builder) Feed(t *shelf.Tool, args map[string]any, in *Items) bool {
	switch {
	case len(in.Paths) > 0:
		for _, arg := range shelf.SortedKeys(t.Args.Properties) {
			if p := t.Args.Properties[arg]; p.Semantic == "paths" || p.Semantic == "path" {
				if p.Type == "array" {
					args[arg] = in.Paths
					return true
				}
				if len(in.Paths) == 1 {
					args[arg] = in.Paths[0]
					return true
				}
			}
		}
		return false
	case !t.TakesItems():
		return false
	case in.Previous:
		args[plan.FromPrevious] = b.Req.Previous.Ref
	case in.Step > 0:
		args[plan.FromStep] = in.Step
	default:
		return false
	}
	return true
}

// Output is the items a step leaves: its own fields, or those of its input when it passes items through.
func Output(t *shelf.Tool, step int, in *Items) *Items {
	out := &Items{Step: step, Object: t.Parts.Object, Fields: t.Output.Fields}
	if in != nil && len(out.Fields) == 0 {
		out.Fields, out.Object = in.Fields, in.Object
	}
	return out
}

// field is the output field that holds a property: the one of that name, or the only one of its type.
func (in *Items) field(property string) (string, bool) {
	if _, ok := in.Fields[property]; ok {
		return property, true
	}
	types := map[string]string{"size": "bytes", "modified": "datetime", "created": "datetime", "name": "name", "content": "text"}
	want, found := types[property], ""
	for _, name := range shelf.SortedKeys(in.Fields) {
		if want != "" && in.Fields[name] == want {
			if found != "" {
				return "", false
			}
			found = name
		}
	}
	return found, found != ""
}

// previous is the conversation's last result, when there is one.
func (b *Builder) previousItems() *Items {
	if b.Req.Previous == nil || b.Req.Previous.Ref == "" {
		return nil
	}
	return &Items{Previous: true, Object: "entries", Fields: b.Req.Previous.Fields}
}

// Referred is what "them" means: the latest clause's items, else the previous answer's.
func (b *Builder) Referred() *Items {
	if b.Last != nil {
		return b.Last
	}
	return b.previousItems()
}
