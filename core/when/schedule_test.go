package when

import (
	"testing"
	"time"
)

// recurs reads a recurrence said at a moment, which is where its zone is from.
func recurs(t *testing.T, text string, now time.Time) Recurrence {
	t.Helper()
	got, err := Read(text, Clock{Now: now, Zone: now.Location()})
	if err != nil || got.Kind != Repetition {
		t.Fatalf("%s: %+v, %v", text, got, err)
	}
	return got.Repeat
}

// follow checks the moments after a moment.
func follow(t *testing.T, rec Recurrence, after time.Time, want ...string) {
	t.Helper()
	at := after
	for _, w := range want {
		if at = rec.Next(at, after.Location()); at.Format(time.RFC3339) != w {
			t.Fatalf("%s: after %v comes %s, want %s", rec.Text("en", after.Location()), after, at.Format(time.RFC3339), w)
		}
	}
}

// TestField_SCHED_10: nine o'clock stays nine o'clock on both sides of the clock change.
func TestField_SCHED_10(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "Europe/Rome"} {
		z := zone(t, name)
		rec := recurs(t, "nei giorni feriali alle 9", time.Date(2026, 10, 1, 12, 0, 0, 0, z))
		follow(t, rec, time.Date(2026, 10, 23, 9, 0, 0, 0, z), "2026-10-26T09:00:00+01:00")
		follow(t, rec, time.Date(2027, 3, 26, 9, 0, 0, 0, z), "2027-03-29T09:00:00+02:00")
		at := time.Date(2025, 3, 27, 12, 0, 0, 0, z)
		for range 400 {
			next := rec.Next(at, z)
			if !next.After(at) || next.Hour() != 9 || next.Weekday() == 0 || next.Weekday() == 6 {
				t.Fatalf("after %v comes %v", at, next)
			}
			at = next
		}
	}
}

// TestField_SCHED_11: intervals of hours are time that passes, over both clock changes, and the next is never past.
func TestField_SCHED_11(t *testing.T) {
	z := zone(t, "Europe/Rome")
	rec := recurs(t, "ogni due ore", time.Date(2026, 3, 1, 0, 0, 0, 0, z))
	for _, start := range []time.Time{time.Date(2026, 3, 29, 0, 30, 0, 0, z), time.Date(2026, 10, 25, 0, 30, 0, 0, z), time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC).In(z)} {
		for at, k := start, 0; k < 6; k++ {
			next := rec.Next(at, z)
			if next.Sub(at) != 2*time.Hour {
				t.Errorf("two hours after %v is %v", at, next)
			}
			at = next
		}
	}
}

// TestField_SCHED_12: a skipped wall time runs when the clocks resume, a repeated one once, the first time, also where
// the clocks change by half an hour; a day without a time is the midnight of the person.
func TestField_SCHED_12(t *testing.T) {
	rome := zone(t, "Europe/Rome")
	rec := recurs(t, "ogni giorno alle 2:30", time.Date(2025, 1, 1, 0, 0, 0, 0, rome))
	follow(t, rec, time.Date(2025, 3, 29, 12, 0, 0, 0, rome), "2025-03-30T03:00:00+02:00", "2025-03-31T02:30:00+02:00")
	follow(t, rec, time.Date(2025, 10, 25, 12, 0, 0, 0, rome), "2025-10-26T02:30:00+02:00", "2025-10-27T02:30:00+01:00")
	follow(t, rec, time.Date(2026, 10, 24, 12, 0, 0, 0, rome), "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00")
	howe := zone(t, "Australia/Lord_Howe")
	rec = recurs(t, "every day at 02:15", time.Date(2026, 1, 1, 0, 0, 0, 0, howe))
	follow(t, rec, time.Date(2026, 10, 3, 12, 0, 0, 0, howe), "2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00")
	rec = recurs(t, "every day at 01:45", time.Date(2026, 1, 1, 0, 0, 0, 0, howe))
	follow(t, rec, time.Date(2026, 4, 4, 12, 0, 0, 0, howe), "2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30")
	shanghai := zone(t, "Asia/Shanghai")
	day, err := Read("2027-03-23", Clock{Now: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Zone: shanghai})
	if err != nil || !day.Window.From.Equal(time.Date(2027, 3, 22, 16, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", day.Window, err)
	}
	twice, err := Read("25 ottobre 2026 alle 2:30", Clock{Now: time.Date(2026, 1, 1, 0, 0, 0, 0, rome), Zone: rome})
	many, ok := err.(*Ambiguous)
	if !ok || len(many.Readings) != 2 || !many.Readings[0].Window.From.Equal(time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)) || !many.Readings[1].Window.From.Equal(time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", twice, err)
	}
}

// TestField_SCHED_13: a time without a zone is of the person's zone; one that names a zone keeps it and says so.
func TestField_SCHED_13(t *testing.T) {
	z := zone(t, "Pacific/Auckland")
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, z)
	rec := recurs(t, "every day at 1 pm", now)
	follow(t, rec, now, "2026-07-01T13:00:00+12:00")
	rec = recurs(t, "every day at 9 am New York time", now)
	follow(t, rec, now, "2026-07-02T01:00:00+12:00")
	if text := rec.Text("en", z); text != "every day at 9 am America/New_York time" {
		t.Error(text)
	}
}

