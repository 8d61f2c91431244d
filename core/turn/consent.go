package turn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Lifetimes of a suspended question.
const approvalLife, questionLife = time.Hour, time.Hour

// States a dialog ends in. They are kept apart: nobody's silence is a refusal.
const (
	open       = "open"
	granted    = "granted"
	refused    = "refused"
	expired    = "expired"
	cancelled  = "cancelled"
	superseded = "superseded"
)

// Frozen is a turn suspended at step Next: what is done, which is never run again, and what was shown.
type Frozen struct {
	Turn      string            `json:"turn"`
	Origin    core.Origin       `json:"origin"`
	Text      string            `json:"text"`
	Framework plan.Framework    `json:"framework"`
	Previous  *Remembered       `json:"previous,omitempty"`
	Done      []finished        `json:"done"`
	Effects   core.Effects      `json:"effects"`
	Next      int               `json:"next"` // 1-based
	Args      map[string]any    `json:"args,omitempty"`
	Foreseen  *sdk.Effects      `json:"foreseen,omitempty"`
	Executors map[string]string `json:"executors"` // tool -> digest of what would run
	Verdict   core.Verdict      `json:"verdict"`
	Question  *plan.Question    `json:"question,omitempty"`
	Shown     []string          `json:"shown,omitempty"` // options as the person reads them
}

// finished is a step that ran before the suspension.
type finished struct {
	Step     core.Step      `json:"step"`
	Args     map[string]any `json:"args"`
	Observed plan.Observed  `json:"observed"`
	Skipped  bool           `json:"skipped,omitempty"`
}

// digest binds a consent to the person, the conversation, the turn, the rest of the plan, the bytes of
// its executors, the canonical arguments and the exact effects.
func (f Frozen) digest(owner core.Owner, conversation string) string {
	body, err := json.Marshal(struct {
		Owner        core.Owner
		Conversation string
		Turn         string
		Next         int
		Tail         []plan.Step
		Executors    map[string]string
		Args         map[string]any
		Foreseen     *sdk.Effects
	}{owner, conversation, f.Turn, f.Next, f.Framework.Steps[f.Next-1:], f.Executors, f.Args, f.Foreseen})
	if err != nil {
		return "" // matches no dialog: Put refuses an empty digest
	}
	sum := sha256.Sum256(append([]byte("metnos/consent/v1\x00"), body...))
	return hex.EncodeToString(sum[:])
}

// covers reports whether the approval is for exactly this call: same step, same arguments, and no effect
// beyond those that were shown.
func (f *Frozen) covers(c *call) bool {
	if c.n != f.Next || !sameJSON(c.args, f.Args) || (c.effects == nil) != (f.Foreseen == nil) {
		return false
	}
	if c.effects == nil {
		return true
	}
	shown := map[sdk.Effect]bool{}
	for _, e := range f.Foreseen.Items {
		shown[e] = true
	}
	for _, e := range c.effects.Items {
		if !shown[e] {
			return false
		}
	}
	return c.effects.Total <= f.Foreseen.Total && c.effects.Truncated == f.Foreseen.Truncated &&
		(c.effects.Reversible || !f.Foreseen.Reversible)
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// suspend freezes the turn before a step that needs consent and shows exactly what it would do.
func (r *Runner) suspend(ctx context.Context, t *run, c *call, verdict core.Verdict) core.Outcome {
	args := c.args
	if verdict.Code == "ask_overwrite" {
		args = consenting(c)
	}
	f, err := r.freeze(t, c.n)
	if err != nil {
		return r.refuse(t, err)
	}
	f.Args, f.Foreseen, f.Verdict = args, c.effects, verdict
	if !sameJSON(args, c.args) {
		f.Framework.Steps = append([]plan.Step(nil), f.Framework.Steps...)
		f.Framework.Steps[c.n-1] = overwriting(f.Framework.Steps[c.n-1], c)
	}
	prompt := r.write.Proposal(t.turn.Lang, t.turn.Home, verdict, c.effects)
	d, err := r.putDialog(ctx, t, core.Approval, prompt, nil, f, approvalLife)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.Approval, prompt)
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: prompt, Expires: d.Expires}
	if c.effects != nil {
		out.Proposal.Effects, out.Proposal.Reversible = *c.effects, c.effects.Reversible
	}
	if told := r.doneSoFar(t); told != "" {
		out.Message = told + "\n\n" + prompt
	}
	return out
}

// consenting adds the executor's own permission to overwrite, which only a consent can give.
func consenting(c *call) map[string]any {
	args := make(map[string]any, len(c.args)+1)
	for name, value := range c.args {
		args[name] = value
	}
	for name, p := range c.executor.Manifest.Args.Properties {
		if p.Semantic == "overwrite" && p.Type == "boolean" {
			args[name] = true
		}
	}
	return args
}

func overwriting(step plan.Step, c *call) plan.Step {
	out := plan.Step{Tool: step.Tool, Args: map[string]any{}}
	for name, value := range step.Args {
		out.Args[name] = value
	}
	for name, p := range c.executor.Manifest.Args.Properties {
		if p.Semantic == "overwrite" && p.Type == "boolean" {
			out.Args[name] = true
		}
	}
	return out
}

