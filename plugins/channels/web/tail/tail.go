package tail

import (
	"cmp"
	"slices"

	"github.com/metnos/metnos/sdk"
)

// Live events that wait for the end of a replay: how many, and how many bytes of data, though always one. Of more
// the oldest are let go: the replay fetches them on its way to those that stay.
const (
	most      = 64
	mostBytes = 1 << 20
)

// patience is how many fetches in a row may bring nothing before a gap counts as permanent.
const patience = 3

// Tail is what one tab has seen of the conversation it follows: events leave it in order, each once,
// whatever order and however often they arrive. Whoever uses it from several goroutines locks it.
type Tail struct {
	Conversation string
	Last         int64 // seq of the newest event passed on; -1 until the first when none is asked for
	Replaying    bool  // missing events are being fetched; new ones wait
	held         []sdk.Event
	empty        int // fetches in a row that brought nothing
}

// After follows a conversation from the event after seq.
func After(conversation string, seq int64) Tail {
	return Tail{Conversation: conversation, Last: seq, Replaying: true}
}

// Fresh follows a conversation from its next event, whatever its number.
func Fresh(conversation string) Tail { return Tail{Conversation: conversation, Last: -1} }

// Offer takes a live event: pass means send it on, replay that events before it are missing.
func (t *Tail) Offer(e sdk.Event) (pass, replay bool) {
	switch {
	case t.Last >= 0 && e.Seq <= t.Last:
		return false, false
	case t.Replaying:
		t.hold(e)
		return false, false
	case t.Last >= 0 && e.Seq > t.Last+1:
		t.Replaying = true
		t.hold(e)
		return false, true
	}
	t.Last = e.Seq
	return true, false
}

// Behind takes back an event that Offer passed and that could not be sent: a replay begins there.
func (t *Tail) Behind(e sdk.Event) {
	t.Last, t.Replaying = e.Seq-1, true
	t.hold(e)
}

func (t *Tail) hold(e sdk.Event) {
	at, twice := slices.BinarySearchFunc(t.held, e, func(a, b sdk.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	if twice {
		return
	}
	t.held = slices.Insert(t.held, at, e)
	bytes := 0
	for _, e := range t.held {
		bytes += len(e.Data)
	}
	n := 0
	for ; len(t.held)-n > 1 && (len(t.held)-n > most || bytes > mostBytes); n++ {
		bytes -= len(t.held[n].Data)
	}
	t.held = slices.Delete(t.held, 0, n)
}

// Rewound reports a page from before what was seen, as when the core went back to the copy of an earlier day: the
// tail begins again, and so does whoever reads it.
func (t *Tail) Rewound(page []sdk.Event) bool {
	if len(page) == 0 || page[0].Seq > t.Last {
		return false
	}
	t.Last, t.held = 0, nil
	return true
}

// Fetched takes one page of a replay and returns the events to send on now; [Tail.Sent] says what follows them. Of a
// gap the core no longer has the events of, it goes on after the third empty page.
func (t *Tail) Fetched(page []sdk.Event) (ready []sdk.Event) {
	for _, e := range page {
		if e.Seq > t.Last {
			t.Last = e.Seq
			ready = append(ready, e)
		}
	}
	if t.empty++; len(ready) > 0 {
		t.empty = 0
	}
	return append(ready, t.release(t.empty >= patience)...)
}

// Sent returns the events that came live meanwhile and follow those that were sent. When there are none, and the last
// page brought nothing, the replay is over: until then live events wait, so that none overtakes.
func (t *Tail) Sent() (ready []sdk.Event) {
	ready = t.release(false)
	t.Replaying = len(ready)+len(t.held) > 0 || t.empty == 0
	return ready
}

// release returns the held events that follow without a gap; with jump, whatever is missing before them.
func (t *Tail) release(jump bool) (ready []sdk.Event) {
	n := 0
	for ; n < len(t.held); n++ {
		e := t.held[n]
		if e.Seq > t.Last+1 && !jump {
			break
		}
		if e.Seq > t.Last {
			t.Last = e.Seq
			ready = append(ready, e)
		}
	}
	t.held = slices.Delete(t.held, 0, n)
	return ready
}
