package setup

import (
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

type table struct {
	state State
	found bool
}

func (t *table) Get(core.Owner, string) (State, bool, error) { return t.state, t.found, nil }

func (t *table) Update(_ core.Owner, _ string, change func(State, bool) (State, error)) (State, error) {
	after, err := change(t.state, t.found)
	if err == nil {
		t.state, t.found = after, true
	}
	return after, err
}

// A first run goes through its questions in order, takes an earlier one again without losing its place, survives a
// restart and is over once.
func TestSetupGoesOnAndEndsOnce(t *testing.T) {
	kept := &table{}
	s := New(kept, time.Now)
	if st, err := s.Now(); err != nil || st.Pending() || st.Reached(Language) {
		t.Fatalf("before it began: %+v %v", st, err)
	}
	if _, err := s.Finish(); sdk.ClassOf(err) != sdk.Conflict || kept.found {
		t.Fatalf("ended before it began: %v", err)
	}
	began, err := s.Begin()
	if err != nil || !began.Pending() || began.Step != Language || began.ID == "" {
		t.Fatalf("%+v %v", began, err)
	}
	if _, err := s.Done(Folders); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("a step not reached: %v", err)
	}
	for i, step := range Steps() {
		s = New(kept, time.Now) // a restart
		if st, err := s.Begin(); err != nil || st.ID != began.ID || st.Step != step {
			t.Fatalf("at %s: %+v %v", step, st, err)
		}
		if i > 0 {
			if st, err := s.Done(Language); err != nil || st.Step != step {
				t.Errorf("the language again at %s: %+v %v", step, st, err)
			}
		}
		if _, err := s.Done(step); err != nil {
			t.Fatal(err)
		}
	}
	if st, _ := s.Now(); st.Step != Question || !st.Pending() {
		t.Errorf("it ended by itself: %+v", st)
	}
	over, err := s.Finish()
	if err != nil || over.Pending() {
		t.Fatalf("%+v %v", over, err)
	}
	if st, err := s.Begin(); err != nil || st.Pending() || !st.Finished.Equal(over.Finished) {
		t.Errorf("it began again: %+v %v", st, err)
	}
	if st, err := s.Finish(); err != nil || !st.Finished.Equal(over.Finished) {
		t.Errorf("it ended twice: %+v %v", st, err)
	}
	if _, err := s.Done(Language); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("a question after the end: %v", err)
	}
}
