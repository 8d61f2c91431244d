package calendar

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/lexeme"
)

// Amount reads a length of time, and its unit when it has one.
func (r *Reader) Amount(n *grammar.Node) (civil.Span, civil.Unit, error) {
	tag, arg := Tagged(n)
	if tag == "minutes" {
		return civil.Span{Minutes: arg}, civil.Minute, nil
	}
	if tag == "months" {
		return civil.Span{Months: arg}, civil.NoUnit, nil
	}
	count := r.Number(n.Get("num"))
	if count < 1 || count > 100_000 {
		return civil.Span{}, civil.NoUnit, ErrOther
	}
	one, unit := LengthOf(n.Get("units", "unit").Tag())
	s := one.Times(count)
	if s.Months > 12_000 || s.Days > 400_000 {
		return s, unit, ErrOther
	}
	switch tag {
	case "nhalf":
		half, ok := map[string]civil.Span{"hour": {Minutes: 30}, "day": {Minutes: 12 * 60}, "month": {Days: 15}, "year": {Months: 6}}[n.Get("units").Tag()]
		if !ok {
			return s, unit, ErrOther
		}
		return s.Add(half), civil.NoUnit, nil
	case "plus":
		more, smaller, err := r.Amount(n.Get("amount"))
		if smaller >= unit {
			err = ErrOther
		}
		return s.Add(more), civil.NoUnit, err
	}
	return s, unit, nil
}

// lengthOf is a unit's name as a length and the unit windows of it are made of.
func LengthOf(name string) (civil.Span, civil.Unit) {
	switch name {
	case "minute":
		return civil.Of(1, civil.Minute), civil.Minute
	case "hour":
		return civil.Of(1, civil.Hour), civil.Hour
	case "day":
		return civil.Of(1, civil.Day), civil.Day
	case "week":
		return civil.Of(1, civil.Week), civil.Week
	case "fortnight":
		return civil.Of(2, civil.Week), civil.Week
	case "month":
		return civil.Of(1, civil.Month), civil.Month
	case "quarter":
		return civil.Of(3, civil.Month), civil.Month
	case "twomonths":
		return civil.Of(2, civil.Month), civil.Month
	case "half":
		return civil.Of(6, civil.Month), civil.Month
	case "decade":
		return civil.Of(10, civil.Year), civil.Year
	}
	return civil.Of(1, civil.Year), civil.Year
}

// unit is the calendar unit n from the one of now.
func (r *Reader) unit(u civil.Unit, n int) Stretch {
	y, m, _ := r.Now.Date()
	switch u {
	case civil.Week:
		return Stretch{Window: civil.WeekOf(r.Now, n)}
	case civil.Month:
		return Stretch{Window: civil.MonthOf(y, m+time.Month(n), 1, r.Now.Location())}
	case civil.Year:
		return Stretch{Window: civil.YearOf(y+n, 1, r.Now.Location())}
	}
	return r.Day(n)
}

// Period reads what is longer than a day, or counted from now.
func (r *Reader) Period(n *grammar.Node) (Stretch, error) {
	tag, arg := Tagged(n)
	switch tag {
	case "unit":
		_, u := LengthOf(strings.Fields(n.Tag())[1])
		return r.unit(u, args(n)[1]), nil
	case "ago", "ahead":
		return r.Counted(n, tag == "ahead")
	case "month", "may", "monthrel", "ym":
		return r.monthOf(n, tag, arg)
	case "year", "yearrel":
		y, err := r.YearOf(n)
		if tag == "yearrel" {
			y, err = r.YearOf(n.Get("relyear"))
		}
		return Stretch{Window: civil.YearOf(y, 1, r.Now.Location())}, err
	case "weekend":
		return r.weekend(n, arg)
	case "weekof":
		day, err := r.Window(n.Get("day"))
		return Stretch{Window: civil.WeekOf(day.From, 0)}, err
	case "isoweek":
		return r.isoWeek(n)
	case "third", "halfof", "edge", "nthweek":
		return r.inside(n, tag, arg)
	case "chunk", "chunkno", "chunkrel", "lastchunk":
		return r.chunk(n, tag, arg)
	case "decade", "decadeword", "decaderel":
		return r.decade(n, tag, arg)
	case "season", "seasonrel":
		return r.season(n, tag == "seasonrel", arg)
	}
	return Stretch{}, ErrOther
}

