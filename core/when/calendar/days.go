package calendar

import (
	"fmt"
	"time"

	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
)

// Day is the day n days from the one of now.
func (r *Reader) Day(n int) Stretch {
	y, m, d := r.Now.Date()
	return Stretch{Window: civil.DayOf(y, m, d+n, 1, r.Now.Location())}
}

// Date is a day of the calendar, an [*Impossible] error when there is none.
func (r *Reader) Date(year int, month time.Month, day int) (Stretch, error) {
	w := civil.DayOf(year, month, day, 1, r.Now.Location())
	if month < 1 || month > 12 || day < 1 || day > civil.Days(year, month) || !w.From.Before(w.To) {
		return Stretch{}, &Impossible{fmt.Sprintf("%d/%d/%d", day, month, year), NoSuchDate}
	}
	return Stretch{Window: w}, nil
}

// weekday is the latest such day (today included), or with a clock that looks ahead the next one.
func (r *Reader) weekday(d time.Weekday, offset int) Stretch {
	delta := int(d) - int(r.Now.Weekday())
	switch {
	case offset < 0 && delta >= 0:
		delta -= 7
	case offset > 0 && delta <= 0:
		delta += 7
	case offset == 0 && r.Clock.Future && delta < 0:
		delta += 7
	case offset == 0 && !r.Clock.Future && delta > 0:
		delta -= 7
	}
	w := r.Day(delta)
	w.Floats, w.Weekly = offset == 0, offset == 0
	return w
}

// ofWeek is a day of the week n weeks from this one.
func (r *Reader) ofWeek(d time.Weekday, n int) Stretch {
	return r.Day(civil.Monday(d) - civil.Monday(r.Now.Weekday()) + 7*n)
}

// Near is the year in which a yearly date is the latest that is not later than now, or the next.
func (r *Reader) Near(m time.Month, day int) int {
	y := r.Now.Year()
	before := m < r.Now.Month() || m == r.Now.Month() && day > 0 && day < r.Now.Day()
	after := m > r.Now.Month() || m == r.Now.Month() && day > r.Now.Day()
	if r.Clock.Future && before {
		y++
	}
	if !r.Clock.Future && after {
		y--
	}
	return y
}

// DayOf reads a node of days.
func (r *Reader) DayOf(n *grammar.Node) (Stretch, error) {
	tag, arg := Tagged(n)
	switch tag {
	case "day":
		return r.Day(arg), nil
	case "date":
		return r.calendar(n)
	case "numeric":
		return r.Numeric(n)
	case "wd", "wdthis", "wdnext", "wdplus", "wdweek", "wdof", "wdago":
		return r.weekdayOf(n, tag, arg)
	case "nthwd", "nthday":
		return r.nthOf(n)
	case "dom":
		base, err := r.Window(n.Get("relmonth"))
		if err != nil {
			return base, err
		}
		return r.Date(base.From.Year(), base.From.Month(), r.Dom(n))
	case "hol", "holrel":
		return r.holiday(n, arg, tag == "holrel")
	case "wddom":
		return r.weekdayNumber(n)
	case "agoday", "inday":
		return r.countedDay(n, tag == "inday")
	case "offset", "before", "after", "afternow":
		return r.beside(n, tag, arg)
	}
	return Stretch{}, ErrOther
}

func (r *Reader) Dom(n *grammar.Node) int { return r.Number(n.Get("dom", "domth")) }

// calendar is "lunedì 3 marzo 2024". A weekday finds the year when none is said.
func (r *Reader) calendar(n *grammar.Node) (Stretch, error) {
	day, month := r.Dom(n), time.Month(r.Number(n.Get("mon")))
	var years []int
	if y := n.Get("yr"); y != nil {
		year, err := r.YearOf(y)
		if err != nil {
			return Stretch{}, err
		}
		years = []int{year}
	} else {
		y := r.Near(month, day)
		years = []int{y}
		if n.Get("wd") != nil {
			years = append(years, y+1, y-1)
		}
		if month == 2 && day == 29 {
			for k := 1; k < 8; k++ {
				years = append(years, y+map[bool]int{true: k, false: -k}[r.Clock.Future])
			}
		}
	}
	w, failed := Stretch{}, error(nil)
	for _, y := range years {
		got, err := r.Date(y, month, day)
		if err == nil {
			err = r.agrees(n, got)
		}
		if err == nil {
			got.Floats = n.Get("yr") == nil && n.Get("wd") == nil
			return got, nil
		}
		if failed == nil {
			failed = err
		}
	}
	return w, failed
}

// agrees checks the day of the week a date is said to be.
func (r *Reader) agrees(n *grammar.Node, w Stretch) error {
	if wd := n.Get("wd", "wdf"); wd != nil && time.Weekday(r.Number(wd)) != w.From.Weekday() {
		return &Impossible{r.Text(n), WrongDay}
	}
	return nil
}

// weekdayNumber is "martedì 24": the nearest month in which that day of the month is that day of the week.
func (r *Reader) weekdayNumber(n *grammar.Node) (Stretch, error) {
	if r.Counts(n) {
		return Stretch{}, ErrOther
	}
	y, m, _ := r.Now.Date()
	var best Stretch
	apart := time.Duration(1<<63 - 1)
	for k := -14; k <= 14; k++ {
		first := time.Date(y, m+time.Month(k), 1, 0, 0, 0, 0, time.UTC)
		w, err := r.Date(first.Year(), first.Month(), r.Dom(n))
		if err != nil || r.agrees(n, w) != nil {
			continue
		}
		if d := w.From.Sub(r.Now).Abs(); d < apart {
			best, apart = w, d
		}
	}
	if best.From.IsZero() {
		return best, &Impossible{r.Text(n), WrongDay}
	}
	return best, nil
}

// weekdayOf is a day of the week, relative to now.
func (r *Reader) weekdayOf(n *grammar.Node, tag string, arg int) (Stretch, error) {
	d := time.Weekday(r.Number(n.Get("wd", "wdf")))
	this := r.ofWeek(d, 0)
	ahead := this.From.After(r.Now)
	switch tag {
	case "wdthis":
		if !ahead && !this.Contains(r.Now) && r.Clock.Future {
			return r.weekday(d, 1), nil
		}
		return this, nil
	case "wdnext": // of this week for some, of the week to come for others
		if ahead && r.Choose(2) == 1 {
			return r.ofWeek(d, 1), nil
		}
		return r.weekday(d, 1), nil
	case "wdplus", "wdweek":
		weeks := 1
		if tag == "wdplus" {
			weeks = r.Number(n.Get("num"))
		}
		w := r.weekday(d, 1)
		y, m, day := w.From.Date()
		return Stretch{Window: civil.DayOf(y, m, day+7*min(weeks, 5000), 1, r.Now.Location())}, nil
	case "wdago":
		y, m, day := r.weekday(d, -1).From.Date()
		ago := r.Number(n.Get("num"))
		if ago < 1 || ago > 5000 {
			return Stretch{}, ErrOther
		}
		return Stretch{Window: civil.DayOf(y, m, day-7*(ago-1), 1, r.Now.Location())}, nil
	case "wdof":
		w, err := r.Window(n.Get("week"))
		if err != nil {
			return w, err
		}
		y, m, day := w.From.Date()
		return Stretch{Window: civil.DayOf(y, m, day+civil.Monday(d), 1, r.Now.Location())}, nil
	}
	return r.weekday(d, arg), nil
}
