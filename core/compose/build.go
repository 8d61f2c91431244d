package compose

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/part"
	"github.com/metnos/metnos/core/compose/query"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/several"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

func (b planner) build() error {
	clauses := request.Split(b.Reading.Facts)
	for _, c := range clauses {
		c.English = b.Reading.Lang == "en"
	}
	if err := b.scope(clauses); err != nil {
		return err
	}
	if len(b.Reading.Unknown) > 0 {
		return steps.Unknown(b.Reading.Unknown...)
	}
	if len(clauses) == 1 {
		if done, err := b.anew(clauses[0]); done || err != nil {
			return err
		}
	}
	if err := b.open(clauses); err != nil {
		return err
	}
	clauses = b.withhold(clauses)
	request.Share(clauses)
	clauses = several.Apart(clauses, b.Req.Places)
	for i, c := range clauses {
		if c.Act == "" && c.Ask == "" && c.Bare() {
			continue
		}
		if f, ok := c.Take("neg"); ok {
			return steps.Unknown(b.Words(f))
		}
		if !c.Again && !b.Introduced {
			b.Context = nil
		}
		if c.Act == "tell" && c.Ask == "" && c.Pronoun == "" && c.Bare() && b.Answers > 0 {
			continue // "what does the diary say"
		}
		if b.Changes > 0 {
			c.All("tally") // the receipt of the change counts
			if c.Ask == "" && slices.Contains(request.Light, c.Act) && c.Bare() {
				continue
			}
		}
		var err error
		before := mark{b.Answers, len(b.Framework.Steps), b.Result}
		if i+1 < len(clauses) && c.Introduces(clauses[i+1]) {
			err = query.Planner{Builder: b.Builder}.Introduce(c, clauses[i+1])
		} else {
			err = b.clause(c)
		}
		if err != nil {
			return err
		}
		if words := b.Leftover(c); len(words) > 0 {
			return steps.Unknown(words...)
		}
		b.told(before)
	}
	return b.finish()
}

// anew plans a question as the one before it with the difference; a number asked for is of the same things.
func (b planner) anew(c *request.Clause) (done bool, err error) {
	if c.Act == "" && (b.conjoined() || b.otherSort(c)) && b.sameQuestion(c) {
		if done, err = b.ellipsis(c); done || err != nil {
			return done, err
		}
	}
	if !c.CountsThere() {
		return false, nil
	}
	if done, err = b.ellipsis(c); done || err != nil {
		b.Framework.Shape = plan.ShapeCount
	}
	return done, err
}

// open refuses a change that leaves something to us.
func (b planner) open(clauses []*request.Clause) error {
	if kept := request.Keeps(clauses); kept != nil {
		return steps.Unknown(kept.Said) // "delete the files but keep the pdfs" leaves something out
	}
	if err := (part.Planner{Builder: b.Builder}).Again(clauses); err != nil {
		return err
	}
	if f, ok := request.Alternative(clauses); ok {
		return steps.Unknown(b.Words(f)) // "delete the pdfs or the photos" leaves the choice to us
	}
	if _, other := several.Goals(clauses, b.Req.Places); other != nil {
		return steps.Unknown(b.Words(*other))
	}
	if f, ok := request.BothEnds(clauses); ok {
		return steps.Unknown(b.Words(f)) // "delete the largest and the smallest" is two choices
	}
	return part.Planner{Builder: b.Builder}.Refuse(clauses)
}

// sameQuestion reports a clause that asks nothing, or after "and" what was asked before: "and how many docx?".
func (b planner) sameQuestion(c *request.Clause) bool {
	if c.Ask == "" {
		return true
	}
	first := b.Reading.Tokens[0].Fold
	return c.Ask == "count" && (first == "e" || first == "and") && b.Req.Previous != nil && b.Req.Previous.Framework.Shape == plan.ShapeCount
}

// otherSort reports "those that are pdf" after an answer about another sort of files: none of them is one.
func (b planner) otherSort(c *request.Clause) bool {
	value, folder, ok := c.Elliptic()
	p := b.Req.Previous
	if !ok || folder || c.Ask != "" || p == nil || value.Slot != "ext" && value.Slot != "kind" || !c.Has("those") && !b.ones() {
		return false
	}
	for _, s := range p.Framework.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil {
			continue
		}
		for _, semantic := range []string{"extension", "kind"} {
			if s.Args[t.ByMeaning[semantic]] != nil && semantic == map[string]string{"ext": "extension", "kind": "kind"}[value.Slot] {
				return true
			}
		}
	}
	return false
}

