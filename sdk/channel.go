package sdk

import (
	"context"
	"encoding/json"
	"net"
	"time"
)

// Channel brings messages in and takes answers out. It renders; it never plans, and it never asserts
// who is speaking: it passes on what the person presented and the core resolves the principal or refuses.
type Channel interface {
	// Start begins to serve and returns; ctx ends when the core stops.
	Start(ctx context.Context, core Core) error
	// Send delivers one event or answer. After an error that says it did not go out (unavailable, rate_limited)
	// the core's outbox keeps the answer and tries again under the same ID. After one that leaves this open
	// (timeout, network, crashed, cancelled, uncertain, or of no class) the ID is never sent again: the person
	// gets the answer under another, which says that it may have reached them before.
	Send(ctx context.Context, out Outbound) error
	// Stop ends serving; it returns when connections are closed or ctx ends.
	Stop(ctx context.Context) error
}

// Core is the core as a channel sees it.
type Core interface {
	// Config is the channel's own block of config.hcl, as JSON.
	Config() json.RawMessage
	// Listener is the socket the core opened for this channel (capability network:listen).
	Listener() (net.Listener, error)
	// Deliver hands over a message; the core has stored it and its id when Deliver returns.
	// A repeated id is answered from the record.
	Deliver(ctx context.Context, in Inbound) (Accepted, error)
	Decide(ctx context.Context, who Presented, d Decision) error
	Reply(ctx context.Context, who Presented, r Reply) error
	Cancel(ctx context.Context, who Presented, turn string) error
	Feedback(ctx context.Context, who Presented, turn string, good bool) error
	// Resume returns the conversation's next events after seq, oldest first: a bounded number of them, and none
	// when there are no more. After a number the conversation does not reach it begins again.
	Resume(ctx context.Context, who Presented, conversation string, seq int64) ([]Event, error)
	// Call is the settings surface: one table of methods, each with the role it needs.
	Call(ctx context.Context, who Presented, method string, params json.RawMessage) (json.RawMessage, error)
}

// Presented is what the speaker showed: a session token (web) or a platform sender (Telegram). A sender is
// somebody on one account of one channel: the same Sender on another account is somebody else.
type Presented struct {
	Token   string `json:"token,omitempty"`
	Account string `json:"account,omitempty"` // of the platform, when the channel has more than one
	Sender  string `json:"sender,omitempty"`
}

// Inbound is one message from a person.
type Inbound struct {
	ID           string       `json:"id"` // delivery id, unique per channel and account: the dedupe key
	Who          Presented    `json:"who"`
	Conversation string       `json:"conversation"`
	Text         string       `json:"text"`
	Lang         string       `json:"lang,omitempty"`
	Attachments  []Attachment `json:"attachments,omitempty"`
}

// Accepted acknowledges an Inbound.
type Accepted struct {
	Turn      string `json:"turn"`
	Duplicate bool   `json:"duplicate,omitempty"`
}

// Decision answers a frozen proposal; Digest is the one shown with it. A repeated ID, which shares the names of
// messages, is answered from the record; without one only the proposal itself guards against a repeat.
type Decision struct {
	ID       string `json:"id,omitempty"`
	Proposal string `json:"proposal"`
	Digest   string `json:"digest"`
	Approve  bool   `json:"approve"`
}

// Reply fills a dialog. Its ID is as that of a [Decision].
type Reply struct {
	ID     string            `json:"id,omitempty"`
	Dialog string            `json:"dialog"`
	Values map[string]string `json:"values"`
}

// Outbound addresses an event to everyone who follows a conversation. Recipient is the owner. An answer that
// leaves through the outbox has an ID, the same on every attempt; what only shows progress has none.
type Outbound struct {
	ID           string `json:"id,omitempty"`
	Recipient    string `json:"recipient"`
	Conversation string `json:"conversation"`
	Event        Event  `json:"event"`
}

// Event is one step of a turn as a channel shows it. Seq grows by one per conversation. Kinds:
// turn_started, plan, step, delta, proposal, dialog, final, notice, error. A delta {from, text} is part of an answer before it
// is whole: text follows the first from characters of what earlier ones of its turn told, and final replaces all of it. One of kind session belongs to no
// conversation: a session of the recipient may have ended, and the channel asks again before it shows more.
type Event struct {
	Seq  int64           `json:"seq"`
	Kind string          `json:"kind"`
	Turn string          `json:"turn,omitempty"`
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data,omitempty"`
}
