package chat

import (
	"context"
	"sync"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
)

// record remembers the answers to recent requests, so that a request repeated after a reconnect is
// answered and not run again. The core guards against repeats that outlive this process: messages, decisions
// and replies each have an id that counts once.
type record struct {
	mu      sync.Mutex
	entries map[string]*entry
	order   []string // oldest first
	limit   int
}

type entry struct {
	ready  chan struct{}
	answer protocol.Frame
}

func newRecord(limit int) *record { return &record{entries: map[string]*entry{}, limit: limit} }

// once runs the request unless its key is known, and waits for a run under way on another socket. A run
// that reports keep=false (the core was out of reach) is forgotten: the next attempt runs.
func (r *record) once(ctx context.Context, key string, run func() (answer protocol.Frame, keep bool)) (protocol.Frame, error) {
	r.mu.Lock()
	if e := r.entries[key]; e != nil {
		r.mu.Unlock()
		select {
		case <-e.ready:
			return e.answer, nil
		case <-ctx.Done():
			return protocol.Frame{}, ctx.Err()
		}
	}
	e := &entry{ready: make(chan struct{})}
	r.entries[key] = e
	r.order = append(r.order, key)
	if len(r.order) > r.limit {
		delete(r.entries, r.order[0])
		r.order = r.order[1:]
	}
	r.mu.Unlock()

	answer, keep := run()
	e.answer = answer
	close(e.ready)
	if !keep {
		r.mu.Lock()
		if r.entries[key] == e {
			delete(r.entries, key)
		}
		r.mu.Unlock()
	}
	return answer, nil
}
