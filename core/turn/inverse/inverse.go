package inverse

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/sdk"
)

// Offered is what a wish means, as turns and as the person is told of them.
func Offered(m undo.Meant) (turns []string, told []notice.Change) {
	for _, c := range m.Changes {
		turns = append(turns, c.Turn)
	}
	return turns, Told(m.Changes)
}

// Told is changes as the person is told of them.
func Told(changes []undo.Change) (told []notice.Change) {
	for _, c := range changes {
		n := notice.Change{
			Request: notice.Request{Text: c.Text, At: c.At}, Kind: string(c.Kind), Undoing: c.Undoing, Tried: c.Tried, Back: c.Back, Left: c.Left,
		}
		if c.Cut {
			n.Cut = &notice.Cut{Done: c.Changed, Planned: c.Planned, Unclear: c.Unclear}
		}
		told = append(told, n)
	}
	return told
}

// Key is the sentence that offers a change: it is not what was just done, and says why. changed is the turn that was.
func Key(c undo.Change, conversation, changed string) string {
	switch {
	case c.Conversation != conversation:
		return "undo_elsewhere"
	case changed != "":
		return "undo_further"
	}
	return "undo_older"
}

// Show adds a question about turns to take back to an outcome.
func Show(out core.Outcome, d core.Dialog) core.Outcome {
	if d.Kind == core.Ask {
		out.Dialog = &core.Question{ID: d.ID, Prompt: d.Prompt, Options: d.Options}
		return out
	}
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: d.Prompt, Expires: d.Expires, Effects: sdk.Effects{Items: []sdk.Effect{}}}
	return out
}

// Twice reports whether a message answers the question whether to undo with the words that ask to undo: they may mean
// yes as well as no. key is the sentence that says how to answer.
func Twice(d core.Dialog, text string, now time.Time) (key string, twice bool) {
	f, err := suspend.Thawed(d)
	if err != nil || len(f.Undo) == 0 || !phrase.Undoes(consent.Fold(text)) || !now.Before(d.Expires) {
		return "", false
	}
	if d.Kind == core.Ask {
		return "undo_which_or_no", true
	}
	return "undo_yes_or_no", true
}

// Untold are the steps that were cut off of which the answer to a wish does not tell already.
func Untold(interrupted []undo.Entry, m undo.Meant) (rest []undo.Entry) {
	for _, e := range interrupted {
		if !slices.ContainsFunc(slices.Concat(m.Changes, m.Lost), func(c undo.Change) bool { return c.Turn == e.Turn }) {
			rest = append(rest, e)
		}
	}
	return rest
}

// Interrupted is how far a step came that was cut off.
func Interrupted(e undo.Entry) notice.Cut {
	if e.Cut == nil {
		return notice.Cut{}
	}
	return notice.Cut{Done: e.Changed, Planned: e.Cut.Planned, Unclear: len(e.Cut.Unclear) + e.Cut.Beyond}
}

// Chosen reads a message as the choice among the turns a dialog offers. Its last option is all of them.
func Chosen(f consent.Frozen, text string) ([]string, bool) {
	if which.All(text) {
		return f.Undo, true
	}
	turn, ok := consent.Choose(text, append(slices.Clone(f.Undo), ""), f.Shown)
	switch {
	case !ok:
		return nil, false
	case turn == "":
		return f.Undo, true
	}
	return []string{turn}, true
}

// Account is what an undo has done, as the person is told.
func Account(reports []undo.Report) []notice.Undo {
	told := make([]notice.Undo, 0, len(reports))
	for _, report := range reports {
		u := notice.Undo{
			Request: notice.Request{Text: report.Text, At: report.At}, Before: report.Before,
			Restored: report.Restored, Failed: report.Failed, Changed: report.Changed, Idle: report.Idle,
			Back: report.Back, Left: report.Left, Unclear: report.Unclear, Beyond: report.Beyond,
		}
		for _, e := range report.Cannot {
			u.Cannot = append(u.Cannot, notice.Lasting{Kind: string(e.Kind()), Uncertain: e.State != undo.Done})
		}
		told = append(told, u)
	}
	return told
}

// Effects counts what an undo has done.
func Effects(reports []undo.Report) (e core.Effects) {
	for _, report := range reports {
		e.Mutations += len(report.Restored)
		e.Failures += len(report.Failed) + len(report.Changed)
	}
	e.Items = e.Mutations
	return e
}
