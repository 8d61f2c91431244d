package undo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/sdk"
)

func turnID(n int) string { return fmt.Sprintf("%016x", n) }

// did journals a step of a tool with one mutation.
func (b *bench) did(turn string, step int, conversation, tool, pattern string, evidence ...map[string]any) {
	b.t.Helper()
	e := Entry{Owner: core.Host, Turn: turn, Conversation: conversation, Text: "richiesta " + turn[14:], Step: step, Tool: tool}
	if err := b.Begin(e); err != nil {
		b.t.Fatal(err)
	}
	result := sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}}
	if pattern != "" {
		result.Undo = &sdk.Undo{Pattern: pattern, Evidence: evidence}
	}
	if err := b.Done(e, result, false); err != nil {
		b.t.Fatal(err)
	}
}

func turnsOf(list []Change) (out []string) {
	for _, c := range list {
		out = append(out, c.Turn)
	}
	return out
}

// day has five turns: a move, a deletion and a rename in the morning, a folder and a message sent in the evening.
func (b *bench) day() {
	at := func(hour int) { b.now = time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC) }
	at(8)
	b.did(turnID(1), 1, "c1", "move_files", "swap_src_dst", map[string]any{"from": "/x/a", "to": "/y/a"})
	at(9)
	b.did(turnID(2), 1, "c2", "delete_files", "restore_trashed", map[string]any{"path": "/x/b"})
	at(10)
	b.did(turnID(3), 1, "c1", "move_files", "swap_src_dst", map[string]any{"from": "/x/c", "to": "/x/d"})
	at(18)
	b.did(turnID(4), 1, "c1", "create_dirs", "delete_created", map[string]any{"path": "/x/e"})
	b.did(turnID(4), 2, "c1", "move_files", "swap_src_dst", map[string]any{"from": "/x/f", "to": "/x/e/f"})
	at(19)
	b.did(turnID(6), 1, "c1", "create_files", "delete_created", map[string]any{"path": "/x/g"})
	if _, err := b.UndoEach(context.Background(), core.Host, []string{turnID(6)}, func(context.Context, Entry) (sdk.Result, error) {
		return sdk.Result{OK: true}, nil
	}); err != nil { // what was taken back is found by nobody
		b.t.Fatal(err)
	}
	b.did(turnID(5), 1, "c1", "send_messages", "")
	at(22)
}

