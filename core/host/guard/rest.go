package guard

import (
	"sync"
	"time"
)

// Runner is a process that can be stopped for a while.
type Runner interface {
	Freeze() bool // whether nothing of it runs any more; if not, it stops as soon as it can
	Thaw()        // also one that has not stopped yet
}

// Rest stops a process that may write between its calls. A nil one never does.
type Rest struct {
	runner Runner
	sentry *Sentry
	look   func() // after it was stopped

	mu     sync.Mutex
	active int  // calls, and the start
	told   bool // to stop, since the last call
	frozen bool // and it has stopped
	looked bool // since it was frozen
	times  int  // it was frozen
	over   bool // the process is being ended
	linger *time.Timer
}

// lingerTime is how long a process that may write runs on after its last call: calls that follow one another
// do not pay for stopping it.
const lingerTime = 5 * time.Millisecond

// againTime is after how long a process that had not stopped is told to again.
const againTime = 100 * time.Millisecond

// NewRest takes over a process that is starting: its start ends with Sleep, as a call does.
func NewRest(r Runner, s *Sentry, look func()) *Rest {
	return &Rest{runner: r, sentry: s, look: look, active: 1}
}

// Wake lets the process run for a call.
func (r *Rest) Wake() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active++; r.active > 1 {
		return
	}
	r.linger.Stop()
	if r.told {
		r.sentry.Begin()
		r.runner.Thaw()
		r.told, r.frozen, r.looked = false, false, false
	}
}

// Sleep ends a call. Soon after the last one the process is stopped and looked at, so that nothing of it runs
// unseen until the next: what it made at a denied path is there by then.
func (r *Rest) Sleep() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active--; r.active == 0 {
		r.linger = time.AfterFunc(lingerTime, r.stop)
	}
}

func (r *Rest) stop() {
	r.mu.Lock()
	if r.active > 0 || r.frozen || r.over {
		r.mu.Unlock()
		return
	}
	r.told = true
	if r.frozen = r.runner.Freeze(); !r.frozen {
		r.linger = time.AfterFunc(againTime, r.stop) // until then what it does counts
		r.mu.Unlock()
		return
	}
	r.sentry.End()
	r.times++
	now := r.times
	r.mu.Unlock()
	r.look()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times == now && r.frozen { // else it ran meanwhile
		r.looked = true
	}
}

// Unseen reports whether the process may have done something since anyone looked.
func (r *Rest) Unseen() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.active == 0 && !r.looked
}

// End leaves the process as it is, and reports whether it is stopped and was looked at.
func (r *Rest) End() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	return r.looked
}
