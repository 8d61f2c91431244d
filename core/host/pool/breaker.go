package pool

import (
	"sync"
	"time"
)

// A crash loop opens after CrashLimit crashes within crashWindow and stays open for the cool-down; then one
// start is let through, and its failure opens it again.
const (
	CrashLimit  = 3
	crashWindow = 30 * time.Second
)

// Breaker stops an executor that only crashes from being started over and over.
type Breaker struct {
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

// NewBreaker makes a breaker that rests a crash-looping executor for cooldown.
func NewBreaker(cooldown time.Duration) *Breaker {
	return &Breaker{cooldown: cooldown, now: time.Now, loops: map[string]*crashLoop{}}
}

// Wait returns how long the executor still has to rest, or 0 when it may start.
func (b *Breaker) Wait(name string) time.Duration {
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

// Crashed notes that the executor died or did not start.
func (b *Breaker) Crashed(name string) {
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
	if l.trial || len(l.crashes) >= CrashLimit {
		l.until, l.trial, l.crashes = now.Add(b.cooldown), false, nil
	}
}

// Succeeded closes the loop.
func (b *Breaker) Succeeded(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.loops, name)
}
