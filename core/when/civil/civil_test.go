package civil

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

// TestWall: in every zone, what the clocks show is shown by the instant found; what they skip is where they resume;
// what they show twice has a second instant that shows the same.
func TestWall(t *testing.T) {
	zones := []string{"Europe/Rome", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "Asia/Beirut", "UTC", "America/Sao_Paulo"}
	rapid.Check(t, func(r *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(r, "zone"))
		if err != nil {
			r.Fatal(err)
		}
		local := time.Unix(rapid.Int64Range(0, 4_500_000_000).Draw(r, "seconds"), 0).UTC()
		const clock = "2006-01-02T15:04:05"
		at, n := Wall(local, zone)
		switch shown := at.Format(clock); {
		case n > 0 && shown != local.Format(clock):
			r.Fatalf("%v is %v", local, at)
		case n == 0 && at.Add(-1).Format(clock) > local.Format(clock), n == 0 && shown <= local.Format(clock):
			r.Fatalf("%v is skipped and resumes at %v", local, at)
		case n == 2 && (Second(at).Format(clock) != shown || !Second(at).After(at)):
			r.Fatalf("%v is %v and %v", local, at, Second(at))
		}
	})
}

func TestWallSkippedAndRepeated(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	apia, err := time.LoadLocation("Pacific/Apia")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		zone  *time.Location
		local time.Time
		utc   string
		times int
	}{
		{rome, time.Date(2025, 3, 30, 2, 30, 0, 0, time.UTC), "2025-03-30T01:00:00Z", 0},
		{rome, time.Date(2025, 3, 30, 3, 0, 0, 0, time.UTC), "2025-03-30T01:00:00Z", 1},
		{rome, time.Date(2025, 10, 26, 2, 30, 0, 0, time.UTC), "2025-10-26T00:30:00Z", 2},
		{rome, time.Date(2025, 10, 26, 3, 0, 0, 0, time.UTC), "2025-10-26T02:00:00Z", 1},
		{apia, time.Date(2011, 12, 30, 12, 0, 0, 0, time.UTC), "2011-12-30T10:00:00Z", 0},
	} {
		if at, n := Wall(c.local, c.zone); n != c.times || at.UTC().Format(time.RFC3339) != c.utc {
			t.Errorf("%v is %v, %d times", c.local, at.UTC(), n)
		}
	}
}

// TestShiftMonths: months end where the shorter one does, days keep the wall clock.
func TestShiftMonths(t *testing.T) {
	for _, c := range []struct {
		from string
		by   Span
		want string
	}{
		{"2025-03-31T10:00", Span{Months: -1}, "2025-02-28T10:00"}, {"2024-02-29T10:00", Of(1, Year), "2025-02-28T10:00"},
		{"2025-01-31T10:00", Span{Months: 1, Days: 1}, "2025-03-01T10:00"}, {"2025-12-31T23:59", Of(2, Minute), "2026-01-01T00:01"},
		{"2025-06-18T10:00", Of(2, Week), "2025-07-02T10:00"}, {"2025-06-18T10:00", Of(30, Hour), "2025-06-19T16:00"},
	} {
		from, err := time.Parse("2006-01-02T15:04", c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got := Shift(from, c.by).Format("2006-01-02T15:04"); got != c.want {
			t.Errorf("%s by %+v is %s, want %s", c.from, c.by, got, c.want)
		}
	}
}

func TestEaster(t *testing.T) {
	for year, want := range map[int]string{1961: "04-02", 2000: "04-23", 2008: "03-23", 2024: "03-31", 2025: "04-20", 2038: "04-25"} {
		m, d := Easter(year)
		if got := time.Date(year, m, d, 0, 0, 0, 0, time.UTC); got.Format("01-02") != want || got.Weekday() != time.Sunday {
			t.Errorf("Easter %d is %v", year, got)
		}
	}
}
