package which

import (
	"time"

	"github.com/metnos/metnos/core/when"
)

// part is a part of the day in hours of the clock; one that ends before it begins ends on the next day. Parts
// overlap: a change at half past twelve is of the morning to one person and of the afternoon to another, and
// whoever asks is shown what was found.
type part struct{ from, to int }

var (
	morning   = part{4, 13}
	afternoon = part{12, 19}
	evening   = part{17, 28}
	night     = part{20, 30}
)

// on is the part on the day that begins at midnight.
func (p part) on(midnight time.Time) when.Window {
	y, m, d := midnight.Date()
	at := func(hour int) time.Time { return time.Date(y, m, d, hour, 0, 0, 0, midnight.Location()) }
	return when.Window{From: at(p.from), To: at(p.to)}
}

// window reads when something was done: a part of a day, or any time package when knows.
func (r *reader) window() (when.Window, bool) {
	if w, ok := r.named(); ok {
		return w, true
	}
	at := r.at
	r.take(r.links)
	if w, ok := r.named(); ok {
		return w, true
	}
	for _, start := range [...]int{r.at, at} {
		w, n, err := when.Parse(r.day(start), when.Clock{Now: r.clock.Now, Zone: r.clock.Zone})
		if err != nil {
			return w, false
		}
		if n == 0 {
			continue
		}
		r.at = start + n
		if w.Grain == when.Day {
			r.take(r.inThe)
			if name, ok := r.take(r.parts.names()); ok {
				return r.parts[name].on(w.From), true
			}
		}
		return w, true
	}
	r.at = at
	return when.Window{}, false
}

// day is the words from start on up to a part of the day, which this package reads itself: its parts overlap.
func (r *reader) day(start int) []string {
	for end := start + 1; end < len(r.words); end++ {
		for _, p := range r.parts.names() {
			if begins(r.words[end:], p) {
				return r.words[start:end]
			}
		}
	}
	return r.words[start:]
}

// named reads the parts of today and yesterday that have names of their own.
func (r *reader) named() (when.Window, bool) {
	name, ok := r.take(r.dayParts.names())
	if !ok {
		return when.Window{}, false
	}
	p := r.dayParts[name]
	y, m, d := r.clock.Now.Date()
	return p.part.on(time.Date(y, m, d+p.day, 0, 0, 0, 0, r.clock.Now.Location())), true
}
