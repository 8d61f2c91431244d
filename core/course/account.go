package course

import (
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/answer/part"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Account is what the course observed and counted, for the answer.
func (c *Course) Account() answer.Account {
	a := answer.Account{
		Lang: c.Turn.Tongue(), Zone: c.Turn.Zone, Home: c.Turn.Home, Length: c.Length, Shape: c.Plan.Shape,
		Steps: c.Told, Effects: c.Effects, Closing: c.closing(), Several: part.Of(c.Plan), Found: c.Plan.Found,
	}
	if c.Previous != nil && c.Plan.UsesPrevious() {
		a.Before = c.Previous.Observed.Tool
	}
	return a
}

// Receipt is what the course changed so far.
func (c *Course) Receipt() answer.Account {
	return answer.Account{Lang: c.Turn.Tongue(), Zone: c.Turn.Zone, Home: c.Turn.Home, Shape: plan.ShapeReceipt, Steps: c.changed(), Effects: c.Effects}
}

// changed is what the course told up to its last change: what a later step only looked up belongs to what comes next.
func (c *Course) changed() []answer.Step {
	for n := len(c.Told); n > 0; n-- {
		if s := c.Told[n-1]; s.Result.Effects.Mutations > 0 || s.Uncertain {
			return c.Told[:n]
		}
	}
	return nil
}

// closing fills the framework's own last sentence; one whose references read nothing is dropped, and so is a
// model's: what happened is told from what was counted.
func (c *Course) closing() string {
	if c.Plan.FinalMessage == "" || c.Proposed || len(c.Observed) < len(c.Plan.Steps) {
		return ""
	}
	filled, err := plan.Resolve(plan.Step{Args: map[string]any{"text": c.Plan.FinalMessage}}, &manifest.Manifest{}, c.Values())
	if err != nil {
		return ""
	}
	return plan.Text(filled.Args["text"])
}

// Cut is how the first of the steps before n that did not hand on all it found was cut short.
func (c *Course) Cut(n int) *sdk.Truncation {
	for _, s := range c.Told[:min(n-1, len(c.Told))] {
		if cut := s.Cut(); cut != nil {
			return cut
		}
	}
	return nil
}
