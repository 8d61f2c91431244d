package interval

import (
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/lexeme"
)

// Hour is a time of day as it was said, in minutes after midnight.
type Hour struct {
	Minutes int
	Open    bool   // midnight, which begins a day and ends one
	Part    string // what was said with it: am, pm, morning
	Zone    string

	asks   bool // an hour from 1 to 6 that says no more
	shifts bool // a part of the day may move it by twelve hours
	spoken bool // one number, or words
}

// part is a part of the day in minutes after midnight: what it lasts, and the times that are said to be of it.
type part struct{ from, to, first, last int }

var parts = map[string]part{
	"morning":     {6 * 60, 12 * 60, 0, 13*60 - 1},
	"afternoon":   {12 * 60, 18 * 60, 12 * 60, 19 * 60},
	"evening":     {18 * 60, 24 * 60, 16 * 60, 24 * 60},
	"night":       {22 * 60, 30 * 60, 20 * 60, 30 * 60},
	"tonight":     {18 * 60, 24 * 60, 17 * 60, 30 * 60},
	"lastevening": {18 * 60, 30 * 60, 17 * 60, 30 * 60},
	"am":          {0, 12 * 60, 0, 12*60 - 1},
	"pm":          {12 * 60, 24 * 60, 12 * 60, 24*60 - 1},
}

// Candidates are the minutes after midnight an hour can mean in a part of the day ("" for any), earliest first.
func (h Hour) Candidates(within string) ([]int, error) {
	if h.Part != "" {
		within = h.Part
	}
	if within == "" {
		switch {
		case h.Open:
			return []int{0, 24 * 60}, nil
		case h.asks && h.Minutes >= 60 && h.Minutes < 7*60:
			return []int{h.Minutes, h.Minutes + 12*60}, nil
		}
		return []int{h.Minutes}, nil
	}
	p := parts[within]
	tries := []int{h.Minutes, h.Minutes + 24*60}
	if h.shifts {
		tries = []int{h.Minutes % (12 * 60), h.Minutes%(12*60) + 12*60, h.Minutes%(12*60) + 24*60}
	}
	for _, m := range tries {
		if m >= p.first && m <= p.last {
			return []int{m}, nil
		}
	}
	return nil, &calendar.Impossible{Text: fmt.Sprintf("%d:%02d", h.Minutes/60, h.Minutes%60), Why: calendar.WrongPart}
}

// ClockOf reads a clock, bare or hm.
func (r *Reader) ClockOf(n *grammar.Node) (h Hour, err error) {
	at := n.Get("noon")
	if n.Name() == "noon" {
		at = n
	}
	if at != nil {
		h = Hour{Minutes: at.Rule.Number, Open: at.Rule.Number == 0}
	} else if hm := n.Get("hm", "hmx"); hm != nil {
		exact := n.Get("at") != nil && n.Get("at").Tag() == "exact"
		if h, err = r.hourMinute(hm); err != nil {
			return h, err
		}
		h.asks, h.shifts = h.asks && !exact, h.shifts && !exact
	}
	if half := n.Get("dayhalf"); half != nil {
		h.Part = half.Tag()
	}
	if z := n.Get("zone"); z != nil {
		h.Zone, err = r.zoneOf(z)
	}
	return h, err
}

