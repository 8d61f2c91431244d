package scribe

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/precedent"
)

// Book is what is written in; *precedent.Book is one.
type Book interface {
	Exact(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error)
	Similar(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error)
	Record(ctx context.Context, q precedent.Query, run precedent.Run) (precedent.Reason, error)
	Fail(ctx context.Context, owner core.Owner, key string) error
	Feedback(ctx context.Context, owner core.Owner, turn string, v precedent.Verdict) (known bool, err error)
	Sweep(ctx context.Context, now time.Time) error
}

// room is how many records may wait. What comes when there is no room is written at once.
const room = 128

// Scribe is a book whose records are written in their time. It is safe for concurrent use.
type Scribe struct {
	book  Book
	fault func(owner core.Owner, turn string, fault any)

	mu     sync.Mutex
	notes  []*note // not yet written, the oldest first
	next   int     // of notes, that nobody has begun to write
	busy   bool    // somebody writes
	closed bool
}

// note is a record that waits.
type note struct {
	ctx  context.Context
	q    precedent.Query
	run  precedent.Run
	done chan struct{}
}

// makes reports a record that may give the owner a plan. One that counts the use of a plan changes no answer.
func (n *note) makes() bool {
	return n.run.Origin != core.FromFastpath && n.run.Origin != core.FromAutopath
}

// New returns a scribe of a book. fault is told of a fault of the program while it wrote, in the place where that
// happened: it ends one record and nothing else.
func New(book Book, fault func(owner core.Owner, turn string, fault any)) *Scribe {
	return &Scribe{book: book, fault: fault}
}

// Record takes note of a finished turn. Why its plan is not kept, when it is not, nobody waits to hear.
func (s *Scribe) Record(ctx context.Context, q precedent.Query, run precedent.Run) (precedent.Reason, error) {
	n := &note{ctx: context.WithoutCancel(ctx), q: q, run: run, done: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.notes) >= room {
		s.mu.Unlock()
		defer s.mu.Lock()
		return s.book.Record(ctx, q, run)
	}
	s.notes = append(s.notes, n)
	if !s.busy {
		s.busy = true
		go s.write()
	}
	return precedent.Stored, nil
}

// write writes what waits, what came meanwhile together: it shares a commit.
func (s *Scribe) write() {
	for {
		s.mu.Lock()
		batch := slices.Clone(s.notes[s.next:])
		if s.next = len(s.notes); len(batch) == 0 {
			s.busy = false
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		var all sync.WaitGroup
		for _, n := range batch {
			all.Go(func() { s.one(n) })
		}
		all.Wait()
	}
}

// one writes a note.
func (s *Scribe) one(n *note) {
	defer func() {
		if fault := recover(); fault != nil {
			s.fault(n.q.Owner, n.run.Turn, fault)
		}
		s.mu.Lock()
		at := slices.Index(s.notes, n)
		s.notes = slices.Delete(s.notes, at, at+1)
		s.next--
		s.mu.Unlock()
		close(n.done)
	}()
	_, _ = s.book.Record(n.ctx, n.q, n.run) // without it the next turn is planned anew
}

// written waits until what concerns somebody is in the book.
func (s *Scribe) written(ctx context.Context, concerns func(*note) bool) error {
	s.mu.Lock()
	waits := slices.DeleteFunc(slices.Clone(s.notes), func(n *note) bool { return !concerns(n) })
	s.mu.Unlock()
	for _, n := range waits {
		select {
		case <-n.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func of(owner core.Owner) func(*note) bool { return func(n *note) bool { return n.q.Owner == owner } }

// Exact is the book's, once it holds the plans its owner's turns made.
func (s *Scribe) Exact(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error) {
	if err := s.made(ctx, q.Owner); err != nil {
		return precedent.Hit{}, false, err
	}
	return s.book.Exact(ctx, q)
}

// Similar is the book's, once it holds the plans its owner's turns made.
func (s *Scribe) Similar(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error) {
	if err := s.made(ctx, q.Owner); err != nil {
		return precedent.Hit{}, false, err
	}
	return s.book.Similar(ctx, q)
}

func (s *Scribe) made(ctx context.Context, owner core.Owner) error {
	return s.written(ctx, func(n *note) bool { return n.q.Owner == owner && n.makes() })
}

// Fail is the book's, after what its owner's turns taught.
func (s *Scribe) Fail(ctx context.Context, owner core.Owner, key string) error {
	if err := s.Flush(ctx, owner); err != nil {
		return err
	}
	return s.book.Fail(ctx, owner, key)
}

// Feedback is the book's, after what its owner's turns taught.
func (s *Scribe) Feedback(ctx context.Context, owner core.Owner, turn string, v precedent.Verdict) (bool, error) {
	if err := s.Flush(ctx, owner); err != nil {
		return false, err
	}
	return s.book.Feedback(ctx, owner, turn, v)
}

// Sweep is the book's, after everything that waits.
func (s *Scribe) Sweep(ctx context.Context, now time.Time) error {
	if err := s.written(ctx, func(*note) bool { return true }); err != nil {
		return err
	}
	return s.book.Sweep(ctx, now)
}

// Flush returns once everything of an owner is written.
func (s *Scribe) Flush(ctx context.Context, owner core.Owner) error { return s.written(ctx, of(owner)) }

// Close returns once everything is written. What comes later is written at once.
func (s *Scribe) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	return s.written(context.Background(), func(*note) bool { return true })
}
