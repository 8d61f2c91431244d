package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Conversation is what is known about one thread of talk.
type Conversation struct {
	ID      string         `json:"id"`
	Channel string         `json:"channel"`
	Title   string         `json:"title"`
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"`
	Last    *plan.Previous `json:"last,omitempty"` // shape of the last result
}

// Message is one thing said. Text is redacted by whoever stores it.
type Message struct {
	Turn string    `json:"turn"`
	Role string    `json:"role"` // person | metnos
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// Kept per conversation: older events and messages are dropped as new ones arrive.
const (
	keptEvents   = 4096
	keptMessages = 2000
	keptResults  = 8
)

// MaxResult is the size in bytes above which a result is not kept for the next request.
const MaxResult = 8 << 20

// Conversations keeps threads, their events (for resume), their messages and their latest results.
type Conversations struct {
	heads    Table[Conversation]
	events   Table[sdk.Event]
	messages Table[Message]
	results  Table[json.RawMessage]
}

// Conversations returns the tables of conversations.
func (s *Store) Conversations() Conversations {
	return Conversations{TableOf[Conversation](s, "conversations"), TableOf[sdk.Event](s, "events"),
		TableOf[Message](s, "messages"), TableOf[json.RawMessage](s, "results")}
}

// Touch creates or renews a conversation. An empty title keeps the old one.
func (c Conversations) Touch(owner core.Owner, id, channel, title string, now time.Time) (Conversation, error) {
	if err := checkConversation(id); err != nil {
		return Conversation{}, err
	}
	return c.heads.Update(owner, id, func(head Conversation, found bool) (Conversation, error) {
		if !found {
			head = Conversation{ID: id, Channel: channel, Created: now}
		}
		if title != "" {
			head.Title = title
		}
		head.Updated = now
		return head, nil
	})
}

// Get returns one conversation.
func (c Conversations) Get(owner core.Owner, id string) (Conversation, bool, error) {
	return c.heads.Get(owner, id)
}

// List returns the owner's conversations in id order.
func (c Conversations) List(owner core.Owner) (out []Conversation, err error) {
	err = c.heads.Each(owner, "", func(_ string, head Conversation) bool {
		out = append(out, head)
		return true
	})
	return out, err
}

// Append stores an event and returns it with its place in the conversation: one more than the last.
func (c Conversations) Append(owner core.Owner, conversation string, event sdk.Event) (sdk.Event, error) {
	err := c.events.append(owner, conversation, keptEvents, func(seq int64) sdk.Event {
		event.Seq = seq
		return event
	})
	return event, err
}

// Events returns the events after seq, oldest first: as many as fit in size bytes, and one at least. Size 0 means all
// that are kept.
func (c Conversations) Events(owner core.Owner, conversation string, after int64, size int) ([]sdk.Event, error) {
	return c.events.after(owner, conversation, after, func(_, bytes int) bool { return size > 0 && bytes > size })
}

// Say stores a message.
func (c Conversations) Say(owner core.Owner, conversation string, m Message) error {
	return c.messages.append(owner, conversation, keptMessages, func(int64) Message { return m })
}

// History returns the last limit messages, oldest first.
func (c Conversations) History(owner core.Owner, conversation string, limit int) ([]Message, error) {
	last, err := c.messages.last(owner, conversation)
	if err != nil {
		return nil, err
	}
	return c.messages.after(owner, conversation, last-int64(limit), func(n, _ int) bool { return limit > 0 && n >= limit })
}

// SetLast keeps a turn's result and its shape as the conversation's previous one; shape.Ref becomes the
// name Result finds it by. A result above MaxResult is Oversize and the previous one is dropped.
func (c Conversations) SetLast(owner core.Owner, conversation string, shape plan.Previous, result sdk.Result) (plan.Previous, error) {
	text, err := json.Marshal(result)
	if err != nil {
		return shape, sdk.Errorf(sdk.ContractViolation, "store_value", "result of turn %s: %w", shape.Turn, err)
	}
	var last *plan.Previous
	if len(text) <= MaxResult {
		var seq int64
		err := c.results.append(owner, conversation, keptResults, func(n int64) json.RawMessage { seq = n; return text })
		if err != nil {
			return shape, err
		}
		shape.Ref = numbered(conversation, seq)
		last = &shape
	}
	_, err = c.heads.Update(owner, conversation, func(head Conversation, found bool) (Conversation, error) {
		if !found {
			return head, sdk.Errorf(sdk.NotFound, "conversation_unknown", "no conversation %q", conversation)
		}
		head.Last = last
		return head, nil
	})
	if err == nil && last == nil {
		err = sdk.Errorf(sdk.Oversize, "result_not_kept", "result of %d bytes", len(text))
	}
	return shape, err
}

// Last returns the shape of the conversation's previous result.
func (c Conversations) Last(owner core.Owner, conversation string) (plan.Previous, bool, error) {
	head, found, err := c.heads.Get(owner, conversation)
	if err != nil || !found || head.Last == nil {
		return plan.Previous{}, false, err
	}
	return *head.Last, true, nil
}

// Result returns a kept result by its ref.
func (c Conversations) Result(owner core.Owner, ref string) (result sdk.Result, found bool, err error) {
	text, found, err := c.results.Get(owner, ref)
	if err != nil || !found {
		return result, false, err
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return result, false, sdk.Errorf(sdk.IOError, "store_value", "result %q: %w", ref, err)
	}
	return result, true, nil
}

// Delete forgets a conversation and everything said in it.
func (c Conversations) Delete(owner core.Owner, conversation string) error {
	if err := checkConversation(conversation); err != nil {
		return err
	}
	below := func(key string) bool { return strings.HasPrefix(key, conversation+"\x00") }
	if _, err := c.events.DeleteWhere(owner, func(k string, _ sdk.Event) bool { return below(k) }); err != nil {
		return err
	}
	if _, err := c.messages.DeleteWhere(owner, func(k string, _ Message) bool { return below(k) }); err != nil {
		return err
	}
	if _, err := c.results.DeleteWhere(owner, func(k string, _ json.RawMessage) bool { return below(k) }); err != nil {
		return err
	}
	return c.heads.Delete(owner, conversation)
}

// numbered is the key of the seq-th value of a conversation: keys sort by number.
func numbered(conversation string, seq int64) string {
	return fmt.Sprintf("%s\x00%016x", conversation, seq)
}

func checkConversation(id string) error {
	if id == "" || len(id) > 256 || strings.ContainsRune(id, 0) {
		return sdk.Errorf(sdk.WrongArgs, "conversation_unknown", "%q cannot name a conversation", id)
	}
	return nil
}

// append stores make(seq) at the conversation's next number and drops what is older than kept.
func (t Table[T]) append(owner core.Owner, conversation string, kept int64, make func(seq int64) T) error {
	if err := checkConversation(conversation); err != nil {
		return err
	}
	return t.commit(owner, func(b bucket) error {
		c := b.Cursor()
		seq := lastNumber(c, conversation) + 1
		if err := put(b, numbered(conversation, seq), make(seq)); err != nil {
			return err
		}
		prefix := []byte(conversation + "\x00")
		limit := []byte(numbered(conversation, seq-kept))
		for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix) && bytes.Compare(k, limit) <= 0; k, _ = c.Seek(prefix) {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
		return nil
	})
}

func lastNumber(c cursor, conversation string) int64 {
	k, _ := c.Seek([]byte(conversation + "\x01"))
	if k == nil {
		k, _ = c.Last()
	} else {
		k, _ = c.Prev()
	}
	rest, ours := strings.CutPrefix(string(k), conversation+"\x00")
	var seq int64
	if ours {
		if _, err := fmt.Sscanf(rest, "%x", &seq); err != nil {
			return 0
		}
	}
	return seq
}

func (t Table[T]) last(owner core.Owner, conversation string) (seq int64, err error) {
	err = t.view(owner, func(b bucket) error {
		if b != nil {
			seq = lastNumber(b.Cursor(), conversation)
		}
		return nil
	})
	return seq, err
}

// after lists what follows seq, up to where full says so of the number and the bytes it would have with one more.
func (t Table[T]) after(owner core.Owner, conversation string, seq int64, full func(n, bytes int) bool) (out []T, err error) {
	if err := checkConversation(conversation); err != nil {
		return nil, err
	}
	prefix := []byte(conversation + "\x00")
	err = t.view(owner, func(b bucket) error {
		if b == nil {
			return nil
		}
		c, size := b.Cursor(), 0
		for k, data := c.Seek([]byte(numbered(conversation, max(seq, 0)+1))); k != nil && bytes.HasPrefix(k, prefix); k, data = c.Next() {
			if size += len(data); len(out) > 0 && full(len(out), size) {
				return nil
			}
			value, err := decode(t, k, data)
			if err != nil {
				return err
			}
			out = append(out, value)
		}
		return nil
	})
	return out, err
}
