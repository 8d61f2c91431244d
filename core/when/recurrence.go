package when

import (
	"strconv"
	"strings"
	"time"
)

// Recurrence is a repeated moment. Every 1 Week on Weekdays at Hour:Minute; every N Minute or Hour; every Nth
// Weekday of the month; every MonthDay of the month. Missing tells what the person left out.
type Recurrence struct {
	Every    int
	Unit     Unit
	Weekdays []time.Weekday
	Nth      int // 1..4 or -1: which of the weekday in the month
	MonthDay int // 1..31, -1 for the last
	Hour     int
	Minute   int
	Timed    bool
}

// Missing is "day", "time" or "" when the recurrence is complete.
func (r Recurrence) Missing() string {
	switch {
	case r.Unit == Week && len(r.Weekdays) == 0, r.Unit == Month && r.MonthDay == 0 && r.Nth == 0:
		return "day"
	case r.Unit >= Day && !r.Timed:
		return "time"
	}
	return ""
}

// ParseRecurrence reads a recurrence at the start of the folded words, and how many words it took.
func ParseRecurrence(words []string) (Recurrence, int, bool) {
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	p := parser{words: words}
	r, j, ok := p.repeat(0)
	if !ok {
		return Recurrence{}, 0, false
	}
	if h, m, k, ok := p.clockTime(j); ok && r.Unit >= Day {
		r.Hour, r.Minute, r.Timed, j = h, m, true, k
	}
	if p.one(j, "di") && p.one(j+1, "ogni") || p.word(j) == "every" { // "alle 8 di ogni lunedì" is read by Trailing
		return r, j, true
	}
	return r, j, true
}

func (p *parser) repeat(i int) (Recurrence, int, bool) {
	switch {
	case p.one(i, "quotidianamente", "giornalmente", "daily"):
		return Recurrence{Every: 1, Unit: Day}, i + 1, true
	case p.one(i, "settimanalmente", "weekly"):
		return Recurrence{Every: 1, Unit: Week}, i + 1, true
	case p.one(i, "mensilmente", "monthly"):
		return Recurrence{Every: 1, Unit: Month}, i + 1, true
	case p.one(i, "il", "la", "i", "le", "on", "the"):
		return p.monthly(i)
	case p.one(i, "ogni", "every", "each"):
		return p.everyOne(i + 1)
	case p.one(i, "tutti", "tutte", "all") && p.one(i+1, "i", "le", "gli", "the"):
		return p.everyOne(i + 2)
	}
	return Recurrence{}, 0, false
}

// everyOne reads what follows "ogni": a unit, N units, weekdays, "primo lunedì del mese".
func (p *parser) everyOne(i int) (Recurrence, int, bool) {
	if n, ok := ordinalNames[p.word(i)]; ok {
		if d, ok := weekdayNames[p.word(i+1)]; ok {
			return Recurrence{Every: 1, Unit: Month, Nth: n, Weekdays: []time.Weekday{d}}, p.ofMonth(i + 2), true
		}
	}
	if days, j, ok := p.weekdays(i); ok {
		return Recurrence{Every: 1, Unit: Week, Weekdays: days}, j, true
	}
	n, j := 1, i
	if v, ok := integer(p.word(i)); ok && v > 0 && unitOf(p.word(i+1)) != NoUnit {
		n, j = v, i+1
	} else if p.one(i, "other", "altro", "altra") {
		n, j = 2, i+1
	}
	switch w := p.word(j); {
	case unitOf(w) != NoUnit:
		return Recurrence{Every: n, Unit: unitOf(w)}, j + 1, true
	case contains([]string{"mattina", "mattino", "sera", "notte", "pomeriggio", "morning", "evening", "night", "afternoon"}, w):
		return Recurrence{Every: 1, Unit: Day}, j + 1, true
	case w == "weekday" || p.phrase(j, "giorno", "feriale"):
		return Recurrence{Every: 1, Unit: Week, Weekdays: []time.Weekday{1, 2, 3, 4, 5}}, j + 1, true
	}
	return Recurrence{}, 0, false
}

func (p *parser) weekdays(i int) ([]time.Weekday, int, bool) {
	d, ok := weekdayNames[p.word(i)]
	if !ok {
		return nil, 0, false
	}
	days, j := []time.Weekday{d}, i+1
	for p.one(j, "e", "and", ",") {
		k := j + 1
		if p.one(k, "ogni", "every", "il") {
			k++
		}
		next, ok := weekdayNames[p.word(k)]
		if !ok {
			break
		}
		days, j = append(days, next), k+1
	}
	return days, j, true
}

// monthly reads "il primo di ogni mese", "il 15 di ogni mese", "the first Monday of every month", "on the 3rd of each month".
func (p *parser) monthly(i int) (Recurrence, int, bool) {
	j := i
	for p.one(j, "il", "on", "the", "la", "i", "le") {
		j++
	}
	nth, isOrdinal := ordinalNames[p.word(j)]
	if d, ok := weekdayNames[p.word(j+1)]; ok && isOrdinal {
		if k := p.ofMonth(j + 2); k > j+2 {
			return Recurrence{Every: 1, Unit: Month, Nth: nth, Weekdays: []time.Weekday{d}}, k, true
		}
	}
	day, ok := dayNumber(p.word(j))
	if !ok && nth == -1 {
		day, ok = -1, true
	}
	if p.one(j+1, "giorno", "day") {
		j++
	}
	if k := p.ofMonth(j + 1); ok && k > j+1 {
		return Recurrence{Every: 1, Unit: Month, MonthDay: day}, k, true
	}
	return Recurrence{}, 0, false
}

