package calendar

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/lexeme"
)

// Clock is when and where an expression is said.
type Clock struct {
	Now    time.Time
	Zone   *time.Location
	Future bool   // a bare weekday, day or month means the next one rather than the latest
	Lang   string // BCP 47; says how the person writes 12/03/2024. "" leaves that open
}

// Local is now in the clock's zone.
func (c Clock) Local() time.Time {
	if c.Zone == nil {
		return c.Now
	}
	return c.Now.In(c.Zone)
}

// ErrOther says that a tree of the grammar means nothing after all.
var ErrOther = errors.New("means nothing")

// Stretch is a window as it was said.
type Stretch struct {
	civil.Window
	Floats bool // the year or week was not said: another one can be meant beside another date
	Weekly bool // a day of the week, of no week in particular
	Moment bool // the window is the minute that begins with it
}

// Reader finds what a tree means. Where something has several meanings it asks Choose; whoever reads the tree reads it
// again after Next, so that a choice that leads nowhere is dropped and the others stand for the whole expression.
type Reader struct {
	Lang    string // of the grammar
	Clock   Clock
	Now     time.Time // the clock's, in its zone
	Lexemes []lexeme.Lexeme
	Knows   func(word string) bool // whether this grammar holds a word
	Foreign func(word string) bool // whether the other does

	script []choice
	asked  int
}

type choice struct{ taken, of int }

// Choose asks which of several meanings counts in this reading, and gets its index.
func (r *Reader) Choose(of int) int {
	k := r.asked
	r.asked++
	if k == len(r.script) {
		r.script = append(r.script, choice{0, of})
	}
	return r.script[k].taken
}

// Next begins another reading, with the next combination of choices; false when there is none.
func (r *Reader) Next() bool {
	r.asked = 0
	for k := len(r.script) - 1; k >= 0; k-- {
		if r.script[k].taken++; r.script[k].taken < r.script[k].of {
			return true
		}
		r.script = r.script[:k]
	}
	return false
}

// Text is the words of a tree.
func (r *Reader) Text(n *grammar.Node) string {
	return strings.NewReplacer("' ", "'", " ,", ",").Replace(strings.Join(r.Words(n), " "))
}

// Words are the words of a tree.
func (r *Reader) Words(n *grammar.Node) (out []string) {
	for _, l := range r.Lexemes[n.From:n.To] {
		out = append(out, l.Text)
	}
	return out
}

// Counts reports whether a tree ends with a lone number that counts what follows: "dopo le 3 foto" is no time.
func (r *Reader) Counts(n *grammar.Node) bool {
	if n.To >= len(r.Lexemes) || r.Lexemes[n.To-1].Class&lexeme.HourNum == 0 {
		return false
	}
	next := r.Lexemes[n.To]
	return next.Class == 0 && !r.Knows(next.Text)
}

// Tagged is a tag's name and its first number.
func Tagged(n *grammar.Node) (string, int) {
	name, rest, _ := strings.Cut(n.Tag(), " ")
	return name, Leading(rest)
}

// Leading is the number a tag, or the rest of one, begins with; 0 when there is none.
func Leading(s string) int {
	first, _, _ := strings.Cut(s, " ")
	n, _ := strconv.Atoi(first)
	return n
}

// args are the numbers of a tag.
func args(n *grammar.Node) (out []int) {
	for _, f := range strings.Fields(n.Tag())[1:] {
		out = append(out, Leading(f))
	}
	return out
}

// Window reads a node that says a day, a week, a month, a year or a part of one.
func (r *Reader) Window(n *grammar.Node) (Stretch, error) {
	switch tag := n.Tag(); {
	case n.Name() == "day", n.Name() == "feast":
		return r.DayOf(n)
	case n.Name() == "relyear":
		y, err := r.YearOf(n)
		return r.years(y, 1), err
	case tag != "" && tag != "pass":
		return r.Period(n)
	}
	for _, k := range n.Kids {
		if k.Rule != nil && k.Name() != "pre" && k.Name() != "art" {
			return r.Window(k)
		}
	}
	return Stretch{}, ErrOther
}

func (r *Reader) years(year, n int) Stretch {
	return Stretch{Window: civil.YearOf(year, n, r.Now.Location())}
}

// MinuteAt is the window of the minute that begins with t.
func MinuteAt(t time.Time) Stretch {
	return Stretch{Window: civil.Window{From: t, To: t.Add(time.Minute), Grain: civil.Minute}, Moment: true}
}
