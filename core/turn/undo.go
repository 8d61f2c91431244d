package turn

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/turn/inverse"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Undo reverses a turn, or the latest one with something to reverse when id is "".
func (r *Runner) Undo(ctx context.Context, in Opening, id string) core.Outcome {
	t, err := r.open(ctx, in)
	switch {
	case err != nil:
		return r.close(ctx, t, r.refuse(t, err))
	case id == "":
		return r.close(ctx, t, r.undoNext(ctx, t, false))
	}
	return r.close(ctx, t, r.undo(ctx, t, []string{id}))
}

// undoNext takes back what the turn before this one changed. When that changed nothing the latest change is an older
// one, and a careful person is asked first whether they mean it; of one that did not come to its end they are told how
// far it came, and asked.
func (r *Runner) undoNext(ctx context.Context, t *run, careful bool) core.Outcome {
	m, err := r.Journal.Next(t.Turn.Owner, t.Turn.Conversation, t.bound.Found.Changed)
	turns, told := inverse.Offered(m)
	t.interrupted = inverse.Untold(t.interrupted, m)
	switch {
	case err != nil:
		return r.refuse(t, err)
	case m.Course == undo.Nothing:
		return r.outcome(t, core.Answer, r.notes.UndoNone(t.Turn, told, inverse.Told(m.Lost)))
	case m.Course == undo.Do, !careful && !told[0].Unfinished():
		return r.undo(ctx, t, turns)
	}
	key := inverse.Key(m.Changes[0], t.Turn.Conversation, t.bound.Found.Changed)
	prompt := r.notes.UndoOffer(t.Turn, key, told[0], inverse.Told(m.Lost))
	return r.offerUndo(ctx, t, suspend.Question{Kind: core.Approval, Prompt: prompt}, key, turns)
}

// wish reads the message as the wish to undo something.
func (t *run) wish() (which.Wish, bool) {
	return which.Read(t.Turn.Text, when.Clock{Now: t.Turn.Now, Zone: t.Turn.Zone})
}

// undoWish takes back what the message means: at once when that is what was just done, else after asking.
func (r *Runner) undoWish(ctx context.Context, t *run, w which.Wish) core.Outcome {
	m, err := r.Journal.Mean(t.Turn.Owner, t.Turn.Conversation, t.bound.Found.Changed, w)
	if err != nil {
		return r.refuse(t, err)
	}
	turns, list := inverse.Offered(m)
	switch {
	case m.Course == undo.Do:
		return r.undo(ctx, t, turns)
	case m.Course == undo.Confirm:
		return r.offerUndo(ctx, t, suspend.Question{Kind: core.Approval, Prompt: r.notes.UndoConfirm(t.Turn, list, inverse.Told(m.Lost))}, "undo_confirm", turns)
	case m.Course == undo.Choose:
		prompt, options := r.notes.UndoChoice(t.Turn, list, inverse.Told(m.Lost), m.More)
		return r.offerUndo(ctx, t, suspend.Question{Kind: core.Ask, Prompt: prompt, Options: options}, "undo_choose", turns)
	}
	return r.outcome(t, core.Answer, r.notes.UndoNone(t.Turn, list, inverse.Told(m.Lost)))
}

// offerUndo asks about turns to take back.
func (r *Runner) offerUndo(ctx context.Context, t *run, q suspend.Question, code string, turns []string) core.Outcome {
	f := consent.Frozen{Turn: t.As, Text: t.Turn.Text, Undo: turns, Shown: q.Options, Executors: map[string]string{}, Verdict: core.Verdict{Ruling: core.AskFor, Code: code}}
	d, err := r.desk.Open(ctx, t.Turn, q, f)
	if err != nil {
		return r.refuse(t, err)
	}
	return inverse.Show(r.outcome(t, q.Kind, q.Prompt), d)
}

// undoTwice takes "annulla" said to the question whether to undo: the question stays and says how to answer. False
// means that the message is something else.
func (r *Runner) undoTwice(t *run, d core.Dialog) (core.Outcome, bool) {
	key, twice := inverse.Twice(d, t.Turn.Text, r.Now())
	if !twice {
		return core.Outcome{}, false
	}
	return inverse.Show(r.outcome(t, d.Kind, r.say(t, key)+"\n"+d.Prompt), d), true
}

// undoChosen reads a message as the choice among turns to take back. False means that it is a request of its own.
func (r *Runner) undoChosen(ctx context.Context, t *run, d core.Dialog, f consent.Frozen, text string) (core.Outcome, bool) {
	if turns, ok := inverse.Chosen(f, text); ok {
		return r.approveUndo(ctx, t, d, f, turns), true
	}
	if _, undoes := t.wish(); !undoes && !consent.Commands(text) && !r.standsAlone(ctx, t) {
		return r.again(t, d, sdk.Errorf(sdk.MissingInput, "choose_one", "not an answer")), true
	}
	if _, err := r.desk.Settle(ctx, t.Turn, d, consent.Superseded, ""); err != nil {
		return r.refuse(t, err), true
	}
	return core.Outcome{}, false
}

// approveUndo takes back turns the person was asked about.
func (r *Runner) approveUndo(ctx context.Context, t *run, d core.Dialog, f consent.Frozen, turns []string) core.Outcome {
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
	return r.undo(ctx, t, turns)
}

// undo takes whole turns back, in the order given, and tells how far that went.
func (r *Runner) undo(ctx context.Context, t *run, turns []string) core.Outcome {
	reports, err := r.Journal.UndoEach(ctx, t.Turn.Owner, turns, func(ctx context.Context, e undo.Entry) (sdk.Result, error) {
		return r.walk.Reverse(ctx, &t.Course, e)
	})
	t.Effects, t.kept = inverse.Effects(reports), t.thread.TakenBack()
	for _, report := range reports {
		if fault := r.record(ctx, t, Record{Kind: "undo", State: report.Turn}); fault != nil && err == nil {
			err = fault
		}
	}
	if err != nil && t.Effects.Items == 0 {
		return r.refuse(t, err)
	}
	message := r.notes.Undone(t.Turn, inverse.Account(reports), len(turns)-len(reports))
	if err != nil {
		t.Effects.Failures++
		message += "\n" + r.Say.Sentence(t.Turn.Tongue(), err)
	}
	return r.outcome(t, core.Answer, message)
}
