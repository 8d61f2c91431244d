package interval

import (
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
)

// rangeOf reads two ends.
func (r *Reader) rangeOf(n *grammar.Node, tag string) (calendar.Stretch, error) {
	switch tag {
	case "daysof", "daysadj":
		return r.daysOf(n, tag == "daysadj")
	case "monthsof", "monthsadj":
		return r.monthsOf(n, tag == "monthsadj")
	case "dayfrom", "dayuntil":
		return r.partDay(n, tag == "dayfrom")
	case "years":
		var years []int
		for _, k := range n.Kids {
			if k.Rule == nil {
				y, err := r.YearToken(&grammar.Node{Kids: []*grammar.Node{k}})
				if err != nil {
					return calendar.Stretch{}, err
				}
				years = append(years, y)
			}
		}
		return r.ordered(n, civil.Window{From: civil.Midnight(years[0], 1, 1, r.Now.Location()), To: civil.Midnight(years[1]+1, 1, 1, r.Now.Location())})
	case "fromnow":
		w, err := r.seen(n.Get("point"), r.Now, true)
		if err != nil {
			return w, err
		}
		if w.Moment {
			w.To = w.From
		}
		return r.ordered(n, civil.Window{From: r.Now, To: w.To})
	case "agobetween":
		nums := n.All("num")
		one, _ := calendar.LengthOf(n.Get("units").Tag())
		times := func(k int) time.Time {
			return civil.Shift(r.Now, one.Times(-k))
		}
		a, b := r.Number(nums[0]), r.Number(nums[1])
		if a < 1 || b < 1 || a == b || max(a, b) > 10_000 {
			return calendar.Stretch{}, calendar.ErrOther
		}
		return calendar.Stretch{Window: civil.Window{From: times(max(a, b)), To: times(min(a, b))}}, nil
	}
	return r.ends(n)
}

// ordered refuses a window that ends before it begins.
func (r *Reader) ordered(n *grammar.Node, w civil.Window) (calendar.Stretch, error) {
	if !w.From.Before(w.To) {
		return calendar.Stretch{}, &calendar.Impossible{Text: r.Text(n), Why: calendar.Reversed}
	}
	return calendar.Stretch{Window: w}, nil
}

// daysOf is "dal 3 al 7 marzo", which begins in the month before when the first number is the larger.
func (r *Reader) daysOf(n *grammar.Node, adjacent bool) (calendar.Stretch, error) {
	doms := n.All("dom")
	if len(doms) == 0 {
		doms = n.All("domth")
	}
	a, b := r.Number(doms[0]), r.Number(doms[1])
	var year int
	var month time.Month
	if rel := n.Get("relmonth"); rel != nil {
		w, err := r.Window(rel)
		if err != nil {
			return w, err
		}
		year, month, _ = w.From.Date()
	} else {
		month = time.Month(r.Number(n.Get("mon")))
		year = r.Near(month, a)
		if yr := n.Get("yr"); yr != nil {
			var err error
			if year, err = r.YearOf(yr); err != nil {
				return calendar.Stretch{}, err
			}
		}
	}
	last, err := r.Date(year, month, b)
	if err != nil {
		return last, err
	}
	before := time.Month(0)
	if a > b {
		before = 1
	}
	if adjacent && b != a+1 && r.Text(n) != "" && !r.dashed(n) {
		return calendar.Stretch{}, calendar.ErrOther // "il 3 e il 7 marzo" is two days
	}
	y := time.Date(year, month-before, 1, 0, 0, 0, 0, time.UTC)
	first, err := r.Date(y.Year(), y.Month(), a)
	if err != nil {
		return first, err
	}
	return r.ordered(n, civil.Window{From: first.From, To: last.To})
}

func (r *Reader) dashed(n *grammar.Node) bool {
	for _, l := range r.Lexemes[n.From:n.To] {
		if l.Text == "-" || l.Text == "to" || l.Text == "through" {
			return true
		}
	}
	return false
}

