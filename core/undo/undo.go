package undo

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/aftermath"
	"github.com/metnos/metnos/core/undo/evidence"
	"github.com/metnos/metnos/sdk"
)

// Reverse undoes one step from its evidence through the executor that made it.
type Reverse func(ctx context.Context, e Entry) (sdk.Result, error)

// Report says what an undo did.
type Report struct {
	Change
	Restored []map[string]any // what the executors put back, latest step first
	Back     int              // objects that were back already: of an undo that was cut off, or put there by somebody
	Left     int              // objects an undo that was cut off now did not come to
	Changed  []string         // paths left alone because somebody changed them since
	Failed   []sdk.Failure    // what the executors could not put back
	Cannot   []Entry          // steps with nothing to undo them from
	Unclear  []string         // objects of a step that was cut off, of which nobody can tell whether it came to them
	Beyond   int              // more of these, which nobody can name
	Before   bool             // the turn was already undone
	Idle     bool             // it was cut off before it changed anything
}

// Undo reverses the turn's steps, last first, each only as far as its objects still look as the step left
// them. It is idempotent: steps already undone stay so, and one that was cut off goes on. A fault stops it; what was
// undone is recorded.
func (j *Journal) Undo(ctx context.Context, owner core.Owner, turn string, reverse Reverse) (Report, error) {
	j.undoes.Lock()
	defer j.undoes.Unlock()
	report := Report{Change: Change{Turn: turn}}
	folder, steps, err := j.steps(owner, turn)
	if err != nil {
		return report, err
	}
	report.Change = changeOf(folder, steps)
	j.reverses(folder)
	defer j.reverses("")
	open := 0
	for _, e := range slices.Backward(steps) {
		evidence := e.Evidence != nil && len(e.Evidence.Evidence) > 0
		switch {
		case e.State == Undone || e.idle():
			continue
		case e.State == Pending, !evidence && (e.State == Uncertain || e.Changed > 0):
			report.Cannot = append(report.Cannot, e)
			continue
		case !evidence:
			continue
		}
		open++
		if e.Cut != nil {
			report.Unclear, report.Beyond = append(report.Unclear, e.Cut.Unclear...), report.Beyond+e.Cut.Beyond
		}
		if err := j.reverse(ctx, folder, e, reverse, &report); err != nil {
			return report, err
		}
	}
	report.Idle = open == 0 && len(report.Cannot) == 0 && slices.ContainsFunc(steps, Entry.idle)
	report.Before = open == 0 && len(report.Cannot) == 0 && !report.Idle
	return report, nil
}

// reverses says which turn is being undone.
func (j *Journal) reverses(folder string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.reversing = folder
}

// Stopped reports whether something stayed as it was though it should have been put back.
func (r Report) Stopped() bool { return len(r.Changed)+len(r.Failed) > 0 }

// UndoEach undoes whole turns in the order given, the latest first, and stops after the first that could not be
// taken back as a whole: what lies below it may depend on it. It returns a report for each turn it touched.
func (j *Journal) UndoEach(ctx context.Context, owner core.Owner, turns []string, reverse Reverse) ([]Report, error) {
	var reports []Report
	for _, turn := range turns {
		report, err := j.Undo(ctx, owner, turn, reverse)
		if err != nil && report.At.IsZero() {
			return reports, err // it is not there: nothing to report
		}
		reports = append(reports, report)
		if err != nil || report.Stopped() {
			return reports, err
		}
	}
	return reports, nil
}

// steps finds a turn by its id or by the id of the turn that approved it.
func (j *Journal) steps(owner core.Owner, turn string) (string, []Entry, error) {
	if err := checkNames(owner, turn); err != nil {
		return "", nil, err
	}
	unknown := sdk.Errorf(sdk.NotFound, "turn_unknown", "no turn %s to undo", turn).With("turn", turn)
	names, err := j.folders(owner)
	if err != nil {
		return "", nil, err
	}
	for _, name := range names {
		folder := filepath.Join(j.dir, string(owner), name)
		steps, err := read(folder)
		if err != nil {
			return "", nil, err
		}
		if slices.ContainsFunc(steps, func(e Entry) bool { return e.Turn == turn || e.Alias == turn }) {
			return folder, steps, nil
		}
	}
	return "", nil, unknown
}

