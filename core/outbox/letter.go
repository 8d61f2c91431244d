package outbox

import (
	"strconv"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// States of a letter.
const (
	Queued   = "queued"
	Sending  = "sending"
	Sent     = "sent"
	Doubtful = "doubtful" // over: nobody knows whether it arrived; a copy took its place
)

// Letter is an answer on its way out through a channel. Its ID is sent at most once.
type Letter struct {
	ID           string    `json:"id"`
	Order        int64     `json:"order"` // its place in the outbox; given when it is posted
	Channel      string    `json:"channel"`
	Conversation string    `json:"conversation"`
	Turn         string    `json:"turn"`
	Event        sdk.Event `json:"event"`
	State        string    `json:"state"`
	Copy         int       `json:"copy"` // 1, and one more for each time its fate was in doubt
	Tries        int       `json:"tries,omitempty"`
	Posted       time.Time `json:"posted"`
	Next         time.Time `json:"next,omitzero"` // not to be sent before
	Ended        time.Time `json:"ended,omitzero"`
}

// Write makes the letter of a turn's event.
func Write(channel, conversation string, e sdk.Event, now time.Time) Letter {
	return Letter{
		ID: name(e.Turn, 1), Channel: channel, Conversation: conversation, Turn: e.Turn, Event: e, State: Queued, Copy: 1, Posted: now,
	}
}

// name is the id of a letter: the same one however often it is made.
func name(turn string, copy int) string { return turn + "-" + strconv.Itoa(copy) }

// copied is the letter that takes the place of one in doubt.
func (l Letter) copied(e sdk.Event, next time.Time) Letter {
	l.Copy++
	l.ID, l.Event, l.State, l.Next = name(l.Turn, l.Copy), e, Queued, next
	return l
}

// Letters keeps the outbox, by owner.
type Letters interface {
	Owners() ([]core.Owner, error)
	// Post puts a letter at the end of its channel.
	Post(owner core.Owner, l Letter) error
	// Waiting lists what is on its way through a channel, in order.
	Waiting(owner core.Owner, channel string) ([]Letter, error)
	// Mark keeps a letter's new state in its place.
	Mark(owner core.Owner, l Letter) error
	// End takes a letter from its place, over, and puts copies there, in one transaction.
	End(owner core.Owner, l Letter, copies ...Letter) error
}
