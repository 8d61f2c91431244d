package outlet

import (
	"context"
	"sync"

	"github.com/metnos/metnos/sdk"
)

// Room is how many events wait for a channel before some are skipped.
const Room = 1024

// Sender is the part of a channel that shows events.
type Sender interface {
	Send(ctx context.Context, out sdk.Outbound) error
}

// Outlet is one channel's queue. Events leave it in their order.
type Outlet struct {
	done chan struct{}

	mu     sync.Mutex
	turn   sync.Cond // queue, late or closed changed
	queue  []sdk.Outbound
	newest map[place]sdk.Outbound // of the conversations that had some skipped
	late   []place                // those, in the order they leave
	closed bool
}

// place is one person's conversation.
type place struct{ recipient, conversation string }

// Open starts to hand events to a channel. One that it refuses is not repeated: a client resumes from the log.
func Open(ctx context.Context, to Sender) *Outlet {
	o := &Outlet{done: make(chan struct{}), newest: map[place]sdk.Outbound{}}
	o.turn.L = &o.mu
	go func() {
		defer close(o.done)
		for {
			out, more := o.next()
			if !more {
				return
			}
			_ = to.Send(ctx, out)
		}
	}()
	return o
}

// Offer takes an event and returns at once.
func (o *Outlet) Offer(out sdk.Outbound) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	at := place{out.Recipient, out.Conversation}
	_, behind := o.newest[at]
	switch {
	case behind:
		o.newest[at] = out
	case len(o.queue) >= Room:
		o.newest[at] = out
		o.late = append(o.late, at)
	default:
		o.queue = append(o.queue, out)
	}
	o.turn.Signal()
}

// Close hands on what waits and returns when the last was taken.
func (o *Outlet) Close() {
	o.mu.Lock()
	o.closed = true
	o.turn.Signal()
	o.mu.Unlock()
	<-o.done
}

// next waits for an event; there is none any more once the outlet is closed and empty.
func (o *Outlet) next() (out sdk.Outbound, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.queue)+len(o.late) == 0 && !o.closed {
		o.turn.Wait()
	}
	switch {
	case len(o.queue) > 0:
		out = o.queue[0]
		o.queue[0] = sdk.Outbound{}
		o.queue = o.queue[1:]
	case len(o.late) > 0:
		out = o.newest[o.late[0]]
		delete(o.newest, o.late[0])
		o.late = o.late[1:]
	default:
		return out, false
	}
	return out, true
}
