package guard

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// still is a process that can always be stopped.
type still struct{}

func (still) Freeze() bool { return true }
func (still) Thaw()        {}

// A process that was stopped is not seen before somebody looked, however long that takes.
func TestAStoppedProcessIsUnseenUntilItIsLookedAt(t *testing.T) {
	looks, looked := make(chan struct{}), make(chan struct{})
	r := NewRest(still{}, nil, func() { looks <- struct{}{}; <-looked })
	if r.Unseen() {
		t.Error("it starts, and its start will be looked at")
	}
	r.Sleep()
	<-looks
	if !r.Unseen() || r.End() {
		t.Error("it counts as seen while the look is going on")
	}
	looked <- struct{}{}
	for deadline := time.Now().Add(30 * time.Second); r.Unseen(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it was looked at, and stays unseen")
		}
	}
	if !r.End() {
		t.Error("it is stopped and was looked at")
	}
}

// slow does not stop in time the first few times.
type slow struct {
	mu             sync.Mutex
	late           int
	frozen, thawed int
}

func (s *slow) Freeze() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen++
	return s.frozen > s.late
}

func (s *slow) Thaw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.thawed++
}

func (s *slow) counts() (frozen, thawed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frozen, s.thawed
}

// On a busy machine a process may stop only after nobody waits for that any more: the next call has it run on all
// the same, and when none comes it is told again until it stands still and was looked at.
func TestAProcessThatStopsLateRunsOn(t *testing.T) {
	s := &slow{late: 2}
	r := NewRest(s, nil, func() {})
	await := func(so func() bool) {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); !so(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("it never came to be")
			}
		}
	}
	r.Sleep()
	await(func() bool { frozen, _ := s.counts(); return frozen == 1 })
	r.Wake()
	if _, thawed := s.counts(); thawed != 1 {
		t.Fatal("it was told to stop, and a call would wait for it for ever")
	}
	r.Sleep()
	await(func() bool { return !r.Unseen() })
	if frozen, _ := s.counts(); frozen != 3 || !r.End() {
		t.Errorf("told to stop %d times, want 3", frozen)
	}
}

// What a process makes while somebody looks is moved aside as well: nothing more comes once it has ended.
func TestWhatComesBeforeTheEndIsMovedToo(t *testing.T) {
	for _, early := range []bool{true, false} {
		dir := t.TempDir()
		denied := []string{filepath.Join(dir, ".ssh"), filepath.Join(dir, ".aws")}
		made := func(path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		before := Look(denied)
		sentry, err := before.Watch(func() {})
		if err != nil {
			t.Fatal(err)
		}
		defer sentry.Close()
		sentry.Begin()
		made(denied[0])
		if !early { // it is seen only in passing before the end
			if err := os.Remove(denied[0]); err != nil {
				t.Fatal(err)
			}
		}
		r := Record{Folder: filepath.Join(t.TempDir(), "quarantine")}
		err = r.Inspect("writer", before, sentry, func() {
			if !early {
				made(denied[0])
			}
			made(denied[1])
		})
		if err == nil || r.Blocked("writer") == nil {
			t.Fatal("nobody noticed")
		}
		for _, path := range denied {
			if _, err := os.Lstat(path); err == nil {
				t.Errorf("%s is still there", path)
			}
		}
	}
}