func (r *Reader) monthOf(n *grammar.Node, tag string, arg int) (Stretch, error) {
	if tag == "ym" {
		l := r.Dated(n)
		if l.Parts[1] < 1 || l.Parts[1] > 12 {
			return Stretch{}, &Impossible{l.Text, NoSuchDate}
		}
		return Stretch{Window: civil.MonthOf(l.Parts[0], time.Month(l.Parts[1]), 1, r.Now.Location())}, nil
	}
	m := time.Month(5)
	if tag != "may" {
		m = time.Month(r.Number(n.Get("mon", "monf")))
	}
	y := r.Near(m, 0)
	switch {
	case n.Get("yr") != nil:
		var err error
		if y, err = r.YearOf(n.Get("yr")); err != nil {
			return Stretch{}, err
		}
	case n.Get("relyear") != nil:
		y, _ = r.YearOf(n.Get("relyear"))
	case tag == "monthrel" && arg == 0:
		y = r.Now.Year()
	case tag == "monthrel" && arg < 0:
		if y = r.Now.Year(); m >= r.Now.Month() {
			y--
		}
	case tag == "monthrel":
		if y = r.Now.Year(); m <= r.Now.Month() {
			y++
		}
	}
	w := Stretch{Window: civil.MonthOf(y, m, 1, r.Now.Location())}
	w.Floats = n.Get("yr", "relyear") == nil && tag != "monthrel"
	return w, nil
}

// Counted is so long ago or ahead. Ago it is the whole unit ("three days ago" is that day), unless it is of several
// units; ahead it is the day, or the minute for hours and minutes.
func (r *Reader) Counted(n *grammar.Node, ahead bool) (Stretch, error) {
	num := n.Get("amount")
	if num == nil { // <num> weeks ago
		return r.unit(civil.Week, -r.Number(n.Get("num"))), nil
	}
	s, u, err := r.Amount(num)
	if err != nil {
		return Stretch{}, err
	}
	if s.Months > 4800 || s.Days > 146_000 {
		return Stretch{}, ErrOther
	}
	at := s.Back()
	if ahead {
		at = s
	}
	t := civil.Shift(r.Now, at)
	y, m, d := t.Date()
	loc := r.Now.Location()
	switch {
	case s.Minutes != 0 && (ahead || u != civil.Hour):
		return MinuteAt(t), nil
	case s.Minutes != 0:
		from := t.Truncate(time.Minute).Add(-time.Duration(t.Minute()) * time.Minute)
		return Stretch{Window: civil.Window{From: from, To: from.Add(time.Hour), Grain: civil.Hour}}, nil
	case ahead || u == civil.Day || u == civil.NoUnit:
		return Stretch{Window: civil.DayOf(y, m, d, 1, loc)}, nil
	case u == civil.Week:
		return Stretch{Window: civil.WeekOf(t, 0)}, nil
	case u == civil.Month:
		return Stretch{Window: civil.MonthOf(y, m, 1, loc)}, nil
	}
	return Stretch{Window: civil.YearOf(y, 1, loc)}, nil
}

// countedDay is a number of days ago, or the day that is so long ahead.
func (r *Reader) countedDay(n *grammar.Node, ahead bool) (Stretch, error) {
	s, u, err := r.Amount(n.Get("amount"))
	if err != nil || s.Minutes != 0 || !ahead && u != civil.Day {
		return Stretch{}, meaningless(err)
	}
	return r.Counted(n, ahead)
}

func (r *Reader) weekend(n *grammar.Node, arg int) (Stretch, error) {
	saturday := civil.Monday(time.Saturday)
	of := func(k int) Stretch {
		y, m, d := r.Now.Date()
		w := civil.DayOf(y, m, d-civil.Monday(r.Now.Weekday())+7*k+saturday, 2, r.Now.Location())
		w.Grain = civil.NoUnit
		return Stretch{Window: w}
	}
	during := civil.Monday(r.Now.Weekday()) >= saturday
	switch {
	case n.Tag() == "weekend next" && during, n.Tag() == "weekend either" && (during || r.Choose(2) == 1):
		return of(1), nil
	}
	return of(arg), nil
}

