package turn

import (
	"context"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/tutor"
	"github.com/metnos/metnos/sdk"
)

// fakeTutor answers one sentence.
type fakeTutor struct{ about string }

func (f fakeTutor) Help(_ context.Context, turn core.Turn) (tutor.Reply, bool, error) {
	return tutor.Reply{Text: "help in " + turn.Lang, Lang: turn.Lang}, turn.Text == f.about, nil
}

func TestSourcesAreAskedInOrder(t *testing.T) {
	for name, c := range map[string]struct {
		composer plan.Draft
		model    *plan.Draft // nil: no model is bound
		origin   core.Origin
		kind     core.Kind
		asked    int // times the model was asked
	}{
		"the composer explains it":           {accepted("find_files"), &plan.Draft{}, core.FromCompose, core.Answer, 0},
		"a question is the composer's":       {plan.Draft{Question: &plan.Question{Code: "ask_destination"}}, &plan.Draft{}, core.FromCompose, core.Ask, 0},
		"what is not there is final":         {plan.Draft{Limit: sdk.Errorf(sdk.NotFound, "folder_unknown", "")}, &plan.Draft{}, core.FromCompose, core.Error, 0},
		"the model explains the rest":        {plan.Draft{Unknown: []string{"zorp"}}, ptr(accepted("find_files")), core.FromPropose, core.Answer, 1},
		"and what no executor does":          {plan.Draft{Limit: sdk.Errorf(sdk.OutOfScope, "capability_missing", "")}, ptr(accepted("find_files")), core.FromPropose, core.Answer, 1},
		"a model that declines says nothing": {plan.Draft{Unknown: []string{"zorp"}}, &plan.Draft{Unknown: []string{"model"}}, core.FromCompose, core.Refused, 1},
		"without a model":                    {plan.Draft{Unknown: []string{"zorp"}}, nil, core.FromCompose, core.Refused, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			model := &fakeProposer{}
			s.proposer.drafts = []plan.Draft{c.composer}
			if c.model != nil {
				model.drafts = []plan.Draft{*c.model}
				s.Models = model
			}
			s.invoker.results = []scripted{s.found("Note/a.txt")}
			out := s.say("zorp dei file in Note")
			if out.Origin != c.origin || out.Kind != c.kind || len(model.asked) != c.asked {
				t.Errorf("%s %s, model asked %d times: %q", out.Origin, out.Kind, len(model.asked), out.Message)
			}
		})
	}
}

func TestControlsComeBeforeSources(t *testing.T) {
	s := newStage(t)
	s.Tutor = fakeTutor{"come si installa un executor?"}
	if out := s.say("come si installa un executor?"); out.Origin != core.FromTutor || out.Message != "help in it" {
		t.Errorf("%s %q", out.Origin, out.Message)
	}
	s.bulk()
	s.Tutor = fakeTutor{"no"}
	if out := s.say("no"); out.Origin != core.FromResume { // a waiting dialog has the first word
		t.Errorf("%s %q", out.Origin, out.Message)
	}
	s.bulk()
	s.Tutor = fakeTutor{"che cos'è il consenso?"}
	if out := s.say("che cos'è il consenso?"); out.Origin != core.FromTutor {
		t.Errorf("%s %q", out.Origin, out.Message)
	}
	if out := s.say("no"); out.Origin != core.FromResume { // what waited still does
		t.Errorf("after a question about it: %s %q", out.Origin, out.Message)
	}
	if len(s.proposer.asked) != 2 {
		t.Errorf("the composer was asked %d times", len(s.proposer.asked))
	}
}

func accepted(tool string) plan.Draft {
	return plan.Draft{Accepted: true, Framework: plan.Framework{Steps: []plan.Step{step(tool, "path", "Note")}}}
}

func ptr[T any](v T) *T { return &v }