// doneSoFar tells what earlier steps of a suspended turn already changed.
func (r *Runner) doneSoFar(t *run) string {
	if t.effects.Mutations == 0 {
		return ""
	}
	return r.write.Reply(answer.Account{
		Lang: t.turn.Lang, Zone: t.turn.Zone, Home: t.turn.Home, Shape: plan.ShapeReceipt, Steps: t.told, Effects: t.effects,
	}).Message
}

func (r *Runner) freeze(t *run, next int) (Frozen, error) {
	f := Frozen{
		Turn: t.as, Origin: t.origin, Text: t.turn.Text, Framework: t.plan, Previous: t.previous,
		Effects: t.effects, Next: next, Executors: map[string]string{},
	}
	for i, s := range t.steps {
		f.Done = append(f.Done, finished{Step: s, Args: t.told[i].Args, Observed: t.observed[i], Skipped: t.told[i].Skipped})
	}
	var err error
	f.Executors, err = r.fingerprints(t.plan.Steps[next-1:])
	return f, err
}

// fingerprints names the bytes of each executor a plan would run.
func (r *Runner) fingerprints(steps []plan.Step) (map[string]string, error) {
	out := map[string]string{}
	for _, s := range steps {
		ex, err := r.Catalog.Get(s.Tool)
		if err != nil {
			return nil, err
		}
		out[s.Tool] = ex.Manifest.Version + " " + ex.Manifest.Plugin.Digest + " " + ex.SignedBy + " " + ex.Instance
	}
	return out, nil
}

func (r *Runner) putDialog(ctx context.Context, t *run, kind core.Kind, prompt string, options []string, f Frozen, life time.Duration) (core.Dialog, error) {
	body, err := json.Marshal(f)
	if err != nil {
		return core.Dialog{}, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	d := core.Dialog{
		ID: newID(), Kind: kind, Owner: t.turn.Owner, Channel: t.turn.Channel, Conversation: t.turn.Conversation,
		Turn: f.Turn, Prompt: prompt, Options: options, Digest: f.digest(t.turn.Owner, t.turn.Conversation),
		Frozen: body, Created: r.Now(), Expires: r.Now().Add(life), State: open,
	}
	if err := r.Dialogs.Open(d.Owner, d); err != nil {
		return core.Dialog{}, err
	}
	return d, r.record(ctx, t, Record{Kind: "dialog", Dialog: d.ID, State: open, Digest: d.Digest})
}

// settle moves a dialog out of open, once. False means somebody else did.
func (r *Runner) settle(ctx context.Context, t *run, d core.Dialog, state string) (bool, error) {
	if _, err := r.Dialogs.Close(d.Owner, d.ID, state); err != nil {
		if sdk.ClassOf(err) == sdk.Conflict {
			err = nil
		}
		return false, err
	}
	return true, r.record(ctx, t, Record{Kind: "dialog", Dialog: d.ID, State: state, Digest: d.Digest})
}

// thaw puts a suspended turn back as it was; its finished steps are done and stay so.
func (r *Runner) thaw(t *run, d core.Dialog) (Frozen, error) {
	var f Frozen
	if err := json.Unmarshal(d.Frozen, &f); err != nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	if f.Next < 1 || f.Next > len(f.Framework.Steps) || len(f.Done) != f.Next-1 && f.Question == nil {
		return f, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "dialog %s is not a suspended plan", d.ID)
	}
	t.plan, t.previous, t.effects, t.as, t.origin = f.Framework, f.Previous, f.Effects, f.Turn, core.FromResume
	for _, done := range f.Done {
		ex, err := r.Catalog.Get(done.Step.Tool)
		if err != nil {
			return f, err
		}
		t.steps = append(t.steps, done.Step)
		t.observed = append(t.observed, done.Observed)
		t.told = append(t.told, answer.Step{
			Manifest: ex.Manifest, Args: done.Args, Types: done.Observed.Types, Result: done.Observed.Result, Skipped: done.Skipped,
		})
	}
	return f, nil
}

// approve runs the frozen tail, after checking that it is still what was shown. When it is not, the
// vaglio is asked afresh and a new approval shows what changed.
func (r *Runner) approve(ctx context.Context, t *run, d core.Dialog) core.Outcome {
	f, err := r.thaw(t, d)
	if err != nil {
		return r.refuse(t, err)
	}
	tail, err := r.fingerprints(f.Framework.Steps[f.Next-1:])
	if err != nil {
		return r.refuse(t, err)
	}
	state := granted
	shown := f.digest(t.turn.Owner, t.turn.Conversation) == d.Digest
	f.Executors = tail
	switch {
	case !shown || f.digest(t.turn.Owner, t.turn.Conversation) != d.Digest:
		state = superseded // something differs from what the person read: it has no consent
	case !r.Now().Before(d.Expires):
		state = expired
	default:
		t.approved = &f
	}
	ok, err := r.settle(ctx, t, d, state)
	if err != nil {
		return r.refuse(t, err)
	}
	if !ok {
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled"))
	}
	out := r.execute(ctx, t)
	if out.Kind == core.Approval {
		why := "approval_changed"
		if state == expired {
			why = "approval_expired"
		}
		if state != granted || t.approved != nil {
			out.Message = r.say(t, why) + "\n\n" + out.Message
		}
	}
	return out
}
