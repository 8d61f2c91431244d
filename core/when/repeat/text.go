package repeat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/civil"
)

// Text says the recurrence in "it" or "en" (any other language is English), in the words package when reads back as
// this value: "ogni lunedì alle 8", "every 2 weeks on Friday at 5 pm, starting on 20 June 2025". The zone is the
// person's. What is missing is left out.
func (r Recurrence) Text(lang string, zone *time.Location) string {
	s := speaker{Recurrence: r, lexicon: english, italian: lang == "it"}
	if s.italian {
		s.lexicon = italian
	}
	s.zone = zone
	if own, err := r.Location(zone); err == nil {
		s.zone = own
	}
	return s.text()
}

// lexicon is the words of one language.
type lexicon struct {
	every                             string
	one, many                         map[civil.Unit]string
	weekdays                          [7]string
	months                            [13]string
	nth                               map[int]string
	and, workdays, weekends           string // of a list, and the days beside an interval
	everyWork, everyWeekend           string
	workday, lastDay, ofMonth, of     string
	start, upTo, times, from, to      string
	startAt, upToAt, midnight, inZone string
}

var italian = lexicon{
	every:    "ogni",
	one:      map[civil.Unit]string{civil.Minute: "minuto", civil.Hour: "ora", civil.Day: "giorno", civil.Week: "settimana", civil.Month: "mese", civil.Year: "anno"},
	many:     map[civil.Unit]string{civil.Minute: "minuti", civil.Hour: "ore", civil.Day: "giorni", civil.Week: "settimane", civil.Month: "mesi", civil.Year: "anni"},
	weekdays: [7]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
	months:   [13]string{"", "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"},
	nth:      map[int]string{1: "primo", 2: "secondo", 3: "terzo", 4: "quarto", 5: "quinto", -1: "ultimo"},
	and:      "e", workdays: "nei giorni feriali", weekends: "nel fine settimana", everyWork: "nei giorni feriali", everyWeekend: "ogni fine settimana",
	workday: "giorno feriale", lastDay: "l'ultimo giorno", ofMonth: "di ogni mese", of: "di", start: ", a partire dal", startAt: ", a partire dalle", upTo: " fino al", upToAt: " fino alle",
	times: " per %d volte", from: "dalle", to: "alle", midnight: "a mezzanotte", inZone: " ora ",
}

