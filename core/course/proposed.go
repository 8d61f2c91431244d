package course

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/plan/words"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/core/when"
)

// Said is what the person wrote after the request, in this turn too when it goes on with an earlier one.
func (c *Course) Said() []string {
	if c.Asked == "" {
		return c.Answers
	}
	return append(c.Answers[:len(c.Answers):len(c.Answers)], c.Turn.Text)
}

// judgeOf labels the literals of a model's plan; of any other they are the person's words by construction.
func (w *Walker) judgeOf(c *Course) *words.Judge {
	if !c.Proposed {
		return nil
	}
	if c.judging == nil {
		c.judging = &words.Judge{Words: words.Read(c.Text(), c.Said()...), Home: c.Turn.Home, Clock: when.Clock{Now: c.Turn.Now, Zone: c.Turn.Zone}}
		if w.Places != nil {
			c.judging.Places = w.Places(c.Turn.Owner, c.Turn.Home)
		}
		for _, step := range c.Plan.Steps {
			if ex, err := w.Catalog.Get(step.Tool); err == nil {
				c.judging.See(ex.Manifest, step.Args)
			}
		}
	}
	c.judging.Observed = c.Observed
	if c.Previous != nil {
		c.judging.Observed = append(c.Observed[:len(c.Observed):len(c.Observed)], c.Previous.Observed)
	}
	return c.judging
}

// proposal is what the vaglio must know of a call that a model proposed.
func (c *Course) proposal(call *Call) *vaglio.Proposal {
	if !c.Proposed || c.judging == nil {
		return nil
	}
	return &vaglio.Proposal{
		Asked: c.judging.Asks(call.Executor.Manifest), Unsaid: call.Resolved.Unsaid,
		Ignored: c.judging.Ignored(), Read: c.read(),
	}
}

// read is the content of others that the conversation came upon before the plan was made: a plan is made before
// its own steps read anything, but for one that takes the place of a failed one.
func (c *Course) read() label.Source {
	for i := len(c.Observed) - 1; i >= 0 && c.Origin == core.FromRecovery; i-- {
		if from, ok := c.Observed[i].Content(); ok {
			return from
		}
	}
	if c.Previous != nil {
		if from, ok := c.Previous.Observed.Content(); ok {
			return from
		}
	}
	return label.Source{}
}

// weight is how much a call changes, as far as that was foreseen.
func (call *Call) weight() (t vaglio.Tally) {
	if call.Effects != nil {
		return vaglio.Weight(*call.Effects)
	}
	for _, p := range call.Paths {
		if p.Write && call.Mutates() {
			t.Changed++
		}
	}
	return t
}
