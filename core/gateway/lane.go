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
	running map[string]*job // by turn
	closed  bool
	all     sync.WaitGroup
}

// job is one turn that waits or runs.
type job struct {
	owner  core.Owner
	turn   string
	ctx    context.Context
	cancel context.CancelFunc
	run    func(ctx context.Context)
	done   chan struct{}
}

func newLanes(parallel, room int) *lanes {
	return &lanes{room: room, slots: make(chan struct{}, parallel), waiting: map[string][]*job{}, running: map[string]*job{}}
}

// join puts a job at the end of a conversation's lane. accept runs once there is a place, before the job
// can start; its refusal takes the place back.
func (l *lanes) join(ctx context.Context, lane string, owner core.Owner, turn string, accept func() (bool, error), run func(ctx context.Context)) (*job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, sdk.Errorf(sdk.Unavailable, "stopping", "the core is stopping")
	}
	queue, busy := l.waiting[lane]
	if len(queue) >= l.room {
		return nil, sdk.Errorf(sdk.RateLimited, "too_many_waiting", "%d messages wait already", len(queue))
	}
	if wanted, err := accept(); err != nil || !wanted {
		return nil, err
	}
	j := &job{owner: owner, turn: turn, run: run, done: make(chan struct{})}
	j.ctx, j.cancel = context.WithCancel(ctx)
	l.running[turn] = j
	l.waiting[lane] = append(queue, j)
	if !busy {
		l.all.Add(1)
		go l.drain(lane)
	}
	return j, nil
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

		l.slots <- struct{}{}
		j.run(j.ctx)
		<-l.slots

		l.mu.Lock()
		l.waiting[lane] = l.waiting[lane][1:]
		delete(l.running, j.turn)
		l.mu.Unlock()
		j.cancel()
		close(j.done)
	}
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

// close takes no more jobs, cancels those there are, and waits for them.
func (l *lanes) close() {
	l.mu.Lock()
	l.closed = true
	for _, j := range l.running {
		j.cancel()
	}
	l.mu.Unlock()
	l.all.Wait()
}
