package recurring

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/repeat"
)

// limit reads where a recurrence begins and ends.
func (r *Reader) limit(n *grammar.Node, p *pattern) error {
	switch n.Tag() {
	case "count":
		if p.Count = r.Number(n.Get("num")); p.Count < 1 || p.Count > 1000 {
			return calendar.ErrOther
		}
		return nil
	case "for":
		s, _, err := r.Amount(n.Get("amount"))
		p.span = &s
		return err
	}
	w, err := r.ahead(n.Get("point", "moment", "tp", "span"))
	if err != nil {
		return err
	}
	if n.Tag() == "start" {
		if !p.Start.IsZero() || w.From.IsZero() {
			return calendar.ErrOther
		}
		p.Start = w.From
		return nil
	}
	if !p.Until.IsZero() || w.To.IsZero() {
		return calendar.ErrOther
	}
	p.Until = w.To
	return nil
}

// within reads both ends at once: "dal 1° luglio al 3 agosto".
func (r *Reader) within(n *grammar.Node, p *pattern) error {
	w, err := r.ahead(n)
	if err == nil && (!p.Start.IsZero() || !p.Until.IsZero()) {
		err = calendar.ErrOther
	}
	p.Start, p.Until = w.From, w.To
	return err
}

// ahead reads a window as somebody who plans says it.
func (r *Reader) ahead(n *grammar.Node) (calendar.Stretch, error) {
	future := r.Clock.Future
	r.Clock.Future = true
	w, err := r.Window(n)
	r.Clock.Future = future
	return w, err
}

// finish checks what was read, and gives a beginning to what is counted from one.
func (r *Reader) finish(n *grammar.Node, p *pattern) (repeat.Recurrence, error) {
	if len(p.except) > 0 {
		if len(p.Weekdays) == 0 && p.Unit == civil.Day && p.Every == 1 {
			p.Unit, p.Weekdays = civil.Week, []time.Weekday{0, 1, 2, 3, 4, 5, 6}
		}
		if p.Unit != civil.Week {
			return p.Recurrence, calendar.ErrOther
		}
		p.Weekdays = slices.DeleteFunc(p.Weekdays, func(d time.Weekday) bool { return slices.Contains(p.except, d) })
		if len(p.Weekdays) == 0 {
			return p.Recurrence, &calendar.Impossible{Text: r.Text(n), Why: calendar.Reversed}
		}
	}
	if p.Month == 0 && p.Unit == civil.Year && len(p.MonthDays)+len(p.Nth) > 0 {
		return p.Recurrence, calendar.ErrOther
	}
	if p.Unit == civil.Week && len(p.Weekdays) == 7 && p.Every == 1 {
		p.Unit, p.Weekdays = civil.Day, nil
	}
	rec := p.Normal()
	rec.Start, rec.Until = r.inZone(rec, rec.Start), r.inZone(rec, rec.Until)
	if rec.Start.IsZero() && (rec.Count > 0 || p.span != nil || rec.Every > 1 && rec.Unit >= civil.Day) {
		rec.Start = r.begin(rec)
	}
	if p.span != nil {
		if !rec.Until.IsZero() || rec.Count > 0 {
			return rec, calendar.ErrOther
		}
		rec.Until = civil.Shift(rec.Start, *p.span)
	}
	if !rec.Until.IsZero() && (!rec.Start.IsZero() && !rec.Start.Before(rec.Until) || !r.Now.Before(rec.Until)) {
		return rec, &calendar.Impossible{Text: r.Text(n), Why: calendar.Reversed}
	}
	return rec, nil
}

// inZone is the same wall time in the recurrence's own zone.
func (r *Reader) inZone(rec repeat.Recurrence, t time.Time) time.Time {
	loc, err := rec.Location(r.Now.Location())
	if t.IsZero() || err != nil || rec.Zone == "" {
		return t
	}
	t, _ = civil.Wall(t.In(r.Now.Location()), loc)
	return t
}

// begin is the day of the first moment after now, from which an interval or a number of times is counted; the
// moment itself for hours and minutes. What lacks its day or time begins today.
func (r *Reader) begin(rec repeat.Recurrence) time.Time {
	if rec.Unit < civil.Day {
		return r.Now.Truncate(time.Minute)
	}
	first := rec
	if len(first.Times) == 0 {
		first.Times = []repeat.Time{{Hour: 23, Minute: 59}}
	}
	first.Every, first.Count = 1, 0
	at := first.Next(r.Now, r.Now.Location())
	if at.IsZero() {
		at = r.Now
	}
	loc, err := rec.Location(r.Now.Location())
	if err != nil {
		loc = r.Now.Location()
	}
	y, m, d := at.In(loc).Date()
	return civil.Midnight(y, m, d, loc)
}
