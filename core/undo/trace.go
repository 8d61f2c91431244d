package undo

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/evidence"
	"github.com/metnos/metnos/sdk"
)

// Trace is what the journal knows of a turn that an earlier process did not end.
type Trace struct {
	Steps  []Entry // the changes of the turn itself, in order; none is pending
	Undone []Entry // changes of other turns that were taken back since it began
	Half   []Entry // changes of other turns that were being taken back when it was cut off
}

// Trace tells what a turn did. A step that was running when its process died becomes uncertain, here and on the
// disk: whoever asks is the one to tell the person, and [Journal.Interrupted] does not.
func (j *Journal) Trace(owner core.Owner, turn string, since time.Time) (Trace, error) {
	if err := checkNames(owner, turn); err != nil {
		return Trace{}, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	names, err := j.folders(owner)
	if err != nil {
		return Trace{}, err
	}
	var out Trace
	for _, name := range names {
		folder := filepath.Join(j.dir, string(owner), name)
		steps, err := read(folder)
		if err != nil {
			return out, err
		}
		for _, e := range steps {
			if e, err = j.laidBare(folder, e); err != nil {
				return out, err
			}
			switch {
			case e.by() == turn:
				out.Steps = append(out.Steps, e)
			case e.At.Before(since):
			case e.State == Undone:
				out.Undone = append(out.Undone, e)
			case e.State == Undoing:
				out.Half = append(out.Half, e.counted(folder))
			}
		}
	}
	return out, nil
}

// counted is an entry whose undo was cut off, with what is back of it now and only the evidence that is left.
func (e Entry) counted(folder string) Entry {
	v := e.evidence(folder).View()
	e.Back += e.evidence(folder).Weigh(v.Only(evidence.AsBefore))
	e.Evidence = &sdk.Undo{Pattern: e.Evidence.Pattern, Evidence: v.Left()}
	return e
}

// evidence is what the step left to be undone from; folder is its turn's.
func (e Entry) evidence(folder string) evidence.Evidence {
	out := evidence.Evidence{Seen: e.Seen, Kept: shelf(folder).Imprint}
	if e.Evidence != nil {
		out.Items = e.Evidence.Evidence
	}
	return out
}

// Start is when the step began, as far as that was kept.
func (e Entry) Start() time.Time {
	if e.Began.IsZero() {
		return e.At
	}
	return e.Began
}

// Left counts the objects of an entry that an undo would still put back.
func (e Entry) Left() int {
	if e.Evidence == nil {
		return 0
	}
	return e.evidence("").Weigh(e.Evidence.Evidence)
}

// by is the turn whose message made the step run.
func (e Entry) by() string {
	if e.Alias != "" {
		return e.Alias
	}
	return e.Turn
}

// Targets names what a step left changed, as far as its evidence tells: absolute paths.
func (e Entry) Targets() []string {
	if e.Evidence == nil {
		return nil
	}
	var out []string
	for _, item := range e.Evidence.Evidence {
		for _, path := range evidence.Paths(item) {
			if seen, known := e.Seen[path]; known && !seen.Absent {
				out = append(out, path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
