package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/sdk"
)

// suspend freezes the turn before a step that needs consent and shows exactly what it would do.
func (r *Runner) suspend(ctx context.Context, t *run, c *course.Call, verdict core.Verdict) core.Outcome {
	if c.Replaces != "" { // the consent is what lets the executor replace; the frozen plan says so
		steps := append([]plan.Step(nil), t.Plan.Steps...)
		steps[c.N-1] = plan.Step{Tool: c.Tool, Args: course.With(steps[c.N-1].Args, c.Replaces, true)}
		t.Plan.Steps = steps
	}
	f, err := r.walk.Freeze(&t.Course, c.N)
	if err != nil {
		return r.refuse(t, err)
	}
	f.Args, f.Foreseen, f.Verdict = c.Args, c.Effects, verdict
	prompt := r.notes.Consent(t.Turn.Tongue(), t.Turn.Home, verdict, notice.Call{Manifest: c.Executor.Manifest, Args: c.Args, Effects: c.Effects, Cut: t.Cut(c.N)})
	d, err := r.desk.Open(ctx, t.Turn, suspend.Question{Kind: core.Approval, Prompt: prompt}, f)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.Approval, prompt)
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: prompt, Expires: d.Expires, Source: verdict.Source()}
	if c.Effects != nil {
		out.Proposal.Effects, out.Proposal.Reversible = *c.Effects, c.Effects.Reversible
	}
	if told := r.doneSoFar(t); told != "" {
		out.Message = told + "\n\n" + prompt
	}
	return out
}

// doneSoFar tells what earlier steps of a suspended turn already changed.
func (r *Runner) doneSoFar(t *run) string {
	if t.Effects.Mutations == 0 {
		return ""
	}
	return r.write.Reply(t.Receipt()).Message
}

// unreadable ends a dialog that cannot go on: it runs nothing, and does not hold the conversation.
func (r *Runner) unreadable(ctx context.Context, t *run, d core.Dialog, err error) core.Outcome {
	state := consent.Cancelled
	if sdk.ClassOf(err) == sdk.NotFound { // what it stood on is gone
		state = consent.Expired
	}
	if _, fault := r.desk.Settle(ctx, t.Turn, d, state, ""); fault != nil {
		err = fault
	}
	return r.refuse(t, err)
}

// approve runs the frozen tail, after checking that it is still what was shown. When it is not, or the
// consent came too late, the step asks again and says why.
func (r *Runner) approve(ctx context.Context, t *run, d core.Dialog) core.Outcome {
	f, err := suspend.Thawed(d)
	switch {
	case err != nil:
		return r.unreadable(ctx, t, d, err)
	case len(f.Undo) > 0:
		return r.approveUndo(ctx, t, d, f, f.Undo)
	}
	t.Origin = core.FromResume
	if err := r.walk.Thaw(&t.Course, f); err != nil {
		return r.unreadable(ctx, t, d, err)
	}
	current := f
	if current.Executors, err = r.walk.Identities(f.Framework.Steps[f.Next-1:]); err != nil {
		return r.refuse(t, err)
	}
	digest, err := current.Digest(t.Turn.Owner, t.Turn.Conversation)
	if err != nil {
		return r.refuse(t, err)
	}
	state, why := consent.Granted, "approval_changed"
	switch {
	case digest != d.Digest:
		state = consent.Superseded
	case !r.Now().Before(d.Expires):
		state, why = consent.Expired, "approval_expired"
	default:
		t.Approved = &f
	}
	ok, err := r.desk.Settle(ctx, t.Turn, d, state, "")
	if err != nil {
		return r.refuse(t, err)
	}
	if !ok {
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled"))
	}
	asked := len(t.Steps)
	out := r.execute(ctx, t)
	if out.Kind == core.Approval && len(out.Steps) == asked { // the same step asks again
		out.Message = r.say(t, why) + "\n\n" + out.Message
	}
	return out
}
