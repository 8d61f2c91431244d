package turn

import (
	"context"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// route answers the few requests that need no plan: they are requests only as a whole message.
func (r *Runner) route(ctx context.Context, t *run) (core.Outcome, bool) {
	kind, lang := phrase.Of(consent.Fold(t.Turn.Text))
	if lang != "" && !t.fixed {
		t.Turn.Lang = lang
	}
	switch {
	case kind == phrase.Undo:
		return r.undo(ctx, t, ""), true
	case kind == phrase.Help:
		return r.outcome(t, core.Answer, r.write.Help(t.Turn.Lang, "help_answer", r.Catalog.Active())), true
	case kind == phrase.Greeting:
		return r.outcome(t, core.Answer, r.write.Help(t.Turn.Lang, "greeting_answer", r.Catalog.Active())), true
	case kind == phrase.Thanks:
		return r.outcome(t, core.Answer, r.say(t, "thanks_answer")), true
	case strings.TrimSpace(t.Turn.Text) == "":
		return r.outcome(t, core.Ask, r.say(t, "nothing_said")), true
	}
	return core.Outcome{}, false
}

// Undo reverses a turn, or the latest one with something to reverse when id is "".
func (r *Runner) Undo(ctx context.Context, in Opening, id string) core.Outcome {
	t, err := r.open(ctx, in)
	if err != nil {
		return r.close(ctx, t, r.refuse(t, err))
	}
	return r.close(ctx, t, r.undo(ctx, t, id))
}

func (r *Runner) undo(ctx context.Context, t *run, id string) core.Outcome {
	if id == "" {
		latest, err := r.Journal.Latest(t.Turn.Owner, t.Turn.Conversation)
		if err != nil {
			return r.refuse(t, err)
		}
		if latest == "" {
			return r.outcome(t, core.Answer, r.say(t, "undo_nothing"))
		}
		id = latest
	}
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
	message := r.write.Undone(t.Turn.Lang, t.Turn.Home, report.Before, report.Restored, report.Failed, report.Changed, tools(report.Cannot))
	if err != nil {
		t.Effects.Failures++
		message += "\n" + r.Say.Sentence(t.Turn.Lang, err)
	}
	return r.outcome(t, core.Answer, message)
}

func tools(entries []undo.Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Tool
	}
	return names
}
