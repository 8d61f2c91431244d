package undo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/sdk"
)

// rename moves a file on the disk.
func (b *bench) rename(from, to string) {
	b.t.Helper()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Rename(from, to); err != nil {
		b.t.Fatal(err)
	}
}

// crowd journals a step that moved n files from a to b, and returns its evidence.
func (b *bench) crowd(turn string, n int) []map[string]any {
	b.t.Helper()
	var items []map[string]any
	for i := range n {
		from := b.file(fmt.Sprintf("f%d", i), fmt.Sprint("text ", i))
		to := filepath.Join(b.home, "b", filepath.Base(from))
		b.rename(from, to)
		items = append(items, map[string]any{"from": from, "to": to})
	}
	e := Entry{Owner: core.Host, Turn: turn, Conversation: "c1", Text: "sposta", Step: 1, Tool: "move_files"}
	if err := b.Begin(e); err != nil {
		b.t.Fatal(err)
	}
	result := sdk.Result{OK: true, Effects: sdk.Counters{Mutations: n, Countable: true}, Undo: &sdk.Undo{Pattern: "swap_src_dst", Evidence: items}}
	if err := b.Done(e, result, false); err != nil {
		b.t.Fatal(err)
	}
	return items
}

// partly moves back the last n of the evidence, then ends as err says.
func partly(n int, err error) Reverse {
	return func(ctx context.Context, e Entry) (sdk.Result, error) {
		part := e
		part.Evidence = &sdk.Undo{Evidence: e.Evidence.Evidence[len(e.Evidence.Evidence)-n:]}
		if r, fault := swap(ctx, part); fault != nil || err == nil {
			return r, fault
		}
		return sdk.Result{}, err
	}
}

// errKilled ends the process of a test in the middle of an undo.
type errKilled struct{}

// killed runs an undo whose process dies after n of its files are back, and opens the journal again.
func (b *bench) killed(turn string, n int) {
	b.t.Helper()
	func() {
		defer func() {
			if _, ok := recover().(errKilled); !ok {
				b.t.Fatal("the undo was not cut off")
			}
		}()
		_, _ = b.Undo(b.t.Context(), core.Host, turn, func(ctx context.Context, e Entry) (sdk.Result, error) {
			_, _ = partly(n, nil)(ctx, e)
			panic(errKilled{})
		})
	}()
	b.reopen()
}