func (r *Reader) hourMinute(n *grammar.Node) (Hour, error) {
	if k := n.Get("hmx"); k != nil {
		n = k
	}
	var nums []lexeme.Lexeme
	for _, k := range n.Kids {
		nums = append(nums, r.Lexemes[k.From])
	}
	tag, arg := calendar.Tagged(n)
	if tag == "past" || tag == "to" {
		nums[0], nums[1] = nums[1], nums[0]
	}
	h := Hour{Minutes: 60, asks: true, shifts: true, spoken: true}
	if strings.HasPrefix(tag, "lonely") { // una e venti
		if h.Minutes += nums[0].N; tag != "lonely" {
			h.Minutes = 60 - nums[0].N
		}
		return h, nil
	}
	if len(nums) > 0 {
		l := nums[0]
		if l.Class&lexeme.Clock != 0 {
			if l.N < 0 {
				return h, &calendar.Impossible{Text: l.Text, Why: calendar.NoSuchTime}
			}
			return Hour{Minutes: l.N, shifts: l.N >= 60 && l.N < 13*60 && l.Text[0] != '0'}, nil
		}
		h.shifts = l.Class&lexeme.Padded == 0 && l.N >= 1 && l.N <= 12
		h.Minutes, h.asks = 60*l.N, h.shifts
	}
	minutes := arg
	if len(nums) > 1 {
		if minutes = nums[1].N; minutes > 59 {
			return h, &calendar.Impossible{Text: r.Text(n), Why: calendar.NoSuchTime}
		}
	}
	switch tag {
	case "minus", "less", "to":
		minutes = -minutes
	}
	h.Minutes = (h.Minutes + minutes + 24*60) % (24 * 60)
	if len(nums) > 0 && nums[0].N == 24 && minutes == 0 {
		h.Minutes = 24 * 60
	}
	return h, nil
}

// at is the instant of minutes after the midnight that begins a day, in the zone of the person or the one named. It
// asks when the clocks show the time twice.
func (r *Reader) at(day time.Time, minutes int, zone string) (time.Time, error) {
	loc := r.Now.Location()
	if zone != "" {
		var err error
		if loc, err = time.LoadLocation(zone); err != nil {
			return time.Time{}, calendar.ErrOther
		}
	}
	y, m, d := day.Date()
	local := time.Date(y, m, d, 0, minutes, 0, 0, time.UTC)
	t, n := civil.Wall(local, loc)
	switch n {
	case 0:
		return t, &calendar.Impossible{Text: local.Format("2/1/2006 15:04"), Why: calendar.Skipped}
	case 2:
		if r.Choose(2) == 1 {
			t = civil.Second(t)
		}
	}
	return t.In(r.Now.Location()), nil
}

// Pick asks which of the candidates is meant.
func (r *Reader) Pick(list []int, err error) (int, error) {
	if err != nil || len(list) == 1 {
		return append(list, 0)[0], err
	}
	return list[r.Choose(len(list))], nil
}

// atDay is "domani alle 8", "lunedì sera alle 9": a day or a part of one, and a clock.
func (r *Reader) atDay(n *grammar.Node, h Hour) (calendar.Stretch, error) {
	base, within, err := r.dayish(n)
	if err != nil {
		return calendar.Stretch{}, err
	}
	m, err := r.Pick(h.Candidates(within))
	if err != nil {
		return calendar.Stretch{}, err
	}
	t, err := r.at(base.From, m, h.Zone)
	if err == nil && base.Weekly && r.Clock.Future && !t.After(r.Now) { // "Monday at 8", said on a Monday evening
		t, err = r.at(r.Day(7).From, m, h.Zone)
	}
	w := calendar.MinuteAt(t)
	w.Floats = base.Floats
	return w, err
}

// dayish reads a day or a part of a day: the day it is of, and the name of the part.
func (r *Reader) dayish(n *grammar.Node) (calendar.Stretch, string, error) {
	if p := n.Get("daypart"); p != nil {
		n = p
	} else if n.Name() == "dayish" {
		n = n.Get("day")
	}
	if n.Name() != "daypart" {
		w, err := r.Window(n)
		if err == nil && w.Grain != civil.Day {
			err = calendar.ErrOther
		}
		return w, "", err
	}
	tag, _ := calendar.Tagged(n)
	args := strings.Fields(n.Tag())
	switch tag {
	case "now":
		return r.Day(0), args[1], nil
	case "yesterday":
		return r.Day(-1), args[1], nil
	case "lastevening":
		return r.Day(-1), "lastevening", nil
	case "tonight": // the night that is, was or will be
		if r.Now.Hour() < 6 || !r.Clock.Future && r.Now.Hour() < 22 {
			return r.Day(-1), "night", nil
		}
		return r.Day(0), "night", nil
	case "lastnight":
		return r.Day(-1), "night", nil
	case "nextnight":
		return r.Day(0), "night", nil
	case "nightof":
		w, err := r.Window(n.Get("day"))
		return w, "night", err
	}
	w, err := r.Window(n.Get("day"))
	return w, n.Get("part").Tag(), err
}