// reverse undoes one step. That it begins is on disk before anything is touched; how far it came is, after. What
// could not be put back stays to be undone.
func (j *Journal) reverse(ctx context.Context, folder string, e Entry, reverse Reverse, report *Report) error {
	j.sweepTemps(e)
	v := e.evidence(folder).View()
	back := e.evidence(folder).Weigh(v.Only(evidence.AsBefore))
	report.Back += e.Back + back
	report.Changed = append(report.Changed, v.Altered...)
	safe, unproven := e.proven(ctx, v.Only(evidence.AsLeft))
	report.Unclear = append(report.Unclear, unproven...)
	if len(safe) == 0 {
		e.Back += back
		return j.settle(folder, e, v.Only(evidence.Altered))
	}
	begun := e
	begun.State, begun.At = Undoing, j.now()
	if err := j.append(folder, begun); err != nil {
		return err
	}
	part := e
	part.Evidence = &sdk.Undo{Pattern: e.Evidence.Pattern, Evidence: safe}
	result, err := reverse(ctx, part)
	report.Failed = append(report.Failed, result.Failed...)
	if err == nil && stopped(result) {
		err = result.Error
	}
	if err != nil {
		return errors.Join(err, j.cutOff(folder, e, v, result, report))
	}
	report.Restored = append(report.Restored, result.Items()...)
	e.Back += back + len(result.Items())
	return j.settle(folder, e, v.Leftover(result))
}

// stopped reports whether a reversal ended before it came to everything: an error that is not merely the first of
// what failed.
func stopped(r sdk.Result) bool {
	return !r.OK && r.Error != nil && !slices.ContainsFunc(r.Failed, func(f sdk.Failure) bool { return f.Code == r.Error.Code && f.Class == r.Error.Class })
}

// settle records that an undo came to its end: nothing of the step is left, or what is left was tried.
func (j *Journal) settle(folder string, e Entry, left []map[string]any) error {
	if len(left) == 0 {
		e.State, e.At = Undone, j.now()
		return j.append(folder, e)
	}
	if e.State != Uncertain {
		e.State = Done
	}
	e.Tried = true
	e.Evidence = &sdk.Undo{Pattern: e.Evidence.Pattern, Evidence: left}
	return j.append(folder, e)
}

// cutOff records how far a reversal came that did not end: as far as the disk shows.
func (j *Journal) cutOff(folder string, e Entry, before evidence.View, result sdk.Result, report *Report) error {
	after := e.evidence(folder).View()
	came := after.Since(before)
	restored := result.Items()
	if len(restored) == 0 {
		for _, item := range slices.Backward(came) {
			if path := evidence.Place(item); path != "" && !evidence.OnTheWay(item) {
				restored = append(restored, map[string]any{"path": path})
			}
		}
	}
	report.Restored = append(report.Restored, restored...)
	report.Left += e.evidence(folder).Weigh(after.Only(evidence.AsLeft))
	if len(after.Only(evidence.AsBefore)) == 0 && e.State != Undoing { // it never began
		return j.append(folder, e)
	}
	left := after.Left()
	e.Back += e.evidence(folder).Weigh(after.Only(evidence.AsBefore))
	e.State, e.At = Undoing, j.now()
	if len(left) == 0 {
		e.State = Undone
	}
	e.Evidence = &sdk.Undo{Pattern: e.Evidence.Pattern, Evidence: left}
	return j.append(folder, e)
}

// proven completes the evidence of files an interrupted step wrote: what they hold is known only from the disk. One
// nobody can vouch for is left alone.
func (e Entry) proven(ctx context.Context, items []map[string]any) (safe []map[string]any, unclear []string) {
	if e.Cut == nil {
		return items, nil
	}
	for _, item := range items {
		path, _ := item["path"].(string)
		_, known := item["after"]
		if action := item["action"]; known || action == nil || action == "folder" {
			safe = append(safe, item)
			continue
		}
		digest, ok := aftermath.Prove(ctx, path, e.Cut.Sources[path])
		if !ok {
			unclear = append(unclear, path)
			continue
		}
		whole := maps.Clone(item)
		whole["after"] = digest
		safe = append(safe, whole)
	}
	return safe, unclear
}

// IsUnknown reports whether err says there is no such turn.
func IsUnknown(err error) bool {
	var e *sdk.Error
	return errors.As(err, &e) && e.Code == "turn_unknown"
}
