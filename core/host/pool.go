package host

import (
	"context"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
)

// key names the processes that may stand in for one another: same bytes, same manifest, same configuration
// block, same confinement, same person.
type key struct {
	executor, digest, version, instance, config, profile string
	owner                                                core.Owner
}

// pool keeps processes warm. One process serves a key; at most max of them are kept when nobody uses them,
// and none longer than idle.
type pool struct {
	mu      sync.Mutex
	entries map[key]*entry
	idle    time.Duration
	max     int
	closed  bool
	wg      sync.WaitGroup // processes being stopped
}

type entry struct {
	proc     *process
	starting *starting // not nil while a start is in flight
	users    int
	since    time.Time // idle since
	timer    *time.Timer
}

// starting is a start several callers wait for.
type starting struct {
	done chan struct{}
	proc *process
	err  error
}

func newPool(idle time.Duration, most int) *pool {
	return &pool{entries: map[key]*entry{}, idle: idle, max: most}
}

// acquire returns a running process for k, starting one when there is none; concurrent callers share one
// start. The caller releases it.
func (p *pool) acquire(ctx context.Context, k key, start func() (*process, error)) (*process, error) {
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, errHostClosed()
		}
		e := p.entries[k]
		if e == nil {
			e = &entry{}
			p.entries[k] = e
		}
		if e.proc != nil && e.proc.usable() {
			e.users++
			if e.timer != nil {
				e.timer.Stop()
			}
			proc := e.proc
			proc.calls.Add(1)
			p.mu.Unlock()
			return proc, nil
		}
		if e.proc != nil { // it died or was retired: whoever still uses it keeps its own reference
			p.discard(e.proc)
			e.proc, e.users = nil, 0
		}
		s := e.starting
		if s == nil {
			s = &starting{done: make(chan struct{})}
			e.starting = s
			p.wg.Add(1)
			go p.begin(k, e, s, start)
		}
		p.mu.Unlock()
		select {
		case <-s.done:
			if s.err != nil {
				return nil, s.err
			}
		case <-ctx.Done():
			return nil, interrupted(ctx)
		}
	}
}

func (p *pool) begin(k key, e *entry, s *starting, start func() (*process, error)) {
	defer p.wg.Done()
	s.proc, s.err = start()
	p.mu.Lock()
	e.starting = nil
	if s.err == nil && p.closed {
		s.proc.retire()
		p.discard(s.proc)
		s.err = errHostClosed()
	}
	if s.err == nil {
		e.proc, e.users = s.proc, 0
		p.park(k, e)
	} else if p.entries[k] == e {
		delete(p.entries, k)
	}
	p.mu.Unlock()
	close(s.done)
}

// release gives a process back.
func (p *pool) release(k key, proc *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	proc.calls.Done()
	e := p.entries[k]
	if e == nil || e.proc != proc {
		return
	}
	e.users--
	if e.users > 0 {
		return
	}
	if !proc.usable() {
		p.drop(k, e)
		return
	}
	p.park(k, e)
}

// park starts the idle clock and stops the process idle for longest when too many are kept.
func (p *pool) park(k key, e *entry) {
	e.since = time.Now()
	if e.timer != nil {
		e.timer.Stop()
	}
	proc := e.proc
	e.timer = time.AfterFunc(p.idle, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if e := p.entries[k]; e != nil && e.proc == proc && e.users == 0 && e.starting == nil {
			p.drop(k, e)
		}
	})
	var oldest key
	var found *entry
	n := 0
	for k, e := range p.entries {
		if e.proc == nil || e.users > 0 || e.starting != nil {
			continue
		}
		if n++; found == nil || e.since.Before(found.since) {
			oldest, found = k, e
		}
	}
	if n > p.max && found != nil {
		p.drop(oldest, found)
	}
}

// drop forgets an entry and stops its process.
func (p *pool) drop(k key, e *entry) {
	if e.timer != nil {
		e.timer.Stop()
	}
	delete(p.entries, k)
	p.discard(e.proc)
}

// discard stops a process in the background, once its last call has ended.
func (p *pool) discard(proc *process) {
	proc.retire()
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		proc.shut()
	}()
}

// retire drains every process keep does not want: it serves the calls it has and no new one.
func (p *pool) retire(keep func(key) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, e := range p.entries {
		if e.proc != nil && !keep(k) {
			if e.users > 0 {
				e.proc.retire()
				continue // the last caller's release drops it
			}
			p.drop(k, e)
		}
	}
}

// processes lists the running processes.
func (p *pool) processes() []*process {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []*process
	for _, e := range p.entries {
		if e.proc != nil && e.proc.child.running() {
			out = append(out, e.proc)
		}
	}
	return out
}

// close stops every process: gracefully until ctx ends, then at once.
func (p *pool) close(ctx context.Context) {
	p.mu.Lock()
	p.closed = true
	var all []*process
	for k, e := range p.entries {
		if e.proc != nil {
			all = append(all, e.proc)
			p.drop(k, e)
		}
	}
	p.mu.Unlock()
	done := make(chan struct{})
	go func() { p.wg.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	for _, proc := range all {
		proc.child.kill()
	}
	<-done
}