func TestFind(t *testing.T) {
	b := newBench(t)
	b.day()
	at := func(hour int) time.Time { return time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		f    Filter
		want []int
	}{
		"all":                   {Filter{}, []int{5, 4, 3, 2, 1}},
		"the latest two":        {Filter{Limit: 2}, []int{5, 4}},
		"the morning":           {Filter{From: at(4), To: at(13)}, []int{3, 2, 1}},
		"since the evening":     {Filter{From: at(17)}, []int{5, 4}},
		"moves":                 {Filter{Kind: which.Move}, []int{4, 1}},
		"the latest move":       {Filter{Kind: which.Move, Limit: 1}, []int{4}},
		"renames":               {Filter{Kind: which.Rename}, []int{3}},
		"deletions":             {Filter{Kind: which.Delete}, []int{2}},
		"creations":             {Filter{Kind: which.Create}, []int{4}},
		"sent":                  {Filter{Kind: which.Send}, []int{5}},
		"copies":                {Filter{Kind: which.Copy}, nil},
		"a move in the night":   {Filter{Kind: which.Move, From: at(20)}, nil},
		"a move of the morning": {Filter{Kind: which.Move, To: at(12)}, []int{1}},
	} {
		var want []string
		for _, n := range c.want {
			want = append(want, turnID(n))
		}
		got, err := b.Find(core.Host, c.f)
		if diff := cmp.Diff(want, turnsOf(got)); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	list, err := b.Find(core.Host, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []which.Kind{which.Send, which.Other, which.Rename, which.Delete, which.Move} {
		if list[i].Kind != want {
			t.Errorf("%s is called %q", list[i].Turn, list[i].Kind)
		}
	}
	if c := list[1]; c.Text != "richiesta 04" || c.Changed != 2 || c.At.Before(at(18)) || c.At.After(at(18).Add(time.Minute)) {
		t.Errorf("%+v", c)
	}
	if got, err := b.Find("bruno", Filter{}); err != nil || got != nil {
		t.Errorf("another owner's: %v, %v", got, err)
	}
	if _, err := b.Find("../host", Filter{}); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("%v", err)
	}
}

func TestMean(t *testing.T) {
	b := newBench(t)
	at := func(hour int) time.Time { return time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC) }
	if m, err := b.Mean(core.Host, "c1", "", which.Wish{Count: 1, Kind: which.Move}); err != nil || m.Course != Nothing || m.Changes != nil {
		t.Errorf("an empty journal: %+v, %v", m, err)
	}
	b.day()
	for name, c := range map[string]struct {
		just   int
		w      which.Wish
		course Course
		want   []int
	}{
		"the latest, just made":        {5, which.Wish{Count: 1}, Do, []int{5}},
		"the latest, made before":      {0, which.Wish{Count: 1}, Confirm, []int{5}},
		"the latest move":              {5, which.Wish{Count: 1, Kind: which.Move}, Confirm, []int{4}},
		"the latest move, just made":   {4, which.Wish{Count: 1, Kind: which.Move}, Do, []int{4}},
		"the latest two":               {5, which.Wish{Count: 2}, Confirm, []int{5, 4}},
		"the deletion of the morning":  {5, which.Wish{Kind: which.Delete, From: at(4), To: at(13)}, Confirm, []int{2}},
		"that of the morning":          {5, which.Wish{From: at(4), To: at(13)}, Choose, []int{3, 2, 1}},
		"everything of the morning":    {5, which.Wish{All: true, From: at(4), To: at(13)}, Confirm, []int{3, 2, 1}},
		"the latest ones":              {5, which.Wish{Several: true}, Choose, []int{5, 4, 3, 2, 1}},
		"a copy: the latest is told":   {5, which.Wish{Count: 1, Kind: which.Copy}, Nothing, []int{5}},
		"the move of one file":         {5, which.Wish{Count: 1, Kind: which.Move, Thing: "a"}, Confirm, []int{1}},
		"the move of another file":     {5, which.Wish{Count: 1, Kind: which.Move, Thing: "nowhere.txt"}, Nothing, []int{5}},
		"of the night: latest is told": {5, which.Wish{From: at(21)}, Nothing, []int{5}},
	} {
		var want []string
		for _, n := range c.want {
			want = append(want, turnID(n))
		}
		m, err := b.Mean(core.Host, "c1", turnID(c.just), c.w)
		if diff := cmp.Diff(want, turnsOf(m.Changes)); err != nil || m.Course != c.course || diff != "" {
			t.Errorf("%s: %v %v\n%s", name, m.Course, err, diff)
		}
	}
	for n := range 10 {
		b.did(turnID(100+n), 1, "c1", "move_files", "swap_src_dst", map[string]any{"from": "/x/a", "to": "/y/a"})
	}
	if m, err := b.Mean(core.Host, "c1", "", which.Wish{Several: true}); err != nil || len(m.Changes) != MaxOffered || m.More != 15-MaxOffered {
		t.Errorf("%d and %d more, %v", len(m.Changes), m.More, err)
	}
}

// trail moves one file through n+1 places, a turn each.
func (b *bench) trail(n int) []string {
	b.t.Helper()
	at := func(i int) string { return filepath.Join(b.home, fmt.Sprint("place", i)) }
	b.file("place0", "x")
	var turns []string
	for i := range n {
		if err := os.Rename(at(i), at(i+1)); err != nil {
			b.t.Fatal(err)
		}
		b.moved(turnID(i+1), 1, at(i), at(i+1))
		turns = append([]string{turnID(i + 1)}, turns...)
	}
	return turns
}

