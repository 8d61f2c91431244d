package gateway

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway/lane"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/sdk"
)

// deliver takes a message once and lets its turn run behind those that wait in its conversation.
func (g *Gateway) deliver(ctx context.Context, channel string, in sdk.Inbound) (sdk.Accepted, error) {
	person, err := g.principal(ctx, channel, in.Who)
	code, pairs := "", false
	if in.Who.Token == "" && in.Who.Sender != "" && g.Pairing != nil {
		code, pairs = pairingCode(in.Text)
	}
	if err != nil && !(pairs && sdk.ClassOf(err) == sdk.AuthRequired) {
		return sdk.Accepted{}, err
	}
	if !keyed(in.ID, 512) || !keyed(in.Conversation, 200) || strings.IndexByte(in.Who.Account, 0) >= 0 {
		return sdk.Accepted{}, sdk.Errorf(sdk.WrongArgs, "delivery_incomplete", "a message needs an id and a conversation")
	}
	d := Delivery{Channel: channel, Inbound: in, Turn: opening.NewID()}
	d.Inbound.Who = sdk.Presented{Account: in.Who.Account}
	if pairs {
		said := "paired_already"
		if err != nil {
			if person, err = g.Pairing.Pair(ctx, channel, in.Who.Account, in.Who.Sender, code); err != nil {
				return sdk.Accepted{}, err
			}
			said = "paired"
		}
		d.Inbound.Text = pairedText
		return g.take(ctx, person, d, func(context.Context) core.Outcome { return g.greeting(person, d.Turn, said) })
	}
	open := g.opening(person.ID, d)
	d.Inbound.Text = g.Redact(in.Text)
	return g.take(ctx, person, d, func(ctx context.Context) core.Outcome { return g.runs(ctx, open) })
}

// keyed reports whether a name can be part of a key.
func keyed(s string, most int) bool { return s != "" && len(s) <= most && strings.IndexByte(s, 0) < 0 }

// pairedText is what is kept of a message that held a pairing code.
const pairedText = "/pair …"

// pairingCode reads "/start CODE" and "/pair CODE".
func pairingCode(text string) (code string, ok bool) {
	word, code, _ := strings.Cut(strings.TrimSpace(text), " ")
	code = strings.TrimSpace(code)
	return code, code != "" && (word == "/start" || word == "/pair")
}

func (g *Gateway) greeting(p people.Person, turn, key string) core.Outcome {
	return core.Outcome{
		TurnID: turn, Kind: core.Answer, Origin: core.FromRoute, Lang: g.lang(p), Message: g.say(p, key, map[string]string{"name": p.Name}),
		Framework: plan.Framework{Steps: []plan.Step{}}, Steps: []core.Step{}, Attachments: []sdk.Attachment{},
	}
}

// decide answers an open dialog with a control, once per id. Only its owner has it, and only where it was asked.
func (g *Gateway) decide(ctx context.Context, channel string, who sdk.Presented, id string, d turn.Decision) error {
	person, err := g.principal(ctx, channel, who)
	if err != nil {
		return err
	}
	if id == "" {
		id = opening.NewID() // the dialog itself counts once
	}
	if !keyed(id, 512) || strings.IndexByte(who.Account, 0) >= 0 {
		return sdk.Errorf(sdk.WrongArgs, "delivery_incomplete", "a decision's id has %d bytes", len(id))
	}
	in := Delivery{Channel: channel, Inbound: sdk.Inbound{ID: id, Who: sdk.Presented{Account: who.Account}}, Turn: opening.NewID()}
	if _, taken, err := g.Deliveries.Get(person.ID, in); taken || err != nil {
		return err
	}
	dialog, found, err := g.Dialogs.Get(person.ID, d.Dialog)
	if err != nil {
		return err
	}
	switch {
	case !found || dialog.Channel != channel:
		return sdk.Errorf(sdk.PolicyDenied, "dialog_foreign", "dialog %q is not theirs here", d.Dialog)
	case dialog.State != "open":
		return sdk.Errorf(sdk.Conflict, "dialog_settled", "dialog %q is %s", d.Dialog, dialog.State)
	case dialog.Kind == core.Approval && dialog.Digest != d.Digest:
		return sdk.Errorf(sdk.Conflict, "digest_differs", "the decision is about something else")
	}
	kept := d
	kept.Value = g.Redact(d.Value)
	in.Inbound.Conversation, in.Lossy = dialog.Conversation, kept.Value != d.Value
	if in.Decision, err = json.Marshal(kept); err != nil {
		return sdk.Errorf(sdk.ContractViolation, "reply_values", "%w", err)
	}
	open := g.opening(person.ID, in)
	open.Decision = &d
	_, err = g.take(ctx, person, in, func(ctx context.Context) core.Outcome { return g.runs(ctx, open) })
	return err
}

// opening is the turn a delivery opens.
func (g *Gateway) opening(owner core.Owner, d Delivery) turn.Opening {
	open := turn.Opening{
		ID: d.Turn, Owner: owner, Actor: d.Channel, Channel: d.Channel, Conversation: d.Inbound.Conversation,
		Text: d.Inbound.Text, Hint: known(d.Inbound.Lang),
	}
	var decision turn.Decision
	if len(d.Decision) > 0 && json.Unmarshal(d.Decision, &decision) == nil {
		open.Decision = &decision
	}
	return open
}

// known drops a language the catalogue has no sentences in.
func known(lang string) string {
	if lang == "it" || lang == "en" {
		return lang
	}
	return ""
}

