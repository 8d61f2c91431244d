package undo

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const turnA, turnB = "00000000000000aa", "00000000000000bb"

type bench struct {
	t    *testing.T
	dir  string
	home string
	now  time.Time
	*Journal
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, dir: t.TempDir(), home: t.TempDir(), now: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)}
	b.reopen()
	return b
}

// reopen is another process over the same folder.
func (b *bench) reopen() {
	b.t.Helper()
	j, err := Open(b.dir, func() time.Time { b.now = b.now.Add(time.Second); return b.now })
	if err != nil {
		b.t.Fatal(err)
	}
	b.Journal = j
}

func (b *bench) file(name, text string) string {
	b.t.Helper()
	path := filepath.Join(b.home, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
	return path
}

// Latest is what somebody means who only says to undo.
func (b *bench) Latest(owner core.Owner, conversation string) (Change, error) {
	c, _, err := b.latest(owner, conversation)
	return c, err
}

// moved journals a step that moved from to to: the file is where the step left it.
func (b *bench) moved(turn string, step int, from, to string) {
	b.t.Helper()
	e := Entry{Owner: core.Host, Turn: turn, Conversation: "c1", Step: step, Tool: "move_files"}
	if err := b.Begin(e); err != nil {
		b.t.Fatal(err)
	}
	result := sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true},
		Undo: &sdk.Undo{Pattern: "swap_src_dst", Evidence: []map[string]any{{"from": from, "to": to}}}}
	if err := b.Done(e, result, false); err != nil {
		b.t.Fatal(err)
	}
}

// swap is the executor's reverse.
func swap(_ context.Context, e Entry) (sdk.Result, error) {
	r := sdk.Result{OK: true}
	for _, item := range e.Evidence.Evidence {
		if err := os.Rename(item["to"].(string), item["from"].(string)); err != nil {
			return r, sdk.Errorf(sdk.IOError, "", "%w", err)
		}
		r.Results = append(r.Results, map[string]any{"path": item["from"]})
	}
	return r, nil
}

func TestUndoReversesInInverseOrderAndOnce(t *testing.T) {
	b := newBench(t)
	a, m, z := filepath.Join(b.home, "a"), filepath.Join(b.home, "m"), filepath.Join(b.home, "z")
	b.file("m", "1")
	b.moved(turnA, 1, a, m)
	if err := os.Rename(m, z); err != nil {
		t.Fatal(err)
	}
	b.moved(turnA, 2, m, z)
	b.reopen()
	report, err := b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 2 || len(report.Changed) != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if _, err := os.Stat(a); err != nil {
		t.Error("the file is not where it was at first")
	}
	report, err = b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || !report.Before || len(report.Restored) != 0 {
		t.Errorf("a second undo did %+v, %v", report, err)
	}
}

