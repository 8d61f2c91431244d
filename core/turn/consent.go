package turn

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
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
	prompt := r.notes.Proposal(t.Turn.Lang, t.Turn.Home, verdict, c.Effects, t.cut(c.N))
	d, err := r.putDialog(ctx, t, core.Approval, prompt, nil, f)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.Approval, prompt)
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: prompt, Expires: d.Expires}
	if c.Effects != nil {
		out.Proposal.Effects, out.Proposal.Reversible = *c.Effects, c.Effects.Reversible
	}
	if told := r.doneSoFar(t); told != "" {
		out.Message = told + "\n\n" + prompt
	}
	return out
}

// cut is how the first of the steps before n that did not hand on all it found was cut short.
func (t *run) cut(n int) *sdk.Truncation {
	for _, s := range t.Told[:min(n-1, len(t.Told))] {
		if c := s.Cut(); c != nil {
			return c
		}
	}
	return nil
}

// doneSoFar tells what earlier steps of a suspended turn already changed.
func (r *Runner) doneSoFar(t *run) string {
	if t.Effects.Mutations == 0 {
		return ""
	}
	return r.write.Reply(answer.Account{
		Lang: t.Turn.Lang, Zone: t.Turn.Zone, Home: t.Turn.Home, Shape: plan.ShapeReceipt, Steps: t.Told, Effects: t.Effects,
	}).Message
}

// dialogLife is how long a suspended question waits.
const dialogLife = time.Hour

func (r *Runner) putDialog(ctx context.Context, t *run, kind core.Kind, prompt string, options []string, f consent.Frozen) (core.Dialog, error) {
	digest, err := f.Digest(t.Turn.Owner, t.Turn.Conversation)
	if err != nil {
		return core.Dialog{}, err
	}
	body, err := json.Marshal(f)
	if err != nil {
		return core.Dialog{}, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	now := r.Now()
	d := core.Dialog{
		ID: NewID(), Kind: kind, Owner: t.Turn.Owner, Channel: t.Turn.Channel, Conversation: t.Turn.Conversation,
		Turn: f.Turn, Prompt: prompt, Options: options, Digest: digest,
		Frozen: body, Created: now, Expires: now.Add(dialogLife), State: consent.Open,
	}
	if err := r.Dialogs.Open(d.Owner, d); err != nil {
		return core.Dialog{}, err
	}
	return d, r.record(ctx, t, Record{Kind: "dialog", Dialog: d.ID, State: consent.Open, Digest: d.Digest})
}

// settled is the data of a dialog event once the dialog is no longer open.
type settled struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Value string `json:"value,omitempty"` // the answer to a question, as the person reads it
}

// settle moves a dialog out of open, once, and announces it. False means somebody else did.
func (r *Runner) settle(ctx context.Context, t *run, d core.Dialog, state, value string) (bool, error) {
	if _, err := r.Dialogs.Close(d.Owner, d.ID, state); err != nil {
		if sdk.ClassOf(err) == sdk.Conflict {
			err = nil
		}
		return false, err
	}
	r.emit(ctx, t, "dialog", settled{d.ID, state, value})
	return true, r.record(ctx, t, Record{Kind: "dialog", Dialog: d.ID, State: state, Digest: d.Digest})
}

// frozen reads what a dialog suspended.
func frozen(d core.Dialog) (consent.Frozen, error) {
	var f consent.Frozen
	if err := json.Unmarshal(d.Frozen, &f); err != nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	if f.Undo != "" {
		return f, nil
	}
	if f.Next < 1 || f.Next > len(f.Framework.Steps) || len(f.Done) != f.Next-1 && f.Question == nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "dialog %s is not a suspended plan", d.ID)
	}
	return f, nil
}

// thaw puts a suspended turn back; from here on it goes on.
func (r *Runner) thaw(t *run, f consent.Frozen) error {
	t.Origin = core.FromResume
	return r.walk.Thaw(&t.Course, f)
}

// approve runs the frozen tail, after checking that it is still what was shown. When it is not, or the
// consent came too late, the step asks again and says why.
func (r *Runner) approve(ctx context.Context, t *run, d core.Dialog) core.Outcome {
	f, err := frozen(d)
	if err == nil && f.Undo != "" {
		return r.approveUndo(ctx, t, d, f)
	}
	if err == nil {
		err = r.thaw(t, f)
	}
	if err != nil {
		return r.refuse(t, err)
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
	ok, err := r.settle(ctx, t, d, state, "")
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
