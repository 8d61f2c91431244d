package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

// Turns runs a turn to its outcome.
type Turns interface {
	Run(ctx context.Context, in turn.Opening) core.Outcome
}

// People resolves what a channel was shown into somebody, or refuses.
type People interface {
	Person(ctx context.Context, id core.Owner) (people.Person, error)
	Principal(ctx context.Context, token string) (people.Person, people.Session, error)
	SignIn(ctx context.Context, token, label string) (string, people.Session, error)
	Close(ctx context.Context, token string) error
	Prefer(ctx context.Context, id core.Owner, lang, zone string) error
}

// Bindings tells which owner a platform's sender is; nil binds nobody.
type Bindings interface {
	Bound(ctx context.Context, channel, sender string) (core.Owner, bool, error)
}

// Delivery is one message as it came in, and what became of it.
type Delivery struct {
	Channel  string          `json:"channel"`
	Inbound  sdk.Inbound     `json:"inbound"` // without the speaker's token
	Turn     string          `json:"turn"`
	Received time.Time       `json:"received"`
	Done     time.Time       `json:"done,omitzero"`
	Outcome  json.RawMessage `json:"outcome,omitempty"`
}

// Deliveries remembers messages by owner, channel and id, so that each is taken once.
type Deliveries interface {
	// Accept stores a message and its id in one transaction; of a repeated id it returns the first.
	Accept(owner core.Owner, d Delivery) (first Delivery, duplicate bool, err error)
	Finish(owner core.Owner, channel, id string, outcome core.Outcome, now time.Time) error
	Unfinished(owner core.Owner) ([]Delivery, error)
	Owners() ([]core.Owner, error)
}

// Dialogs finds a suspended question by its id, among its owner's.
type Dialogs interface {
	Get(owner core.Owner, id string) (core.Dialog, bool, error)
}

// Feedback records whether a turn served the person.
type Feedback interface {
	Record(ctx context.Context, owner core.Owner, turn string, good bool) error
}

// Catalog is what may be named now.
type Catalog interface{ Active() []core.Executor }

// Sayer is the message catalogue.
type Sayer interface {
	Say(lang, key string, params map[string]string) string
}

// Organs are everything the gateway needs; Bindings and Feedback may be nil.
type Organs struct {
	Turns      Turns
	People     People
	Bindings   Bindings
	Deliveries Deliveries
	Dialogs    Dialogs
	Feed       *Feed
	Feedback   Feedback
	Catalog    Catalog
	Say        Sayer
	Redact     func(string) string
	Methods    []Method // beyond the gateway's own
	Now        func() time.Time
	Lang       string // of a person who chose none
	Parallel   int    // turns at once; 0 means 8
}

// waitingRoom is how many messages may wait in one conversation.
const waitingRoom = 32

// Gateway is the one door to turns.
type Gateway struct {
	Organs
	lanes   *lanes
	methods map[string]Method
}

// New returns a gateway; Close ends it.
func New(o Organs) (*Gateway, error) {
	if o.Parallel <= 0 {
		o.Parallel = 8
	}
	g := &Gateway{Organs: o, lanes: newLanes(o.Parallel, waitingRoom), methods: map[string]Method{}}
	for _, m := range append(g.own(), o.Methods...) {
		if _, twice := g.methods[m.Name]; twice {
			return nil, errors.New("the method " + m.Name + " is there twice")
		}
		g.methods[m.Name] = m
	}
	return g, nil
}

// Close cancels the turns that run and waits for them to be recorded.
func (g *Gateway) Close() { g.lanes.close() }

// principal resolves who is speaking. Nobody in particular is refused.
func (g *Gateway) principal(ctx context.Context, channel string, who sdk.Presented) (people.Person, error) {
	if who.Token != "" {
		person, _, err := g.People.Principal(ctx, who.Token)
		return person, err
	}
	if who.Sender != "" && g.Bindings != nil {
		owner, bound, err := g.Bindings.Bound(ctx, channel, who.Sender)
		if err != nil {
			return people.Person{}, err
		}
		if bound {
			return g.People.Person(ctx, owner)
		}
	}
	return people.Person{}, sdk.Errorf(sdk.AuthRequired, "speaker_unknown", "nobody is signed in")
}

// Ask runs one turn of the command line, after those of its conversation that wait, and returns how it
// ended. The caller vouches for the owner.
func (g *Gateway) Ask(ctx context.Context, in turn.Opening) (core.Outcome, error) {
	if _, err := g.People.Person(ctx, in.Owner); err != nil {
		return core.Outcome{}, err
	}
	if in.ID == "" {
		in.ID = turn.NewID()
	}
	var out core.Outcome
	j, err := g.lanes.join(ctx, lane(in), in.Owner, in.ID, always, func(ctx context.Context) { out = g.Turns.Run(ctx, in) })
	if err != nil {
		return core.Outcome{}, err
	}
	<-j.done
	return out, nil
}

