package turn

import (
	"context"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/asking"
	"github.com/metnos/metnos/core/turn/reply"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/sdk"
)

// answered reads a message while a question waits. A request of its own supersedes the question, and goes on.
func (r *Runner) answered(ctx context.Context, t *run, d core.Dialog, text string) (core.Outcome, bool) {
	f, err := suspend.Thawed(d)
	if err == nil && len(f.Undo) > 0 {
		return r.undoChosen(ctx, t, d, f, text)
	}
	if err == nil && f.Question == nil {
		err = sdk.Errorf(sdk.ContractViolation, "freeze_failed", "dialog %s holds no question", d.ID)
	}
	if err != nil {
		return r.unreadable(ctx, t, d, err), true
	}
	reader := reply.Reader{
		Places: t.places, Home: t.Turn.Home, Lookup: r.lookup, StandsAlone: func() bool { return r.standsAlone(ctx, t) },
	}
	said, err := reader.Read(f, text)
	switch {
	case err != nil:
		return r.refuse(t, err), true
	case said.Next == reply.Complete:
		return r.complete(ctx, t, d, f, said), true
	case said.Next == reply.Again:
		return r.again(t, d, said.Why), true
	}
	if _, err := r.desk.Settle(ctx, t.Turn, d, consent.Superseded, ""); err != nil {
		return r.refuse(t, err), true
	}
	if said.Next == reply.Ask {
		t.Asked, t.As, t.Previous = f.Text, f.Turn, f.Previous
		t.Proposed, t.Answers = f.Proposed, f.Answers
		return r.ask(ctx, t, said.Question), true
	}
	return core.Outcome{}, false
}

// standsAlone reports whether the message is a request the composer plans without what came before, or would but for
// one thing to ask.
func (r *Runner) standsAlone(ctx context.Context, t *run) bool {
	draft, err := r.sources().Compose(ctx, t.asks(nil))
	open := draft.Question != nil && len(draft.Question.Partial.Steps) > 0 && len(strings.Fields(t.Text())) > 2
	return err == nil && (draft.Accepted || open)
}

// complete puts the answer into the partial plan and runs it under the usual checks.
func (r *Runner) complete(ctx context.Context, t *run, d core.Dialog, frozen consent.Frozen, said reply.Reply) core.Outcome {
	if !r.Now().Before(d.Expires) {
		if _, err := r.desk.Settle(ctx, t.Turn, d, consent.Expired, ""); err != nil {
			return r.refuse(t, err)
		}
		return r.outcome(t, core.Answer, r.say(t, "question_expired"))
	}
	f, err := consent.Fill(said.Question, said.Args)
	if t.Origin = core.FromResume; err == nil {
		err = r.walk.Thaw(&t.Course, frozen)
	}
	if err != nil {
		return r.unreadable(ctx, t, d, err)
	}
	ok, err := r.desk.Settle(ctx, t.Turn, d, consent.Granted, asking.Shown(t.Turn, []string{said.Value})[0])
	switch {
	case err != nil:
		return r.refuse(t, err)
	case !ok:
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled"))
	}
	if out, stopped := r.finalise(ctx, t, f, plan.MaxSteps); stopped {
		return out
	}
	return r.execute(ctx, t)
}

// again leaves the question open and repeats it, after why the answer would not do.
func (r *Runner) again(t *run, d core.Dialog, why *sdk.Error) core.Outcome {
	message := d.Prompt
	if why != nil {
		message = r.Say.Sentence(t.Turn.Tongue(), why) + "\n" + d.Prompt
	}
	out := r.outcome(t, core.Ask, message)
	out.Dialog = &core.Question{ID: d.ID, Prompt: d.Prompt, Options: d.Options}
	return out
}
