package course

import (
	"slices"

	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/vaglio"
)

// Text is the request the course serves: of one that goes on after an answer, the request that asked.
func (c *Course) Text() string {
	if c.Asked != "" {
		return c.Asked
	}
	return c.Turn.Text
}

// Freeze suspends the course before a step. What it observed is stored in its light form.
func (w *Walker) Freeze(c *Course, next int) (consent.Frozen, error) {
	f := consent.Frozen{
		Turn: c.As, Text: c.Text(), Framework: c.Plan, Previous: c.Previous, Effects: c.Effects, Next: next,
		Origin: c.Origin, Proposed: c.Proposed, Answers: c.Said(), Passed: consent.Passed(c.Passed), Picked: c.picked, Found: c.found,
	}
	if c.Previous != nil {
		previous, err := w.LightMemory(c.Turn.Owner, *c.Previous)
		if err != nil {
			return f, err
		}
		f.Previous = &previous
	}
	for i, s := range c.Steps {
		light, err := w.Light(c.Turn.Owner, c.As, i+1, c.Observed[i])
		if err != nil {
			return f, err
		}
		f.Done = append(f.Done, consent.Finished{Step: s, Args: c.Told[i].Args, Observed: light, Skipped: c.Told[i].Skipped})
	}
	var err error
	f.Executors, err = w.Identities(c.Plan.Steps[next-1:])
	return f, err
}

// Identities names the bytes of each executor a plan would run.
func (w *Walker) Identities(steps []plan.Step) (map[string]string, error) {
	out := map[string]string{}
	for _, s := range steps {
		ex, err := w.Catalog.Get(s.Tool)
		if err != nil {
			return nil, err
		}
		out[s.Tool] = consent.Identity(ex)
	}
	return out, nil
}

// Thaw puts a suspended turn back as it was; its finished steps are done and stay so.
func (w *Walker) Thaw(c *Course, f consent.Frozen) error {
	c.Plan, c.Previous, c.Effects, c.As, c.Asked = f.Framework, f.Previous, f.Effects, f.Turn, f.Text
	c.Proposed, c.Answers, c.Passed, c.judging = f.Proposed, f.Answers, vaglio.Tally(f.Passed), nil
	c.picked = f.Picked
	if q := f.Question; q != nil && offered(*q, c.Turn.Text) {
		c.picked = append(c.picked[:len(c.picked):len(c.picked)], consent.Pick{Step: q.Step, Arg: q.Arg, Tool: f.Framework.Steps[q.Step-1].Tool})
	}
	for _, done := range f.Done {
		ex, err := w.Catalog.Get(done.Step.Tool)
		if err != nil {
			return err
		}
		observed, err := w.whole(c.Turn.Owner, done.Observed)
		if err != nil {
			return err
		}
		c.Steps = append(c.Steps, done.Step)
		c.Observed = append(c.Observed, observed)
		c.Told = append(c.Told, answer.Step{
			Manifest: ex.Manifest, Args: done.Args, Types: observed.Types, Result: observed.Result, Skipped: done.Skipped,
		})
	}
	return nil
}

// offered reports whether an answer points at something an executor's form offers, rather than saying it: what the
// form lists may be anybody's words. The questions of the core itself have a code.
func offered(q plan.Question, answer string) bool {
	return q.Code == "" && len(q.Options) > 0 && !slices.ContainsFunc(q.Options, func(option string) bool {
		return consent.Fold(option) != "" && consent.Fold(option) == consent.Fold(answer)
	})
}

// mark gives what was picked for a step the origin it has.
func (c *Course) mark(n int, r *plan.Resolved) {
	for _, pick := range c.picked {
		if _, given := r.Args[pick.Arg]; given && pick.Step == n {
			r.Origins[pick.Arg], r.Sources[pick.Arg] = plan.Untrusted, label.Source{Tool: pick.Tool}
		}
	}
}
