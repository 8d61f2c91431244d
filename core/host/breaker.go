package host

import (
	"sync"
	"time"
)

// A crash loop opens after crashLimit crashes within crashWindow and stays open for the cool-down; then one
// start is let through, and its failure opens it again.
const (
	crashLimit  = 3
	crashWindow = 30 * time.Second
)

// breaker stops an executor that only crashes from being started over and over.
type breaker struct {
	mu       sync.Mutex
	cooldown time.Duration
	now      func() time.Time
	loops    map[string]*crashLoop
}

type crashLoop struct {
	crashes []time.Time
	until   time.Time // open until then
	trial   bool      // the cool-down is over and one start is being tried
}

func newBreaker(cooldown time.Duration) *breaker {
	return &breaker{cooldown: cooldown, now: time.Now, loops: map[string]*crashLoop{}}
}

// wait returns how long the executor still has to rest, or 0 when it may start.
func (b *breaker) wait(name string) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.loops[name]
	if l == nil || l.until.IsZero() {
		return 0
	}
	if left := l.until.Sub(b.now()); left > 0 {
		return left
	}
	l.trial = true
	return 0
}

func (b *breaker) crashed(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.loops[name]
	if l == nil {
		l = &crashLoop{}
		b.loops[name] = l
	}
	now := b.now()
	recent := l.crashes[:0]
	for _, at := range l.crashes {
		if now.Sub(at) < crashWindow {
			recent = append(recent, at)
		}
	}
	l.crashes = append(recent, now)
	if l.trial || len(l.crashes) >= crashLimit {
		l.until, l.trial, l.crashes = now.Add(b.cooldown), false, nil
	}
}

func (b *breaker) succeeded(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.loops, name)
}
