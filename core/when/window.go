package when

import (
	"fmt"
	"time"
)

// Clock is when and where an expression is said.
type Clock struct {
	Now    time.Time
	Zone   *time.Location
	Future bool // a bare weekday, day or month means the next one rather than the latest
}

func (c Clock) now() time.Time {
	if c.Zone == nil {
		return c.Now
	}
	return c.Now.In(c.Zone)
}

// Window is the half-open interval [From, To); a zero bound is open.
type Window struct {
	From, To time.Time
	Grain    Unit // the unit the person spoke in; NoUnit for an interval of several
}

// Contains reports whether t lies in the window.
func (w Window) Contains(t time.Time) bool {
	return (w.From.IsZero() || !t.Before(w.From)) && (w.To.IsZero() || t.Before(w.To))
}

// Impossible is the error of a date that does not exist, such as 31 February.
type Impossible struct{ Text string }

func (e *Impossible) Error() string { return fmt.Sprintf("%s is not a date", e.Text) }

// maxWords bounds how far an expression reaches.
const maxWords = 16

// Parse reads the longest window at the start of the folded words and says how many words it took, 0 when
// there is none. A date that cannot exist is an [*Impossible] error.
func Parse(words []string, clock Clock) (Window, int, error) {
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	p := parser{words: words, clock: clock, now: clock.now()}
	w, n, ok := p.window(0)
	if p.impossible != "" {
		return Window{}, 0, &Impossible{p.impossible}
	}
	if !ok {
		return Window{}, 0, nil
	}
	return w, n, nil
}

type parser struct {
	words      []string
	clock      Clock
	now        time.Time
	impossible string
}

func (p *parser) word(i int) string {
	if i < len(p.words) {
		return p.words[i]
	}
	return ""
}

func (p *parser) one(i int, options ...string) bool {
	w := p.word(i)
	for _, o := range options {
		if w == o {
			return true
		}
	}
	return false
}

// phrase matches a space-free list of words at i.
func (p *parser) phrase(i int, words ...string) bool {
	for k, w := range words {
		if p.word(i+k) != w {
			return false
		}
	}
	return true
}

func (p *parser) skip(i int) int {
	for i < len(p.words) && fillers[p.words[i]] {
		i++
	}
	return i
}

func (p *parser) window(i int) (Window, int, bool) {
	for _, try := range []func(int) (Window, int, bool){p.between, p.bounded, p.rolling, p.period} {
		if w, j, ok := try(i); ok {
			return w, j, true
		}
	}
	return Window{}, 0, false
}

// between reads "dal 3 al 7 marzo", "from Monday to Friday", "between March and May 2022", "tra il 3 e il 7".
func (p *parser) between(i int) (Window, int, bool) {
	var closers []string
	switch {
	case p.one(i, "dal", "dall'", "dalla", "da", "from", "dallo"):
		closers = []string{"al", "all'", "alla", "a", "to", "until", "till", "allo", "fino", "ad", "through"}
	case p.one(i, "tra", "fra", "between"):
		closers = []string{"e", "and", "ed"}
	default:
		return Window{}, 0, false
	}
	start := p.skip(i + 1)
	for split := start + 1; split < len(p.words); split++ {
		if !contains(closers, p.words[split]) {
			continue
		}
		endAt := p.skip(split + 1)
		last, j, ok := p.period(endAt)
		if !ok {
			continue
		}
		first, k, ok := p.period(start)
		if !ok || k != split {
			first, ok = p.borrow(start, split, last)
		}
		if !ok || (k != split && first.To.IsZero()) {
			continue
		}
		for years := last.From.Year() - first.From.Year() - 1; first.From.After(last.From) && first.Grain != Year && first.Grain != NoUnit; years-- {
			first.From = first.From.AddDate(min(years+1, -1), 0, 0) // the year was said of the end: "3 March to 7 May 2022"
		}
		if first.From.Before(last.To) {
			return Window{From: first.From, To: last.To}, j, true
		}
	}
	return Window{}, 0, false
}

// borrow completes "3" in "dal 3 al 7 marzo" and "marzo" in "between March and May 2022" from the other end.
func (p *parser) borrow(start, split int, other Window) (Window, bool) {
	if split != start+1 {
		return Window{}, false
	}
	year := other.From.Year()
	if d, ok := dayNumber(p.words[start]); ok && other.Grain == Day {
		return p.date(year, other.From.Month(), d)
	}
	if m, ok := monthNames[p.words[start]]; ok {
		if m > other.From.Month() {
			year--
		}
		return p.month(year, m), true
	}
	return Window{}, false
}

// bounded reads "before 2020", "prima di marzo", "dopo il 3 maggio", "since Monday", "da ieri".
func (p *parser) bounded(i int) (Window, int, bool) {
	before := p.one(i, "before", "prima", "until", "till", "entro") || p.phrase(i, "fino", "a") || p.phrase(i, "fino", "al")
	after := p.one(i, "after", "dopo", "successivi", "following")
	since := p.one(i, "since", "da", "dal", "dall'", "dalla", "from") || p.phrase(i, "a", "partire", "da") || p.phrase(i, "a", "partire", "dal")
	if !before && !after && !since {
		return Window{}, 0, false
	}
	j := i + 1
	if p.one(i, "a", "fino") {
		j = i + 2
		if p.word(i) == "a" {
			j = i + 3
		}
	}
	w, k, ok := p.period(p.skip(j))
	if !ok {
		return Window{}, 0, false
	}
	switch {
	case before && p.one(i, "until", "till", "entro", "fino"):
		return Window{To: w.To}, k, true
	case before:
		return Window{To: w.From}, k, true
	case after:
		return Window{From: w.To}, k, true
	}
	if p.word(i) == "from" && !p.one(k, "onwards", "onward", "on") { // "photos from July 2022"
		return w, k, true
	}
	if p.one(k, "in", "on") && p.one(k+1, "poi", "avanti") {
		k += 2
	} else if p.one(k, "onwards", "on", "onward") {
		k++
	}
	return Window{From: w.From}, k, true
}

func contains(list []string, w string) bool {
	for _, l := range list {
		if l == w {
			return true
		}
	}
	return false
}
