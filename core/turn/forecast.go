package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Forecast is what a turn would do.
type Forecast struct {
	Kind      core.Kind      `json:"kind"` // answer when there is a plan, else how the turn would end
	Origin    core.Origin    `json:"origin"`
	Lang      string         `json:"lang"`
	Message   string         `json:"message"` // why there is no plan
	Framework plan.Framework `json:"framework"`
	Steps     []Foreseen     `json:"steps"`
}

// Foreseen is one step that would run. A step that reads earlier results cannot be judged before them:
// its ruling is "later".
type Foreseen struct {
	N       int          `json:"n"`
	Tool    string       `json:"tool"`
	Verdict core.Verdict `json:"verdict"`
	Effects *sdk.Effects `json:"effects,omitempty"`
}

// Later is the ruling of a step that waits for an earlier one's result.
const Later core.Ruling = "later"

// Forecast plans a sentence and judges the plan; it runs and records nothing. Changes are previewed.
func (r *Runner) Forecast(ctx context.Context, in Opening) Forecast {
	t, err := r.bind(ctx, in)
	if err != nil {
		return r.nothing(t, err)
	}
	draft, err := r.propose(ctx, t, t.Previous)
	switch {
	case err != nil:
		return r.nothing(t, err)
	case draft.Question != nil:
		return Forecast{Kind: core.Ask, Origin: t.origin, Lang: t.Turn.Lang, Message: r.prompt(t, *draft.Question), Framework: draft.Question.Partial}
	case draft.Limit != nil:
		return r.nothing(t, draft.Limit)
	case !draft.Accepted:
		return Forecast{Kind: core.Refused, Origin: t.origin, Lang: t.Turn.Lang, Message: r.notes.Unknown(t.Turn.Lang, draft.Unknown, r.Catalog.Active()) + r.leftOut(t, "")}
	}
	f := Forecast{Kind: core.Answer, Origin: t.origin, Lang: t.Turn.Lang, Framework: draft.Framework, Steps: []Foreseen{}}
	if problems := plan.Validate(draft.Framework, r.lookup, plan.MaxSteps); len(problems) > 0 {
		f.Kind, f.Message = core.Error, r.Say.Sentence(t.Turn.Lang, problems[0].Err)
		return f
	}
	t.Plan = draft.Framework
	for n := range t.Plan.Steps {
		if t.Plan.Steps[n].Tool != plan.FinalAnswer {
			f.Steps = append(f.Steps, r.foresee(ctx, t, n+1))
		}
	}
	return f
}

func (r *Runner) nothing(t *run, err error) Forecast {
	out := r.refuse(t, err)
	return Forecast{Kind: out.Kind, Origin: t.origin, Lang: out.Lang, Message: out.Message, Steps: []Foreseen{}}
}

func (r *Runner) foresee(ctx context.Context, t *run, n int) Foreseen {
	step := t.Plan.Steps[n-1]
	s := Foreseen{N: n, Tool: step.Tool, Verdict: core.Verdict{Ruling: Later, Code: "later"}}
	if plan.Dependent(step) {
		return s
	}
	call, err := r.walk.Prepare(&t.Course, n)
	if err == nil && !call.Idle() {
		s.Verdict, err = r.walk.Foresee(ctx, &t.Course, call)
		s.Effects = call.Effects
	}
	if err != nil {
		s.Verdict = core.Verdict{Ruling: core.Deny, Code: "foreseen_failure", Params: map[string]string{"reason": r.Say.Sentence(t.Turn.Lang, err)}}
	}
	return s
}