var english = lexicon{
	every:    "every",
	one:      map[civil.Unit]string{civil.Minute: "minute", civil.Hour: "hour", civil.Day: "day", civil.Week: "week", civil.Month: "month", civil.Year: "year"},
	many:     map[civil.Unit]string{civil.Minute: "minutes", civil.Hour: "hours", civil.Day: "days", civil.Week: "weeks", civil.Month: "months", civil.Year: "years"},
	weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	months:   [13]string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	nth:      map[int]string{1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"},
	and:      "and", workdays: "on weekdays", weekends: "on weekends", everyWork: "every weekday", everyWeekend: "every weekend",
	workday: "working day", lastDay: "the last day", ofMonth: "of every month", of: "of", start: ", starting on", startAt: ", starting at", upTo: " until", upToAt: " until",
	times: " for %d times", from: "from", to: "to", midnight: "at midnight", inZone: " ",
}

type speaker struct {
	Recurrence
	lexicon
	italian bool
	zone    *time.Location
}

func (s speaker) text() string {
	out := s.days()
	if s.Hours != nil {
		out += " " + s.from + " " + s.clock(s.Hours.From) + " " + s.to + " " + s.clock(s.Hours.To)
	}
	if len(s.Times) > 0 {
		var times []string
		for _, t := range s.Times {
			times = append(times, s.at(t))
		}
		out += " " + s.join(times)
	}
	if s.Zone != "" {
		out += s.inZone + s.Zone
		if !s.italian && s.Zone != "UTC" {
			out += " time"
		}
	}
	if !s.Start.IsZero() {
		out += s.bound(s.Start, s.start, s.startAt)
	}
	if !s.Start.IsZero() && (!s.Until.IsZero() || s.Count > 0) {
		out += ","
	}
	if !s.Until.IsZero() { // the text names the last minute, or the last day
		last := s.Until.Add(-time.Minute).In(s.zone)
		if y, m, d := last.Date(); civil.Midnight(y, m, d+1, s.zone).Equal(s.Until) {
			out += s.dated(s.upTo, last)
		} else {
			out += s.bound(last, s.upTo, s.upToAt)
		}
	}
	if s.Count > 0 {
		out += fmt.Sprintf(s.times, s.Count)
	}
	return out
}

// days is what repeats: "ogni lunedì", "every 2 weeks on Friday", "on the 1st of every month".
func (s speaker) days() string {
	interval := s.every + " " + s.one[s.Unit]
	if s.Every != 1 {
		interval = s.every + " " + strconv.Itoa(s.Every) + " " + s.many[s.Unit]
	}
	chosen := s.chosen()
	switch {
	case chosen == "":
		return interval
	case s.Unit == civil.Week && s.Every == 1:
		switch {
		case s.set(workweek):
			return s.everyWork
		case s.set(weekend):
			return s.everyWeekend
		}
		return s.every + " " + s.join(s.names())
	case s.Unit == civil.Month && s.Every == 1:
		return chosen + " " + s.ofMonth
	}
	return interval + " " + chosen
}

var (
	workweek = []time.Weekday{1, 2, 3, 4, 5}
	weekend  = []time.Weekday{6, 0}
)

func (s speaker) set(days []time.Weekday) bool { return slices.Equal(s.Weekdays, days) }

func (s speaker) names() (out []string) {
	for _, d := range s.Weekdays {
		out = append(out, s.weekdays[d])
	}
	return out
}

// chosen is the days within the interval, "" when every one counts.
func (s speaker) chosen() string {
	on := "on "
	if s.italian {
		on = ""
	}
	switch {
	case len(s.Nth) > 0:
		name := s.workday
		if !s.set(workweek) {
			name = s.names()[0]
		}
		var list []string
		for _, n := range s.Nth {
			list = append(list, s.the(s.nth[n]))
		}
		return on + s.join(list) + " " + name + s.inMonth()
	case len(s.MonthDays) > 0:
		var list []string
		for _, d := range s.MonthDays {
			switch {
			case d < 0:
				list = append(list, s.lastDay)
			case s.Unit == civil.Year:
				list = append(list, s.dayOfYear(d))
			default:
				list = append(list, s.the(s.number(d)))
			}
		}
		if s.MonthDays[0] < 0 {
			return on + s.join(list) + s.inMonth()
		}
		return on + s.join(list)
	case s.set(workweek):
		return s.workdays
	case s.set(weekend):
		return s.weekends
	case len(s.Weekdays) > 0:
		list := s.names()
		for i := range list {
			if s.italian {
				list[i] = s.the(list[i])
			}
		}
		return on + s.join(list)
	}
	return ""
}

func (s speaker) inMonth() string {
	if s.Unit != civil.Year {
		return ""
	}
	return " " + s.of + " " + s.months[s.Month]
}

func (s speaker) dayOfYear(d int) string {
	if s.italian {
		return s.the(s.number(d)) + " " + s.months[s.Month]
	}
	return strconv.Itoa(d) + " " + s.months[s.Month]
}

// the puts the article before a name or a number.
func (s speaker) the(name string) string {
	switch {
	case !s.italian:
		return "the " + name
	case name == "domenica":
		return "la domenica"
	case name == "8", name == "11", name[0] == 'u':
		return "l'" + name
	}
	return "il " + name
}

// number is a day of the month.
func (s speaker) number(d int) string {
	switch {
	case s.italian && d == 1:
		return "1°"
	case s.italian:
		return strconv.Itoa(d)
	case d%10 == 1 && d != 11:
		return strconv.Itoa(d) + "st"
	case d%10 == 2 && d != 12:
		return strconv.Itoa(d) + "nd"
	case d%10 == 3 && d != 13:
		return strconv.Itoa(d) + "rd"
	}
	return strconv.Itoa(d) + "th"
}

func (s speaker) join(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " " + s.and + " " + list[n-1]
	}
	return list[0]
}

// clock is a time that can be read in one way only.
func (s speaker) clock(t Time) string { return fmt.Sprintf("%02d:%02d", t.Hour, t.Minute) }

// at is a time as it is said: "alle 8", "at 5:30 pm".
func (s speaker) at(t Time) string {
	switch {
	case t == Time{}:
		return s.midnight
	case s.italian && t.Minute == 0 && t.Hour > 6:
		return "alle " + strconv.Itoa(t.Hour)
	case s.italian && t.Hour > 6:
		return fmt.Sprintf("alle %d:%02d", t.Hour, t.Minute)
	case s.italian:
		return "alle " + s.clock(t)
	case t == Time{Hour: 12}:
		return "at noon"
	}
	return "at " + s.twelve(t)
}

func (s speaker) twelve(t Time) string {
	half, hour := "am", t.Hour%12
	if t.Hour >= 12 {
		half = "pm"
	}
	if hour == 0 {
		hour = 12
	}
	if t.Minute == 0 {
		return fmt.Sprintf("%d %s", hour, half)
	}
	return fmt.Sprintf("%d:%02d %s", hour, t.Minute, half)
}

// bound is where the recurrence begins or ends: a day, or a minute of one.
func (s speaker) bound(t time.Time, day, minute string) string {
	t = t.In(s.zone)
	y, m, d := t.Date()
	switch at := (Time{t.Hour(), t.Minute()}); {
	case civil.Midnight(y, m, d, s.zone).Equal(t):
		return s.dated(day, t)
	case s.italian:
		return minute + " " + s.clock(at) + s.dated(" del", t)
	default:
		return minute + " " + s.twelve(at) + s.dated(" on", t)
	}
}

// dated is a date after a preposition, which Italian joins to a day that begins with a vowel.
func (s speaker) dated(before string, t time.Time) string {
	day := strconv.Itoa(t.Day()) + " "
	switch {
	case s.italian && (t.Day() == 8 || t.Day() == 11):
		before += "l'"
	case s.italian:
		day = s.number(t.Day()) + " "
		fallthrough
	default:
		before += " "
	}
	return before + day + s.months[t.Month()] + " " + strconv.Itoa(t.Year())
}
