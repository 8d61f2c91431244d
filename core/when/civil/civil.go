package civil

import "time"

// Unit is a length of calendar time.
type Unit byte

// The units.
const (
	NoUnit Unit = iota
	Minute
	Hour
	Day
	Week
	Month
	Year
)

// Window is the half-open interval [From, To); a zero bound is open.
type Window struct {
	From, To time.Time
	Grain    Unit // the unit the person spoke in; NoUnit for an interval of several
}

// Contains reports whether t lies in the window.
func (w Window) Contains(t time.Time) bool {
	return (w.From.IsZero() || !t.Before(w.From)) && (w.To.IsZero() || t.Before(w.To))
}

// Equal reports whether both windows are the same interval.
func (w Window) Equal(v Window) bool { return w.From.Equal(v.From) && w.To.Equal(v.To) }

// Span is a length of time. Months and days are counted on the calendar, minutes on the clock.
type Span struct{ Months, Days, Minutes int }

// Of is n of a unit.
func Of(n int, u Unit) Span {
	switch u {
	case Minute:
		return Span{Minutes: n}
	case Hour:
		return Span{Minutes: 60 * n}
	case Day:
		return Span{Days: n}
	case Week:
		return Span{Days: 7 * n}
	case Month:
		return Span{Months: n}
	case Year:
		return Span{Months: 12 * n}
	}
	return Span{}
}

// Add is the two lengths together.
func (s Span) Add(o Span) Span {
	return Span{s.Months + o.Months, s.Days + o.Days, s.Minutes + o.Minutes}
}

// Times is the length n times over.
func (s Span) Times(n int) Span { return Span{n * s.Months, n * s.Days, n * s.Minutes} }

// Back is the length the other way.
func (s Span) Back() Span { return s.Times(-1) }

// Shift moves t by a length. Months stay at the end of a shorter month: 31 March less a month is 28 February. Days
// keep the wall clock, minutes are time that passes.
func Shift(t time.Time, s Span) time.Time {
	if s.Months != 0 || s.Days != 0 {
		y, m, d := t.Date()
		d = min(d, Days(y, m+time.Month(s.Months)))
		local := time.Date(y, m+time.Month(s.Months), d+s.Days, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
		t, _ = Wall(local, t.Location())
	}
	return t.Add(time.Duration(s.Minutes) * time.Minute)
}

// Days is how many days a month has. Months beyond 12 are of the next years.
func Days(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 12, 0, 0, 0, time.UTC).Day()
}

// Wall returns the instant at which the clocks of a zone show what local shows (its own zone does not count), and
// how often they show it: once; twice when they are put back, and then the first time counts; never when they are
// put forward over it, and then it is the instant at which they resume.
func Wall(local time.Time, zone *time.Location) (time.Time, int) {
	y, m, d := local.Date()
	utc := time.Date(y, m, d, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
	before, after := offset(utc.Add(-reach), zone), offset(utc.Add(reach), zone)
	first, second := utc.Add(-before), utc.Add(-after)
	if before == after {
		return first.In(zone), 1
	}
	switch is, was := offset(second, zone) == after, offset(first, zone) == before; {
	case was && is:
		return first.In(zone), 2
	case was:
		return first.In(zone), 1
	case is:
		return second.In(zone), 1
	}
	from, to := utc.Add(-reach), utc.Add(reach) // find where the clocks change between them
	for to.Sub(from) > 1 {
		if half := from.Add(to.Sub(from) / 2); offset(half, zone) == before {
			from = half
		} else {
			to = half
		}
	}
	return to.In(zone), 0
}

// reach is more than any offset. Clocks change once within twice as long.
const reach = 26 * time.Hour

func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// Second is the other instant of a wall time the clocks show twice.
func Second(first time.Time) time.Time {
	return first.Add(offset(first, first.Location()) - offset(first.Add(reach), first.Location()))
}

// Midnight is the first instant of a day, which is later than 0:00 where the clocks skip it.
func Midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	t, _ := Wall(time.Date(year, month, day, 0, 0, 0, 0, time.UTC), zone)
	return t
}

// DayOf is n whole days beginning with a date, which need not be normal: day 0 is the last of the month before.
func DayOf(year int, month time.Month, day, n int, zone *time.Location) Window {
	return Window{Midnight(year, month, day, zone), Midnight(year, month, day+n, zone), Day}
}

// WeekOf is the week, Monday to Sunday, n weeks from the one of t.
func WeekOf(t time.Time, n int) Window {
	y, m, d := t.Date()
	w := DayOf(y, m, d-Monday(t.Weekday())+7*n, 7, t.Location())
	w.Grain = Week
	return w
}

// Monday is how many days of the week come before a weekday: 0 for Monday, 6 for Sunday.
func Monday(d time.Weekday) int { return (int(d) + 6) % 7 }

// MonthOf is n months beginning with one.
func MonthOf(year int, month time.Month, n int, zone *time.Location) Window {
	return Window{Midnight(year, month, 1, zone), Midnight(year, month+time.Month(n), 1, zone), Month}
}

// YearOf is n years beginning with one.
func YearOf(year, n int, zone *time.Location) Window {
	return Window{Midnight(year, 1, 1, zone), Midnight(year+n, 1, 1, zone), Year}
}

// Easter is the Sunday of Easter in the Gregorian calendar.
func Easter(year int) (time.Month, int) {
	a, b, c := year%19, year/100, year%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	n := h + l - 7*((a+11*h+22*l)/451) + 114
	return time.Month(n / 31), n%31 + 1
}