func TestSeveralTurnsAreUndoneLatestFirst(t *testing.T) {
	b := newBench(t)
	turns := b.trail(3)
	reports, err := b.UndoEach(context.Background(), core.Host, turns, swap)
	if err != nil || len(reports) != 3 || reports[0].Turn != turnID(3) || len(reports[2].Restored) != 1 {
		t.Fatalf("%+v, %v", reports, err)
	}
	if _, err := os.Stat(filepath.Join(b.home, "place0")); err != nil {
		t.Error("the file is not where it was at first")
	}
	if left, err := b.Find(core.Host, Filter{}); err != nil || left != nil {
		t.Errorf("%+v, %v", left, err)
	}
	again, err := b.UndoEach(context.Background(), core.Host, turns, swap)
	if err != nil || len(again) != 3 || !again[0].Before || !again[2].Before {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestAConflictStopsTheOlderTurns(t *testing.T) {
	b := newBench(t)
	turns := b.trail(3)
	blocked := filepath.Join(b.home, "place1")
	b.file("place1", "somebody's own")
	reports, err := b.UndoEach(context.Background(), core.Host, turns, swap)
	if err != nil || len(reports) != 2 || reports[0].Stopped() || !reports[1].Stopped() {
		t.Fatalf("%+v, %v", reports, err)
	}
	if diff := cmp.Diff([]string{blocked}, reports[1].Changed); diff != "" {
		t.Error(diff)
	}
	if left, err := b.Find(core.Host, Filter{}); err != nil || cmp.Diff([]string{turnID(2), turnID(1)}, turnsOf(left)) != "" {
		t.Errorf("%+v, %v", left, err)
	}
	stop := func(context.Context, Entry) (sdk.Result, error) {
		return sdk.Result{}, sdk.Errorf(sdk.Timeout, "", "slow")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if reports, err = b.UndoEach(context.Background(), core.Host, turns[1:], stop); sdk.ClassOf(err) != sdk.Timeout || len(reports) != 1 {
		t.Errorf("%+v, %v", reports, err)
	}
	if reports, err = b.UndoEach(context.Background(), core.Host, []string{turnID(9), turnID(1)}, swap); !IsUnknown(err) || len(reports) != 0 {
		t.Errorf("%+v, %v", reports, err)
	}
	if reports, err = b.UndoEach(context.Background(), core.Host, turns, swap); err != nil || len(reports) != 3 || len(reports[2].Restored) != 1 {
		t.Errorf("%+v, %v", reports, err)
	}
}

// Whatever is undone in whatever pieces, it is undone once, and what is left is what was not.
func TestUndoingIsIdempotent(t *testing.T) {
	b := newBench(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		b.dir = filepath.Join(b.t.TempDir(), fmt.Sprint(n))
		b.home = b.t.TempDir()
		b.reopen()
		turns := b.trail(rapid.IntRange(1, 5).Draw(rt, "turns"))
		left := len(turns)
		for left > 0 {
			take := rapid.IntRange(1, len(turns)).Draw(rt, "take")
			if rapid.Bool().Draw(rt, "restart") {
				b.reopen()
			}
			reports, err := b.UndoEach(context.Background(), core.Host, turns[:take], swap)
			if err != nil || len(reports) != take {
				rt.Fatalf("%+v, %v", reports, err)
			}
			left = min(left, len(turns)-take)
			found, err := b.Find(core.Host, Filter{})
			if err != nil || len(found) != left {
				rt.Fatalf("%d are left, want %d, %v", len(found), left, err)
			}
			if _, err := os.Stat(filepath.Join(b.home, fmt.Sprint("place", left))); err != nil {
				rt.Fatal(err)
			}
		}
	})
}