func (r *Reader) monthsOf(n *grammar.Node, adjacent bool) (calendar.Stretch, error) {
	mons := append(n.All("monf"), n.All("mon")...)
	a, b := time.Month(r.Number(mons[0])), time.Month(r.Number(mons[1]))
	loc := r.Now.Location()
	if adjacent && b != a%12+1 {
		return calendar.Stretch{}, calendar.ErrOther // "marzo e maggio" are two months
	}
	if yr := n.Get("yr"); yr != nil {
		year, err := r.YearOf(yr)
		if err != nil {
			return calendar.Stretch{}, err
		}
		from := year
		if a > b {
			from--
		}
		return calendar.Stretch{Window: civil.Window{From: civil.Midnight(from, a, 1, loc), To: civil.Midnight(year, b+1, 1, loc)}}, nil
	}
	from := r.Near(a, 0)
	to := from
	if b < a {
		to++
	}
	return calendar.Stretch{Window: civil.Window{From: civil.Midnight(from, a, 1, loc), To: civil.Midnight(to, b+1, 1, loc)}}, nil
}

// partDay is what a time leaves of a day: "ieri dopo le 18", "today before 9".
func (r *Reader) partDay(n *grammar.Node, after bool) (calendar.Stretch, error) {
	day, within, err := r.dayish(n.Get("dayish"))
	if err != nil || r.Counts(n) {
		return day, calendar.ErrOther
	}
	h, err := r.ClockOf(n.Get("bare"))
	if err != nil {
		return day, err
	}
	m, err := r.Pick(h.Candidates(within))
	if err != nil {
		return day, err
	}
	from, to := 0, 24*60
	if p, ok := parts[within]; ok {
		from, to = p.from, p.to
	}
	if after {
		from = m
	} else {
		to = m
	}
	w, err := r.between(day.From, from, to, h.Zone)
	if err != nil {
		return w, err
	}
	return r.ordered(n, w.Window)
}

// ends reads "from X to Y". An end whose year or week was not said follows from the other one.
func (r *Reader) ends(n *grammar.Node) (calendar.Stretch, error) {
	var nodes []*grammar.Node
	for _, k := range n.Kids {
		if name := k.Name(); name == "point" || name == "day" || name == "moment" || name == "tp" {
			nodes = append(nodes, k)
		}
	}
	first, err := r.Window(nodes[0])
	if err != nil {
		return first, err
	}
	last, err := r.Window(nodes[1])
	if err != nil {
		return last, err
	}
	if from, to := first.From, last.To; from.IsZero() || to.IsZero() || last.Moment && !first.Moment && first.Floats {
		return calendar.Stretch{}, calendar.ErrOther
	}
	switch {
	case last.Floats && !last.From.Equal(first.From):
		last, err = r.seen(nodes[1], first.From, true)
	case first.Floats && first.From.After(last.From):
		first, err = r.seen(nodes[0], last.From, false)
	}
	if err != nil {
		return first, err
	}
	to := last.To
	if last.Moment {
		to = last.From
	}
	return r.ordered(n, civil.Window{From: first.From, To: to})
}

// seen reads a node as if it were said at another moment.
func (r *Reader) seen(n *grammar.Node, from time.Time, future bool) (calendar.Stretch, error) {
	now, clock := r.Now, r.Clock
	r.Now, r.Clock.Future = from.In(r.Now.Location()), future
	w, err := r.Window(n)
	r.Now, r.Clock = now, clock
	return w, err
}

// bound reads the one end of a bounded window.
func (r *Reader) bound(n *grammar.Node) (calendar.Stretch, error) {
	if b := n.Get("bounds"); b != nil && r.Counts(b) {
		return calendar.Stretch{}, calendar.ErrOther
	} else if b != nil {
		return r.clockToday(b.Get("bare"))
	}
	if b := n.Get("sure", "bare"); b != nil {
		return r.clockToday(b)
	}
	if b := n.Get("noon"); b != nil {
		return r.clockToday(n)
	}
	k := n.Get("moment", "tp", "span", "point", "per")
	if k == nil {
		return calendar.Stretch{}, calendar.ErrOther
	}
	return r.Window(k)
}

// clockToday is a time of today.
func (r *Reader) clockToday(n *grammar.Node) (calendar.Stretch, error) {
	h, err := r.ClockOf(n)
	if err != nil {
		return calendar.Stretch{}, err
	}
	if h.Open {
		h = Hour{Minutes: 24 * 60, Zone: h.Zone}
	}
	m, err := r.Pick(h.Candidates(""))
	if err != nil {
		return calendar.Stretch{}, err
	}
	t, err := r.at(r.Day(0).From, m, h.Zone)
	return calendar.MinuteAt(t), err
}

