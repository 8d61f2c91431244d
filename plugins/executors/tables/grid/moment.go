package grid

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Orders of day and month.
const (
	DayFirst   = "dmy"
	MonthFirst = "mdy"
)

var (
	slashed = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})([/.-])(\d{4}|\d{2})(?:[ T,]+(\d{1,2})[:.](\d{2})(?::(\d{2}))?)?$`)
	yearly  = regexp.MustCompile(`^(\d{4})([/.-])(\d{1,2})([/.-])(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$`)
)

// moment is a date as it was written, with its time when it has one.
type moment struct {
	year, first, second  int // first and second are day and month in either order, month and day after a year
	hour, minute, moment int
	yearFirst, timed     bool
	at                   time.Time // when the text says the zone too
}

// readMoment takes a text apart as a date.
func readMoment(text string) (moment, bool) {
	text = strings.TrimSpace(text)
	if len(text) < 6 || len(text) > 40 || text[0] < '0' || text[0] > '9' {
		return moment{}, false
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return moment{yearFirst: true, timed: true, at: at, year: at.Year()}, true
	}
	if f := yearly.FindStringSubmatch(text); f != nil && f[2] == f[4] {
		m := moment{year: whole(f[1]), first: whole(f[3]), second: whole(f[5]), yearFirst: true, timed: f[6] != ""}
		m.hour, m.minute, m.moment = whole(f[6]), whole(f[7]), whole(f[8])
		return m, m.possible()
	}
	f := slashed.FindStringSubmatch(text)
	if f == nil || f[2] != f[4] || len(f[5]) == 2 && f[2] != "/" {
		return moment{}, false // 1.2.24 may be the number of a version
	}
	m := moment{year: whole(f[5]), first: whole(f[1]), second: whole(f[3]), timed: f[6] != ""}
	m.hour, m.minute, m.moment = whole(f[6]), whole(f[7]), whole(f[8])
	if len(f[5]) == 2 {
		m.year += 2000
		if m.year > 2069 {
			m.year -= 100
		}
	}
	return m, m.possible()
}

func whole(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// possible reports a date that exists in some order.
func (m moment) possible() bool {
	if m.hour > 23 || m.minute > 59 || m.moment > 59 || m.year < 1 {
		return false
	}
	return m.fits(DayFirst) || m.fits(MonthFirst)
}

// fits reports whether the date exists in an order.
func (m moment) fits(order string) bool {
	if !m.at.IsZero() {
		return true
	}
	day, month := m.parts(order)
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	return time.Date(m.year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}

func (m moment) parts(order string) (day, month int) {
	if m.yearFirst || order == MonthFirst {
		return m.second, m.first
	}
	return m.first, m.second
}

// text writes the date as items carry it: a day alone, or an instant in the zone.
func (m moment) text(order string, zone *time.Location) string {
	if !m.at.IsZero() {
		return m.at.Format(time.RFC3339)
	}
	day, month := m.parts(order)
	t := time.Date(m.year, time.Month(month), day, m.hour, m.minute, m.moment, 0, zone)
	if m.timed {
		return t.Format(time.RFC3339)
	}
	return t.Format(time.DateOnly)
}

// Date reads a text as a person wrote a date, day first unless it can only be otherwise.
func Date(text string, zone *time.Location) (at time.Time, timed, ok bool) {
	m, ok := readMoment(text)
	if !ok {
		return time.Time{}, false, false
	}
	if !m.at.IsZero() {
		return m.at, true, true
	}
	order := DayFirst
	if !m.fits(order) {
		order = MonthFirst
	}
	day, month := m.parts(order)
	return time.Date(m.year, time.Month(month), day, m.hour, m.minute, m.moment, 0, zone), m.timed, true
}
