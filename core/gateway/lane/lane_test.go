package lane

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

func TestJobsOfALaneRunInOrder(t *testing.T) {
	l := New(2, 100)
	var mu sync.Mutex
	var ran, want []string
	var last *Job
	for i := range 50 {
		name := strconv.Itoa(i)
		last = &Job{Lane: "a", Turn: name, Run: func(context.Context) { mu.Lock(); defer mu.Unlock(); ran = append(ran, name) }}
		want = append(want, name)
		if err := l.Join(t.Context(), last); err != nil {
			t.Fatal(err)
		}
	}
	if !last.Wait() || !slices.Equal(ran, want) {
		t.Errorf("%v", ran)
	}
	l.Rest()
	if l.Has("0") || l.Has("49") {
		t.Error("what is over is still there")
	}
}

// While one job is being accepted, which takes a write to the disk, other lanes go on.
func TestAcceptingHoldsBackOnlyItsOwnLane(t *testing.T) {
	l := New(4, 10)
	gate, accepting := make(chan struct{}), make(chan struct{})
	slow := make(chan error, 1)
	ran := false
	go func() {
		slow <- l.Join(t.Context(), &Job{Lane: "a", Turn: "slow", Run: func(context.Context) {}, Accept: func(first bool) (bool, error) {
			close(accepting)
			<-gate
			return first, nil
		}})
	}()
	<-accepting
	other := &Job{Lane: "b", Turn: "other", Run: func(context.Context) { ran = true }}
	if err := l.Join(t.Context(), other); err != nil || !other.Wait() || !ran {
		t.Fatalf("another lane waits: %v", err)
	}
	behind := &Job{Lane: "a", Turn: "behind", Run: func(context.Context) {}, Accept: func(first bool) (bool, error) {
		if first {
			t.Error("it is not the first")
		}
		return true, nil
	}}
	if err := l.Join(t.Context(), behind); err != nil {
		t.Fatal(err)
	}
	close(gate)
	if err := <-slow; err != nil || !behind.Wait() {
		t.Errorf("%v", err)
	}
}

func TestWhatIsRefusedTakesNoPlace(t *testing.T) {
	l := New(1, 1)
	stop := errors.New("disk")
	for name, accept := range map[string]func(bool) (bool, error){
		"failed":   func(bool) (bool, error) { return false, stop },
		"unwanted": func(bool) (bool, error) { return false, nil },
	} {
		err := l.Join(t.Context(), &Job{Lane: "a", Turn: name, Accept: accept, Run: func(context.Context) { t.Errorf("%s ran", name) }})
		if name == "failed" != errors.Is(err, stop) {
			t.Errorf("%s: %v", name, err)
		}
		l.Rest()
	}
	gate := make(chan struct{})
	held := &Job{Lane: "a", Turn: "held", Run: func(context.Context) { <-gate }}
	if err := l.Join(t.Context(), held); err != nil {
		t.Fatal(err)
	}
	if err := l.Join(t.Context(), &Job{Lane: "a", Turn: "more", Run: func(context.Context) {}}); sdk.ClassOf(err) != sdk.RateLimited {
		t.Errorf("no room: %v", err)
	}
	forced := &Job{Lane: "a", Turn: "forced", Force: true, Run: func(context.Context) {}}
	if err := l.Join(t.Context(), forced); err != nil {
		t.Errorf("what was taken before: %v", err)
	}
	close(gate)
	if !forced.Wait() {
		t.Error("it did not run")
	}
}

func TestStopAndClose(t *testing.T) {
	l := New(4, 10)
	begun := make(chan struct{})
	stopped := make(chan struct{})
	a := &Job{Lane: "a", Owner: "anna", Turn: "a", Run: func(ctx context.Context) { close(begun); <-ctx.Done(); close(stopped) }}
	waits := &Job{Lane: "a", Owner: "anna", Turn: "waits", Run: func(context.Context) { t.Error("it ran in a closing core") }}
	for _, j := range []*Job{a, waits} {
		if err := l.Join(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
	<-begun
	if l.Stop("bruno", "a") || l.Stop("anna", "none") {
		t.Error("somebody else's turn was stopped")
	}
	l.Close()
	select {
	case <-stopped:
	case <-time.After(30 * time.Second):
		t.Fatal("it runs on")
	}
	if !a.Wait() || waits.Wait() || !l.Stopping() {
		t.Error("what ran and what did not are mixed up")
	}
	if err := l.Join(t.Context(), &Job{Lane: "a", Turn: "late"}); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("%v", err)
	}
}