func TestAnUndoThatWasCutOffGoesOn(t *testing.T) {
	b := newBench(t)
	items := b.crowd(turnA, 6)
	b.killed(turnA, 2)

	trace, err := b.Trace(core.Host, turnB, b.now.Add(-time.Hour))
	if err != nil || len(trace.Half) != 1 || trace.Half[0].Back != 2 || trace.Half[0].Left() != 4 || len(trace.Undone) != 0 {
		t.Fatalf("%+v, %v", trace, err)
	}
	if told, err := b.Interrupted(core.Host); err != nil || len(told) != 0 {
		t.Errorf("an undo is told as a change: %v %v", told, err)
	}
	m, err := b.Next(core.Host, "c1", turnB)
	if err != nil || m.Course != Confirm || len(m.Changes) != 1 || !m.Changes[0].Undoing || m.Changes[0].Back != 2 || m.Changes[0].Left != 4 {
		t.Fatalf("%+v, %v", m, err)
	}
	// One of the four is changed by somebody: it alone is left.
	if err := os.WriteFile(items[0]["to"].(string), []byte("somebody's"), 0o644); err != nil {
		t.Fatal(err)
	}
	report, err := b.Undo(t.Context(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 3 || report.Back != 2 || !cmp.Equal(report.Changed, []string{items[0]["to"].(string)}) {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestAnUndoThatWasCutOffAtItsEndIsDone(t *testing.T) {
	b := newBench(t)
	b.crowd(turnA, 3)
	b.killed(turnA, 3)
	trace, err := b.Trace(core.Host, turnB, b.now.Add(-time.Hour))
	if err != nil || len(trace.Half) != 0 || len(trace.Undone) != 1 {
		t.Errorf("%+v, %v", trace, err)
	}
	if m, err := b.Next(core.Host, "c1", ""); err != nil || len(m.Changes) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
}

// A reversal that fails midway counts what the disk shows, and the next one does the rest.
func TestAFailedReversalCountsWhatTheDiskShows(t *testing.T) {
	b := newBench(t)
	b.crowd(turnA, 5)
	crash := sdk.Errorf(sdk.Crashed, "plugin_crashed", "killed")
	report, err := b.Undo(t.Context(), core.Host, turnA, partly(2, crash))
	if sdk.ClassOf(err) != sdk.Crashed || len(report.Restored) != 2 || report.Left != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	report, err = b.Undo(t.Context(), core.Host, turnA, partly(0, crash))
	if err == nil || len(report.Restored) != 0 || report.Back != 2 || report.Left != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	report, err = b.Undo(t.Context(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 3 || report.Back != 2 || report.Stopped() {
		t.Errorf("%+v, %v", report, err)
	}
	if report, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil || !report.Before {
		t.Errorf("it is not undone: %+v, %v", report, err)
	}
}

// A stop by the executor is no end either: it was marked as undone, and the rest never came back.
func TestAStoppedReversalIsNotDone(t *testing.T) {
	b := newBench(t)
	b.crowd(turnA, 4)
	report, err := b.Undo(t.Context(), core.Host, turnA, func(ctx context.Context, e Entry) (sdk.Result, error) {
		r, err := partly(1, nil)(ctx, e)
		r.OK, r.Error = false, sdk.Errorf(sdk.Cancelled, "files_cancelled", "stopped")
		return r, err
	})
	if sdk.ClassOf(err) != sdk.Cancelled || len(report.Restored) != 1 || report.Left != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	if report, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil || len(report.Restored) != 3 {
		t.Errorf("%+v, %v", report, err)
	}
}

// begin journals a step with what it is about to do.
func (b *bench) begin(turn, tool, pattern string, effects ...sdk.Effect) Entry {
	b.t.Helper()
	e := Entry{
		Owner: core.Host, Turn: turn, Conversation: "c1", Text: "la richiesta", Step: 1, Tool: tool,
		Foreseen: &sdk.Effects{Items: effects, Total: len(effects), Reversible: true}, Pattern: pattern, Home: b.home,
	}
	if err := b.Begin(e); err != nil {
		b.t.Fatal(err)
	}
	return e
}

func TestAMoveThatWasCutOffIsUndoneAsFarAsItCame(t *testing.T) {
	b := newBench(t)
	paths := []string{b.file("f0", "a"), b.file("f1", "b"), b.file("f2", "c"), b.file("f3", "d")}
	to := func(i int) string { return filepath.Join(b.home, "new", "deep", filepath.Base(paths[i])) }
	var effects []sdk.Effect
	for i := range paths {
		effects = append(effects, sdk.Effect{Action: "move", Source: paths[i], Target: to(i)})
	}
	b.begin(turnA, "move_files", "swap_src_dst", effects...)
	b.rename(paths[0], to(0))
	b.rename(paths[1], to(1))
	b.rename(paths[2], filepath.Join(b.home, "elsewhere")) // somebody else's doing
	b.reopen()
	told, err := b.Interrupted(core.Host)
	if err != nil || len(told) != 1 || told[0].Changed != 2 || told[0].Cut == nil || told[0].Cut.Planned != 4 || !cmp.Equal(told[0].Cut.Unclear, []string{to(2)}) {
		t.Fatalf("%+v, %v", told, err)
	}
	for name, find := range map[string]func() (Meant, error){
		"annulla":                 func() (Meant, error) { return b.Next(core.Host, "c1", turnA) },
		"annulla gli spostamenti": func() (Meant, error) { return b.Mean(core.Host, "c1", turnA, which.Wish{Kind: which.Move, Count: 1}) },
	} {
		m, err := find()
		if err != nil || m.Course != Confirm || len(m.Changes) != 1 || !m.Changes[0].Cut || m.Changes[0].Planned != 4 || m.Changes[0].Unclear != 1 {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	var handed []map[string]any
	report, err := b.Undo(t.Context(), core.Host, turnA, func(ctx context.Context, e Entry) (sdk.Result, error) {
		handed = e.Evidence.Evidence
		part := e
		part.Evidence = &sdk.Undo{Evidence: slices.DeleteFunc(slices.Clone(handed), func(i map[string]any) bool { return i["action"] != nil })}
		return swap(ctx, part)
	})
	if err != nil || len(report.Restored) != 2 || !cmp.Equal(report.Unclear, []string{to(2)}) {
		t.Fatalf("%+v, %v", report, err)
	}
	// The folders made on the way come first: undo goes backwards.
	want := []map[string]any{
		{"action": "folder", "path": filepath.Join(b.home, "new")}, {"action": "folder", "path": filepath.Join(b.home, "new", "deep")},
		{"from": paths[0], "to": to(0)}, {"from": paths[1], "to": to(1)},
	}
	if diff := cmp.Diff(want, handed); diff != "" {
		t.Error(diff)
	}
	if report, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil || !report.Before {
		t.Errorf("it is offered again: %+v, %v", report, err)
	}
}

func TestAStepCutOffBeforeItBeganIsNothingToUndo(t *testing.T) {
	b := newBench(t)
	from := b.file("f0", "a")
	b.begin(turnA, "move_files", "swap_src_dst", sdk.Effect{Action: "move", Source: from, Target: filepath.Join(b.home, "b", "f0")})
	b.reopen()
	if told, err := b.Interrupted(core.Host); err != nil || len(told) != 1 || !told[0].idle() {
		t.Fatalf("%+v, %v", told, err)
	}
	if m, err := b.Next(core.Host, "c1", turnA); err != nil || len(m.Changes)+len(m.Lost) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if report, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil || !report.Idle || report.Before {
		t.Errorf("%+v, %v", report, err)
	}
}

// Of a step nothing was written down of, what it was is told, and the change before it is offered.
func TestAStepNothingIsKnownOfIsTold(t *testing.T) {
	b := newBench(t)
	b.crowd(turnA, 1)
	if err := b.Begin(Entry{Owner: core.Host, Turn: turnB, Conversation: "c1", Text: "manda", Step: 1, Tool: "send_messages"}); err != nil {
		t.Fatal(err)
	}
	b.reopen()
	if _, err := b.Interrupted(core.Host); err != nil {
		t.Fatal(err)
	}
	m, err := b.Next(core.Host, "c1", turnB)
	if err != nil || m.Course != Confirm || len(m.Changes) != 1 || m.Changes[0].Turn != turnA || len(m.Lost) != 1 || m.Lost[0].Text != "manda" || m.Lost[0].Kind != which.Send {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = b.Mean(core.Host, "c1", "", which.Wish{Kind: which.Send, Count: 1})
	if err != nil || m.Course != Nothing || len(m.Lost) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	report, err := b.Undo(t.Context(), core.Host, turnB, swap)
	if err != nil || len(report.Cannot) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

// What an executor still told of a step is taken as it is.
func TestAnUncertainStepWithItsOwnEvidenceIsUndone(t *testing.T) {
	b := newBench(t)
	from, to := filepath.Join(b.home, "from"), b.file("to", "x")
	e := b.begin(turnA, "move_files", "swap_src_dst", sdk.Effect{Action: "move", Source: from, Target: to})
	result := sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1}, Failed: []sdk.Failure{{Item: "/y", Class: sdk.Uncertain}},
		Undo: &sdk.Undo{Pattern: "swap_src_dst", Evidence: []map[string]any{{"from": from, "to": to}}}}
	if err := b.Done(e, result, true); err != nil {
		t.Fatal(err)
	}
	if m, err := b.Next(core.Host, "c1", turnA); err != nil || m.Course != Confirm || !m.Changes[0].Cut {
		t.Errorf("it is not asked about: %+v, %v", m, err)
	}
	report, err := b.Undo(t.Context(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 1 || !cmp.Equal(report.Unclear, []string{"/y"}) {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestForesightGoesWhenTheEndIsKnown(t *testing.T) {
	b := newBench(t)
	to := b.file("to", "x")
	e := b.begin(turnA, "move_files", "swap_src_dst", sdk.Effect{Action: "move", Source: "/x", Target: to})
	kept := func() []string { found, _ := filepath.Glob(filepath.Join(b.dir, "*/*/foreseen-*")); return found }
	if len(kept()) != 1 {
		t.Fatal("nothing was written down")
	}
	if err := b.Done(e, sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}}, false); err != nil {
		t.Fatal(err)
	}
	if left := kept(); len(left) != 0 {
		t.Error(left)
	}
}

// The order is that of the requests, whatever the clock does; times are those of the steps.
func TestAClockThatGoesBackHidesNothing(t *testing.T) {
	b := newBench(t)
	b.now = b.now.Add(365 * 24 * time.Hour)
	b.crowd(turnA, 1)
	b.now = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	b.reopen()
	if err := b.Begin(Entry{Owner: core.Host, Turn: turnB, Conversation: "c1", Step: 1, Tool: "move_files"}); err != nil {
		t.Fatal(err)
	}
	to := b.file("to", "x")
	e := Entry{Owner: core.Host, Turn: turnB, Conversation: "c1", Step: 1, Tool: "move_files"}
	if err := b.Done(e, sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}, Undo: &sdk.Undo{Evidence: []map[string]any{{"to": to}}}}, false); err != nil {
		t.Fatal(err)
	}
	latest, err := b.Latest(core.Host, "c1")
	if err != nil || latest.Turn != turnB || latest.At.Year() != 2026 {
		t.Errorf("%+v, %v", latest, err)
	}
	found, err := b.Find(core.Host, Filter{To: b.now.Add(time.Hour)})
	if err != nil || len(found) != 1 || found[0].Turn != turnB {
		t.Errorf("%+v, %v", found, err)
	}
	if m, err := b.Next(core.Host, "c1", turnB); err != nil || m.Course != Do || m.Changes[0].Turn != turnB {
		t.Errorf("%+v, %v", m, err)
	}
}

// A core killed between a change and the conversation's memory of it leaves the memory at an older change: that one
// is not undone in the place of the latest. The person is asked.
func TestAnOlderMemoryUndoesNothingUnasked(t *testing.T) {
	b := newBench(t)
	b.moved(turnA, 1, filepath.Join(b.home, "old"), b.file("new", "x"))
	b.moved(turnB, 1, filepath.Join(b.home, "old2"), b.file("new2", "x"))
	if m, err := b.Next(core.Host, "c1", turnA); err != nil || m.Course != Confirm || m.Changes[0].Turn != turnB {
		t.Errorf("%+v, %v", m, err)
	}
}

// What an undo had to leave comes after every other change, and is offered as what it is.
func TestWhatWasTriedComesLast(t *testing.T) {
	b := newBench(t)
	b.moved(turnA, 1, filepath.Join(b.home, "old"), b.file("new", "x"))
	items := b.crowd(turnB, 2)
	if err := os.WriteFile(items[0]["to"].(string), []byte("somebody's"), 0o644); err != nil {
		t.Fatal(err)
	}
	if report, err := b.Undo(t.Context(), core.Host, turnB, swap); err != nil || !report.Stopped() {
		t.Fatalf("%+v, %v", report, err)
	}
	m, err := b.Next(core.Host, "c1", "00000000000000cc")
	if err != nil || m.Changes[0].Turn != turnA {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil {
		t.Fatal(err)
	}
	m, err = b.Next(core.Host, "c1", "")
	if err != nil || m.Course != Confirm || m.Changes[0].Turn != turnB || !m.Changes[0].Tried || m.Changes[0].Left != 1 || m.Changes[0].Back != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

// Temporaries of an undo that was cut off go at the next one; anybody else's stay.
func TestTemporariesOfACutOffUndoGo(t *testing.T) {
	b := newBench(t)
	b.now = time.Now().Add(-time.Minute) // by the clock of the disk, which cannot be set
	b.crowd(turnA, 3)
	mine, other, old := "b/.metnos-ABCDEFGHIJKLMNOP.tmp", "b/.metnos-notes.tmp", "b/.metnos-ABCDEFGHIJKLMNOQ.tmp"
	b.file(old, "half")
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(b.home, old), long, long); err != nil {
		t.Fatal(err)
	}
	b.killed(turnA, 1)
	b.file(mine, "half")
	b.file(other, "half")
	if _, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(b.home, "b"))
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, "b/"+e.Name())
	}
	if diff := cmp.Diff([]string{old, other}, left); diff != "" {
		t.Error(diff)
	}
}

// The trash is named by what a person knows, and what it lost is the executor's to say.
func TestThingsInTheTrash(t *testing.T) {
	b := newBench(t)
	trashed, info := b.file("files-x", "x"), b.file("info-x", "i")
	item := map[string]any{"path": filepath.Join(b.home, "x"), "trashed": trashed, "info": info}
	e := Entry{Owner: core.Host, Turn: turnA, Conversation: "c1", Step: 1, Tool: "delete_files"}
	done := sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}, Undo: &sdk.Undo{Pattern: "restore_trashed", Evidence: []map[string]any{item}}}
	if err := b.Begin(e); err != nil {
		t.Fatal(err)
	}
	if err := b.Done(e, done, false); err != nil {
		t.Fatal(err)
	}
	b.file("files-x", "somebody wrote here")
	report, err := b.Undo(t.Context(), core.Host, turnA, swap)
	if err != nil || !cmp.Equal(report.Changed, []string{item["path"].(string)}) {
		t.Errorf("changed in the trash: %+v, %v", report, err)
	}
	for _, path := range []string{trashed, info} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	gone := sdk.Errorf(sdk.NotFound, "not_in_trash", "gone")
	report, err = b.Undo(t.Context(), core.Host, turnA, func(context.Context, Entry) (sdk.Result, error) {
		return sdk.Result{Error: gone, Failed: []sdk.Failure{{Item: item["path"].(string), Class: gone.Class, Code: gone.Code}}}, nil
	})
	if err != nil || len(report.Failed) != 1 || len(report.Changed) != 0 {
		t.Errorf("emptied: %+v, %v", report, err)
	}
	if line, err := os.ReadFile(mustOne(t, filepath.Join(b.dir, "host/*/journal.jsonl"))); err != nil || !strings.Contains(string(line), `"undoing"`) {
		t.Errorf("the undo was not written ahead: %v", err)
	}
}

func mustOne(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return found[0]
}
