package gateway

import (
	"context"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// lanes run the jobs of each conversation in the order they came, one at a time, and at most some at once
// over all conversations.
type lanes struct {
	room  int           // jobs waiting in one conversation
	slots chan struct{} // jobs running at once

	mu      sync.Mutex
	waiting map[string][]*job
	running map[string]*job // by turn, those that wait included
	closed  bool
	all     sync.WaitGroup
}

// job is one turn that waits or runs.
type job struct {
	lane  string
	owner core.Owner
	turn  string
	force bool // takes a place even when there is no room
	// accept runs once there is a place, before the job can start; its refusal takes the place back. first
	// tells that nothing runs or waits before it. Nil accepts.
	accept func(first bool) (bool, error)
	run    func(ctx context.Context)

	ctx     context.Context
	cancel  context.CancelFunc
	ready   chan struct{} // closed once accept has decided
	void    bool          // it was refused
	skipped bool          // the lanes closed before it ran
	done    chan struct{}
}

func newLanes(parallel, room int) *lanes {
	return &lanes{room: room, slots: make(chan struct{}, parallel), waiting: map[string][]*job{}, running: map[string]*job{}}
}

// join puts a job at the end of its lane and returns once it is accepted.
func (l *lanes) join(ctx context.Context, j *job) error {
	j.ready, j.done = make(chan struct{}), make(chan struct{})
	j.ctx, j.cancel = context.WithCancel(ctx)
	first, err := l.place(j)
	if err != nil {
		j.cancel()
		return err
	}
	defer close(j.ready) // nobody else waits while it is being accepted
	if j.accept != nil {
		wanted, err := j.accept(first)
		j.void = err != nil || !wanted
		return err
	}
	return nil
}

// place takes a place in the lane, and reports whether it is the first.
func (l *lanes) place(j *job) (first bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false, sdk.Errorf(sdk.Unavailable, "stopping", "the core is stopping")
	}
	queue, busy := l.waiting[j.lane]
	if len(queue) >= l.room && !j.force {
		return false, sdk.Errorf(sdk.RateLimited, "too_many_waiting", "%d messages wait already", len(queue))
	}
	l.running[j.turn] = j
	l.waiting[j.lane] = append(queue, j)
	if !busy {
		l.all.Add(1)
		go l.drain(j.lane)
	}
	return len(queue) == 0, nil
}

// drain runs a lane until it is empty.
func (l *lanes) drain(lane string) {
	defer l.all.Done()
	for {
		l.mu.Lock()
		queue := l.waiting[lane]
		if len(queue) == 0 {
			delete(l.waiting, lane)
			l.mu.Unlock()
			return
		}
		j := queue[0]
		l.mu.Unlock()

		<-j.ready
		if !j.void {
			l.slots <- struct{}{}
			if j.skipped = l.stopping(); !j.skipped { // what is stored runs when the core is back
				j.run(j.ctx)
			}
			<-l.slots
		}

		l.mu.Lock()
		l.waiting[lane] = l.waiting[lane][1:]
		delete(l.running, j.turn)
		l.mu.Unlock()
		j.cancel()
		close(j.done)
	}
}

// has reports whether a turn waits or runs.
func (l *lanes) has(turn string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running[turn] != nil
}

// stopping reports whether no further job starts.
func (l *lanes) stopping() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}

// stop cancels an owner's turn, waiting or running; false when there is none of theirs.
func (l *lanes) stop(owner core.Owner, turn string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	j, ok := l.running[turn]
	if !ok || j.owner != owner {
		return false
	}
	j.cancel()
	return true
}

// close takes no more jobs, cancels those that run, leaves those that wait, and waits for all.
func (l *lanes) close() {
	l.mu.Lock()
	l.closed = true
	for _, j := range l.running {
		j.cancel()
	}
	l.mu.Unlock()
	l.all.Wait()
}