// take keeps a delivery, unless it is there, and lets end bring it to its outcome in its turn. The delivery
// outlives the call that brought it.
func (g *Gateway) take(ctx context.Context, p people.Person, d Delivery, end func(context.Context) core.Outcome) (sdk.Accepted, error) {
	accepted := sdk.Accepted{Turn: d.Turn}
	j := &lane.Job{Lane: laneOf(p.ID, d.Channel, d.Inbound.Conversation), Owner: p.ID, Turn: d.Turn}
	j.Accept = func(first bool) (bool, error) {
		d.State, d.Epoch, d.Received = Accepted, g.epoch, g.Now()
		if first { // it begins at once: one transaction says both
			waits, err := g.waits(p.ID, d)
			if err != nil {
				return false, err
			}
			d.State, d.Attempts, d.Started, d.Dialog = Running, 1, d.Received, waits
		}
		there, duplicate, err := g.Deliveries.Accept(p.ID, d)
		if duplicate {
			accepted = sdk.Accepted{Turn: there.Turn, Duplicate: true}
		}
		d = there
		return !duplicate, err
	}
	j.Run = func(ctx context.Context) { g.attend(ctx, p, d, end) }
	if err := g.lanes.Join(context.WithoutCancel(ctx), j); err != nil {
		return sdk.Accepted{}, err
	}
	return accepted, nil
}

// waits is the id of the dialog that is open in a delivery's conversation, "" when there is none.
func (g *Gateway) waits(owner core.Owner, d Delivery) (string, error) {
	open, found, err := g.Dialogs.Current(owner, d.Channel, d.Inbound.Conversation)
	if err != nil || !found {
		return "", err
	}
	return open.ID, nil
}

// attend brings a delivery to its end.
func (g *Gateway) attend(ctx context.Context, p people.Person, d Delivery, end func(context.Context) core.Outcome) {
	if d.State != Running || d.Epoch != g.epoch {
		waits, err := g.waits(p.ID, d)
		if err == nil {
			_, err = g.Deliveries.Start(p.ID, d, g.epoch, waits, g.Now())
		}
		if err != nil { // without a record of its beginning nothing begins
			end = func(context.Context) core.Outcome { return g.failed(p, d, err) }
		}
	}
	noted := g.note(p, d)
	unwatch := g.Feed.watch(d.Turn)
	out := end(ctx)
	unwatch()
	<-noted // who hears of the end finds the conversation in the list
	if ctx.Err() != nil && g.lanes.Stopping() && cutOff(out) {
		return // the next process resumes it
	}
	g.finish(ctx, p, d, out)
}

// cutOff reports whether a turn that was cancelled came to nothing.
func cutOff(out core.Outcome) bool {
	failed := func(s core.Step) bool { return !s.OK }
	return out.Effects.Mutations+out.Effects.Uncertain == 0 && out.Dialog == nil && out.Proposal == nil &&
		(out.Kind == core.Error || slices.ContainsFunc(out.Steps, failed))
}

// failed is the end of a delivery whose turn could not begin.
func (g *Gateway) failed(p people.Person, d Delivery, err error) core.Outcome {
	out := g.greeting(p, d.Turn, "stopping")
	out.Kind, out.Message = core.Error, g.Say.Sentence(g.lang(p), err)
	return out
}

// finish tells the outcome and records the end of a delivery, with the letter that takes it out. A crash before
// the end leaves the final event, from which [Gateway.Recover] goes on.
func (g *Gateway) finish(ctx context.Context, p people.Person, d Delivery, out core.Outcome) {
	e, err := g.Feed.post(p.ID, d.Channel, d.Inbound.Conversation, g.finalOf(out))
	if err != nil && !g.pushed(d.Channel) {
		return // nobody would ever see it: it stays unfinished
	}
	g.record(ctx, p, d, out, e)
}

// record keeps the end of a delivery that was told by e.
func (g *Gateway) record(ctx context.Context, p people.Person, d Delivery, out core.Outcome, e sdk.Event) {
	var letters []outbox.Letter
	pushed := g.pushed(d.Channel)
	if pushed {
		letters = append(letters, outbox.Write(d.Channel, d.Inbound.Conversation, e, g.Now()))
	}
	if err := g.Deliveries.Finish(p.ID, d, out, g.Now(), letters...); err != nil {
		g.tell(ctx, p, d.Channel, d.Inbound.Conversation, "notice", d.Turn, map[string]string{"text": g.say(p, "not_recorded", nil)})
		return
	}
	if pushed {
		g.outbox.Wake(d.Channel)
	}
}

// finalOf is the event an outcome is told by.
func (g *Gateway) finalOf(out core.Outcome) sdk.Event {
	body, err := json.Marshal(out)
	if err != nil {
		body = nil
	}
	return sdk.Event{Kind: final, Turn: out.TurnID, At: g.Now(), Data: body}
}

// doubt writes the copy of an answer that may have arrived.
func (g *Gateway) doubt(ctx context.Context, owner core.Owner, l outbox.Letter) sdk.Event {
	var out core.Outcome
	if l.Copy > 1 || json.Unmarshal(l.Event.Data, &out) != nil {
		return l.Event // it says so already
	}
	lang := out.Lang
	if lang == "" {
		lang = g.Lang
	}
	out.Message = g.Say.Say(lang, "sent_before", nil) + "\n\n" + out.Message
	e := g.finalOf(out)
	e.Seq, e.At = l.Event.Seq, l.Event.At
	return e
}
