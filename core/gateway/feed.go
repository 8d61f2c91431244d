package gateway

import (
	"context"
	"slices"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway/outlet"
	"github.com/metnos/metnos/sdk"
)

// EventLog keeps the events of each conversation. Append gives an event its number, one more than the last; Events
// returns as many as fit in size bytes, and one at least.
type EventLog interface {
	Append(owner core.Owner, conversation string, e sdk.Event) (sdk.Event, error)
	Events(owner core.Owner, conversation string, after int64, size int) ([]sdk.Event, error)
}

// Sender is the part of a channel that shows events.
type Sender = outlet.Sender

// Feed keeps events and hands them to the channel of their conversation, in order. What a channel could
// not take stays kept: a client that comes back resumes from the number it has seen.
type Feed struct {
	log     EventLog
	passing []string

	mu       sync.Mutex
	channels map[string]*exit
	watched  map[string]bool // turns whose final event the gateway posts itself
}

// NewFeed returns a feed over a log. Of the origins named in passing (the command line) nothing is kept:
// nobody ever resumes there.
func NewFeed(log EventLog, passing ...string) *Feed {
	return &Feed{log: log, passing: passing, channels: map[string]*exit{}, watched: map[string]bool{}}
}

// exit is the way to one channel.
type exit struct {
	held string // a kind of event that reaches the channel another way
	*outlet.Outlet
}

// Attach starts handing a channel its events; the function it returns stops and waits for the last.
func (f *Feed) Attach(ctx context.Context, channel string, to Sender) (detach func()) {
	return f.attach(ctx, channel, "", to)
}

// attach leaves out the events of one kind.
func (f *Feed) attach(ctx context.Context, channel, held string, to Sender) (detach func()) {
	o := &exit{held, outlet.Open(ctx, to)}
	f.mu.Lock()
	f.channels[channel] = o
	f.mu.Unlock()
	return func() {
		f.mu.Lock()
		if f.channels[channel] == o {
			delete(f.channels, channel)
		}
		f.mu.Unlock()
		o.Close()
	}
}

// place is where a conversation's events are kept: two channels never share one.
func place(channel, conversation string) string { return channel + "/" + conversation }

// watch says that the gateway posts the final event of a turn itself, together with the end of its message.
// The function it returns ends that.
func (f *Feed) watch(turn string) (end func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watched[turn] = true
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.watched, turn)
	}
}

// Emit numbers, keeps and hands on one event. An event that cannot be kept is not shown either: what a
// person saw can always be resumed.
func (f *Feed) Emit(_ context.Context, owner core.Owner, channel, conversation string, e sdk.Event) {
	f.mu.Lock()
	watched := e.Kind == final && f.watched[e.Turn]
	f.mu.Unlock()
	if !watched {
		_, _ = f.post(owner, channel, conversation, e)
	}
}

// final is the kind of event a turn ends with.
const final = "final"

// post is Emit for who needs to know that the event is kept.
func (f *Feed) post(owner core.Owner, channel, conversation string, e sdk.Event) (sdk.Event, error) {
	if slices.Contains(f.passing, channel) {
		return e, nil
	}
	kept, err := f.log.Append(owner, place(channel, conversation), e)
	if err != nil {
		return e, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	o, ok := f.channels[channel]
	if ok && o.held != e.Kind {
		o.Offer(sdk.Outbound{Recipient: string(owner), Conversation: conversation, Event: kept})
	}
	return kept, nil
}

// pageSize is about how many bytes of events one answer to a resume has.
const pageSize = 512 << 10

// Resume returns a conversation's next events after a number, oldest first; none when there are no more. After a
// number the conversation does not reach, as when a copy of an earlier day was restored, it begins again.
func (f *Feed) Resume(owner core.Owner, channel, conversation string, after int64) ([]sdk.Event, error) {
	at := place(channel, conversation)
	page, err := f.log.Events(owner, at, after, pageSize)
	if err != nil || len(page) > 0 || after <= 0 {
		return page, err
	}
	if seen, err := f.log.Events(owner, at, after-1, 1); err != nil || len(seen) > 0 {
		return nil, err
	}
	return f.log.Events(owner, at, 0, pageSize)
}
