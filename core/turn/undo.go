package turn

import (
	"context"

	"github.com/metnos/metnos/core/answer/notice"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Undo reverses a turn, or the latest one with something to reverse when id is "".
func (r *Runner) Undo(ctx context.Context, in Opening, id string) core.Outcome {
	t, err := r.open(ctx, in)
	if err != nil {
		return r.close(ctx, t, r.refuse(t, err))
	}
	if id == "" {
		last, err := r.Journal.Latest(t.Turn.Owner, t.Turn.Conversation)
		switch {
		case err != nil:
			return r.close(ctx, t, r.refuse(t, err))
		case last.Turn == "":
			return r.close(ctx, t, r.outcome(t, core.Answer, r.say(t, "undo_nothing")))
		}
		id = last.Turn
	}
	return r.close(ctx, t, r.undo(ctx, t, id))
}

// undoLatest takes back what the turn before this one changed. When that changed nothing, the latest change is
// an older one, and the person is asked first whether they mean it.
func (r *Runner) undoLatest(ctx context.Context, t *run) core.Outcome {
	last, err := r.Journal.Latest(t.Turn.Owner, t.Turn.Conversation)
	switch {
	case err != nil:
		return r.refuse(t, err)
	case last.Turn == "":
		return r.outcome(t, core.Answer, r.say(t, "undo_nothing"))
	case last.Turn == t.found.Changed:
		return r.undo(ctx, t, last.Turn)
	}
	key := "undo_older"
	switch {
	case last.Conversation != t.Turn.Conversation:
		key = "undo_elsewhere"
	case t.found.Changed != "":
		key = "undo_further"
	}
	prompt := r.notes.UndoOffer(t.Turn, key, notice.Request{Text: last.Text, At: last.At})
	f := consent.Frozen{Turn: t.As, Text: t.Turn.Text, Undo: last.Turn, Executors: map[string]string{}, Verdict: core.Verdict{Ruling: core.AskFor, Code: key}}
	d, err := r.desk.Open(ctx, t.Turn, suspend.Question{Kind: core.Approval, Prompt: prompt}, f)
	if err != nil {
		return r.refuse(t, err)
	}
	out := r.outcome(t, core.Approval, prompt)
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: prompt, Expires: d.Expires, Effects: sdk.Effects{Items: []sdk.Effect{}}}
	return out
}

// approveUndo takes back exactly the turn the person was asked about.
func (r *Runner) approveUndo(ctx context.Context, t *run, d core.Dialog, f consent.Frozen) core.Outcome {
	digest, err := f.Digest(t.Turn.Owner, t.Turn.Conversation)
	state := consent.Granted
	switch {
	case err != nil:
		return r.refuse(t, err)
	case digest != d.Digest:
		return r.refuse(t, sdk.Errorf(sdk.Conflict, "digest_differs", "the dialog is about something else"))
	case !r.Now().Before(d.Expires):
		state = consent.Expired
	}
	ok, err := r.desk.Settle(ctx, t.Turn, d, state, "")
	switch {
	case err != nil:
		return r.refuse(t, err)
	case !ok:
		return r.outcome(t, core.Answer, r.say(t, "dialog_settled"))
	case state == consent.Expired:
		return r.outcome(t, core.Answer, r.say(t, "question_expired"))
	}
	t.Origin = core.FromResume
	return r.undo(ctx, t, f.Undo)
}

func (r *Runner) undo(ctx context.Context, t *run, id string) core.Outcome {
	report, err := r.Journal.Undo(ctx, t.Turn.Owner, id, func(ctx context.Context, e undo.Entry) (sdk.Result, error) {
		return r.walk.Reverse(ctx, &t.Course, e)
	})
	t.Effects.Mutations += len(report.Restored)
	t.Effects.Items = len(report.Restored)
	t.Effects.Failures += len(report.Failed) + len(report.Changed)
	if fault := r.record(ctx, t, Record{Kind: "undo", State: report.Turn}); fault != nil && err == nil {
		err = fault
	}
	if err != nil && len(report.Restored) == 0 {
		return r.refuse(t, err)
	}
	message := r.notes.Undone(t.Turn, notice.Undo{
		Request: notice.Request{Text: report.Text, At: report.At}, Before: report.Before,
		Restored: report.Restored, Failed: report.Failed, Changed: report.Changed, Cannot: len(report.Cannot),
	})
	if err != nil {
		t.Effects.Failures++
		message += "\n" + r.Say.Sentence(t.Turn.Lang, err)
	}
	return r.outcome(t, core.Answer, message)
}
