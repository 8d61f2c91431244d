package undo

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

func TestTraceTellsWhatATurnDid(t *testing.T) {
	b := newBench(t)
	file := b.file("b.txt", "x")
	b.moved(turnA, 1, "/nowhere/a.txt", file)
	pending := Entry{Owner: core.Host, Turn: turnA, Alias: turnB, Conversation: "c1", Step: 2, Tool: "move_files"} // approved by a later message
	if err := b.Begin(pending); err != nil {
		t.Fatal(err)
	}
	if live, err := b.Trace(core.Host, turnB, time.Time{}); err != nil || len(live.Steps) != 1 || live.Steps[0].State != Pending {
		t.Fatalf("a step that runs: %+v, %v", live, err)
	}
	b.reopen()
	for range 2 { // as often as it is asked
		got, err := b.Trace(core.Host, turnB, time.Time{})
		if err != nil || len(got.Steps) != 1 || got.Steps[0].State != Uncertain || got.Steps[0].Step != 2 {
			t.Fatalf("what was cut off: %+v, %v", got, err)
		}
	}
	if told, err := b.Interrupted(core.Host); err != nil || len(told) != 0 {
		t.Errorf("told twice: %v, %v", told, err)
	}
	got, err := b.Trace(core.Host, turnA, time.Time{})
	if err != nil || len(got.Steps) != 1 || got.Steps[0].State != Done || !cmp.Equal(got.Steps[0].Targets(), []string{file}) {
		t.Errorf("what the first message did: %+v, %v", got, err)
	}
	if got, err := b.Trace("anna", turnA, time.Time{}); err != nil || len(got.Steps) != 0 {
		t.Errorf("anna sees %+v, %v", got, err)
	}
	if _, err := b.Trace(core.Host, "../x", time.Time{}); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("%v", err)
	}
}

func TestTraceTellsWhatWasTakenBack(t *testing.T) {
	b := newBench(t)
	from, to := b.home+"/a.txt", b.file("b.txt", "x")
	b.moved(turnA, 1, from, to)
	before := b.now
	if _, err := b.Undo(t.Context(), core.Host, turnA, swap); err != nil {
		t.Fatal(err)
	}
	for since, want := range map[time.Time]int{before: 1, b.now.Add(time.Second): 0} {
		if got, err := b.Trace(core.Host, turnB, since); err != nil || len(got.Undone) != want || len(got.Steps) != 0 {
			t.Errorf("since %v: %+v, %v", since, got, err)
		}
	}
}
