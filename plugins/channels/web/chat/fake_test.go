package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// fakeCore keeps sessions, one-time links and events as the real core does, and counts what reaches it.
type fakeCore struct {
	channel  *Channel
	config   string
	listener net.Listener

	mu       sync.Mutex
	links    map[string]string // one-time token -> owner
	sessions map[string]person
	langs    map[string]string // owner -> stored preference
	events   map[string][]sdk.Event
	accepted map[string]string // delivery id -> turn
	inbound  []sdk.Inbound
	decided  []sdk.Decision
	replies  []sdk.Reply
	cancels  []string
	opens    int
	called   []string            // methods
	arriving map[string]*arrival // owner|id
	stored   map[string][]byte   // path -> bytes
	dropped  int
	acted    []string          // what settings.act was asked for
	titles   map[string]string // owner/conversation -> title, renamed
	gone     map[string]bool   // owner/conversation, deleted
	waiting  []any             // what approvals.list answers
	changes  []any             // what changes.list answers
	undone   []string          // turns
	whole    bool              // a page is all there is
	down     error             // what every call answers instead

	// script runs in its own goroutine for each new message.
	script func(c *fakeCore, owner, turn string, in sdk.Inbound)
}

func newFakeCore(channel *Channel) *fakeCore {
	return &fakeCore{
		channel: channel, config: `{"listen":"127.0.0.1:0","language":"it"}`,
		links: map[string]string{}, langs: map[string]string{},
		sessions: map[string]person{}, events: map[string][]sdk.Event{}, accepted: map[string]string{},
		arriving: map[string]*arrival{}, stored: map[string][]byte{},
		titles: map[string]string{}, gone: map[string]bool{},
	}
}

func (c *fakeCore) Config() json.RawMessage { return json.RawMessage(c.config) }

func (c *fakeCore) Listener() (net.Listener, error) { return c.listener, nil }

// speaker resolves a session or refuses, as the core does on every call.
func (c *fakeCore) speaker(who sdk.Presented) (person, error) {
	if c.down != nil {
		return person{}, c.down
	}
	p, ok := c.sessions[who.Token]
	if !ok {
		return person{}, sdk.Errorf(sdk.AuthRequired, "session_unknown", "no such session")
	}
	return p, nil
}

func (c *fakeCore) Deliver(_ context.Context, in sdk.Inbound) (sdk.Accepted, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, err := c.speaker(in.Who)
	if err != nil {
		return sdk.Accepted{}, err
	}
	if turn, seen := c.accepted[in.ID]; seen {
		return sdk.Accepted{Turn: turn, Duplicate: true}, nil
	}
	turn := fmt.Sprintf("%016x", len(c.accepted)+1)
	c.accepted[in.ID] = turn
	c.inbound = append(c.inbound, in)
	if c.script != nil {
		go c.script(c, p.Owner, turn, in)
	}
	return sdk.Accepted{Turn: turn}, nil
}

func (c *fakeCore) act(who sdk.Presented, do func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.speaker(who); err != nil {
		return err
	}
	do()
	return nil
}

func (c *fakeCore) Decide(_ context.Context, who sdk.Presented, d sdk.Decision) error {
	return c.act(who, func() { c.decided = append(c.decided, d) })
}

func (c *fakeCore) Reply(_ context.Context, who sdk.Presented, r sdk.Reply) error {
	return c.act(who, func() { c.replies = append(c.replies, r) })
}

func (c *fakeCore) Cancel(_ context.Context, who sdk.Presented, turn string) error {
	return c.act(who, func() { c.cancels = append(c.cancels, turn) })
}

func (c *fakeCore) Feedback(_ context.Context, who sdk.Presented, _ string, _ bool) error {
	return c.act(who, func() {})
}

func (c *fakeCore) Resume(_ context.Context, who sdk.Presented, conversation string, seq int64) ([]sdk.Event, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, err := c.speaker(who)
	if err != nil {
		return nil, err
	}
	var page []sdk.Event
	kept := c.events[p.Owner+"/"+conversation]
	if len(kept) > 0 && seq > kept[len(kept)-1].Seq {
		seq = 0
	}
	for _, e := range kept {
		if e.Seq > seq && (len(page) < 50 || c.whole) {
			page = append(page, e)
		}
	}
	return page, nil
}

func (c *fakeCore) Call(_ context.Context, who sdk.Presented, method string, params json.RawMessage) (json.RawMessage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.called = append(c.called, method)
	var in map[string]string
	_ = json.Unmarshal(params, &in)
	if method == "session.open" {
		if c.down != nil {
			return nil, c.down
		}
		c.opens++
		owner, ok := c.links[in["token"]]
		if !ok {
			return nil, sdk.Errorf(sdk.NotFound, "link_unknown", "no such link")
		}
		delete(c.links, in["token"])
		session := fmt.Sprintf("session-%s-%d", owner, c.opens)
		c.sessions[session] = person{Owner: owner, Name: owner}
		return json.Marshal(opening{Session: session, Expires: time.Now().Add(time.Hour)})
	}
	p, err := c.speaker(who)
	if err != nil {
		return nil, err
	}
	switch method {
	case methodShow:
		p.Lang = c.langs[p.Owner]
		return json.Marshal(p)
	case methodClose:
		delete(c.sessions, who.Token)
		return json.RawMessage(`{}`), nil
	case protocol.MethodPreferences:
		c.langs[p.Owner] = in["lang"]
		return json.RawMessage(`{}`), nil
	case protocol.MethodSuggestions:
		if in["lang"] == "en" {
			return json.RawMessage(`{"suggestions":["How many PDF files are in Documents?","Find the five largest files in Downloads"]}`), nil
		}
		return json.RawMessage(`{"suggestions":["Quanti file PDF ci sono nella cartella Documenti?","Trova i cinque file più grandi in Scaricati","Che giorno è oggi?"]}`), nil
	}
	if answer, err, ok := c.files(p, method, params); ok {
		if err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}
	if answer, err, ok := c.settings(method, in); ok {
		if err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}
	if answer, ok := c.threads(p, method, in); ok {
		return json.Marshal(answer)
	}
	return nil, sdk.Errorf(sdk.NotFound, "method_unknown", "no method %s", method)
}

// emit stores an event under the next seq and sends it, as the core's outbox does.
func (c *fakeCore) emit(owner, conversation, turn, kind string, data any) sdk.Event {
	e := c.store(owner, conversation, turn, kind, data)
	_ = c.channel.Send(context.Background(), sdk.Outbound{Recipient: owner, Conversation: conversation, Event: e})
	return e
}

func (c *fakeCore) store(owner, conversation, turn, kind string, data any) sdk.Event {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := owner + "/" + conversation
	e := sdk.Event{Seq: int64(len(c.events[key]) + 1), Kind: kind, Turn: turn, At: time.Now(), Data: raw}
	c.events[key] = append(c.events[key], e)
	return e
}

func (c *fakeCore) revoke(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sessions, session)
}

func (c *fakeCore) outage(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = err
}

func (c *fakeCore) deliveries() []sdk.Inbound {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]sdk.Inbound(nil), c.inbound...)
}

func (c *fakeCore) link(token, owner string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.links[token] = owner
}

// opening is a new session.
type opening struct {
	Session string    `json:"session"`
	Expires time.Time `json:"expires"`
}
