package gateway

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway/lane"
	"github.com/metnos/metnos/core/gateway/recovery"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/people"
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
		var jobs []*lane.Job
		for _, d := range list {
			if d.Epoch != g.epoch && !g.lanes.Has(d.Turn) {
				jobs = append(jobs, g.resumption(person, d))
			}
		}
		for _, j := range jobs {
			faults = append(faults, g.lanes.Join(context.WithoutCancel(ctx), j))
		}
	}
	return errors.Join(faults...)
}

// resumption reads what became of a delivery and prepares its end.
func (g *Gateway) resumption(p people.Person, d Delivery) *lane.Job {
	j := &lane.Job{Lane: laneOf(p.ID, d.Channel, d.Inbound.Conversation), Owner: p.ID, Turn: d.Turn, Force: true}
	past := g.past(p.ID, d)
	switch fate := past.Fate(g.Now()); fate {
	case recovery.Again, recovery.Lost:
		j.Run = func(ctx context.Context) {
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
		j.Run = func(ctx context.Context) { g.record(ctx, p, d, *past.Told, past.End) }
	default:
		j.Run = func(ctx context.Context) { g.report(ctx, p, d, past) }
	}
	return j
}

func (g *Gateway) again(ctx context.Context, p people.Person, d Delivery) core.Outcome {
	if d.Inbound.Text == pairedText {
		return g.greeting(p, d.Turn, "paired_already")
	}
	return g.runs(ctx, g.opening(p.ID, d))
}

// past reads what became of a delivery.
func (g *Gateway) past(owner core.Owner, d Delivery) recovery.Evidence {
	r := recovery.Reader{Log: g.Feed, Dialogs: g.Dialogs, Traces: g.Traces, Zone: g.Zone}
	return r.Read(recovery.Case{
		Owner: owner, Channel: d.Channel, Conversation: d.Inbound.Conversation, Turn: d.Turn, Dialog: d.Dialog, Text: d.Inbound.Text,
		Received: d.Received, Started: d.Started, Begun: d.State != Accepted, Lossy: d.Lossy, Attempts: d.Attempts,
	})
}

// report ends a delivery whose turn does not run again.
func (g *Gateway) report(ctx context.Context, p people.Person, d Delivery, was recovery.Evidence) {
	to := recovery.Listener{Lang: was.Lang, Home: p.Home, Zone: g.zone(p), Now: g.Now()}
	if to.Lang == "" {
		to.Lang = g.lang(p)
	}
	out := g.words.Outcome(to, d.Turn, was)
	if out.Dialog == nil && out.Proposal == nil && g.Memory != nil {
		// What the conversation remembers is older than this turn: "them" must not mean it any more.
		if g.Memory.Delete(p.ID, place(d.Channel, d.Inbound.Conversation)) != nil {
			return // the disk: it stays for the next start
		}
	}
	if g.Ledger != nil {
		err := g.Ledger.Append(ctx, ledger.Record{
			Kind: "closed", At: g.Now(), Owner: p.ID, Turn: d.Turn, Actor: d.Channel, Channel: d.Channel,
			Conversation: d.Inbound.Conversation, Lang: out.Lang, Origin: out.Origin, Outcome: &out,
		})
		if err != nil {
			out.Message += "\n" + g.say(p, "not_recorded", nil)
		}
	}
	if !was.Shown {
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
