package interval

import (
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
)

// momentOf reads a day with a clock, an instant counted from now, and a part of a day.
func (r *Reader) momentOf(n *grammar.Node, tag string) (calendar.Stretch, error) {
	switch tag {
	case "pass":
		return r.partOf(n.Get("daypart"))
	case "now":
		return calendar.MinuteAt(r.Now), nil
	case "ahead":
		return r.Counted(n, true)
	case "stamp":
		return r.stamp(n)
	case "at", "numericat":
		return r.momentAt(n, tag)
	case "hours":
		day := n.Get("dayish", "day")
		base, within, err := r.dayish(day)
		if err != nil {
			return base, err
		}
		from, to, zone, err := r.HoursOf(n.Get("hours", "hourspan", "sureh"), within)
		if err != nil {
			return base, err
		}
		return r.between(base.From, from, to, zone)
	}
	return calendar.Stretch{}, calendar.ErrOther
}

func (r *Reader) momentAt(n *grammar.Node, tag string) (calendar.Stretch, error) {
	if tag == "numericat" {
		base, err := r.Numeric(n)
		if err != nil {
			return base, err
		}
		h, err := r.ClockOf(n.Get("bare"))
		if err != nil {
			return base, err
		}
		m, err := r.Pick(h.Candidates(""))
		if err != nil {
			return base, err
		}
		t, err := r.at(base.From, m, h.Zone)
		return calendar.MinuteAt(t), err
	}
	clock := n.Get("clock", "bare")
	if clock == nil {
		clock = n // the hour stands beside the day: "tomorrow 17:30"
	}
	h, err := r.ClockOf(clock)
	if err != nil {
		return calendar.Stretch{}, err
	}
	return r.atDay(n.Get("dayish", "day"), h)
}

func (r *Reader) stamp(n *grammar.Node) (calendar.Stretch, error) {
	l := r.Dated(n)
	day, err := r.Date(l.Parts[0], time.Month(l.Parts[1]), l.Parts[2])
	if err != nil {
		return day, err
	}
	if l.Parts[3] > 23 || l.Parts[4] > 59 {
		return day, &calendar.Impossible{Text: l.Text, Why: calendar.NoSuchTime}
	}
	minutes := 60*l.Parts[3] + l.Parts[4]
	if l.N == 1 {
		t := time.Date(l.Parts[0], time.Month(l.Parts[1]), l.Parts[2], 0, minutes-l.Parts[5], 0, 0, time.UTC)
		return calendar.MinuteAt(t.In(r.Now.Location())), nil
	}
	t, err := r.at(day.From, minutes, "")
	return calendar.MinuteAt(t), err
}

// loose reads what is a time only when nothing else is said.
func (r *Reader) loose(n *grammar.Node, tag string) (calendar.Stretch, error) {
	switch tag {
	case "clocktoday": // of today, or with a clock that looks ahead the next one
		clock := n.Get("clock")
		if clock == nil {
			clock = n
		}
		h, err := r.ClockOf(clock)
		if err != nil {
			return calendar.Stretch{}, err
		}
		if h.Open {
			if h = (Hour{Zone: h.Zone}); r.Clock.Future {
				h.Minutes = 24 * 60
			}
		}
		m, err := r.Pick(h.Candidates(""))
		if err != nil {
			return calendar.Stretch{}, err
		}
		t, err := r.at(r.Day(0).From, m, h.Zone)
		if err == nil && r.Clock.Future && t.Before(r.Now) {
			t, err = r.at(r.Day(1).From, m, h.Zone)
		}
		return calendar.MinuteAt(t), err
	case "hourstoday":
		from, to, zone, err := r.HoursOf(n.Get("hours", "hourspan", "sureh"), "")
		if err != nil {
			return calendar.Stretch{}, err
		}
		w, err := r.between(r.Day(0).From, from, to, zone)
		if err == nil && r.Clock.Future && !w.To.After(r.Now) {
			w, err = r.between(r.Day(1).From, from, to, zone)
		}
		return w, err
	case "parttoday":
		p := parts[n.Get("part").Tag()]
		return r.between(r.Day(0).From, p.from, p.to, "")
	case "domloose", "bydom":
		w, err := r.thisDay(r.Dom(n), r.Clock.Future || tag == "bydom")
		if tag == "bydom" {
			w.Window = civil.Window{To: w.To}
		}
		return w, err
	case "wd", "numeric":
		return r.DayOf(n)
	}
	return r.Period(n)
}

// thisDay is the latest or the next day of a month with a number.
func (r *Reader) thisDay(d int, future bool) (calendar.Stretch, error) {
	step := -1
	if future {
		step = 1
	}
	for k := range 12 {
		y, m, _ := r.Now.Date()
		first := time.Date(y, m+time.Month(step*k), 1, 0, 0, 0, 0, time.UTC)
		w, err := r.Date(first.Year(), first.Month(), d)
		if err == nil && (future && w.To.After(r.Now) || !future && !w.From.After(r.Now)) {
			w.Floats = true
			return w, nil
		}
	}
	return calendar.Stretch{}, calendar.ErrOther
}
