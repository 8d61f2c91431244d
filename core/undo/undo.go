package undo

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Reverse undoes one step from its evidence through the executor that made it.
type Reverse func(ctx context.Context, e Entry) (sdk.Result, error)

// Report says what an undo did.
type Report struct {
	Change
	Restored []map[string]any // what the executors put back, latest step first
	Changed  []string         // paths left alone because somebody changed them since
	Failed   []sdk.Failure    // what the executors could not put back
	Cannot   []Entry          // steps with nothing to undo them from
	Before   bool             // the turn was already undone
}

// Undo reverses the turn's steps, last first, each only as far as its objects still look as the step left
// them. It is idempotent: steps already undone stay so. A fault stops it; what was undone is recorded.
func (j *Journal) Undo(ctx context.Context, owner core.Owner, turn string, reverse Reverse) (Report, error) {
	j.undoes.Lock()
	defer j.undoes.Unlock()
	report := Report{Change: Change{Turn: turn}}
	folder, steps, err := j.steps(owner, turn)
	if err != nil {
		return report, err
	}
	report.Change = changeOf(folder, steps)
	open := 0
	for _, e := range slices.Backward(steps) {
		switch {
		case e.State == Undone:
			continue
		case e.State != Done, e.Changed > 0 && (e.Evidence == nil || len(e.Evidence.Evidence) == 0):
			report.Cannot = append(report.Cannot, e)
			continue
		case e.Evidence == nil || len(e.Evidence.Evidence) == 0:
			continue
		}
		open++
		if err := j.reverse(ctx, folder, e, reverse, &report); err != nil {
			return report, err
		}
	}
	report.Before = open == 0 && len(report.Cannot) == 0
	return report, nil
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

// reverse undoes one step and records how far it came: what could not be put back stays to be undone.
func (j *Journal) reverse(ctx context.Context, folder string, e Entry, reverse Reverse, report *Report) error {
	whole := e
	safe, kept := e.unchanged()
	report.Changed = append(report.Changed, kept...)
	if len(safe) == 0 {
		return nil
	}
	e.Evidence = &sdk.Undo{Pattern: e.Evidence.Pattern, Evidence: safe}
	result, err := reverse(ctx, e)
	if err != nil {
		return err
	}
	report.Restored = append(report.Restored, result.Items()...)
	report.Failed = append(report.Failed, result.Failed...)
	if !result.OK && result.Error != nil && len(result.Items()) == 0 {
		return result.Error
	}
	if len(kept) > 0 || len(result.Failed) > 0 {
		whole.Evidence = &sdk.Undo{Pattern: whole.Evidence.Pattern, Evidence: leftover(whole, safe, result)}
		if len(whole.Evidence.Evidence) > 0 {
			return j.append(folder, whole)
		}
	}
	whole.State, whole.At = Undone, j.now()
	return j.append(folder, whole)
}

// unchanged splits the evidence into the items whose objects look as the step left them and the paths
// that do not.
func (e Entry) unchanged() (safe []map[string]any, changed []string) {
	for _, item := range e.Evidence.Evidence {
		moved := ""
		for _, path := range pathsOf(item) {
			if before, seen := e.Seen[path]; seen && !before.same(printOf(path)) {
				moved = path
				if !before.Absent {
					break // name the object itself rather than the place it came from
				}
			}
		}
		if moved == "" {
			safe = append(safe, item)
			continue
		}
		changed = append(changed, moved)
	}
	return safe, changed
}

// leftover is the evidence still to be undone after a partial reversal: what was held back, and what the
// executor failed on.
func leftover(e Entry, tried []map[string]any, result sdk.Result) []map[string]any {
	var left []map[string]any
	for _, item := range e.Evidence.Evidence {
		held := !slices.ContainsFunc(tried, func(t map[string]any) bool { return sameItem(t, item) })
		failed := slices.ContainsFunc(result.Failed, func(f sdk.Failure) bool {
			return slices.Contains(pathsOf(item), f.Item)
		})
		if held || failed {
			left = append(left, item)
		}
	}
	return left
}

func sameItem(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	pa, pb := pathsOf(a), pathsOf(b)
	slices.Sort(pa)
	slices.Sort(pb)
	return slices.Equal(pa, pb)
}

// IsUnknown reports whether err says there is no such turn.
func IsUnknown(err error) bool {
	var e *sdk.Error
	return errors.As(err, &e) && e.Code == "turn_unknown"
}
