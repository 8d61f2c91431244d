package task

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/when"
)

// joins are the words that tie one moment to another.
var joins = []string{"e", "ed", "o", "oppure", "poi", "ma", "and", "or", "then", "but"}

// again is a moment that is left in what to do, as it was written: "ricordami alle 8 e alle 20 di …" has taken one of two.
// Of what repeats as a request only a joining word at an end tells; the dates in it are the request's own.
func (p Planner) again(taken spans, reminds bool) (said string, ok bool) {
	words := p.words()
	rest := make([]int, 0, len(words)) // the tokens of the body
	for i := range words {
		if !taken.covers(i) && p.Reading.Tokens[i].Kind != token.Mark {
			rest = append(rest, i)
		}
	}
	for _, run := range taken {
		for _, at := range [...]int{run[0] - 1, run[1]} {
			if at >= 0 && at < len(words) && !taken.covers(at) && slices.Contains(joins, words[at]) && p.tied(words, at, run) {
				return p.text(run[0], run[1]), true
			}
		}
	}
	if !reminds {
		return "", false
	}
	for _, i := range rest {
		if n := p.timed(words, i); n > 0 && !p.owned(words, i) && p.another(words, i, n) {
			return p.text(i, i+n), true
		}
	}
	return "", false
}

// tied reports a joining word beside a moment with nothing, or another moment, on its other side.
func (p Planner) tied(words []string, at int, run [2]int) bool {
	if at < run[0] { // "domani e [dopodomani alle 9]"
		for i := range at {
			if n := p.timed(words, i); n > 0 && i+n == at {
				return true
			}
		}
		return false
	}
	return at+1 == len(words) || p.timed(words, at+1) > 0
}

// another reports a time of day, or a day to come at an end of what is said or beside a joining word.
func (p Planner) another(words []string, i, n int) bool {
	got, err := when.Read(p.text(i, i+n), p.clock())
	if err == nil && got.Kind == when.Interval && !got.Window.To.After(p.Req.Now) {
		return false // "le foto di ieri"
	}
	if slices.Contains(clockly, words[i]) || err != nil || got.Kind != when.Interval {
		return true
	}
	return p.blank(i+n, len(words)) || i > 0 && slices.Contains(joins, words[i-1]) || i+n < len(words) && slices.Contains(joins, words[i+n])
}

// owned reports a moment that belongs to the word before it: "la riunione di venerdì", "prima delle 10".
func (p Planner) owned(words []string, i int) bool {
	for _, w := range words[max(i-1, 0) : i+1] {
		for _, s := range lexicons()[p.Reading.Lang].Look([]string{w}) {
			if s.Class == "before" && s.Words == 1 {
				return true
			}
		}
	}
	return false
}