// partOf is the window of a part of a day.
func (r *Reader) partOf(n *grammar.Node) (calendar.Stretch, error) {
	base, name, err := r.dayish(n)
	if err != nil {
		return calendar.Stretch{}, err
	}
	w, err := r.between(base.From, parts[name].from, parts[name].to, "")
	w.Floats = base.Floats
	return w, err
}

// between is the window between two times of a day. Times the clocks skip or show twice only widen it.
func (r *Reader) between(day time.Time, from, to int, zone string) (calendar.Stretch, error) {
	loc := r.Now.Location()
	if zone != "" {
		var err error
		if loc, err = time.LoadLocation(zone); err != nil {
			return calendar.Stretch{}, calendar.ErrOther
		}
	}
	y, m, d := day.Date()
	first, _ := civil.Wall(time.Date(y, m, d, 0, from, 0, 0, time.UTC), loc)
	last, n := civil.Wall(time.Date(y, m, d, 0, to, 0, 0, time.UTC), loc)
	if n == 2 {
		last = civil.Second(last)
	}
	return calendar.Stretch{Window: civil.Window{From: first.In(r.Now.Location()), To: last.In(r.Now.Location())}}, nil
}

// HoursOf reads "dalle 9 alle 11" within a part of the day. The end is the first such time after the beginning; a
// beginning said with less than the end has ("from 3 to 5 pm") is the last such time before it.
func (r *Reader) HoursOf(n *grammar.Node, within string) (from, to int, zone string, err error) {
	if k := n.Get("sureh"); k != nil {
		n = k
	}
	var ends []*grammar.Node
	for _, k := range n.Kids {
		switch k.Name() {
		case "bare", "noon":
			ends = append(ends, k)
		case "surely":
			ends = append(ends, k.Get("sure"))
		}
	}
	a, err := r.ClockOf(ends[0])
	if err != nil {
		return 0, 0, "", err
	}
	b, err := r.ClockOf(ends[1])
	if err != nil {
		return 0, 0, "", err
	}
	zone = a.Zone + b.Zone
	if a.Open {
		a.Open, a.Minutes = false, 0
	}
	if b.Open {
		b.Open, b.Minutes, b.Part = false, 24*60, ""
	}
	if a.shifts && a.Part == "" && within == "" && b.Part != "" && b.Part != "am" && b.Part != "morning" {
		if to, err = r.Pick(b.Candidates("")); err != nil {
			return 0, 0, "", err
		}
		if from = a.Minutes % (12 * 60); from+12*60 < to {
			from += 12 * 60
		}
		return from, to, zone, nil
	}
	a.asks = a.asks && (b.shifts || b.Minutes <= 12*60) && b.Part == "" // else the clock is of 24 hours
	if from, err = r.Pick(a.Candidates(within)); err != nil {
		return 0, 0, "", err
	}
	switch to = b.Minutes; {
	case b.Part != "":
		if to, err = r.Pick(b.Candidates("")); err != nil {
			return 0, 0, "", err
		}
	case b.shifts && a.Minutes < 13*60 && (a.spoken || b.spoken):
		for to = b.Minutes % (12 * 60); to <= from; to += 12 * 60 {
		}
	}
	if to <= from {
		to += 24 * 60
	}
	return from, to, zone, nil
}