func (r *Reader) isoWeek(n *grammar.Node) (Stretch, error) {
	year := r.Now.Year()
	if yr := n.Get("yr"); yr != nil {
		var err error
		if year, err = r.YearOf(yr); err != nil {
			return Stretch{}, err
		}
	}
	week := 0
	for _, k := range n.Kids {
		if k.Rule == nil {
			week = r.Lexemes[k.From].N
		}
	}
	w := civil.WeekOf(time.Date(year, 1, 4, 0, 0, 0, 0, r.Now.Location()), week-1)
	if y, got := w.From.ISOWeek(); week < 1 || y != year || got != week {
		return Stretch{}, &Impossible{r.Text(n), NoSuchDate}
	}
	return Stretch{Window: w}, nil
}

// chunk is a quarter or another fixed part of a year.
func (r *Reader) chunk(n *grammar.Node, tag string, arg int) (Stretch, error) {
	months, which := arg, 0
	if c := n.Get("chunk"); c != nil {
		months = c.Rule.Number
	}
	year := r.Now.Year()
	current := 0
	if tag == "lastchunk" { // the one before this, or the last three months
		if tag, arg = "chunkrel", -1; r.Choose(2) == 1 {
			return Stretch{Window: civil.Window{From: civil.Shift(r.Now, civil.Of(-months, civil.Month))}}, nil
		}
	}
	if tag != "chunkrel" {
		switch {
		case tag == "chunkno":
			which = args(n)[1]
		default:
			which = r.Number(n.Get("nth", "nthp"))
		}
		if which < 0 {
			which = 12/months + 1 + which
		}
		if which < 1 || which > 12/months {
			return Stretch{}, ErrOther
		}
		if yr := n.Get("yr"); yr != nil {
			var err error
			if year, err = r.YearOf(yr); err != nil {
				return Stretch{}, err
			}
		} else {
			year = r.Near(time.Month((which-1)*months+1), 0)
		}
		current = which - 1
	} else {
		current = (int(r.Now.Month())-1)/months + arg
	}
	w := Stretch{Window: civil.MonthOf(year, time.Month(current*months+1), months, r.Now.Location())}
	w.Grain = civil.NoUnit
	return w, nil
}

// decade is ten years. Those of two digits that can be of this century or of the one before are asked.
func (r *Reader) decade(n *grammar.Node, tag string, arg int) (Stretch, error) {
	year := r.Now.Year()
	if tag == "decaderel" {
		return Stretch{Window: civil.YearOf(year/10*10+10*arg, 10, r.Now.Location())}, nil
	}
	d := arg
	for _, k := range n.Kids {
		if l := r.Lexemes[k.From]; k.Rule == nil && l.Class&(lexeme.Number|lexeme.Short) != 0 {
			d = l.N
		}
	}
	switch century := year / 100 * 100; {
	case d%10 != 0:
		return Stretch{}, ErrOther
	case d >= 1900 && d < 2200:
	case d >= 100:
		return Stretch{}, ErrOther
	case century+d > year:
		d += century - 100
	case d == 0 || r.Choose(2) == 0:
		d += century
	default:
		d += century - 100
	}
	return Stretch{Window: civil.YearOf(d, 10, r.Now.Location())}, nil
}

// season is three whole months. A winter begins in one year and ends in the next; "winter 2024" may be either.
func (r *Reader) season(n *grammar.Node, relative bool, arg int) (Stretch, error) {
	m := time.Month(n.Get("season").Rule.Number)
	of := func(year int) Stretch {
		w := Stretch{Window: civil.MonthOf(year, m, 3, r.Now.Location())}
		w.Grain = civil.NoUnit
		return w
	}
	if yr := n.Get("yr"); yr != nil {
		y, err := r.YearOf(yr)
		if err == nil && m == time.December && r.Choose(2) == 1 {
			y--
		}
		return of(y), err
	}
	y := r.Now.Year() // of the latest that has begun
	if of(y).From.After(r.Now) {
		y--
	}
	running := of(y).Contains(r.Now)
	switch {
	case relative && arg < 0 && running:
		y--
	case relative && arg > 0, !relative && r.Clock.Future && !running:
		y++
	case relative && arg == 0 && !running:
		if m != time.December {
			return of(r.Now.Year()), nil
		}
		y++
	}
	return of(y), nil
}