func always() (bool, error) { return true, nil }

func lane(in turn.Opening) string {
	return string(in.Owner) + "\x00" + place(in.Channel, in.Conversation)
}

// deliver takes a message once and lets its turn run behind those that wait in its conversation.
func (g *Gateway) deliver(ctx context.Context, channel string, in sdk.Inbound) (sdk.Accepted, error) {
	person, err := g.principal(ctx, channel, in.Who)
	if err != nil {
		return sdk.Accepted{}, err
	}
	if in.ID == "" || len(in.ID) > 512 || in.Conversation == "" || len(in.Conversation) > 200 {
		return sdk.Accepted{}, sdk.Errorf(sdk.WrongArgs, "delivery_incomplete", "a message needs an id and a conversation")
	}
	opening := turn.Opening{
		ID: turn.NewID(), Owner: person.ID, Actor: channel, Channel: channel, Conversation: in.Conversation, Text: in.Text, Hint: known(in.Lang),
	}
	accepted := sdk.Accepted{Turn: opening.ID}
	kept := in
	kept.Who, kept.Text = sdk.Presented{}, g.Redact(in.Text)
	accept := func() (bool, error) {
		first, duplicate, err := g.Deliveries.Accept(person.ID, Delivery{Channel: channel, Inbound: kept, Turn: opening.ID, Received: g.Now()})
		if duplicate {
			accepted = sdk.Accepted{Turn: first.Turn, Duplicate: true}
		}
		return !duplicate, err
	}
	// The message outlives the call that brought it.
	_, err = g.lanes.join(context.WithoutCancel(ctx), lane(opening), person.ID, opening.ID, accept, func(ctx context.Context) {
		out := g.Turns.Run(ctx, opening)
		if err := g.Deliveries.Finish(person.ID, channel, in.ID, out, g.Now()); err != nil {
			g.tell(ctx, person, channel, in.Conversation, "notice", opening.ID, map[string]string{"text": g.say(person, "not_recorded", nil)})
		}
	})
	return accepted, err
}

// known drops a language the catalogue has no sentences in.
func known(lang string) string {
	if lang == "it" || lang == "en" {
		return lang
	}
	return ""
}

// decide answers an open dialog with a control. Only its owner has it, and only where it was asked.
func (g *Gateway) decide(ctx context.Context, channel string, who sdk.Presented, d turn.Decision) error {
	person, err := g.principal(ctx, channel, who)
	if err != nil {
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
	opening := turn.Opening{ID: turn.NewID(), Owner: person.ID, Actor: channel, Channel: channel, Conversation: dialog.Conversation, Decision: &d}
	_, err = g.lanes.join(context.WithoutCancel(ctx), lane(opening), person.ID, opening.ID, always, func(ctx context.Context) {
		g.Turns.Run(ctx, opening)
	})
	return err
}

func (g *Gateway) cancel(ctx context.Context, channel string, who sdk.Presented, id string) error {
	person, err := g.principal(ctx, channel, who)
	if err != nil {
		return err
	}
	if !g.lanes.stop(person.ID, id) {
		return sdk.Errorf(sdk.NotFound, "turn_not_running", "turn %q does not run", id)
	}
	return nil
}

// Recover tells each person, once, which of their messages an earlier process took and never finished.
// None is run again: what it changed, if anything, is for the undo journal to say.
func (g *Gateway) Recover(ctx context.Context) error {
	owners, err := g.Deliveries.Owners()
	if err != nil {
		return err
	}
	var faults []error
	for _, owner := range owners {
		person, err := g.People.Person(ctx, owner)
		if err != nil {
			continue // nobody is left to tell
		}
		list, err := g.Deliveries.Unfinished(owner)
		faults = append(faults, err)
		for _, d := range list {
			out := core.Outcome{
				TurnID: d.Turn, Kind: core.Error, Lang: g.lang(person), Steps: []core.Step{}, Attachments: []sdk.Attachment{},
				Message: g.say(person, "turn_interrupted", map[string]string{"text": d.Inbound.Text}),
			}
			faults = append(faults, g.Deliveries.Finish(owner, d.Channel, d.Inbound.ID, out, g.Now()))
			g.tell(ctx, person, d.Channel, d.Inbound.Conversation, "final", d.Turn, out)
		}
	}
	return errors.Join(faults...)
}

func (g *Gateway) lang(p people.Person) string {
	if p.Lang != "" {
		return p.Lang
	}
	return g.Lang
}

func (g *Gateway) say(p people.Person, key string, params map[string]string) string {
	return g.Say.Say(g.lang(p), key, params)
}

func (g *Gateway) tell(ctx context.Context, p people.Person, channel, conversation, kind, turn string, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		return // nothing here fails to encode
	}
	g.Feed.Emit(ctx, p.ID, channel, conversation, sdk.Event{Kind: kind, Turn: turn, At: g.Now(), Data: body})
}
