package turn

import (
	"context"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/destination"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/sdk"
)

// route answers the few requests that need no plan: they are requests only as a whole message.
func (r *Runner) route(ctx context.Context, t *run) (core.Outcome, bool) {
	kind, lang := phrase.Of(consent.Fold(t.Turn.Text))
	wish, undoes := t.wish()
	if undoes && kind != phrase.Undo {
		lang = wish.Lang
	}
	t.tongue(lang)
	switch {
	case kind == phrase.Undo, undoes && wish.Plain():
		return r.undoNext(ctx, t, true), true
	case undoes:
		return r.undoWish(ctx, t, wish), true
	case kind == phrase.Help:
		return r.outcome(t, core.Answer, r.notes.Help(t.Turn.Tongue(), "help_answer", r.Catalog.Active())), true
	case kind == phrase.Greeting:
		return r.outcome(t, core.Answer, r.notes.Help(t.Turn.Tongue(), "greeting_answer", r.Catalog.Active())), true
	case kind == phrase.Thanks:
		return r.outcome(t, core.Answer, r.say(t, "thanks_answer")), true
	case strings.TrimSpace(t.Turn.Text) == "":
		return r.outcome(t, core.Ask, r.say(t, "nothing_said")), true
	}
	return core.Outcome{}, false
}

// tutored answers questions about the product.
func (r *Runner) tutored(ctx context.Context, t *run) (core.Outcome, bool) {
	if r.Tutor != nil {
		if help, ok, err := r.Tutor.Help(ctx, t.Turn); err == nil && ok {
			t.Origin = core.FromTutor
			t.tongue(help.Lang)
			return r.outcome(t, core.Answer, help.Text), true
		}
	}
	return core.Outcome{}, false // without help the sentence is a request like any other
}

// placed stops a turn that names another place than this host: it is never run here instead.
func (r *Runner) placed(ctx context.Context, t *run) (core.Outcome, bool) {
	if r.Destinations == nil {
		return core.Outcome{}, false
	}
	target, err := r.Destinations.Resolve(ctx, destination.Request{Owner: t.Turn.Owner, Text: t.Turn.Text, Places: t.places})
	if err != nil {
		return r.refuse(t, err), true
	}
	switch target := target.(type) {
	case destination.Here:
		t.Turn.Text = target.Text
		return core.Outcome{}, false
	case destination.Ambiguous:
		return r.ask(ctx, t, destination.Choice(target)), true
	case destination.There:
		err = sdk.Errorf(sdk.Unavailable, "device_elsewhere", "nothing runs on devices").With("name", target.Device.Name())
	default:
		err = destination.Sentence(target)
	}
	return r.refuse(t, err), true
}
