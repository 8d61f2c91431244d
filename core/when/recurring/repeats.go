package recurring

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/interval"
	"github.com/metnos/metnos/core/when/repeat"
)

// pattern is a recurrence while it is read.
type pattern struct {
	repeat.Recurrence
	parts  []string // of the day
	hours  []interval.Hour
	except []time.Weekday
	bounds *grammar.Node // "dalle 9 alle 18"
	span   *civil.Span   // "per due settimane"
	day    bool          // the days were said
}

// Reader reads recurrences.
type Reader struct{ *interval.Reader }

// Repeat reads a recurrence: what it repeats, then what was said beside it, in any order.
func (r *Reader) Repeat(n *grammar.Node) (repeat.Recurrence, error) {
	p := pattern{}
	p.Every = 1
	base := n.Get("rbase", "lbase")
	if err := r.base(base, &p); err != nil {
		return p.Recurrence, err
	}
	for _, mods := range n.All("rmods") {
		for m := mods; m != nil; m = m.Get("rmods") {
			if err := r.also(m.Get("rmod"), &p); err != nil {
				return p.Recurrence, err
			}
		}
	}
	if err := r.times(n, &p); err != nil {
		return p.Recurrence, err
	}
	return r.finish(n, &p)
}

// base reads what follows "ogni".
func (r *Reader) base(n *grammar.Node, p *pattern) error {
	tag, _ := calendar.Tagged(n)
	switch tag {
	case "unit":
		f := strings.Fields(n.Tag())
		_, p.Unit = calendar.LengthOf(f[1])
		p.Every = calendar.Leading(f[2])
	case "everyunit", "otherunit", "altern":
		one, unit := calendar.LengthOf(n.Get("unit", "units").Tag())
		count := 1
		if num := n.Get("num"); num != nil {
			count = r.Number(num)
		}
		if tag != "everyunit" {
			count = 2
		}
		if count < 1 || count > 1000 {
			return calendar.ErrOther
		}
		p.Unit = unit
		switch p.Every = count; unit {
		case civil.Week:
			p.Every *= one.Days / 7
		case civil.Month:
			p.Every *= one.Months
		case civil.Year:
			p.Every *= one.Months / 12
		}
	case "otherdays":
		p.Every = 2
		return r.on(n, p, "days")
	case "secondday": // of two weeks, or of the month
		p.Every, p.Weekdays, p.Unit, p.day = 2, r.weekdays(n), civil.Week, true
		if r.Choose(2) == 1 {
			p.Every, p.Nth, p.Unit = 1, []int{2}, civil.Month
		}
	case "part":
		p.Unit = civil.Day
		p.parts = append(p.parts, n.Get("part").Tag())
	case "timesper":
		_, p.Unit = calendar.LengthOf(n.Get("units").Tag())
		if num := n.Get("num"); p.Unit < civil.Day || num != nil && (r.Number(num) < 1 || r.Number(num) > 50) {
			return calendar.ErrOther
		}
	case "monthend":
		p.Unit, p.MonthDays = civil.Month, []int{-1}
	case "mdayth":
		p.Unit, p.MonthDays = civil.Month, []int{r.Dom(n)}
	default:
		return r.on(n, p, tag)
	}
	return nil
}

// on reads the days of a recurrence, or of the interval it stands beside.
func (r *Reader) on(n *grammar.Node, p *pattern, tag string) error {
	if p.day {
		return calendar.ErrOther
	}
	p.day = true
	unit := civil.Week
	switch tag {
	case "days":
		p.Weekdays = r.weekdays(n)
	case "workdays":
		p.Weekdays = []time.Weekday{1, 2, 3, 4, 5}
	case "weekends":
		p.Weekdays = []time.Weekday{6, 0}
	case "dayrange":
		ends := n.All("wd")
		for d := time.Weekday(r.Number(ends[0])); ; d = (d + 1) % 7 {
			p.Weekdays = append(p.Weekdays, d)
			if d == time.Weekday(r.Number(ends[1])) {
				break
			}
		}
	case "nth", "yearlynth":
		unit = civil.Month
		wd := n.Get("nthwd")
		if p.Weekdays = []time.Weekday{1, 2, 3, 4, 5}; wd.Tag() != "feriale" {
			p.Weekdays = []time.Weekday{time.Weekday(r.Number(wd.Get("wd")))}
		}
		for k := wd.Get("nths"); k != nil; k = k.Get("nths") {
			nth := r.Number(k.Get("nth"))
			if nth < -1 {
				return calendar.ErrOther
			}
			p.Nth = append(p.Nth, nth)
		}
	case "mdays", "monthend":
		unit = civil.Month
		p.MonthDays = r.monthDays(n)
	case "yearly", "yearlyend":
		unit = civil.Year
		p.MonthDays = []int{-1}
		if d := n.Get("dom"); d != nil {
			p.MonthDays = []int{r.Number(d)}
		}
	case "yearlyhol":
		unit = civil.Year
		if strings.HasPrefix(n.Get("hol").Tag(), "easter") {
			return calendar.ErrOther // a moving feast is no date
		}
		m, d := r.Feast(n.Get("hol"), r.Now.Year())
		p.Month, p.MonthDays = m, []int{d}
	default:
		return calendar.ErrOther
	}
	return r.fit(n, p, unit, tag)
}

