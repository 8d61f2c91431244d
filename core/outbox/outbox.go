package outbox

import (
	"context"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Sender is the part of a channel that takes letters.
type Sender interface {
	Send(ctx context.Context, out sdk.Outbound) error
}

// Pace is how patient an outbox is.
type Pace struct {
	Send        time.Duration // one attempt
	First, Most time.Duration // between attempts of a letter: doubled from First up to Most
	Grace       time.Duration // an attempt under way may take so long when its channel is detached
}

// Usual is the pace of a running core.
func Usual() Pace {
	return Pace{Send: 30 * time.Second, First: time.Second, Most: 10 * time.Minute, Grace: 2 * time.Second}
}

// wait is how long a letter rests after so many attempts.
func (p Pace) wait(tries int) time.Duration {
	d := p.First
	for ; tries > 1 && d < p.Most; tries-- {
		d *= 2
	}
	return min(d, p.Most)
}

// Doubt writes what the copy of a letter says whose first fate is unknown.
type Doubt func(ctx context.Context, owner core.Owner, l Letter) sdk.Event

// Outbox sends letters. It is safe for concurrent use.
type Outbox struct {
	letters Letters
	doubt   Doubt
	now     func() time.Time
	pace    Pace

	mu    sync.Mutex
	desks map[string]*desk // by channel
}

// New returns an outbox over its letters.
func New(letters Letters, doubt Doubt, now func() time.Time, pace Pace) *Outbox {
	return &Outbox{letters: letters, doubt: doubt, now: now, pace: pace, desks: map[string]*desk{}}
}

// Post keeps a letter and has it sent.
func (o *Outbox) Post(owner core.Owner, l Letter) error {
	err := o.letters.Post(owner, l)
	o.Wake(l.Channel)
	return err
}

// Wake has a channel look at what waits for it.
func (o *Outbox) Wake(channel string) {
	o.mu.Lock()
	d := o.desks[channel]
	o.mu.Unlock()
	if d != nil {
		d.wake()
	}
}

// Attach sends a channel's letters until the function it returns is called, which waits for the one under way.
func (o *Outbox) Attach(ctx context.Context, channel string, to Sender) (detach func()) {
	d := &desk{Outbox: o, channel: channel, to: to, bell: make(chan struct{}, 1), gone: map[string]bool{}}
	loop, stop := context.WithCancel(ctx)
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	o.mu.Lock()
	o.desks[channel] = d
	o.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.run(loop, sending)
	}()
	return func() {
		o.mu.Lock()
		if o.desks[channel] == d {
			delete(o.desks, channel)
		}
		o.mu.Unlock()
		stop()
		grace := time.AfterFunc(o.pace.Grace, cut)
		<-done
		grace.Stop()
		cut()
	}
}

// desk sends the letters of one channel, one at a time.
type desk struct {
	*Outbox
	channel string
	to      Sender
	bell    chan struct{}
	gone    map[string]bool // sent, but not yet recorded
}

func (d *desk) wake() {
	select {
	case d.bell <- struct{}{}:
	default:
	}
}

// run goes round until loop ends.
func (d *desk) run(loop, sending context.Context) {
	for loop.Err() == nil {
		next, err := d.round(loop, sending)
		rest := d.pace.Most
		switch {
		case err != nil: // the disk; what waits there is still there
			rest = d.pace.First
		case !next.IsZero():
			rest = min(rest, next.Sub(d.now()))
		}
		timer := time.NewTimer(rest)
		select {
		case <-loop.Done():
		case <-d.bell:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// round sends what is due and tells when the next letter is; zero when none waits.
func (d *desk) round(loop, sending context.Context) (next time.Time, err error) {
	owners, err := d.letters.Owners()
	if err != nil {
		return next, err
	}
	for _, owner := range owners {
		list, err := d.letters.Waiting(owner, d.channel)
		if err != nil {
			return next, err
		}
		held := map[string]bool{} // conversations whose first letter has to wait
		for _, l := range list {
			if held[l.Conversation] {
				continue
			}
			if loop.Err() != nil {
				return next, nil
			}
			due, err := d.take(sending, owner, l)
			if err != nil {
				return next, err
			}
			if !due.IsZero() {
				held[l.Conversation] = true
				if next.IsZero() || due.Before(next) {
					next = due
				}
			}
		}
	}
	return next, nil
}

// take deals with the first letter of a conversation and tells when to come back to it; zero means it is over.
func (d *desk) take(ctx context.Context, owner core.Owner, l Letter) (time.Time, error) {
	now := d.now()
	switch {
	case d.gone[l.ID]:
		return time.Time{}, d.over(owner, l)
	case l.State == Sending: // an earlier process, or an attempt that was not recorded
		return now, d.copy(ctx, owner, l)
	case now.Before(l.Next):
		return l.Next, nil
	}
	l.State, l.Tries = Sending, l.Tries+1
	if err := d.letters.Mark(owner, l); err != nil {
		return now, err
	}
	attempt, cancel := context.WithTimeout(ctx, d.pace.Send)
	err := d.to.Send(attempt, sdk.Outbound{ID: l.ID, Recipient: string(owner), Conversation: l.Conversation, Event: l.Event})
	cancel()
	switch {
	case err == nil:
		d.gone[l.ID] = true
		return time.Time{}, d.over(owner, l)
	case mayHaveLeft(err):
		l.Next = d.now().Add(d.pace.wait(l.Tries))
		return l.Next, d.copy(ctx, owner, l)
	}
	l.State, l.Next = Queued, d.now().Add(d.pace.wait(l.Tries))
	return l.Next, d.letters.Mark(owner, l)
}

// over records a letter that was sent.
func (d *desk) over(owner core.Owner, l Letter) error {
	l.State, l.Ended = Sent, d.now()
	err := d.letters.End(owner, l)
	if err == nil {
		delete(d.gone, l.ID)
	}
	return err
}

// copy ends a letter in doubt and puts its copy in its place.
func (d *desk) copy(ctx context.Context, owner core.Owner, l Letter) error {
	c := l.copied(d.doubt(context.WithoutCancel(ctx), owner, l), l.Next)
	l.State, l.Ended = Doubtful, d.now()
	return d.letters.End(owner, l, c)
}

// mayHaveLeft reports whether a failed attempt leaves open that the letter arrived.
func mayHaveLeft(err error) bool {
	switch sdk.ClassOf(err) {
	case sdk.Timeout, sdk.Network, sdk.Crashed, sdk.Cancelled, sdk.Uncertain, sdk.ContractViolation, "":
		return true
	}
	return false
}