func TestUndoRefusesWhatChangedSinceAndKeepsItForLater(t *testing.T) {
	b := newBench(t)
	from, to := filepath.Join(b.home, "from"), b.file("to", "as the step left it")
	b.moved(turnA, 1, from, to)
	before, err := os.Stat(to)
	if err != nil {
		t.Fatal(err)
	}
	b.file("to", "changed by somebody")
	report, err := b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if diff := cmp.Diff([]string{to}, report.Changed); diff != "" {
		t.Error(diff)
	}
	b.file("to", "as the step left it")
	if err := os.Chtimes(to, before.ModTime(), before.ModTime()); err != nil {
		t.Fatal(err)
	}
	if report, err = b.Undo(context.Background(), core.Host, turnA, swap); err != nil || len(report.Restored) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestUndoDoesNotOverwriteWhatTookThePlace(t *testing.T) {
	b := newBench(t)
	to := b.file("to", "x")
	from := filepath.Join(b.home, "from")
	b.moved(turnA, 1, from, to)
	b.file("from", "a new file in the old place")
	report, err := b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || cmp.Diff([]string{from}, report.Changed) != "" {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestAPendingStepOfADeadProcessIsUncertain(t *testing.T) {
	b := newBench(t)
	e := Entry{Owner: core.Host, Turn: turnA, Conversation: "c1", Step: 1, Tool: "move_files"}
	if err := b.Begin(e); err != nil {
		t.Fatal(err)
	}
	if live, err := b.Interrupted(core.Host); err != nil || len(live) != 0 {
		t.Errorf("a step that is running was called interrupted: %v, %v", live, err)
	}
	b.reopen()
	dead, err := b.Interrupted(core.Host)
	if err != nil || len(dead) != 1 || dead[0].Tool != "move_files" {
		t.Fatalf("%+v, %v", dead, err)
	}
	if again, err := b.Interrupted(core.Host); err != nil || len(again) != 0 {
		t.Errorf("told twice: %v, %v", again, err)
	}
	report, err := b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || len(report.Cannot) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestATornLineKeepsTheStateBefore(t *testing.T) {
	b := newBench(t)
	to := b.file("to", "x")
	b.moved(turnA, 1, filepath.Join(b.home, "from"), to)
	files, err := filepath.Glob(filepath.Join(b.dir, "host", "*", "journal.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"owner":"host","turn":"` + turnA + `","step":2,"sta`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	b.reopen()
	if err := b.Begin(Entry{Owner: core.Host, Turn: turnA, Step: 3, Tool: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := b.Done(Entry{Owner: core.Host, Turn: turnA, Step: 3, Tool: "x"}, sdk.Result{}, false); err != nil {
		t.Fatal(err)
	}
	report, err := b.Undo(context.Background(), core.Host, turnA, swap)
	if err != nil || len(report.Restored) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestLatestIsOfTheConversationThenOfAny(t *testing.T) {
	b := newBench(t)
	b.moved(turnA, 1, "/x/a", b.file("a", ""))
	e := Entry{Owner: core.Host, Turn: turnB, Conversation: "c2", Step: 1, Tool: "move_files"}
	if err := b.Done(e, sdk.Result{Effects: sdk.Counters{Mutations: 1}}, false); err != nil {
		t.Fatal(err)
	}
	for conversation, want := range map[string]string{"c1": turnA, "c2": turnB, "elsewhere": turnB} {
		if got, err := b.Latest(core.Host, conversation); err != nil || got.Turn != want {
			t.Errorf("%s: %+v, %v", conversation, got, err)
		}
	}
	if got, err := b.Latest("bruno", "c1"); err != nil || got.Turn != "" {
		t.Errorf("another owner can undo %+v, %v", got, err)
	}
	if _, err := b.Undo(context.Background(), "bruno", turnA, swap); !IsUnknown(err) {
		t.Errorf("another owner undid it: %v", err)
	}
}

func TestNamesCannotLeaveTheFolder(t *testing.T) {
	b := newBench(t)
	for _, e := range []Entry{{Owner: "../x", Turn: turnA}, {Owner: "", Turn: turnA}, {Owner: core.Host, Turn: "../../etc"}, {Owner: core.Host, Turn: ""}} {
		if err := b.Begin(e); err == nil {
			t.Errorf("%+v was journalled", e)
		}
	}
	if _, err := b.Pre(core.Host, turnA+"/../../../etc/passwd"); err == nil {
		t.Error("a reference left the folder")
	}
}

func TestPreImagesComeBackWholeOrNotAtAll(t *testing.T) {
	b := newBench(t)
	content := strings.Repeat("prima ", 100_000)
	path := b.file("f", content)
	when := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
	keep := func(path string) (string, error) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		return b.KeepFrom(core.Host, turnA, path, f, info)
	}
	ref, err := keep(path)
	if err != nil {
		t.Fatal(err)
	}
	b.file("f", "dopo")
	if _, err := b.Pre("bruno", ref); err == nil {
		t.Error("another owner opened it")
	}
	pre, err := b.Pre(core.Host, ref)
	if err != nil {
		t.Fatal(err)
	}
	defer pre.Close()
	got, err := io.ReadAll(pre)
	if err != nil || string(got) != content {
		t.Errorf("%d bytes came back, %v", len(got), err)
	}
	if info, err := pre.Stat(); err != nil || info.Mode().Perm() != 0o600 || !info.ModTime().Equal(when) {
		t.Errorf("%v %v %v", info.Mode(), info.ModTime(), err)
	}
	if err := os.WriteFile(pre.Name(), bytes.ToUpper(got), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Pre(core.Host, ref); sdk.ClassOf(err) != sdk.IOError {
		t.Errorf("a damaged pre-image was handed out: %v", err)
	}
	if _, err := keep(b.home); err == nil {
		t.Error("a folder was kept as a file")
	}
}

func TestOldTurnsAreForgotten(t *testing.T) {
	b := newBench(t)
	b.moved(turnA, 1, "/x/a", b.file("a", ""))
	b.now = b.now.Add(Retention + time.Hour)
	b.moved(turnB, 1, "/x/b", b.file("b", ""))
	if err := b.Expire(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Undo(context.Background(), core.Host, turnA, swap); !IsUnknown(err) {
		t.Errorf("an expired turn is still there: %v", err)
	}
	if got, err := b.Latest(core.Host, "c1"); err != nil || got.Turn != turnB {
		t.Errorf("%+v, %v", got, err)
	}
}
