package rule

import (
	"slices"
	"strconv"
	"time"

	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Rule is when a task runs. Exactly one of its fields is set.
type Rule struct {
	Repeat *when.Recurrence `json:"repeat,omitempty"`
	At     time.Time        `json:"at,omitzero"`
	Cron   string           `json:"cron,omitempty"` // five fields
}

// Check refuses a rule that says nothing, or several things: one that was damaged, or is of another version.
func (r Rule) Check() error {
	set := 0
	for _, is := range [...]bool{r.Repeat != nil, !r.At.IsZero(), r.Cron != ""} {
		if is {
			set++
		}
	}
	bad := set != 1
	if r.Repeat != nil {
		_, err := r.Repeat.Location(time.UTC)
		bad = bad || err != nil || r.Repeat.Missing() != "" || !sound(*r.Repeat)
	}
	if r.Cron != "" {
		_, err := readCron(r.Cron)
		bad = bad || err != nil
	}
	if bad {
		return sdk.Errorf(sdk.ContractViolation, "task_rule", "no rule a task can have: %+v", r)
	}
	return nil
}

// sound reports a recurrence whose parts are what they can be.
func sound(r when.Recurrence) bool {
	within := func(list []int, high int, last bool) bool {
		return !slices.ContainsFunc(list, func(n int) bool { return n > high || n < 1 && !(last && n == -1) })
	}
	clock := func(hour, minute int) bool { return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 }
	for _, t := range r.Times {
		if !clock(t.Hour, t.Minute) {
			return false
		}
	}
	for _, d := range r.Weekdays {
		if d < time.Sunday || d > time.Saturday {
			return false
		}
	}
	if h := r.Hours; h != nil && !(clock(h.From.Hour, h.From.Minute) && clock(h.To.Hour, h.To.Minute)) {
		return false
	}
	return r.Every >= 1 && r.Every <= maxEvery && r.Unit >= when.Minute && r.Unit <= when.Year && r.Month >= 0 && r.Month <= time.December &&
		within(r.Nth, 5, true) && within(r.MonthDays, 31, true) && (len(r.Nth) == 0 || len(r.Weekdays) > 0) &&
		r.Count >= 0 && r.Count <= maxEvery && (r.Count == 0 || !r.Start.IsZero())
}

// maxEvery bounds how far apart, and how often, a task can run.
const maxEvery = 1_000_000

// Next is the first moment after t, zero when there is none.
func (r Rule) Next(t time.Time, zone *time.Location) time.Time {
	switch {
	case r.Repeat != nil:
		return r.Repeat.Next(t, zone)
	case r.Cron != "":
		c, err := readCron(r.Cron)
		if err != nil {
			return time.Time{}
		}
		return c.next(t.In(zone))
	case r.At.After(t):
		return r.At.In(zone)
	}
	return time.Time{}
}

// Once reports whether the rule is one moment.
func (r Rule) Once() bool { return r.Repeat == nil && r.Cron == "" }

// Equal reports whether two rules are the same.
func (r Rule) Equal(o Rule) bool {
	if (r.Repeat == nil) != (o.Repeat == nil) || r.Cron != o.Cron || !r.At.Equal(o.At) {
		return false
	}
	return r.Repeat == nil || r.Repeat.Equal(*o.Repeat)
}

// Text says the rule in "it" or "en", as [Parse] reads it back.
func (r Rule) Text(lang string, zone *time.Location) string {
	switch {
	case r.Repeat != nil:
		return r.Repeat.Text(lang, zone)
	case r.Cron != "":
		return "cron: " + r.Cron
	}
	return moment(r.At.In(zone), lang)
}

func moment(t time.Time, lang string) string {
	day := strconv.Itoa(t.Day())
	if lang == "it" {
		return day + " " + months[t.Month()-1] + t.Format(" 2006 alle 15:04")
	}
	return day + " " + t.Month().String() + t.Format(" 2006 at 15:04")
}

var months = [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"}
