package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/asking"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/sdk"
)

// pending gives a waiting question its answer, when the message is one. Any other text supersedes an
// approval, and a question it does not answer, and the turn goes on.
func (r *Runner) pending(ctx context.Context, t *run, button *Decision) (core.Outcome, bool) {
	d, ok, err := r.Dialogs.Current(t.Turn.Owner, t.Turn.Channel, t.Turn.Conversation)
	if err != nil {
		return r.refuse(t, err), true
	}
	if ok && (d.Owner != t.Turn.Owner || d.Conversation != t.Turn.Conversation) {
		return r.refuse(t, sdk.Errorf(sdk.PolicyDenied, "dialog_foreign", "the dialog belongs to somebody else")), true
	}
	if button != nil {
		return r.pressed(ctx, t, d, ok, *button)
	}
	said := consent.Read(t.Turn.Text)
	if !ok && said == consent.Yes {
		if d, ok, err = r.Dialogs.Lapsed(t.Turn.Owner, t.Turn.Channel, t.Turn.Conversation); ok && d.Kind == core.Approval {
			return r.approve(ctx, t, d), true // it came too late: what it was about asks again
		}
	}
	switch {
	case err != nil:
		return r.refuse(t, err), true
	case !ok && said != consent.Neither && !phrase.Undoes(consent.Fold(t.Turn.Text)):
		return r.outcome(t, core.Answer, r.say(t, "nothing_pending")), true
	case !ok:
		return core.Outcome{}, false
	}
	if out, done := r.undoTwice(t, d); done {
		return out, true
	}
	_, undoes := t.wish()
	if said == consent.Neither && !undoes {
		if out, done := r.tutored(ctx, t); done {
			return out, true // the question keeps waiting
		}
	}
	switch {
	case d.Kind == core.Approval && said == consent.Yes:
		return r.approve(ctx, t, d), true
	case said == consent.No:
		return r.decline(ctx, t, d), true
	case d.Kind == core.Approval || undoes:
		if _, err := r.desk.Settle(ctx, t.Turn, d, consent.Superseded, ""); err != nil {
			return r.refuse(t, err), true
		}
		return core.Outcome{}, false
	}
	return r.answered(ctx, t, d, t.Turn.Text)
}

// pressed takes a decision given with a control: it must name the open dialog and the digest it showed. What
// was written into a question's field is read like a message.
func (r *Runner) pressed(ctx context.Context, t *run, d core.Dialog, ok bool, b Decision) (core.Outcome, bool) {
	switch {
	case !ok || d.ID != b.Dialog:
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled")), true
	case d.Kind == core.Approval && d.Digest != b.Digest:
		return r.refuse(t, sdk.Errorf(sdk.Conflict, "digest_differs", "the decision is about something else")), true
	case d.Kind == core.Approval && b.Approve:
		return r.approve(ctx, t, d), true
	case d.Kind == core.Approval || consent.Read(b.Value) == consent.No:
		return r.decline(ctx, t, d), true
	}
	t.Turn.Text = r.Redact(b.Value)
	return r.answered(ctx, t, d, b.Value)
}

func (r *Runner) decline(ctx context.Context, t *run, d core.Dialog) core.Outcome {
	state := consent.Refused
	switch {
	case !r.Now().Before(d.Expires):
		state = consent.Expired
	case d.Kind != core.Approval:
		state = consent.Cancelled
	}
	ok, err := r.desk.Settle(ctx, t.Turn, d, state, "")
	switch {
	case err != nil:
		return r.refuse(t, err)
	case !ok:
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled"))
	}
	t.Origin = core.FromResume
	f, err := suspend.Thawed(d)
	if err == nil {
		err = r.walk.Thaw(&t.Course, f)
	}
	if stays := r.doneSoFar(t); err == nil && stays != "" { // earlier steps of the request ran
		return r.outcome(t, core.Answer, r.say(t, "declined_rest")+"\n"+stays)
	}
	return r.outcome(t, core.Answer, r.say(t, "declined"))
}

// ask suspends the turn on a question about one argument.
func (r *Runner) ask(ctx context.Context, t *run, q plan.Question) core.Outcome {
	t.Plan = q.Partial
	r.forget(t)
	prompt := r.asker.Prompt(t.Turn, q)
	if len(q.Partial.Steps) == 0 {
		return r.outcome(t, core.Ask, prompt) // nothing to complete: the person says it again in full
	}
	f := consent.Frozen{Turn: t.As, Text: t.Text(), Framework: q.Partial, Previous: t.Previous,
		Next: max(q.Step, 1), Executors: map[string]string{}, Question: &q, Shown: asking.Shown(t.Turn, q.Options),
		Origin: t.Origin, Proposed: t.Proposed, Answers: t.Said()}
	d, err := r.desk.Open(ctx, t.Turn, suspend.Question{Kind: core.Ask, Prompt: prompt, Options: f.Shown}, f)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.Ask, prompt)
	out.Dialog = &core.Question{ID: d.ID, Prompt: prompt, Options: f.Shown, Input: q.Input}
	return out
}

// needs suspends the turn on a form an executor asked for, one question at a time: the answer is the
// argument of that name, and the step runs with it.
func (r *Runner) needs(ctx context.Context, t *run, c *course.Call, form sdk.NeedsInputs) core.Outcome {
	prompt, q, err := asking.Form(c, t.Plan, form)
	if err != nil {
		return r.refuse(t, err)
	}
	// The step did not end: it is asked again, whole, with the answer.
	n := c.N - 1
	t.Observed, t.Told, t.Steps = t.Observed[:n], t.Told[:n], t.Steps[:n]
	f, err := r.walk.Freeze(&t.Course, c.N)
	if err != nil {
		return r.refuse(t, err)
	}
	f.Question, f.Shown = &q, q.Options
	d, err := r.desk.Open(ctx, t.Turn, suspend.Question{Kind: core.NeedsInputs, Prompt: prompt, Options: q.Options}, f)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.NeedsInputs, prompt)
	out.Dialog = &core.Question{ID: d.ID, Prompt: prompt, Options: q.Options, Input: q.Input}
	return out
}
