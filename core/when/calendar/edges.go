package calendar

import (
	"time"

	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
)

// of is the window a node is a part of.
func (r *Reader) of(n *grammar.Node) (Stretch, error) {
	if span := n.Get("span", "per"); span != nil {
		return r.Window(span)
	}
	return Stretch{}, ErrOther
}

// inside is a part of a longer window: its beginning, a half, its first weeks.
func (r *Reader) inside(n *grammar.Node, tag string, arg int) (Stretch, error) {
	w, err := r.of(n)
	if err != nil {
		return w, err
	}
	y, m, d := w.From.Date()
	loc := r.Now.Location()
	day := func(from, n int) Stretch {
		return Stretch{Window: civil.DayOf(y, m, d+from, n, loc), Floats: w.Floats}
	}
	length := days(w.Window)
	switch tag {
	case "third":
		return r.third(w, arg)
	case "halfof":
		if length > 366 {
			return Stretch{}, ErrOther
		}
		if w.Grain == civil.Year {
			return Stretch{Window: civil.MonthOf(y, time.Month(6*arg-5), 6, loc)}, nil
		}
		if half := length / 2; arg == 1 {
			w = day(0, half)
		} else {
			w = day(half, length-half)
		}
	case "edge":
		return r.edge(n, w, arg)
	case "nthweek": // seven days from the first, or from a Monday
		which := r.Number(n.Get("nth"))
		if w.Grain != civil.Month && w.Grain != civil.Year && w.Grain != civil.NoUnit {
			return Stretch{}, ErrOther
		}
		monday := r.Choose(2) == 1
		switch skip := (7 - civil.Monday(w.From.Weekday())) % 7; {
		case which < 0 && monday: // the last one that is whole
			w = day(skip+7*((length-skip)/7+which), 7)
		case which < 0:
			w = day(length+7*which, 7)
		case monday:
			w = day(skip+7*(which-1), 7)
		default:
			w = day(7*(which-1), 7)
		}
	}
	w.Grain = civil.NoUnit
	return w, nil
}

// days is how many calendar days a window of whole days has.
func days(w civil.Window) int {
	y, m, d := w.From.Date()
	ty, tm, td := w.To.Date()
	return int(time.Date(ty, tm, td, 0, 0, 0, 0, time.UTC).Sub(time.Date(y, m, d, 0, 0, 0, 0, time.UTC)) / (24 * time.Hour))
}

// third is the beginning, the middle or the end of a month (ten days and the rest), a week (two days, three, two) or a
// year (its first month, the two in the middle, its last).
func (r *Reader) third(w Stretch, which int) (Stretch, error) {
	y, m, d := w.From.Date()
	loc := r.Now.Location()
	out := Stretch{Floats: w.Floats}
	switch w.Grain {
	case civil.Month:
		first := []int{1, 11, 21, civil.Days(y, m) + 1}
		out.Window = civil.Window{From: civil.Midnight(y, m, first[which-1], loc), To: civil.Midnight(y, m, first[which], loc)}
	case civil.Week:
		first := []int{0, 2, 5, 7}
		out.Window = civil.Window{From: civil.Midnight(y, m, d+first[which-1], loc), To: civil.Midnight(y, m, d+first[which], loc)}
	case civil.Year:
		if days(w.Window) > 366 {
			return out, ErrOther
		}
		first, n := []time.Month{1, 6, 12}[which-1], []int{1, 2, 1}[which-1]
		out.Window = civil.MonthOf(y, first, n, loc)
		out.Grain = civil.NoUnit
	default:
		return out, ErrOther
	}
	return out, nil
}

// edge is "i primi 10 giorni di marzo", "the last two weeks of the year".
func (r *Reader) edge(n *grammar.Node, w Stretch, arg int) (Stretch, error) {
	s, _, err := r.Amount(n.Get("amount"))
	if err != nil || s.Minutes != 0 {
		return Stretch{}, ErrOther
	}
	out := w
	if arg > 0 {
		out.To = civil.Shift(w.From, s)
	} else {
		out.From = civil.Shift(w.To, s.Back())
	}
	out.Grain = civil.NoUnit
	if out.To.After(w.To) || out.From.Before(w.From) {
		return Stretch{}, &Impossible{r.Text(n), NoSuchDate}
	}
	return out, nil
}

// nthOf is "il primo lunedì di marzo", "the last day of February".
func (r *Reader) nthOf(n *grammar.Node) (Stretch, error) {
	w, err := r.of(n)
	if err != nil || w.Grain == civil.Day {
		return Stretch{}, meaningless(err)
	}
	which := r.Number(n.Get("nth"))
	wd := n.Get("wd", "wdf")
	y, m, d := w.From.Date()
	var found []Stretch
	for k := range days(w.Window) {
		at := Stretch{Window: civil.DayOf(y, m, d+k, 1, r.Now.Location()), Floats: w.Floats}
		if wd == nil || at.From.Weekday() == time.Weekday(r.Number(wd)) {
			found = append(found, at)
		}
	}
	if which < 0 {
		which += len(found) + 1
	}
	if which < 1 || which > len(found) {
		return Stretch{}, &Impossible{r.Text(n), NoSuchDate}
	}
	return found[which-1], nil
}

// meaningless is err, or that a tree means nothing.
func meaningless(err error) error {
	if err != nil {
		return err
	}
	return ErrOther
}

// Feast is the day of a holiday in a year.
func (r *Reader) Feast(n *grammar.Node, year int) (time.Month, int) {
	tag, offset := Tagged(n)
	if tag == "easter" {
		m, d := civil.Easter(year)
		at := time.Date(year, m, d+offset, 12, 0, 0, 0, time.UTC)
		return at.Month(), at.Day()
	}
	return time.Month(Leading(tag)), offset
}

// holiday is Christmas of a year, or the latest or the next one.
func (r *Reader) holiday(n *grammar.Node, arg int, relative bool) (Stretch, error) {
	of := func(year int) Stretch {
		m, d := r.Feast(n.Get("hol"), year)
		w, _ := r.Date(year, m, d)
		return w
	}
	year := r.Now.Year()
	if yr := n.Get("yr"); yr != nil {
		var err error
		if year, err = r.YearOf(yr); err != nil {
			return Stretch{}, err
		}
		return of(year), nil
	}
	today := r.Day(0)
	this := of(year)
	switch past, ahead := this.From.Before(today.From), this.From.After(today.From); {
	case relative && arg == 0:
	case relative && arg < 0 && !past, !relative && !r.Clock.Future && ahead:
		year--
	case relative && arg > 0 && !ahead, !relative && r.Clock.Future && past:
		year++
	}
	w := of(year)
	w.Floats = !relative
	return w, nil
}

// beside is "il giorno prima di Natale", "two weeks from tomorrow".
func (r *Reader) beside(n *grammar.Node, tag string, arg int) (Stretch, error) {
	base := r.Day(0)
	if day := n.Get("day", "feast"); day != nil {
		var err error
		if base, err = r.Window(day); err != nil {
			return base, err
		}
	} else if n.Get("amount") == nil {
		return Stretch{}, ErrOther
	}
	s := civil.Span{Days: arg}
	if a := n.Get("amount"); a != nil {
		var err error
		if s, _, err = r.Amount(a); err != nil || s.Minutes != 0 {
			return Stretch{}, meaningless(err)
		}
	}
	if tag == "before" {
		s = s.Back()
	}
	y, m, d := civil.Shift(base.From, s).Date()
	return Stretch{Window: civil.DayOf(y, m, d, 1, r.Now.Location()), Floats: base.Floats}, nil
}
