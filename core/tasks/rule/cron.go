package rule

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/civil"
)

// cron is the five fields of a line: which minutes, hours, days of the month, months and weekdays (0 is Sunday).
type cron struct {
	minute, hour, day, month, weekday uint64 // a bit for each value
	eitherDay                         bool   // both day fields are restricted: one of them is enough
}

var errCron = errors.New("no line of cron")

// readCron reads "0 8 * * 1-5".
func readCron(line string) (c cron, err error) {
	fields := strings.Fields(line)
	if len(fields) != 5 || len(line) > 200 {
		return c, errCron
	}
	bounds := [...]struct {
		into      *uint64
		low, high int
	}{{&c.minute, 0, 59}, {&c.hour, 0, 23}, {&c.day, 1, 31}, {&c.month, 1, 12}, {&c.weekday, 0, 7}}
	for i, b := range bounds {
		if *b.into, err = bits(fields[i], b.low, b.high); err != nil {
			return c, err
		}
	}
	if c.weekday&(1<<7) != 0 {
		c.weekday |= 1 // 7 is Sunday too
	}
	c.eitherDay = fields[2] != "*" && fields[4] != "*"
	return c, nil
}

// bits reads one field: "*", "*/5", "1-5", "1,2", "8-18/2".
func bits(field string, low, high int) (set uint64, err error) {
	for _, part := range strings.Split(field, ",") {
		span, step := part, 1
		if before, after, cut := strings.Cut(part, "/"); cut {
			span = before
			if step, err = strconv.Atoi(after); err != nil || step < 1 || step > 99 {
				return 0, errCron
			}
		}
		from, to := low, high
		if span != "*" {
			first, last, isSpan := strings.Cut(span, "-")
			if from, err = number(first, low, high); err != nil {
				return 0, err
			}
			if to = from; isSpan {
				if to, err = number(last, from, high); err != nil {
					return 0, err
				}
			} else if step > 1 {
				to = high
			}
		}
		for n := from; n <= to; n += step {
			set |= 1 << n
		}
	}
	return set, nil
}

func number(s string, low, high int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high || len(s) > 2 {
		return 0, errCron
	}
	return n, nil
}

func (c cron) on(t time.Time) bool {
	day, weekday := c.day&(1<<t.Day()) != 0, c.weekday&(1<<int(t.Weekday())) != 0
	if c.month&(1<<int(t.Month())) == 0 {
		return false
	}
	if c.eitherDay {
		return day || weekday
	}
	return day && weekday
}

// next is the first moment after t, zero when no day of the next years has one: 30 February.
func (c cron) next(t time.Time) time.Time {
	y, m, d := t.Date()
	for i := range 9 * 366 {
		day := time.Date(y, m, d+i, 12, 0, 0, 0, time.UTC)
		if !c.on(day) {
			continue
		}
		for minutes := range 24 * 60 {
			if c.hour&(1<<(minutes/60)) == 0 || c.minute&(1<<(minutes%60)) == 0 {
				continue
			}
			at, _ := civil.Wall(time.Date(day.Year(), day.Month(), day.Day(), 0, minutes, 0, 0, time.UTC), t.Location())
			if at.After(t) {
				return at
			}
		}
	}
	return time.Time{}
}
