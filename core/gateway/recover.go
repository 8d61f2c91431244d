package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/gateway/recovery"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Recover takes up the messages that an earlier process took and never finished. What each did is read before it
// returns; then they come to their end one after the other, before what arrives in their conversations from now
// on: run again, or told honestly. Call it before any turn may run.
func (g *Gateway) Recover(ctx context.Context) error {
	owners, err := g.Deliveries.Owners()
	if err != nil {
		return err
	}
	var faults []error
	for _, owner := range owners {
		person, err := g.People.Person(ctx, owner)
		if sdk.ClassOf(err) == sdk.PolicyDenied {
			continue // nobody is left to tell
		}
		if err != nil {
			return err
		}
		list, err := g.Deliveries.Unfinished(owner)
		faults = append(faults, err)
		var jobs []*job
		for _, d := range list {
			if d.Epoch != g.epoch && !g.lanes.has(d.Turn) {
				jobs = append(jobs, g.resumption(person, d))
			}
		}
		for _, j := range jobs {
			faults = append(faults, g.lanes.join(context.WithoutCancel(ctx), j))
		}
	}
	return errors.Join(faults...)
}

// resumption reads what became of a delivery and prepares its end.
func (g *Gateway) resumption(p people.Person, d Delivery) *job {
	j := &job{lane: lane(p.ID, d.Channel, d.Inbound.Conversation), owner: p.ID, turn: d.Turn, force: true}
	past := g.past(p, d)
	switch fate := past.Fate(g.Now()); fate {
	case recovery.Again, recovery.Lost:
		j.run = func(ctx context.Context) {
			if d.Dialog != "" { // what its turn answered without acting upon
				if err := g.Dialogs.Reopen(p.ID, d.Dialog); err != nil && sdk.ClassOf(err) != sdk.Conflict && sdk.ClassOf(err) != sdk.NotFound {
					return // the disk: it stays for the next start
				}
			}
			if fate == recovery.Lost {
				g.report(ctx, p, d, past)
				return
			}
			g.attend(ctx, p, d, func(ctx context.Context) core.Outcome { return g.again(ctx, p, d) })
		}
	case recovery.Told:
		j.run = func(ctx context.Context) { g.record(ctx, p, d, *past.Told, past.end) }
	default:
		j.run = func(ctx context.Context) { g.report(ctx, p, d, past) }
	}
	return j
}

func (g *Gateway) again(ctx context.Context, p people.Person, d Delivery) core.Outcome {
	if d.Inbound.Text == pairedText {
		return g.greeting(p, d.Turn, "paired_already")
	}
	return g.Turns.Run(ctx, g.opening(p.ID, d))
}

// past is the evidence of a delivery, and what its conversation was told.
type past struct {
	recovery.Evidence
	lang  string    // of the turn, once it began
	asked bool      // the question it left open was shown
	end   sdk.Event // by which it was told its end
}

func (g *Gateway) past(p people.Person, d Delivery) past {
	was := past{Evidence: recovery.Evidence{
		Text: d.Inbound.Text, Received: d.Received, Begun: d.State != Accepted, Attempts: d.Attempts, Lossy: d.Lossy,
	}}
	if !was.Begun {
		return was
	}
	if err := errors.Join(g.told(p.ID, d, &was), g.asked(p.ID, d, &was), g.traced(p.ID, d, &was)); err != nil {
		was.Blind = true
	}
	return was
}

// told reads the log of the conversation: the end of the turn, should it be there.
func (g *Gateway) told(owner core.Owner, d Delivery, was *past) error {
	events, err := g.Feed.Resume(owner, d.Channel, d.Inbound.Conversation, 0)
	for _, e := range events {
		if e.Turn != d.Turn {
			continue
		}
		var said struct {
			Lang, State string
			Text        string
		}
		if json.Unmarshal(e.Data, &said) != nil {
			continue
		}
		switch e.Kind {
		case "turn_started":
			was.lang = said.Lang
			if was.Text == "" {
				was.Text = said.Text
			}
		case "proposal", "dialog":
			was.asked = was.asked || said.State == ""
		case final:
			var out core.Outcome
			if json.Unmarshal(e.Data, &out) == nil {
				was.Told, was.end = &out, e
			}
		}
	}
	return err
}

// asked looks for a question that was not there when the turn began.
func (g *Gateway) asked(owner core.Owner, d Delivery, was *past) error {
	open, found, err := g.Dialogs.Current(owner, d.Channel, d.Inbound.Conversation)
	if err == nil && found && open.ID != d.Dialog && !open.Created.Before(d.Started) {
		was.Asks = &open
	}
	return err
}

// traced asks the journal what the turn changed or, when it was to undo, what it took back.
func (g *Gateway) traced(owner core.Owner, d Delivery, was *past) error {
	if g.Traces == nil {
		return sdk.Errorf(sdk.Unavailable, "stopping", "nothing traces what turns did")
	}
	trace, err := g.Traces.Trace(owner, d.Turn, d.Started)
	was.Steps = trace.Steps
	if len(was.Steps) > 0 && was.Text == "" {
		was.Text = was.Steps[0].Text
	}
	_, undoes := which.Read(d.Inbound.Text, when.Clock{Now: d.Started, Zone: g.Zone})
	undoes = undoes || phrase.Undoes(consent.Fold(d.Inbound.Text))
	if answered, found, fault := g.Dialogs.Get(owner, d.Dialog); d.Dialog != "" && found && fault == nil && answered.State == consent.Granted {
		var f consent.Frozen
		undoes = undoes || json.Unmarshal(answered.Frozen, &f) == nil && len(f.Undo) > 0
		if was.Text == "" {
			was.Text = f.Text
		}
	}
	if undoes {
		was.Undone = trace.Undone
	}
	return err
}

// report ends a delivery whose turn does not run again.
func (g *Gateway) report(ctx context.Context, p people.Person, d Delivery, was past) {
	to := recovery.Listener{Lang: was.lang, Home: p.Home, Zone: g.zone(p), Now: g.Now()}
	if to.Lang == "" {
		to.Lang = g.lang(p)
	}
	out := g.words.Outcome(to, d.Turn, was.Evidence)
	if g.Ledger != nil {
		err := g.Ledger.Append(ctx, ledger.Record{
			Kind: "closed", At: g.Now(), Owner: p.ID, Turn: d.Turn, Actor: d.Channel, Channel: d.Channel,
			Conversation: d.Inbound.Conversation, Lang: out.Lang, Origin: out.Origin, Outcome: &out,
		})
		if err != nil {
			out.Message += "\n" + g.say(p, "not_recorded", nil)
		}
	}
	if !was.asked {
		switch {
		case out.Proposal != nil:
			g.tell(ctx, p, d.Channel, d.Inbound.Conversation, "proposal", d.Turn, out.Proposal)
		case out.Dialog != nil:
			g.tell(ctx, p, d.Channel, d.Inbound.Conversation, "dialog", d.Turn, out.Dialog)
		}
	}
	g.finish(ctx, p, d, out)
}

func (g *Gateway) zone(p people.Person) *time.Location {
	if zone, err := time.LoadLocation(p.Zone); err == nil && p.Zone != "" {
		return zone
	}
	return g.Zone
}

// name is what a person would call for to have a tool.
func (g *Gateway) name(lang, tool string) string {
	active := g.Catalog.Active()
	at := slices.IndexFunc(active, func(ex core.Executor) bool { return ex.Manifest.Name == tool })
	if at >= 0 && len(active[at].Manifest.Affinity[lang]) > 0 {
		return active[at].Manifest.Affinity[lang][0]
	}
	return tool
}