func (p *parser) ofMonth(i int) int {
	j := i
	if p.one(j, "di", "of", "del") {
		j++
	}
	if p.one(j, "ogni", "every", "each", "the") {
		j++
	}
	if j > i && p.one(j, "mese", "month") {
		return j + 1
	}
	return i
}

// clockTime reads "alle 8", "at 17", "alle 8:30", "at 9 am", "a mezzogiorno", "alle 8 e mezza".
func (p *parser) clockTime(i int) (hour, minute, end int, ok bool) {
	if p.one(i, "a", "at") && p.one(i+1, "mezzogiorno", "noon") {
		return 12, 0, i + 2, true
	}
	if p.one(i, "a", "at") && p.one(i+1, "mezzanotte", "midnight") {
		return 0, 0, i + 2, true
	}
	if !p.one(i, "alle", "all'", "at", "ore") {
		return 0, 0, 0, false
	}
	j := i + 1
	if p.one(j, "ore") {
		j++
	}
	text := strings.NewReplacer(".", ":", "h", ":").Replace(p.word(j))
	if p.word(j+1) == ":" && len(p.word(j+2)) == 2 { // the sentence was cut at the colon
		text, j = text+":"+p.word(j+2), j+2
	}
	h, m, _ := strings.Cut(text, ":")
	hour, isNumber := integer(h)
	if !isNumber {
		return 0, 0, 0, false
	}
	if m != "" {
		n, err := strconv.Atoi(m)
		if err != nil {
			return 0, 0, 0, false
		}
		minute = n
	}
	j++
	hour, minute, j = p.afternoon(hour, minute, j)
	return hour, minute, j, hour >= 0 && hour < 24 && minute >= 0 && minute < 60
}

func (p *parser) afternoon(hour, minute, j int) (int, int, int) {
	switch {
	case p.word(j) == "e" && p.one(j+1, "mezza", "mezzo"):
		minute, j = 30, j+2
	case p.word(j) == "e" && p.word(j+1) == "un" && p.word(j+2) == "quarto":
		minute, j = 15, j+3
	}
	switch {
	case p.one(j, "am"), p.phrase(j, "di", "mattina"), p.phrase(j, "del", "mattino"), p.phrase(j, "in", "the", "morning"):
		j += map[bool]int{true: 1, false: 2}[p.word(j) == "am"]
		if p.word(j) == "morning" {
			j++
		}
		if hour == 12 {
			hour = 0
		}
	case p.one(j, "pm"), p.phrase(j, "di", "sera"), p.phrase(j, "della", "sera"), p.phrase(j, "del", "pomeriggio"), p.phrase(j, "di", "pomeriggio"):
		j += map[bool]int{true: 1, false: 2}[p.word(j) == "pm"]
		if hour < 12 {
			hour += 12
		}
	}
	return hour, minute, j
}

// Next is the first moment of the recurrence after t, in zone. A wall time the clocks skip is taken at the
// moment they resume; one they repeat is taken once, the first time.
func (r Recurrence) Next(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	switch r.Unit {
	case Minute:
		return t.Add(time.Duration(max(r.Every, 1)) * time.Minute)
	case Hour:
		return t.Add(time.Duration(max(r.Every, 1)) * time.Hour)
	}
	y, m, d := t.Date()
	for k := 0; k < 800; k++ {
		day := time.Date(y, m, d+k, 12, 0, 0, 0, zone)
		if !r.on(day) {
			continue
		}
		if at := wall(day, r.Hour, r.Minute); at.After(t) {
			return at
		}
	}
	return time.Time{}
}

func (r Recurrence) on(day time.Time) bool {
	last := time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, day.Location()).Day()
	switch {
	case r.Nth > 0:
		return day.Weekday() == r.Weekdays[0] && (day.Day()-1)/7+1 == r.Nth
	case r.Nth < 0:
		return day.Weekday() == r.Weekdays[0] && day.Day()+7 > last
	case len(r.Weekdays) > 0:
		for _, w := range r.Weekdays {
			if w == day.Weekday() {
				return true
			}
		}
		return false
	case r.MonthDay < 0:
		return day.Day() == last
	case r.MonthDay > 0:
		return day.Day() == min(r.MonthDay, last)
	}
	return true
}

// wall is hour:minute of a day: the earlier instant when the clocks repeat it, the first after the gap when they skip it.
func wall(day time.Time, hour, minute int) time.Time {
	y, m, d := day.Date()
	t := time.Date(y, m, d, hour, minute, 0, 0, day.Location())
	if t.Hour() == hour && t.Minute() == minute {
		for _, back := range []time.Duration{time.Hour, 30 * time.Minute} {
			if e := t.Add(-back); e.Hour() == hour && e.Minute() == minute && e.Day() == t.Day() {
				return e
			}
		}
		return t
	}
	// Skipped: walk to the transition.
	lo := time.Date(y, m, d, hour, minute, 0, 0, time.UTC).Add(-26 * time.Hour)
	_, end := lo.In(day.Location()).ZoneBounds()
	for !end.IsZero() && end.Before(t.Add(-3*time.Hour)) {
		_, end = end.ZoneBounds()
	}
	if end.IsZero() {
		return t
	}
	return end
}
