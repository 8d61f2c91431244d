package chat

import (
	"cmp"
	"slices"

	"github.com/metnos/metnos/sdk"
)

// tail is what one tab has seen of the conversation it follows: events leave it in order, each once,
// whatever order and however often they arrive.
type tail struct {
	conversation string
	last         int64 // seq of the newest event passed on; -1 until the first when none is asked for
	replaying    bool  // missing events are being fetched; new ones wait in held
	held         []sdk.Event
}

// offer takes a live event: pass means send it on, replay that events before it are missing.
func (t *tail) offer(e sdk.Event) (pass, replay bool) {
	switch {
	case t.last >= 0 && e.Seq <= t.last:
		return false, false
	case t.replaying:
		t.held = append(t.held, e)
		return false, false
	case t.last >= 0 && e.Seq > t.last+1:
		t.replaying = true
		t.held = append(t.held, e)
		return false, true
	}
	t.last = e.Seq
	return true, false
}

// fetched takes one page of a replay and returns what of it is new.
func (t *tail) fetched(page []sdk.Event) []sdk.Event {
	fresh := make([]sdk.Event, 0, len(page))
	for _, e := range page {
		if e.Seq > t.last {
			t.last = e.Seq
			fresh = append(fresh, e)
		}
	}
	return fresh
}

// release returns the held events that follow without a gap and ends the replay when none is left. With
// force it jumps the gap: the core no longer has what is missing.
func (t *tail) release(force bool) (ready []sdk.Event) {
	slices.SortFunc(t.held, func(a, b sdk.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	n := 0
	for ; n < len(t.held); n++ {
		e := t.held[n]
		if e.Seq > t.last+1 && !force {
			break
		}
		if e.Seq > t.last {
			t.last = e.Seq
			ready = append(ready, e)
		}
	}
	t.held = slices.Delete(t.held, 0, n)
	t.replaying = len(t.held) > 0
	return ready
}
