package lane

import (
	"context"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Lanes run the jobs of each conversation in the order they came, one at a time, and at most some at once
// over all conversations.
type Lanes struct {
	room  int           // jobs waiting in one conversation
	slots chan struct{} // jobs running at once

	mu      sync.Mutex
	waiting map[string][]*Job
	running map[string]*Job // by turn, those that wait included
	closed  bool
	all     sync.WaitGroup
}

// Job is one turn that waits or runs.
type Job struct {
	Lane  string
	Owner core.Owner
	Turn  string
	Force bool // takes a place even when there is no room
	// Accept runs once there is a place, before the job can start; its refusal takes the place back. first
	// tells that nothing runs or waits before it. Nil accepts.
	Accept func(first bool) (bool, error)
	Run    func(ctx context.Context)

	ctx     context.Context
	cancel  context.CancelFunc
	ready   chan struct{} // closed once accept has decided
	void    bool          // it was refused
	skipped bool          // the lanes closed before it ran
	done    chan struct{}
}

// New returns lanes in which at most parallel jobs run at once, and at most room wait in one conversation.
func New(parallel, room int) *Lanes {
	return &Lanes{room: room, slots: make(chan struct{}, parallel), waiting: map[string][]*Job{}, running: map[string]*Job{}}
}

// Join puts a job at the end of its lane and returns once it is accepted.
func (l *Lanes) Join(ctx context.Context, j *Job) error {
	j.ready, j.done = make(chan struct{}), make(chan struct{})
	j.ctx, j.cancel = context.WithCancel(ctx)
	first, err := l.place(j)
	if err != nil {
		j.cancel()
		return err
	}
	defer close(j.ready) // nobody else waits while it is being accepted
	if j.Accept != nil {
		wanted, err := j.Accept(first)
		j.void = err != nil || !wanted
		return err
	}
	return nil
}

// place takes a place in the lane, and reports whether it is the first.
func (l *Lanes) place(j *Job) (first bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false, sdk.Errorf(sdk.Unavailable, "stopping", "the core is stopping")
	}
	queue, busy := l.waiting[j.Lane]
	if len(queue) >= l.room && !j.Force {
		return false, sdk.Errorf(sdk.RateLimited, "too_many_waiting", "%d messages wait already", len(queue))
	}
	l.running[j.Turn] = j
	l.waiting[j.Lane] = append(queue, j)
	if !busy {
		l.all.Add(1)
		go l.drain(j.Lane)
	}
	return len(queue) == 0, nil
}

// drain runs a lane until it is empty.
func (l *Lanes) drain(lane string) {
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
			if j.skipped = l.Stopping(); !j.skipped { // what is stored runs when the core is back
				j.Run(j.ctx)
			}
			<-l.slots
		}

		l.mu.Lock()
		l.waiting[lane] = l.waiting[lane][1:]
		delete(l.running, j.Turn)
		l.mu.Unlock()
		j.cancel()
		close(j.done)
	}
}

// Wait returns once the job is over, and reports whether it ran: the lanes may have closed before.
func (j *Job) Wait() (ran bool) {
	<-j.done
	return !j.skipped
}

// Load is how many jobs run, and how many wait for a place or for those before them.
func (l *Lanes) Load() (running, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	running = len(l.slots)
	return running, max(0, len(l.running)-running)
}

// Has reports whether a turn waits or runs.
func (l *Lanes) Has(turn string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running[turn] != nil
}

// Busy reports whether anything waits or runs in a lane.
func (l *Lanes) Busy(lane string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting[lane]) > 0
}

// Stopping reports whether no further job starts.
func (l *Lanes) Stopping() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}

// Stop cancels an owner's turn, waiting or running; false when there is none of theirs.
func (l *Lanes) Stop(owner core.Owner, turn string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	j, ok := l.running[turn]
	if !ok || j.Owner != owner {
		return false
	}
	j.cancel()
	return true
}

// Rest waits until no lane has anything to do.
func (l *Lanes) Rest() { l.all.Wait() }

// Close takes no more jobs, cancels those that run, leaves those that wait, and waits for all.
func (l *Lanes) Close() {
	l.mu.Lock()
	l.closed = true
	for _, j := range l.running {
		j.cancel()
	}
	l.mu.Unlock()
	l.all.Wait()
}
