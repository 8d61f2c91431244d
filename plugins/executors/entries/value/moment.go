package value

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Span is a moment as precisely as it was written: a day is 24 hours long, an instant nothing.
type Span struct {
	Start, End time.Time // End is not part of it, except when it equals Start
	Every      bool      // it comes round each year: a month, or a day of one, and Start is of any
}

// Holds reports whether a moment lies in the span.
func (s Span) Holds(t time.Time) bool {
	if s.Every {
		t = t.In(s.Start.Location())
		days := s.End.Sub(s.Start) < 48*time.Hour
		return t.Month() == s.Start.Month() && (!days || t.Day() == s.Start.Day())
	}
	return t.Equal(s.Start) || (t.After(s.Start) && t.Before(s.End))
}

// Side tells whether a moment is before (-1), within (0) or after (1) the span.
func (s Span) Side(t time.Time) int {
	switch {
	case s.Holds(t):
		return 0
	case t.Before(s.Start):
		return -1
	}
	return 1
}

// In is the span of a year, when it comes round each.
func (s Span) In(year int) Span {
	if !s.Every {
		return s
	}
	from := time.Date(year, s.Start.Month(), s.Start.Day(), 0, 0, 0, 0, s.Start.Location())
	if s.End.Sub(s.Start) < 48*time.Hour {
		return Span{Start: from, End: from.AddDate(0, 0, 1)}
	}
	return Span{Start: from, End: from.AddDate(0, 1, 0)}
}

// field order of dates such as 03/04/2024.
type dateOrder int

const (
	unknownOrder dateOrder = iota
	dayFirst
	monthFirst
)

var slashed = regexp.MustCompile(`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$`)

// layouts are the year-first ways to write a moment, with how long each lasts.
func layouts() []struct {
	layout string
	length func(time.Time) time.Time
} {
	day := func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }
	minute := func(t time.Time) time.Time { return t.Add(time.Minute) }
	second := func(t time.Time) time.Time { return t.Add(time.Second) }
	return []struct {
		layout string
		length func(time.Time) time.Time
	}{
		{"2006-01-02", day}, {"2006/01/02", day},
		{"2006-01-02 15:04:05", second}, {"2006-01-02T15:04:05", second}, {"2006/01/02 15:04:05", second},
		{"2006-01-02 15:04", minute}, {"2006-01-02T15:04", minute}, {"2006/01/02 15:04", minute},
	}
}

// moment reads a text as a moment in a time zone.
func moment(text string, order dateOrder, at *time.Location) (Span, bool) {
	text = strings.TrimSpace(text)
	if len(text) < 6 || len(text) > 40 || text[0] < '0' || text[0] > '9' {
		return Span{}, false
	}
	if partsEarly(text) {
		if found := slashed.FindStringSubmatch(text); found != nil {
			return dayMonthYear(found, order, at)
		}
		return Span{}, false
	}
	if text[4] != '-' && text[4] != '/' {
		return Span{}, false
	}
	if t, ok := plainDay(text, at); ok {
		return Span{Start: t, End: t.AddDate(0, 0, 1)}, true
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return Span{Start: t, End: t}, true
	}
	for _, l := range layouts() {
		if t, err := time.ParseInLocation(l.layout, text, at); err == nil {
			return Span{Start: t, End: l.length(t)}, true
		}
	}
	return Span{}, false
}

// plainDay reads yyyy-mm-dd, a day every month has: how most dates come.
func plainDay(text string, at *time.Location) (time.Time, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return time.Time{}, false
	}
	n := [3]int{}
	for i, part := range [...]string{text[:4], text[5:7], text[8:]} {
		for _, c := range []byte(part) {
			if c < '0' || c > '9' {
				return time.Time{}, false
			}
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 28 {
		return time.Time{}, false
	}
	return time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, at), true
}

// partsEarly tells a date that does not begin with its year.
func partsEarly(text string) bool {
	return strings.IndexByte("/.-", text[1]) >= 0 || strings.IndexByte("/.-", text[2]) >= 0
}

// period reads what only a person asking would write: a year, a month, a day, a moment.
func period(text string, order dateOrder, at *time.Location) (Span, bool) {
	text = strings.TrimSpace(text)
	if t, err := time.ParseInLocation("2006", text, at); err == nil {
		return Span{Start: t, End: t.AddDate(1, 0, 0)}, true
	}
	if t, err := time.ParseInLocation("--01-2006", text+"-2000", at); err == nil {
		return Span{Start: t, End: t.AddDate(0, 1, 0), Every: true}, true
	}
	if t, err := time.ParseInLocation("--01-02-2006", text+"-2000", at); err == nil {
		return Span{Start: t, End: t.AddDate(0, 0, 1), Every: true}, true
	}
	for _, layout := range []string{"2006-01", "01/2006", "2006/01"} {
		if t, err := time.ParseInLocation(layout, text, at); err == nil {
			return Span{Start: t, End: t.AddDate(0, 1, 0)}, true
		}
	}
	return moment(text, order, at)
}

func dayMonthYear(found []string, order dateOrder, at *time.Location) (Span, bool) {
	n := make([]int, len(found))
	for i := 1; i < len(found); i++ {
		n[i], _ = strconv.Atoi(found[i])
	}
	day, month, year := n[1], n[2], n[3]
	if order == monthFirst && month <= 31 && day <= 12 || month > 12 {
		day, month = month, day
	}
	if len(found[3]) == 2 {
		year += 2000
		if year > 2069 {
			year -= 100
		}
	}
	t := time.Date(year, time.Month(month), day, n[4], n[5], n[6], 0, at)
	if t.Day() != day || t.Month() != time.Month(month) || n[4] > 23 || n[5] > 59 || n[6] > 59 {
		return Span{}, false
	}
	switch {
	case found[4] == "":
		return Span{Start: t, End: t.AddDate(0, 0, 1)}, true
	case found[6] == "":
		return Span{Start: t, End: t.Add(time.Minute)}, true
	}
	return Span{Start: t, End: t.Add(time.Second)}, true
}

// orderOf tells the order a date can only be written in.
func orderOf(text string) dateOrder {
	text = strings.TrimSpace(text)
	if len(text) < 6 || len(text) > 40 || !partsEarly(text) {
		return unknownOrder
	}
	found := slashed.FindStringSubmatch(text)
	if found == nil {
		return unknownOrder
	}
	first, _ := strconv.Atoi(found[1])
	second, _ := strconv.Atoi(found[2])
	switch {
	case first > 12 && second <= 12:
		return dayFirst
	case second > 12 && first <= 12:
		return monthFirst
	}
	return unknownOrder
}

// Months are the names of the month a period is, "--02", in both languages; none of another one.
func Months(text string) []string {
	t, err := time.Parse("--01", text)
	if err != nil {
		return nil
	}
	it := [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"}
	return []string{it[t.Month()-1], it[t.Month()-1][:3], strings.ToLower(t.Month().String()), strings.ToLower(t.Format("Jan"))}
}
