package scribe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/precedent"
)

// slow is a book that writes when the test lets it, and tells what it was asked in order.
type slow struct {
	let chan struct{}

	mu    sync.Mutex
	calls []string
	begun []string
}

func (b *slow) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, fmt.Sprintf(format, args...))
}

func (b *slow) told() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.calls)
}

// has reports whether the record of a turn is being written.
func (b *slow) has(turn string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.begun, turn)
}

func (b *slow) Record(ctx context.Context, q precedent.Query, run precedent.Run) (precedent.Reason, error) {
	b.mu.Lock()
	b.begun = append(b.begun, run.Turn)
	b.mu.Unlock()
	<-b.let
	if run.Turn == "fault" {
		panic("broken")
	}
	b.note("record %s %v", run.Turn, ctx.Err())
	return precedent.Excluded, errors.New("nobody hears this")
}

func (b *slow) Exact(_ context.Context, q precedent.Query) (precedent.Hit, bool, error) {
	b.note("exact %s", q.Owner)
	return precedent.Hit{Key: "0/x"}, true, nil
}

func (b *slow) Similar(_ context.Context, q precedent.Query) (precedent.Hit, bool, error) {
	b.note("similar %s", q.Owner)
	return precedent.Hit{Key: "1/x"}, true, nil
}

func (b *slow) Fail(_ context.Context, owner core.Owner, key string) error {
	b.note("fail %s", owner)
	return nil
}

func (b *slow) Feedback(_ context.Context, owner core.Owner, turn string, v precedent.Verdict) (bool, error) {
	b.note("feedback %s", owner)
	return true, nil
}

func (b *slow) Sweep(context.Context, time.Time) error {
	b.note("sweep")
	return nil
}

func record(t *testing.T, s *Scribe, owner core.Owner, turn string, origin core.Origin) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // the turn is over: what it taught is written all the same
	if _, err := s.Record(ctx, precedent.Query{Owner: owner}, precedent.Run{Turn: turn, Origin: origin}); err != nil {
		t.Fatal(err)
	}
}

// waits reports what ask does while something is being written: it must not have been answered before let.
func waits(t *testing.T, b *slow, ask func() error, want string) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- ask() }()
	select {
	case err := <-done:
		t.Fatalf("%s did not wait: %v, %v", want, b.told(), err)
	case b.let <- struct{}{}:
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if calls := b.told(); len(calls) < 2 || calls[len(calls)-1] != want || calls[len(calls)-2] != "record one <nil>" {
		t.Errorf("%q came after %q", want, calls)
	}
}

// Who asks about what is being written waits for it; nobody else does.
func TestWhoAsksWaits(t *testing.T) {
	ctx := context.Background()
	anna := precedent.Query{Owner: "anna"}
	asks := map[string]struct {
		do   func(s *Scribe) error
		uses bool // it waits for the count of a use, too
	}{
		"exact anna":    {do: func(s *Scribe) error { _, _, err := s.Exact(ctx, anna); return err }},
		"similar anna":  {do: func(s *Scribe) error { _, _, err := s.Similar(ctx, anna); return err }},
		"fail anna":     {do: func(s *Scribe) error { return s.Fail(ctx, "anna", "0/x") }, uses: true},
		"feedback anna": {do: func(s *Scribe) error { _, err := s.Feedback(ctx, "anna", "one", precedent.Bad); return err }, uses: true},
		"sweep":         {do: func(s *Scribe) error { return s.Sweep(ctx, time.Now()) }, uses: true},
	}
	for want, ask := range asks {
		for _, origin := range []core.Origin{core.FromCompose, core.FromFastpath} {
			b := &slow{let: make(chan struct{})}
			s := New(b, nil)
			record(t, s, "anna", "one", origin)
			if _, _, err := s.Exact(ctx, precedent.Query{Owner: "bruno"}); err != nil {
				t.Fatal(err)
			}
			if ask.uses || origin == core.FromCompose {
				waits(t, b, func() error { return ask.do(s) }, want)
				continue
			}
			if err := ask.do(s); err != nil {
				t.Fatal(err)
			}
			if calls := b.told(); !slices.Equal(calls, []string{"exact bruno", want}) {
				t.Errorf("%s after a use: %q", want, calls)
			}
			close(b.let)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A turn that is cancelled does not wait.
func TestACancelledTurnDoesNotWait(t *testing.T) {
	b := &slow{let: make(chan struct{})}
	s := New(b, nil)
	record(t, s, "anna", "one", core.FromCompose)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, found, err := s.Exact(ctx, precedent.Query{Owner: "anna"}); found || !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, %v", found, err)
	}
	close(b.let)
	if err := s.Flush(context.Background(), "anna"); err != nil || len(b.told()) != 1 {
		t.Errorf("%v, %v", b.told(), err)
	}
}

// What comes while one is written is written together, and Close leaves nothing behind.
func TestCloseWritesEverything(t *testing.T) {
	b := &slow{let: make(chan struct{})}
	s := New(b, nil)
	record(t, s, "anna", "one", core.FromCompose)
	for i := range 40 {
		record(t, s, core.Owner([]string{"anna", "bruno"}[i%2]), fmt.Sprint(i), core.FromFastpath)
	}
	close(b.let)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if calls := b.told(); len(calls) != 41 {
		t.Errorf("written: %q", calls)
	}
	if _, err := s.Record(context.Background(), precedent.Query{}, precedent.Run{Turn: "late"}); err == nil {
		t.Error("the book's own word is lost")
	}
	if calls := b.told(); calls[len(calls)-1] != "record late <nil>" {
		t.Errorf("after Close: %q", calls[41:])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.notes) != 0 || s.next != 0 {
		t.Errorf("%d notes, %d begun", len(s.notes), s.next)
	}
}

// Without room a record is written by the turn itself.
func TestFull(t *testing.T) {
	b := &slow{let: make(chan struct{})}
	s := New(b, nil)
	for i := range room {
		record(t, s, "anna", fmt.Sprint(i), core.FromFastpath)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := s.Record(context.Background(), precedent.Query{Owner: "anna"}, precedent.Run{Turn: "own"}); err == nil {
			t.Error("the book's own word is lost")
		}
	}()
	for deadline := time.Now().Add(10 * time.Second); !b.has("own"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it waits for others")
		}
	}
	close(b.let)
	<-done
	if err := s.Close(); err != nil || len(b.told()) != room+1 {
		t.Errorf("%d written, %v", len(b.told()), err)
	}
}

// A fault in one record is told and harms no other.
func TestAFaultIsTold(t *testing.T) {
	b := &slow{let: make(chan struct{})}
	close(b.let)
	told := make(chan string, 1)
	s := New(b, func(owner core.Owner, turn string, fault any) { told <- fmt.Sprint(owner, " ", turn, " ", fault) })
	record(t, s, "anna", "fault", core.FromCompose)
	if _, _, err := s.Exact(context.Background(), precedent.Query{Owner: "anna"}); err != nil {
		t.Fatal(err)
	}
	if got := <-told; got != "anna fault broken" {
		t.Error(got)
	}
	record(t, s, "anna", "next", core.FromCompose)
	if err := s.Close(); err != nil || !slices.Equal(b.told(), []string{"exact anna", "record next <nil>"}) {
		t.Errorf("%q, %v", b.told(), err)
	}
}
