package turn

import (
	"context"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/phrase"
)

// route answers the few requests that need no plan: they are requests only as a whole message.
func (r *Runner) route(ctx context.Context, t *run) (core.Outcome, bool) {
	kind, lang := phrase.Of(consent.Fold(t.Turn.Text))
	wish, undoes := t.wish()
	if undoes && kind != phrase.Undo {
		lang = wish.Lang
	}
	if lang != "" && !t.fixed {
		t.Turn.Lang = lang
	}
	switch {
	case kind == phrase.Undo, undoes && wish.Plain():
		return r.undoLatest(ctx, t), true
	case undoes:
		return r.undoWish(ctx, t, wish), true
	case kind == phrase.Help:
		return r.outcome(t, core.Answer, r.notes.Help(t.Turn.Lang, "help_answer", r.Catalog.Active())), true
	case kind == phrase.Greeting:
		return r.outcome(t, core.Answer, r.notes.Help(t.Turn.Lang, "greeting_answer", r.Catalog.Active())), true
	case kind == phrase.Thanks:
		return r.outcome(t, core.Answer, r.say(t, "thanks_answer")), true
	case strings.TrimSpace(t.Turn.Text) == "":
		return r.outcome(t, core.Ask, r.say(t, "nothing_said")), true
	}
	return core.Outcome{}, false
}

// tutored answers questions about the product.
func (r *Runner) tutored(ctx context.Context, t *run) (core.Outcome, bool) {
	if r.Tutor == nil {
		return core.Outcome{}, false
	}
	message, ok, err := r.Tutor.Help(ctx, t.Turn.Owner, t.Turn.Lang, t.Turn.Text)
	if err != nil || !ok { // without help the sentence is a request like any other
		return core.Outcome{}, false
	}
	t.Origin = core.FromTutor
	return r.outcome(t, core.Answer, message), true
}
