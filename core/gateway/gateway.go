package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/gateway/lane"
	"github.com/metnos/metnos/core/gateway/recovery"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/sdk"
)

// Turns runs a turn to its outcome.
type Turns interface {
	Run(ctx context.Context, in turn.Opening) core.Outcome
	// Undo takes an earlier turn of the same owner back.
	Undo(ctx context.Context, in turn.Opening, id string) core.Outcome
}

// People resolves what a channel was shown into somebody, or refuses.
type People interface {
	Person(ctx context.Context, id core.Owner) (people.Person, error)
	Principal(ctx context.Context, token string) (people.Person, people.Session, error)
	SignIn(ctx context.Context, token, label string) (string, people.Session, error)
	Close(ctx context.Context, token string) error
	Prefer(ctx context.Context, id core.Owner, lang, zone string) error
}

// Bindings tells which owner a platform's sender is; nil binds nobody. A sender is somebody on one account of
// one channel.
type Bindings interface {
	Bound(ctx context.Context, channel, account, sender string) (core.Owner, bool, error)
}

// Pairing makes a sender the person their code was made for; nil pairs nobody.
type Pairing interface {
	Pair(ctx context.Context, channel, account, sender, code string) (people.Person, error)
}

// States of a delivery.
const (
	Accepted = "accepted" // kept; its turn has not begun
	Running  = "running"  // its turn may have begun
	Finished = "done"     // its outcome is kept
)

// Delivery is one message as it came in, and what became of it.
type Delivery struct {
	Channel  string          `json:"channel"`
	Inbound  sdk.Inbound     `json:"inbound"`            // without what the speaker showed, but for the account
	Decision json.RawMessage `json:"decision,omitempty"` // turn.Decision: an answer given with a control
	Lossy    bool            `json:"lossy,omitempty"`    // the answer held a secret, which is not kept
	Turn     string          `json:"turn"`
	Order    int64           `json:"order"` // grows by one with each of the owner's messages
	State    string          `json:"state"`
	Epoch    string          `json:"epoch,omitempty"` // the process that has it
	Attempts int             `json:"attempts,omitempty"`
	Dialog   string          `json:"dialog,omitempty"` // what waited in the conversation when the turn began
	Received time.Time       `json:"received"`
	Started  time.Time       `json:"started,omitzero"` // the first time
	Done     time.Time       `json:"done,omitzero"`
	Outcome  json.RawMessage `json:"outcome,omitempty"`
}

// Deliveries remembers messages by owner, channel, account and id, so that each is taken once.
type Deliveries interface {
	// Accept stores a message, its id and its state in one transaction; of a repeated id it returns the first.
	Accept(owner core.Owner, d Delivery) (first Delivery, duplicate bool, err error)
	// Start marks a message's turn as begun once more.
	Start(owner core.Owner, d Delivery, epoch, dialog string, now time.Time) (Delivery, error)
	// Finish records a message's end and posts its letters in one transaction. Finishing twice posts once.
	Finish(owner core.Owner, d Delivery, outcome core.Outcome, now time.Time, letters ...outbox.Letter) error
	Get(owner core.Owner, d Delivery) (Delivery, bool, error)
	// Unfinished lists what was accepted and never finished, in the order it came.
	Unfinished(owner core.Owner) ([]Delivery, error)
	Forget(owner core.Owner, then time.Time) (int, error)
	Owners() ([]core.Owner, error)
}

// Letters is the outbox; its writes share the transactions of the deliveries.
type Letters interface {
	outbox.Letters
	Forget(owner core.Owner, then time.Time) (int, error)
}

// Dialogs keeps suspended questions.
type Dialogs interface {
	recovery.Dialogs
	// Reopen puts back a dialog that was answered and not acted upon; one that expired, or whose place is
	// taken, is a Conflict.
	Reopen(owner core.Owner, id string) error
	// Expire closes what ended before now and forgets what was closed before forget.
	Expire(owner core.Owner, now, forget time.Time) ([]core.Dialog, error)
	Owners() ([]core.Owner, error)
}

// Ledger takes the records of what the gateway itself ends.
type Ledger interface {
	Append(ctx context.Context, r ledger.Record) error
}

// Feedback records whether a turn served the person.
type Feedback interface {
	Record(ctx context.Context, owner core.Owner, turn string, good bool) error
}

// Catalog is what may be named now.
type Catalog interface{ Active() []core.Executor }

// Memory is what conversations remember, by channel/conversation.
type Memory interface {
	Delete(owner core.Owner, conversation string) error
}

// Threads lists what conversations there are, by what was said in them.
type Threads interface {
	Note(owner core.Owner, channel, conversation, text string, now time.Time) error
}

