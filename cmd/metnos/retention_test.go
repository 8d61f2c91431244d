package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/threads"
	"github.com/metnos/metnos/sdk"
)

// kinds lists what a conversation still has, in order.
func kinds(t *testing.T, s *store.Store, conversation string) string {
	t.Helper()
	list, err := s.Conversations().Events("anna", conversation, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, fmt.Sprintf("%d%s", e.Seq, e.Kind))
	}
	return strings.Join(out, " ")
}

// What a conversation keeps goes in time: first how its answers came to be, at last all of it, and nothing of one in use.
func TestConversationsAreKeptInTime(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in := &Instance{Store: s}
	talk := s.Conversations()
	busy := map[string]bool{}
	in.Threads = threads.New(store.TableOf[threads.Thread](s, "threads"), func(_ core.Owner, _, c string) bool { return busy[c] },
		func(owner core.Owner, channel, c string) error { return talk.Delete(owner, channel+"/"+c) })
	start := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	say := func(c string, at time.Time, events ...string) {
		t.Helper()
		for _, kind := range events {
			if _, err := talk.Append("anna", "web/"+c, sdk.Event{Kind: kind, At: at}); err != nil {
				t.Fatal(err)
			}
		}
		if err := in.Threads.Note("anna", "web", c, "ciao", at); err != nil {
			t.Fatal(err)
		}
	}
	say("old", start, "turn_started", "plan", "step", "delta", "final", "turn_started", "step")
	say("used", start, "turn_started", "step", "final")
	sweep := func(now time.Time) {
		t.Helper()
		for _, chore := range []func(context.Context, time.Time) error{in.sweepProgress, in.sweepConversations} {
			if err := chore(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
	}
	sweep(start.Add(6 * day))
	if got := kinds(t, s, "web/old"); got != "1turn_started 2plan 3step 4delta 5final 6turn_started 7step" {
		t.Errorf("after six days: %s", got)
	}
	sweep(start.Add(8 * day))
	if got := kinds(t, s, "web/old"); got != "1turn_started 5final 6turn_started 7step" {
		t.Errorf("after eight days: %s", got)
	}
	say("old", start.Add(8*day), "final")
	if got := kinds(t, s, "web/old"); got != "1turn_started 5final 6turn_started 7step 8final" {
		t.Errorf("numbered anew: %s", got)
	}
	say("used", start.Add(300*day), "turn_started", "final")
	busy["old"] = true
	sweep(start.Add(440 * day))
	if kinds(t, s, "web/old") == "" {
		t.Error("a conversation in use is gone")
	}
	busy["old"] = false
	sweep(start.Add(440 * day))
	if old, used := kinds(t, s, "web/old"), kinds(t, s, "web/used"); old != "" || used != "1turn_started 3final 4turn_started 5final" {
		t.Errorf("after 440 days: %q, %q", old, used)
	}
	if list, err := in.Threads.List("anna", "web", ""); err != nil || len(list) != 1 || list[0].ID != "used" {
		t.Errorf("%v %+v", err, list)
	}
}

// Sessions and links that ended go; one that holds stays.
func TestEndedSessionsGo(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	for secret, life := range map[string]time.Duration{strings.Repeat("a", 43): time.Hour, strings.Repeat("b", 43): 48 * time.Hour} {
		if _, err := s.Sessions().Put("anna", secret, store.Session{Created: now, Expires: now.Add(life)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&Instance{Store: s}).sweepSessions(t.Context(), now.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Sessions().List("anna"); err != nil || len(list) != 1 || !list[0].Expires.Equal(now.Add(48*time.Hour)) {
		t.Errorf("%v %+v", err, list)
	}
}

// A year and a half of turns: the recent ones are open files, older ones archives, the oldest are gone, and one chain
// holds from the first that is left to the last.
func TestRecordHoldsThroughItsArchives(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	start := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	now := start
	l, err := ledger.Open(dir, ledger.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	in := &Instance{Ledger: l}
	for day := range 540 {
		now = start.AddDate(0, 0, day)
		at := now
		if err := l.Append(t.Context(), ledger.Record{Kind: "opened", At: at, Owner: "anna", Turn: fmt.Sprintf("%016x", day+1), Text: "ciao"}); err != nil {
			t.Fatal(err)
		}
		if day%15 == 0 || day > 420 && day < 432 {
			if err := in.chores()[0].do(t.Context(), at); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := in.chores()[0].do(t.Context(), start.AddDate(0, 0, 540)); err != nil {
		t.Fatal(err)
	}
	report, err := ledger.Verify(dir)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	entries, err := ledger.Read(dir, "anna", ledger.Filter{Kinds: []string{"opened"}})
	if err != nil {
		t.Fatal(err)
	}
	kept := int((ledger.OpenFor + ledger.PackedFor) / (24 * time.Hour))
	if n := len(entries); n < kept-1 || n > kept+1 {
		t.Errorf("%d of 540 days are left, want about %d", n, kept)
	}
	packed, err := filepath.Glob(filepath.Join(dir, "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	open, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(packed) < 360 || len(packed) > 367 || len(open) < 59 || len(open) > 62 {
		t.Errorf("%d archives and %d open days", len(packed), len(open))
	}
}
