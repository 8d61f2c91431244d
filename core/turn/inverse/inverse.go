package inverse

import (
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
)

// Offered is what a wish means, as turns and as the person is told of them.
func Offered(m undo.Meant) (turns []string, told []notice.Change) {
	for _, c := range m.Changes {
		turns = append(turns, c.Turn)
		told = append(told, notice.Change{Request: notice.Request{Text: c.Text, At: c.At}, Kind: string(c.Kind)})
	}
	return turns, told
}

// Chosen reads a message as the choice among the turns a dialog offers. Its last option is all of them.
func Chosen(f consent.Frozen, text string) ([]string, bool) {
	if which.All(text) {
		return f.Undo, true
	}
	turn, ok := consent.Choose(text, append(slices.Clone(f.Undo), ""), f.Shown)
	switch {
	case !ok:
		return nil, false
	case turn == "":
		return f.Undo, true
	}
	return []string{turn}, true
}

// Account is what an undo has done, as the person is told.
func Account(reports []undo.Report) []notice.Undo {
	told := make([]notice.Undo, 0, len(reports))
	for _, report := range reports {
		u := notice.Undo{
			Request: notice.Request{Text: report.Text, At: report.At}, Before: report.Before,
			Restored: report.Restored, Failed: report.Failed, Changed: report.Changed,
		}
		for _, e := range report.Cannot {
			u.Cannot = append(u.Cannot, notice.Lasting{Kind: string(e.Kind()), Uncertain: e.State != undo.Done})
		}
		told = append(told, u)
	}
	return told
}

// Effects counts what an undo has done.
func Effects(reports []undo.Report) (e core.Effects) {
	for _, report := range reports {
		e.Mutations += len(report.Restored)
		e.Failures += len(report.Failed) + len(report.Changed)
	}
	e.Items = e.Mutations
	return e
}