// Organs are everything the gateway needs. Bindings, Pairing, Memory, Threads, Feedback, Ledger and Letters may be nil. Without
// Traces nothing that began is run again.
type Organs struct {
	Turns      Turns
	People     People
	Bindings   Bindings
	Pairing    Pairing
	Deliveries Deliveries
	Letters    Letters
	Pushed     func(channel string) bool // its answers leave through the outbox; nil: none
	Dialogs    Dialogs
	Memory     Memory
	Threads    Threads
	Traces     recovery.Traces
	Feed       *Feed
	Feedback   Feedback
	Ledger     Ledger
	Catalog    Catalog
	Say        voice.Sayer
	Redact     func(string) string
	Methods    []Method // beyond the gateway's own
	Now        func() time.Time
	Lang       string         // of a person who chose none
	Zone       *time.Location // of a person who chose none; nil is UTC
	Parallel   int            // turns at once; 0 means 8
}

// waitingRoom is how many messages may wait in one conversation.
const waitingRoom = 32

// Gateway is the one door to turns.
type Gateway struct {
	Organs
	epoch   string // of this process
	lanes   *lane.Lanes
	outbox  *outbox.Outbox // nil when nothing is pushed
	words   recovery.Writer
	methods map[string]Method
}

// New returns a gateway; Close ends it.
func New(o Organs) (*Gateway, error) {
	if o.Parallel <= 0 {
		o.Parallel = 8
	}
	g := &Gateway{Organs: o, epoch: opening.NewID(), lanes: lane.New(o.Parallel, waitingRoom), methods: map[string]Method{}}
	g.words = recovery.Writer{Say: o.Say, Name: g.name}
	if o.Letters != nil && o.Pushed != nil {
		g.outbox = outbox.New(o.Letters, g.doubt, o.Now, outbox.Usual())
	}
	for _, m := range append(g.own(), o.Methods...) {
		if _, twice := g.methods[m.Name]; twice {
			return nil, errors.New("the method " + m.Name + " is there twice")
		}
		g.methods[m.Name] = m
	}
	return g, nil
}

// Close cancels the turns that run and waits for them to be recorded. Messages that wait, and a turn that was
// cut off before it changed anything, stay for [Gateway.Recover] to resume.
func (g *Gateway) Close() { g.lanes.Close() }

// principal resolves who is speaking. Nobody in particular is refused.
func (g *Gateway) principal(ctx context.Context, channel string, who sdk.Presented) (people.Person, error) {
	if who.Token != "" {
		person, _, err := g.People.Principal(ctx, who.Token)
		return person, err
	}
	if who.Sender != "" && g.Bindings != nil {
		owner, bound, err := g.Bindings.Bound(ctx, channel, who.Account, who.Sender)
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
// ended. The caller vouches for the owner, and waits: nothing of it outlives the process.
func (g *Gateway) Ask(ctx context.Context, in turn.Opening) (core.Outcome, error) {
	if _, err := g.People.Person(ctx, in.Owner); err != nil {
		return core.Outcome{}, err
	}
	if in.ID == "" {
		in.ID = opening.NewID()
	}
	var out core.Outcome
	j := &lane.Job{Lane: laneOf(in.Owner, in.Channel, in.Conversation), Owner: in.Owner, Turn: in.ID}
	j.Run = func(ctx context.Context) { out = g.Turns.Run(ctx, in) }
	if err := g.lanes.Join(ctx, j); err != nil {
		return core.Outcome{}, err
	}
	if !j.Wait() {
		return core.Outcome{}, sdk.Errorf(sdk.Unavailable, "stopping", "the core is stopping")
	}
	if g.pushed(in.Channel) {
		return out, g.outbox.Post(in.Owner, outbox.Write(in.Channel, in.Conversation, g.finalOf(out), g.Now()))
	}
	return out, nil
}

func laneOf(owner core.Owner, channel, conversation string) string {
	return string(owner) + "\x00" + place(channel, conversation)
}

// Load is how many turns run and how many wait.
func (g *Gateway) Load() (running, waiting int) { return g.lanes.Load() }

// Busy reports whether a turn runs or waits in a conversation.
func (g *Gateway) Busy(owner core.Owner, channel, conversation string) bool {
	return g.lanes.Busy(laneOf(owner, channel, conversation))
}

// Attach hands a channel its events, and the answers that wait for it, until the function it returns is called.
func (g *Gateway) Attach(ctx context.Context, channel string, to Sender) (detach func()) {
	if !g.pushed(channel) {
		return g.Feed.Attach(ctx, channel, to)
	}
	feed := g.Feed.attach(ctx, channel, final, to)
	letters := g.outbox.Attach(ctx, channel, to)
	return func() { letters(); feed() }
}

func (g *Gateway) pushed(channel string) bool { return g.outbox != nil && g.Pushed(channel) }

func (g *Gateway) cancel(ctx context.Context, channel string, who sdk.Presented, id string) error {
	person, err := g.principal(ctx, channel, who)
	if err != nil {
		return err
	}
	if !g.lanes.Stop(person.ID, id) {
		return sdk.Errorf(sdk.NotFound, "turn_not_running", "turn %q does not run", id)
	}
	return nil
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