// ones reports an English sentence that ends in "one" or "ones": "the pdf ones".
func (b planner) ones() bool {
	last := len(b.Reading.Tokens) - 1
	for last > 0 && b.Reading.Tokens[last].Kind == token.Mark {
		last--
	}
	return last >= 0 && slices.Contains([]string{"one", "ones"}, b.Reading.Tokens[last].Fold)
}

// conjoined reports whether the sentence goes on from the one before: it begins with "and", "what about".
func (b planner) conjoined() bool {
	if len(b.Reading.Tokens) == 0 {
		return false
	}
	switch b.Reading.Tokens[0].Fold {
	case "e", "ed", "and", "what", "how", "invece":
		return true
	}
	return false
}

// finish turns what was built into an accepted plan or a question.
func (b planner) finish() error {
	if len(b.Framework.Steps) == 0 && b.Introduced {
		return steps.Limit("tidy_how", "tidying needs a rule")
	}
	if len(b.Framework.Steps) == 0 {
		return steps.Unknown(strings.TrimSpace(b.Req.Text))
	}
	for _, s := range b.Framework.Steps {
		if name, err := vocab.CheckName(s.Tool); len(b.Forbidden) > 0 && (err != nil || vocab.Closed().Mutates(name.Verb)) {
			return steps.Unknown(b.Forbidden...)
		}
	}
	if n := len(b.Told); n > 1 || n == 1 && b.Changes > 0 {
		b.Framework.Answers = b.Told
	}
	if b.Changes > 0 {
		b.Framework.Shape = plan.ShapeReceipt
	}
	if b.Question == nil {
		b.aside()
	} else {
		q := *b.Question
		if q.Partial = b.Framework; b.Unasked {
			q.Partial, q.Step, q.Arg = plan.Framework{}, 0, "" // it is said again, whole
		}
		return &steps.Refusal{Draft: plan.Draft{Question: &q}}
	}
	return nil
}

// scope answers at once what the catalog cannot do, whatever else the sentence says: an action without an
// executor, a repetition without a scheduler.
func (b planner) scope(clauses []*request.Clause) error {
	for _, c := range clauses {
		for _, f := range c.Facts {
			switch f.Name {
			case "repeat":
				return b.repeated(f)
			case "beyond":
				if f.Arg(0) == "history" {
					return steps.Limit("history_elsewhere", "told by other means")
				}
				return steps.Limit("trash_elsewhere", "told by other means")
			case "outside":
				return steps.Limit("capability_missing", "no executor does this", "what", b.From(f.Start))
			}
		}
		if _, away := c.Take("totrash"); away && (c.Act == "put" || c.Act == "move") {
			c.Act = "delete"
		} else if away {
			return steps.Limit("trash_elsewhere", "told by other means")
		}
		if c.Act == "put" && c.HasObject("messages") {
			c.Act = "send"
		}
		if verb, ok := request.Actions[c.Act]; ok && !b.Able(verb) {
			return steps.Limit("capability_missing", "no executor does this", "what", strings.TrimSpace(b.From(b.Position(c))))
		}
	}
	return nil
}

// repeated is the answer to a request that repeats: its body is never run now.
func (b planner) repeated(f speech.Fact) error {
	return steps.Limit("recurrence_missing", "no executor keeps recurring tasks", "when", b.Words(f))
}

// withhold obeys "don't delete anything": the clauses with that verb keep only what they are about, and no
// step may change anything.
func (b planner) withhold(clauses []*request.Clause) []*request.Clause {
	for _, c := range clauses {
		for _, f := range c.All("dont") {
			b.Forbidden = append(b.Forbidden, b.Words(f))
			for _, other := range clauses {
				if other.Act != "" && (other.Act == f.Arg(0) || f.Arg(0) == "any") && request.Actions[other.Act] != "" {
					other.Act = ""
				}
			}
		}
	}
	if len(b.Forbidden) == 0 {
		return clauses
	}
	// "... dimmi solo quanti sono": the question is about the things named before it.
	var out []*request.Clause
	for _, c := range clauses {
		if n := len(out); n > 0 && out[n-1].Act == "" && out[n-1].Ask == "" {
			c.Facts = append(slices.Clone(out[n-1].Facts), c.Facts...)
			c.Used = append(slices.Clone(out[n-1].Used), c.Used...)
			out[n-1] = c
			continue
		}
		out = append(out, c)
	}
	return out
}

// planner plans the clauses of one sentence in order.
type planner struct{ *steps.Builder }
