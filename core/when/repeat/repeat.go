package repeat

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/when/civil"
)

// Time is a time of day.
type Time struct{ Hour, Minute int }

// Minutes is the time as minutes after midnight.
func (t Time) Minutes() int { return 60*t.Hour + t.Minute }

// Hours is a part of each day, both ends included. One that ends before it begins ends on the next day.
type Hours struct{ From, To Time }

// Recurrence is a repeated moment: every Every units, on the days chosen, at each of Times.
//
//	every 2 weeks on Weekdays; every month on MonthDays, or on the Nth of its Weekdays ("the second Tuesday", "the
//	last working day"); every year the same in Month; every 15 minutes, or hours, within Hours, on Weekdays.
//
// A month day that a month does not have is its last. Every counts from the day of Start, without one from 5 January
// 1970; minutes and hours count from Start itself, or from the moment before, and within Hours from their beginning.
type Recurrence struct {
	Every     int
	Unit      civil.Unit
	Weekdays  []time.Weekday // from Monday on
	Nth       []int          // 1..5, -1 for the last
	MonthDays []int          // 1..31, -1 for the last, which comes at the end
	Month     time.Month     // of a yearly one
	Times     []Time         // sorted
	Hours     *Hours         // of minutes and hours
	Zone      string         // IANA name the times are of, "" for the person's
	Start     time.Time      // nothing before it; zero: no bound
	Until     time.Time      // nothing from it on; zero: no bound
	Count     int            // how many from Start on, 0 for no bound; needs Start
}

// Missing is "day", "time" or "" when the recurrence is complete.
func (r Recurrence) Missing() string {
	days := len(r.MonthDays) > 0 || len(r.Nth) > 0
	switch {
	case r.Unit == civil.Week && len(r.Weekdays) == 0, r.Unit == civil.Month && !days, r.Unit == civil.Year && (!days || r.Month == 0):
		return "day"
	case r.Unit >= civil.Day && len(r.Times) == 0:
		return "time"
	}
	return ""
}

// Normal is the recurrence with its lists sorted, each value once.
func (r Recurrence) Normal() Recurrence {
	r.Weekdays = sorted(r.Weekdays, civil.Monday)
	last := func(n int) int { return (n + 99) % 99 } // -1 comes after all others
	r.Nth, r.MonthDays = sorted(r.Nth, last), sorted(r.MonthDays, last)
	r.Times = sorted(r.Times, Time.Minutes)
	return r
}

func sorted[T comparable](list []T, rank func(T) int) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b T) int { return rank(a) - rank(b) })
	return slices.Compact(list)
}

// Equal reports whether both are the same recurrence.
func (r Recurrence) Equal(o Recurrence) bool {
	sameHours := r.Hours == o.Hours || r.Hours != nil && o.Hours != nil && *r.Hours == *o.Hours
	return r.Every == o.Every && r.Unit == o.Unit && slices.Equal(r.Weekdays, o.Weekdays) && slices.Equal(r.Nth, o.Nth) &&
		slices.Equal(r.MonthDays, o.MonthDays) && r.Month == o.Month && slices.Equal(r.Times, o.Times) && sameHours &&
		r.Zone == o.Zone && r.Start.Equal(o.Start) && r.Until.Equal(o.Until) && r.Count == o.Count
}

// byDay reports whether the recurrence is by the wall clock; every 15 minutes is not.
func (r Recurrence) byDay() bool { return r.Unit >= civil.Day }

// Location is the zone the recurrence is in: its own, or the person's. An unknown name is an error.
func (r Recurrence) Location(person *time.Location) (*time.Location, error) {
	if r.Zone == "" {
		return person, nil
	}
	return time.LoadLocation(r.Zone)
}

// At is the recurrence with the time of day of a moment added, for a person who said the time afterwards.
func (r Recurrence) At(t time.Time) Recurrence {
	if zone, err := r.Location(t.Location()); err == nil {
		t = t.In(zone)
	}
	r.Times = append(slices.Clone(r.Times), Time{t.Hour(), t.Minute()})
	return r.Normal()
}
