package pool

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Process is what a pool keeps: something running that serves calls.
type Process interface {
	Usable() bool // whether it takes new calls
	Retire()      // it takes no new call from then on
	Shut()        // ends it; no call is in flight
	Kill()        // ends it now
}

// ErrClosed is the error of a pool that was closed.
var ErrClosed = errors.New("the pool is closed")

// Pool keeps processes warm. One process serves a key; at most max of them are kept when nobody uses them,
// and none longer than idle.
type Pool[K comparable, P Process] struct {
	mu      sync.Mutex
	entries map[K]*entry[P]
	idle    time.Duration
	max     int
	keep    func(K) bool // of the last Retire, nil before it
	closed  bool
	ending  sync.WaitGroup // starts in flight and processes being shut
	starts  Starts
}

// Starts counts how often processes were started, and how often that failed.
type Starts struct {
	Made   int64 `json:"made"`
	Failed int64 `json:"failed"`
}

// Starts tells what was started so far.
func (p *Pool[K, P]) Starts() Starts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.starts
}

// entry is what there is for a key: a running process, a start several callers wait for, or both when the
// process is no longer usable.
type entry[P Process] struct {
	slot     *slot[P]
	starting *starting
}

type slot[P Process] struct {
	proc  P
	calls sync.WaitGroup // leases
	users int
	since time.Time // idle since
	timer *time.Timer
}

type starting struct {
	done chan struct{}
	err  error // set before done is closed
}

// New makes a pool that stops a process unused for idle, and keeps at most most unused ones.
func New[K comparable, P Process](idle time.Duration, most int) *Pool[K, P] {
	return &Pool[K, P]{entries: map[K]*entry[P]{}, idle: idle, max: most}
}

// Lease is the use of a process for one call.
type Lease[P Process] struct {
	Proc P
	end  func()
}

// End gives the process back.
func (l *Lease[P]) End() { l.end() }

// Acquire leases the process of k, starting one when there is none usable; concurrent callers share one
// start and its error. When ctx ends first its error is returned, and the start goes on for the others.
func (p *Pool[K, P]) Acquire(ctx context.Context, k K, start func() (P, error)) (*Lease[P], error) {
	for {
		lease, s, err := p.lease(k, start)
		if lease != nil || err != nil {
			return lease, err
		}
		select {
		case <-s.done:
			if s.err != nil {
				return nil, s.err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (p *Pool[K, P]) lease(k K, start func() (P, error)) (*Lease[P], *starting, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, nil, ErrClosed
	}
	e := p.entries[k]
	if e == nil {
		e = &entry[P]{}
		p.entries[k] = e
	}
	if s := e.slot; s != nil {
		if s.proc.Usable() {
			s.users++
			s.calls.Add(1)
			s.timer.Stop()
			return &Lease[P]{Proc: s.proc, end: sync.OnceFunc(func() { p.release(k, s) })}, nil, nil
		}
		e.slot = nil // whoever still uses it has a lease
		p.discard(s)
	}
	if e.starting == nil {
		e.starting = &starting{done: make(chan struct{})}
		p.ending.Add(1)
		go p.begin(k, e, e.starting, start)
	}
	return nil, e.starting, nil
}

func (p *Pool[K, P]) begin(k K, e *entry[P], s *starting, start func() (P, error)) {
	defer p.ending.Done()
	proc, err := start()
	p.mu.Lock()
	defer p.mu.Unlock()
	defer close(s.done)
	e.starting, s.err = nil, err
	if err != nil {
		p.starts.Failed++
		delete(p.entries, k)
		return
	}
	p.starts.Made++
	made := &slot[P]{proc: proc}
	if p.closed {
		s.err = ErrClosed
		p.discard(made)
		return
	}
	e.slot = made
	p.park(k, made)
}

func (p *Pool[K, P]) release(k K, s *slot[P]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.calls.Done()
	if s.users--; s.users > 0 || !p.holds(k, s) {
		return
	}
	if !s.proc.Usable() || (p.keep != nil && !p.keep(k)) {
		p.drop(k, s)
		return
	}
	p.park(k, s)
}

func (p *Pool[K, P]) holds(k K, s *slot[P]) bool {
	e := p.entries[k]
	return e != nil && e.slot == s
}

// park starts the idle clock, and stops the process idle for longest when too many are kept.
func (p *Pool[K, P]) park(k K, s *slot[P]) {
	s.since = time.Now()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(p.idle, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.holds(k, s) && s.users == 0 && time.Since(s.since) >= p.idle {
			p.drop(k, s)
		}
	})
	var oldest K
	var found *slot[P]
	n := 0
	for k, e := range p.entries {
		if e.slot == nil || e.slot.users > 0 {
			continue
		}
		if n++; found == nil || e.slot.since.Before(found.since) {
			oldest, found = k, e.slot
		}
	}
	if n > p.max {
		p.drop(oldest, found)
	}
}

// drop forgets a process and stops it.
func (p *Pool[K, P]) drop(k K, s *slot[P]) {
	if e := p.entries[k]; e.starting == nil {
		delete(p.entries, k)
	} else {
		e.slot = nil
	}
	p.discard(s)
}

// discard stops a process in the background, once its last lease has ended.
func (p *Pool[K, P]) discard(s *slot[P]) {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.proc.Retire()
	p.ending.Add(1)
	go func() {
		defer p.ending.Done()
		s.calls.Wait()
		s.proc.Shut()
	}()
}

// Retire drains every process keep does not want: it finishes the calls it has and takes no new one. From
// then on, a process keep does not want is started for a caller that insists, and not kept after the call.
func (p *Pool[K, P]) Retire(keep func(K) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keep = keep
	for k, e := range p.entries {
		if e.slot != nil && !keep(k) {
			p.drop(k, e.slot)
		}
	}
}

// Drain is Retire for once: what it ends may be started and kept again.
func (p *Pool[K, P]) Drain(unwanted func(K) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, e := range p.entries {
		if e.slot != nil && unwanted(k) {
			p.drop(k, e.slot)
		}
	}
}

// All lists the processes that are kept or in use.
func (p *Pool[K, P]) All() []P {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []P
	for _, e := range p.entries {
		if e.slot != nil {
			out = append(out, e.slot.proc)
		}
	}
	return out
}

// Close stops every process: gracefully until ctx ends, then at once.
func (p *Pool[K, P]) Close(ctx context.Context) {
	p.mu.Lock()
	p.closed = true
	var all []P
	for k, e := range p.entries {
		if e.slot != nil {
			all = append(all, e.slot.proc)
			p.drop(k, e.slot)
		}
	}
	p.mu.Unlock()
	done := make(chan struct{})
	go func() { p.ending.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	for _, proc := range all {
		proc.Kill()
	}
	<-done
}
