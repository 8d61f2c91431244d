package repeat

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/when/civil"
)

// Next is the first moment of the recurrence after t, in the person's zone, the zero time when there is none.
// A wall time the clocks skip is taken at the moment they resume; one they repeat is taken once, the first time.
func (r Recurrence) Next(t time.Time, zone *time.Location) time.Time {
	next := r.next(t, zone)
	if next.IsZero() {
		return next
	}
	return next.In(zone)
}

func (r Recurrence) next(t time.Time, zone *time.Location) time.Time {
	zone, err := r.Location(zone)
	if err != nil || r.Every < 1 || r.Missing() != "" || r.Count > 0 && r.Start.IsZero() {
		return time.Time{}
	}
	if r.Count == 0 {
		return r.until(r.after(t.In(zone)))
	}
	at := r.Start.Add(-1).In(zone)
	for range r.Count {
		if at = r.until(r.after(at)); at.IsZero() || at.After(t) {
			return at
		}
	}
	return time.Time{}
}

func (r Recurrence) until(t time.Time) time.Time {
	if t.IsZero() || !r.Until.IsZero() && !t.Before(r.Until) {
		return time.Time{}
	}
	return t
}

// after is the next moment, ends apart.
func (r Recurrence) after(t time.Time) time.Time {
	if !r.Start.IsZero() && t.Before(r.Start) {
		t = r.Start.Add(-1).In(t.Location())
	}
	if !r.byDay() && r.Hours == nil && len(r.Weekdays) == 0 {
		step := r.step()
		if r.Start.IsZero() {
			return t.Add(step)
		}
		if t.Before(r.Start) {
			return r.Start.In(t.Location())
		}
		return r.Start.Add((t.Sub(r.Start)/step + 1) * step).In(t.Location())
	}
	day := date(t).AddDate(0, 0, -1) // what begins yesterday may end today
	for range maxDays {
		next, on := r.period(day)
		if !on {
			day = next
			continue
		}
		if r.on(day) {
			if at := r.within(day, t); !at.IsZero() {
				return at
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	return time.Time{}
}

// maxDays bounds the search: more than a century of months, the rarest thing the grammar can say.
const maxDays = 60_000

func (r Recurrence) step() time.Duration {
	if r.Unit == civil.Hour {
		return time.Duration(r.Every) * time.Hour
	}
	return time.Duration(r.Every) * time.Minute
}

// date is the calendar day of t as noon UTC, so that days are 24 hours apart.
func date(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 12, 0, 0, 0, time.UTC)
}

// within is the first moment of a day after t, zero when none is left.
func (r Recurrence) within(day, t time.Time) time.Time {
	at := func(m int) time.Time {
		w, _ := civil.Wall(time.Date(day.Year(), day.Month(), day.Day(), 0, m, 0, 0, time.UTC), t.Location())
		return w
	}
	if r.byDay() {
		for _, tm := range r.Times {
			if w := at(tm.Minutes()); w.After(t) {
				return w
			}
		}
		return time.Time{}
	}
	hours := Hours{To: Time{23, 59}}
	if r.Hours != nil {
		hours = *r.Hours
	}
	last := hours.To.Minutes()
	if last < hours.From.Minutes() {
		last += 24 * 60
	}
	first := at(hours.From.Minutes())
	if t.Before(first) {
		return first
	}
	next := first.Add((t.Sub(first)/r.step() + 1) * r.step())
	if next.After(at(last)) {
		return time.Time{}
	}
	return next
}

// period reports whether the interval lets the period of a day through, and where the next one begins.
func (r Recurrence) period(day time.Time) (next time.Time, on bool) {
	anchor := time.Date(1970, 1, 5, 12, 0, 0, 0, time.UTC)
	if !r.Start.IsZero() {
		start := r.Start
		if zone, err := r.Location(start.Location()); err == nil {
			start = start.In(zone)
		}
		anchor = date(start)
	}
	days := int(day.Sub(anchor) / (24 * time.Hour))
	y, m, _ := day.Date()
	switch r.Unit {
	case civil.Day:
		rest := mod(days, r.Every)
		return day.AddDate(0, 0, r.Every-rest), rest == 0
	case civil.Week:
		monday := days + civil.Monday(anchor.Weekday()) - civil.Monday(day.Weekday())
		return day.AddDate(0, 0, 7-civil.Monday(day.Weekday())), mod(monday/7, r.Every) == 0
	case civil.Month:
		months := 12*(y-anchor.Year()) + int(m-anchor.Month())
		return time.Date(y, m+1, 1, 12, 0, 0, 0, time.UTC), mod(months, r.Every) == 0
	case civil.Year:
		if mod(y-anchor.Year(), r.Every) != 0 {
			return time.Date(y+1, 1, 1, 12, 0, 0, 0, time.UTC), false
		}
		return time.Date(y, m+1, 1, 12, 0, 0, 0, time.UTC), m == r.Month
	}
	return day, true
}

func mod(a, n int) int { return (a%n + n) % n }

// on reports whether a day is one of those chosen within its period.
func (r Recurrence) on(day time.Time) bool {
	last := civil.Days(day.Year(), day.Month())
	switch {
	case len(r.Nth) > 0:
		if !slices.Contains(r.Weekdays, day.Weekday()) {
			return false
		}
		before, after := 0, 0
		for d := 1; d <= last; d++ {
			w := time.Weekday(mod(int(day.Weekday())+d-day.Day(), 7))
			if slices.Contains(r.Weekdays, w) && d != day.Day() {
				if d < day.Day() {
					before++
				} else {
					after++
				}
			}
		}
		return slices.Contains(r.Nth, before+1) || after == 0 && slices.Contains(r.Nth, -1)
	case len(r.MonthDays) > 0:
		return slices.ContainsFunc(r.MonthDays, func(d int) bool {
			return day.Day() == d || day.Day() == last && (d < 0 || d > last)
		})
	case len(r.Weekdays) > 0:
		return slices.Contains(r.Weekdays, day.Weekday())
	}
	return true
}
