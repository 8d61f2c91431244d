package undo

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
)

// Trace is what the journal knows of a turn that an earlier process did not end.
type Trace struct {
	Steps  []Entry // the changes of the turn itself, in order; none is pending
	Undone []Entry // changes of other turns that were taken back since it began
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
			_, live := j.live[string(owner)+"/"+e.Turn]
			switch {
			case e.by() != turn && e.State == Undone && !e.At.Before(since):
				out.Undone = append(out.Undone, e)
			case e.by() != turn:
			case e.State == Pending && !live:
				e.State, e.At = Uncertain, j.now()
				if err := write(folder, e); err != nil {
					return out, err
				}
				fallthrough
			default:
				out.Steps = append(out.Steps, e)
			}
		}
	}
	return out, nil
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
		for _, path := range pathsOf(item) {
			if seen, known := e.Seen[path]; known && !seen.Absent {
				out = append(out, path)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