// fit puts the days into the interval: days of the week into weeks, days of the month into months.
func (r *Reader) fit(n *grammar.Node, p *pattern, unit civil.Unit, tag string) error {
	if m := n.Get("mon"); m != nil {
		unit = civil.Year
		p.Month = time.Month(r.Number(m))
		if d := p.MonthDays; len(d) == 1 && d[0] > civil.Days(2024, p.Month) {
			return &calendar.Impossible{Text: r.Text(n), Why: calendar.NoSuchDate}
		}
	}
	switch {
	case p.Unit == civil.NoUnit:
		p.Unit = unit
	case p.Unit == unit, p.Unit < civil.Day && unit == civil.Week:
	case p.Unit == civil.Day && p.Every == 1 && unit == civil.Week: // "ogni giorno, dal lunedì al venerdì"
		p.Unit = civil.Week
	default:
		return calendar.ErrOther
	}
	return nil
}

// also reads one thing said beside what repeats.
func (r *Reader) also(n *grammar.Node, p *pattern) error {
	if k := n.Get("times", "times2"); k != nil {
		return r.clocks(k, p)
	}
	if k := n.Get("on"); k != nil {
		return r.on(k, p, k.Tag())
	}
	if k := n.Get("except"); k != nil {
		p.except = append(p.except, r.weekdays(k)...)
		if k.Tag() == "weekends" {
			p.except = append(p.except, time.Saturday, time.Sunday)
		}
		return nil
	}
	if k := n.Get("rend", "rstart"); k != nil {
		return r.limit(k, p)
	}
	if k := n.Get("range"); k != nil {
		return r.within(k, p)
	}
	if k := n.Get("hours"); k != nil {
		if p.bounds != nil {
			return calendar.ErrOther
		}
		p.bounds = k
		return nil
	}
	if k := n.Get("part"); k != nil {
		p.parts = append(p.parts, k.Tag())
		return nil
	}
	return calendar.ErrOther
}

// clocks adds the times of a list.
func (r *Reader) clocks(n *grammar.Node, p *pattern) error {
	for _, k := range n.Kids {
		switch k.Name() {
		case "clock", "bare":
			h, err := r.ClockOf(k)
			if err != nil {
				return err
			}
			p.hours = append(p.hours, h)
		case "times", "barelist":
			if err := r.clocks(k, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// times resolves the times of day: in the part of the day that was said, or in each of them.
func (r *Reader) times(n *grammar.Node, p *pattern) error {
	if p.bounds != nil {
		from, to, zone, err := r.HoursOf(p.bounds, "")
		if err != nil {
			return err
		}
		if p.Unit >= civil.Day { // a part of each day is no moment of it
			return calendar.ErrOther
		}
		to %= 24 * 60
		p.Zone, p.Hours = zone, &repeat.Hours{From: clockTime(from), To: clockTime(to)}
	}
	part := ""
	if len(p.parts) == 1 {
		part = p.parts[0]
	} else if len(p.parts) > 1 {
		return calendar.ErrOther
	}
	for _, h := range p.hours {
		if h.Open {
			h = interval.Hour{Zone: h.Zone}
			if part != "" {
				h.Minutes = 24 * 60
			}
		}
		m, err := r.Pick(h.Candidates(part))
		if err != nil {
			return err
		}
		if h.Zone != "" {
			if p.Zone != "" && p.Zone != h.Zone {
				return calendar.ErrOther
			}
			p.Zone = h.Zone
		}
		if m >= 24*60 && p.Unit != civil.Day && !(part == "night" && p.Unit == civil.Week) && p.Unit >= civil.Day {
			return calendar.ErrOther // midnight at the end of a day is of the next one
		}
		p.Times = append(p.Times, clockTime(m%(24*60)))
	}
	if p.Unit < civil.Day && len(p.Times) > 0 {
		return calendar.ErrOther
	}
	return nil
}

func clockTime(minutes int) repeat.Time { return repeat.Time{Hour: minutes / 60, Minute: minutes % 60} }
