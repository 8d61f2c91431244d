package turn

import (
	"context"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/inverse"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// answer writes the reply from what was observed.
func (r *Runner) answer(t *run) core.Outcome {
	reply := r.write.Reply(t.Account())
	out := r.outcome(t, reply.Kind, reply.Message)
	out.Table = reply.Table
	if reply.Attachments != nil {
		out.Attachments = reply.Attachments
	}
	return out
}

func (r *Runner) outcome(t *run, kind core.Kind, message string) core.Outcome {
	if t.Plan.Steps == nil {
		t.Plan.Steps = []plan.Step{} // a list in JSON, also when there is no plan
	}
	return core.Outcome{
		TurnID: t.Turn.ID, Kind: kind, Origin: t.Origin, Lang: t.Turn.Lang, Message: message, Framework: t.Plan,
		Steps: slices.Concat(t.tried, t.Steps), Effects: t.Effects, Attachments: []sdk.Attachment{},
	}
}

// refuse ends a turn with an error said in the person's words.
func (r *Runner) refuse(t *run, err error) core.Outcome {
	kind := core.Error
	switch sdk.ClassOf(err) {
	case sdk.PolicyDenied, sdk.OutOfScope, sdk.AuthRequired:
		kind = core.Refused
	}
	return r.outcome(t, kind, r.Say.Sentence(t.Turn.Tongue(), err))
}

// close records and announces the outcome. Every turn ends here.
func (r *Runner) close(ctx context.Context, t *run, out core.Outcome) core.Outcome {
	ctx = context.WithoutCancel(ctx)
	if out.Steps == nil {
		out.Steps = []core.Step{}
	}
	for _, e := range t.interrupted {
		out.Message = r.notes.Interrupted(t.Turn, notice.Request{Text: e.Text, At: e.Start()}, e.Turn, inverse.Interrupted(e)) + "\n\n" + out.Message
		out.Effects.Uncertain++
	}
	out.MS = course.Milliseconds(r.Now().Sub(t.started))
	if t.bound.Person.ID == "" {
		return out // nobody's turn: nothing of it is kept
	}
	kept := t.thread.Beside(t.kept, t.Turn.Lang, t.As, out.Effects)
	if err := r.record(ctx, t, Record{Kind: "closed", Outcome: &out}); err != nil {
		out.Message += "\n" + r.say(t, "not_recorded")
	}
	r.warn(ctx, t, kept()) // should that fail, only a follow-up will have nothing to follow
	switch {
	case out.Proposal != nil:
		r.emit(ctx, t, "proposal", out.Proposal)
	case out.Dialog != nil:
		r.emit(ctx, t, "dialog", out.Dialog)
	}
	r.emit(ctx, t, "final", out)
	r.sources().Learn(ctx, t.request, t.draft, out)
	return out
}

func (r *Runner) record(ctx context.Context, t *run, rec Record) error {
	return r.trace.Record(ctx, t.Turn, rec)
}

func (r *Runner) emit(ctx context.Context, t *run, kind string, data any) {
	r.trace.Emit(ctx, t.Turn, kind, data)
}

func (r *Runner) say(t *run, key string) string { return r.Say.Say(t.Turn.Tongue(), key, nil) }

func (r *Runner) lookup(tool string) (*manifest.Manifest, bool) {
	ex, err := r.Catalog.Get(tool)
	return ex.Manifest, err == nil && ex.Manifest != nil
}
