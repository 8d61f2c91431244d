package undo

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/metnos/metnos/core/undo/aftermath"
	"github.com/metnos/metnos/core/undo/evidence"
	"github.com/metnos/metnos/sdk"
)

// foretold is where a turn keeps what one of its steps is about to do.
func foretold(folder string, step int) string {
	return filepath.Join(folder, "foreseen-"+strconv.Itoa(step)+".json")
}

// cutShort finds out how far a step came that was cut off. live tells that it ended a moment ago, under the eyes of
// this process.
func (j *Journal) cutShort(folder string, e Entry, live bool) Entry {
	e.State, e.At, e.Evidence, e.Cut, e.Changed = Uncertain, j.now(), nil, nil, 0
	f, err := aftermath.Load(foretold(folder, e.Step))
	if err != nil {
		return e // nothing is known of it
	}
	_ = os.Remove(foretold(folder, e.Step))
	after := f.Look(shelf(folder), live)
	for _, path := range after.Litter {
		_ = os.Remove(path)
	}
	e.Cut = &Cut{Planned: after.Planned, Unclear: after.Unclear, Beyond: after.Beyond, Sources: after.Sources}
	if len(after.Evidence) > 0 {
		e.Changed = max(after.Done, 1)
		e.Evidence = &sdk.Undo{Pattern: f.Pattern, Evidence: after.Evidence}
		e.Seen = evidence.Look(e.Evidence)
	}
	var dirs []string
	for path := range f.Before {
		dirs = append(dirs, filepath.Dir(path))
	}
	aftermath.Sweep(dirs, f.Began, j.quietSince(e))
	return e
}

// laidBare finds out what became of a step, or of its undo, that an earlier process did not end, and records it. Any
// other entry is returned as it is.
func (j *Journal) laidBare(folder string, e Entry) (Entry, error) {
	if _, live := j.live[string(e.Owner)+"/"+e.Turn]; live || j.reversing == folder {
		return e, nil
	}
	switch e.State {
	case Pending:
		e = j.cutShort(folder, e, false)
	case Undoing:
		v := e.evidence(folder).View()
		if len(v.Left()) > 0 {
			return e, nil // how much is left is seen whenever it is asked
		}
		e.Back += e.evidence(folder).Weigh(v.Only(evidence.AsBefore))
		e.State, e.At = Undone, j.now()
	default:
		return e, nil
	}
	return e, write(folder, e)
}

// idle reports whether a step that was cut off had not changed anything: all it was to change is as it was.
func (e Entry) idle() bool {
	return e.State == Uncertain && e.Evidence == nil && e.Cut != nil && e.Cut.Planned > 0 && len(e.Cut.Unclear)+e.Cut.Beyond == 0
}

// lost reports whether a step was cut off and nothing of it can be told or undone.
func (e Entry) lost() bool {
	return e.State == Uncertain && e.Changed == 0 && !e.idle() && !e.Tried
}

// sweepTemps removes what an undo that was cut off by the end of its process left half written beside its files.
func (j *Journal) sweepTemps(e Entry) {
	if e.State != Undoing || e.Evidence == nil {
		return
	}
	var dirs []string
	for _, item := range e.Evidence.Evidence {
		for _, path := range evidence.Paths(item) {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	j.mu.Lock()
	to := j.quietSince(e)
	j.mu.Unlock()
	aftermath.Sweep(dirs, e.At, to)
}

// quietSince is the time before which nobody but a step or an undo that was cut off can have written a temporary.
func (j *Journal) quietSince(e Entry) time.Time {
	for turn := range j.live {
		if turn != string(e.Owner)+"/"+e.Turn {
			return j.born
		}
	}
	return time.Now()
}

// began is when a step began, from its pending line.
func began(folder string, e Entry) time.Time {
	steps, err := read(folder)
	at := slices.IndexFunc(steps, func(s Entry) bool { return s.Step == e.Step })
	if err != nil || at < 0 {
		return e.At
	}
	return steps[at].Began
}

// begun is when the first step of a turn began. Its folder's name tells too, unless the clock went back.
func (j *Journal) begun(folder string) time.Time {
	nanos, err := strconv.ParseInt(filepath.Base(folder)[:16], 16, 64)
	at := time.Unix(0, nanos)
	if err == nil && at.Before(j.now()) {
		return at
	}
	if steps, err := read(folder); err == nil && len(steps) > 0 && !steps[0].Began.IsZero() {
		return steps[0].Began
	}
	return at
}
