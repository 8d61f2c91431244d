package setup

import (
	"crypto/rand"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Step is one question of the first run.
type Step string

const (
	Language    Step = "language"
	Name        Step = "name"
	Folders     Step = "folders"
	Confinement Step = "confinement"
	Question    Step = "question"
)

// Steps are the questions in their order.
func Steps() []Step { return []Step{Language, Name, Folders, Confinement, Question} }

// State is where a first run stands.
type State struct {
	ID       string    `json:"id"` // names the conversation it ends in
	Step     Step      `json:"step"`
	Wrote    string    `json:"wrote,omitempty"` // digest of the configuration it wrote
	Began    time.Time `json:"began"`
	Finished time.Time `json:"finished,omitzero"`
}

// Pending reports whether there are questions left.
func (s State) Pending() bool { return !s.Began.IsZero() && s.Finished.IsZero() }

// Reached reports whether a step may be answered: it is the next, or was answered before.
func (s State) Reached(step Step) bool {
	at := slices.Index(Steps(), step)
	return s.Pending() && at >= 0 && at <= slices.Index(Steps(), s.Step)
}

// Table keeps the state, under [core.Host].
type Table interface {
	Get(owner core.Owner, key string) (State, bool, error)
	Update(owner core.Owner, key string, change func(s State, found bool) (State, error)) (State, error)
}

const record = "setup"

// Setup is the first run of one instance.
type Setup struct {
	table Table
	now   func() time.Time
}

// New prepares the first run of an instance.
func New(t Table, now func() time.Time) *Setup { return &Setup{t, now} }

// Begin says that there is a first run to do, unless one began before.
func (s *Setup) Begin() (State, error) {
	return s.table.Update(core.Host, record, func(st State, found bool) (State, error) {
		if found {
			return st, nil
		}
		return State{ID: rand.Text(), Step: Language, Began: s.now()}, nil
	})
}

// Now is where it stands; without a first run nothing is pending.
func (s *Setup) Now() (State, error) {
	st, _, err := s.table.Get(core.Host, record)
	return st, err
}

// Done goes on to the step after one that was answered. Answering an earlier one again loses no progress.
func (s *Setup) Done(step Step) (State, error) {
	return s.alter(func(st *State) error {
		if !st.Reached(step) {
			return sdk.Errorf(sdk.Conflict, "setup_over", "the first run is not at %q", step)
		}
		steps := Steps()
		next := steps[min(slices.Index(steps, step)+1, len(steps)-1)]
		if slices.Index(steps, next) > slices.Index(steps, st.Step) {
			st.Step = next
		}
		return nil
	})
}

// Wrote remembers the digest of the configuration the first run wrote, to know it again.
func (s *Setup) Wrote(digest string) error {
	_, err := s.alter(func(st *State) error { st.Wrote = digest; return nil })
	return err
}

// Finish ends the first run. Ending it twice is harmless.
func (s *Setup) Finish() (State, error) {
	return s.alter(func(st *State) error {
		if st.Pending() {
			st.Finished = s.now()
		}
		return nil
	})
}

func (s *Setup) alter(change func(*State) error) (State, error) {
	return s.table.Update(core.Host, record, func(st State, found bool) (State, error) {
		if !found {
			return st, sdk.Errorf(sdk.Conflict, "setup_over", "no first run began")
		}
		err := change(&st)
		return st, err
	})
}
