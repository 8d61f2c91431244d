package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/vetting"
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
	Guards    map[string]int `json:"guards,omitempty"` // that changed the plan, and how often
}

// Foreseen is one step that would run.
type Foreseen = course.Foreseen

// Forecast plans a sentence and judges the plan. It changes and records nothing: steps that only read are run,
// changes are previewed on what those found.
func (r *Runner) Forecast(ctx context.Context, in Opening) Forecast {
	t, err := r.bind(ctx, in)
	if err != nil {
		return r.nothing(t, r.refuse(t, err))
	}
	if out, done := r.tutored(ctx, t); done {
		return r.nothing(t, out)
	}
	draft, err := r.first(ctx, t)
	switch {
	case err != nil:
		return r.nothing(t, r.refuse(t, err))
	case draft.Question != nil:
		return Forecast{Kind: core.Ask, Origin: t.Origin, Lang: t.Turn.Lang, Message: r.asker.Prompt(t.Turn, *draft.Question), Framework: draft.Question.Partial}
	case draft.Limit != nil:
		return r.nothing(t, r.refuse(t, draft.Limit))
	case !draft.Accepted:
		return Forecast{Kind: core.Refused, Origin: t.Origin, Lang: t.Turn.Lang, Message: r.notes.Unknown(t.Turn, draft, r.Catalog.Active()) + r.leftOut(t, "")}
	}
	f := Forecast{Kind: core.Answer, Origin: t.Origin, Lang: t.Turn.Lang, Framework: draft.Framework, Steps: []Foreseen{}}
	v := vetting.Vet(r.vetted(t, draft.Framework, plan.MaxSteps))
	f.Framework, t.Plan, f.Guards = v.Plan, v.Plan, v.Guards
	if len(v.Problems) > 0 {
		f.Kind, f.Message = core.Error, r.Say.Sentence(t.Turn.Tongue(), v.Problems[0].Err)
		return f
	}
	f.Steps = r.walk.Ahead(ctx, &t.Course)
	for i, s := range f.Steps {
		if s.Err != nil {
			f.Steps[i].Verdict = core.Verdict{Ruling: core.Deny, Code: "foreseen_failure", Params: map[string]string{"reason": r.Say.Sentence(t.Turn.Tongue(), s.Err)}}
		}
	}
	return f
}

// first is the draft a turn would try first.
func (r *Runner) first(ctx context.Context, t *run) (plan.Draft, error) {
	for draft, err := range r.sources().Drafts(ctx, t.asks(t.Previous)) {
		t.draft, t.Origin, t.Proposed = draft, draft.Origin, draft.Proposed
		t.tongue(draft.Lang)
		return draft.Draft, err
	}
	return plan.Draft{}, sdk.Errorf(sdk.ContractViolation, "no_source", "no source of plans answered")
}

// nothing forecasts a turn that ends without a plan.
func (r *Runner) nothing(t *run, out core.Outcome) Forecast {
	return Forecast{Kind: out.Kind, Origin: t.Origin, Lang: out.Lang, Message: out.Message, Steps: []Foreseen{}}
}