// bounded reads a window with one end, or with now as the other.
func (r *Reader) bounded(n *grammar.Node, tag string) (calendar.Stretch, error) {
	switch tag {
	case "within", "sincelong":
		s, _, err := r.Amount(n.Get("amount"))
		if err != nil {
			return calendar.Stretch{}, err
		}
		if tag == "within" {
			return calendar.Stretch{Window: civil.Window{From: r.Now, To: civil.Shift(r.Now, s)}}, nil
		}
		return calendar.Stretch{Window: civil.Window{From: civil.Shift(r.Now, s.Back())}}, nil
	case "bytoday":
		return calendar.Stretch{Window: civil.Window{To: r.Day(0).To}}, nil
	}
	future := r.Clock.Future
	r.Clock.Future = future || tag == "by" || tag == "bymiddle" || tag == "byclock"
	w, err := r.bound(n)
	r.Clock.Future = future
	if err != nil {
		return w, err
	}
	end := w.To
	if w.Moment {
		end = w.From
	}
	switch tag {
	case "before":
		return calendar.Stretch{Window: civil.Window{To: w.From}}, nil
	case "after":
		return calendar.Stretch{Window: civil.Window{From: end}}, nil
	case "until", "by", "byclock":
		return calendar.Stretch{Window: civil.Window{To: end}}, nil
	case "bymiddle": // by the fifteenth
		if w.Grain != civil.Month {
			return calendar.Stretch{}, calendar.ErrOther
		}
		return calendar.Stretch{Window: civil.Window{To: civil.Midnight(w.From.Year(), w.From.Month(), 16, r.Now.Location())}}, nil
	case "from": // "photos from July 2022"
		return w, nil
	}
	return calendar.Stretch{Window: civil.Window{From: w.From}}, nil
}

// rolling reads windows that are counted from now.
func (r *Reader) rolling(n *grammar.Node, tag string) (calendar.Stretch, error) {
	switch tag {
	case "before", "after":
		return r.bounded(n, tag)
	case "lasthalf":
		return calendar.Stretch{Window: civil.Window{From: r.Now.Add(-30 * time.Minute)}}, nil
	case "nexthour", "nexthalf":
		end := r.Now.Add(time.Hour)
		if tag == "nexthalf" {
			end = r.Now.Add(30 * time.Minute)
		}
		return calendar.Stretch{Window: civil.Window{From: r.Now, To: end}}, nil
	case "lasthour":
		_, u := calendar.LengthOf(r.Lexemes[n.To-1].Text)
		return calendar.Stretch{Window: civil.Window{From: civil.Shift(r.Now, civil.Of(-1, u)), Grain: u}}, nil
	case "lastone", "nextone":
		one, u := calendar.LengthOf(n.Get("units").Tag())
		if tag == "nextone" {
			return calendar.Stretch{Window: civil.Window{From: r.Now, To: civil.Shift(r.Now, one), Grain: u}}, nil
		}
		return calendar.Stretch{Window: civil.Window{From: civil.Shift(r.Now, one.Back()), Grain: u}}, nil
	}
	s, u, err := r.Amount(n.Get("amount"))
	if err != nil {
		return calendar.Stretch{}, err
	}
	back := civil.Shift(r.Now, s.Back())
	switch tag {
	case "older":
		return calendar.Stretch{Window: civil.Window{To: back}}, nil
	case "olderif", "newerif": // "more than 2 weeks" alone is no age
		if last := r.Lexemes[n.To-1].Text; last != "old" && last != "ago" && r.Lexemes[n.From].Text != "older" {
			return calendar.Stretch{}, calendar.ErrOther
		}
		if tag == "olderif" {
			return calendar.Stretch{Window: civil.Window{To: back}}, nil
		}
		return calendar.Stretch{Window: civil.Window{From: back}}, nil
	case "newer":
		return calendar.Stretch{Window: civil.Window{From: back}}, nil
	case "next":
		return calendar.Stretch{Window: civil.Window{From: r.Now, To: civil.Shift(r.Now, s), Grain: u}}, nil
	}
	return calendar.Stretch{Window: civil.Window{From: back, Grain: u}}, nil
}