// TestField_SCHED_15: what runs every few minutes keeps running in the repeated hour, within hours too.
func TestField_SCHED_15(t *testing.T) {
	z := zone(t, "Europe/Rome")
	for _, text := range []string{"ogni 15 minuti", "ogni 15 minuti dalle 00:00 alle 23:00"} {
		rec := recurs(t, text, time.Date(2026, 1, 1, 0, 0, 0, 0, z))
		at := time.Date(2026, 10, 25, 0, 0, 0, 0, z)
		for range 20 {
			next := rec.Next(at, z)
			if next.Sub(at) != 15*time.Minute {
				t.Fatalf("%s: after %v comes %v", text, at, next)
			}
			at = next
		}
	}
}

// TestMonthLengths: the last day, a day some months lack, and leap years.
func TestMonthLengths(t *testing.T) {
	now := time.Date(2024, 1, 15, 12, 0, 0, 0, time.UTC)
	follow(t, recurs(t, "ogni ultimo giorno del mese alle 18", now), now, "2024-01-31T18:00:00Z", "2024-02-29T18:00:00Z", "2024-03-31T18:00:00Z")
	follow(t, recurs(t, "il 31 di ogni mese alle 9", now), now, "2024-01-31T09:00:00Z", "2024-02-29T09:00:00Z", "2024-03-31T09:00:00Z", "2024-04-30T09:00:00Z")
	follow(t, recurs(t, "every February 29 at 9", now), now, "2024-02-29T09:00:00Z", "2025-02-28T09:00:00Z", "2026-02-28T09:00:00Z")
	follow(t, recurs(t, "every fifth Friday of the month at 9", now), now, "2024-03-29T09:00:00Z", "2024-05-31T09:00:00Z")
	follow(t, recurs(t, "il primo giorno lavorativo di ogni mese alle 9", now), now, "2024-02-01T09:00:00Z", "2024-03-01T09:00:00Z", "2024-04-01T09:00:00Z", "2024-05-01T09:00:00Z", "2024-06-03T09:00:00Z")
	follow(t, recurs(t, "ogni 3 mesi il 31 alle 9", now), now, "2024-01-31T09:00:00Z", "2024-04-30T09:00:00Z", "2024-07-31T09:00:00Z")
}

// TestIntervalsAndEnds: weeks are counted from the first, a number of times ends, an end is not passed.
func TestIntervalsAndEnds(t *testing.T) {
	now := time.Date(2025, 6, 18, 10, 30, 0, 0, time.UTC)
	follow(t, recurs(t, "ogni due settimane il martedì alle 9", now), now, "2025-06-24T09:00:00Z", "2025-07-08T09:00:00Z")
	follow(t, recurs(t, "every 2 weeks on Monday and Friday at 9", now), now, "2025-06-20T09:00:00Z", "2025-06-30T09:00:00Z", "2025-07-04T09:00:00Z")
	follow(t, recurs(t, "every other day at 8", now), now, "2025-06-19T08:00:00Z", "2025-06-21T08:00:00Z")
	follow(t, recurs(t, "ogni ora dalle 22 alle 2", now), now, "2025-06-18T22:00:00Z", "2025-06-18T23:00:00Z", "2025-06-19T00:00:00Z", "2025-06-19T01:00:00Z", "2025-06-19T02:00:00Z", "2025-06-19T22:00:00Z")
	count := recurs(t, "ogni giorno alle 8 per 2 volte", now)
	follow(t, count, now, "2025-06-19T08:00:00Z", "2025-06-20T08:00:00Z")
	if next := count.Next(time.Date(2025, 6, 20, 8, 0, 0, 0, time.UTC), time.UTC); !next.IsZero() {
		t.Errorf("a third time: %v", next)
	}
	until := recurs(t, "every Wednesday at 9 until June 25", now)
	follow(t, until, now, "2025-06-25T09:00:00Z")
	if next := until.Next(time.Date(2025, 6, 25, 9, 0, 0, 0, time.UTC), time.UTC); !next.IsZero() {
		t.Errorf("after its end: %v", next)
	}
}

// TestIncomplete: an incomplete recurrence comes with what is known, and is complete once the rest is filled in.
func TestIncomplete(t *testing.T) {
	now := time.Date(2025, 6, 18, 10, 30, 0, 0, time.UTC)
	_, err := Read("ogni due settimane il martedì", Clock{Now: now, Zone: time.UTC})
	part, ok := err.(*Incomplete)
	if !ok || part.Missing != "time" {
		t.Fatal(err)
	}
	at, err := Read("alle 9", Clock{Now: now, Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	rec := part.Repeat.At(at.Window.From)
	follow(t, rec, now, "2025-06-24T09:00:00Z", "2025-07-08T09:00:00Z")
}
