package when

import (
	"errors"
	"fmt"
	"time"

	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/repeat"
)

// Clock is when and where an expression is said, and how the person writes dates.
type Clock = calendar.Clock

// Unit is a length of calendar time.
type Unit = civil.Unit

// The units.
const (
	NoUnit = civil.NoUnit
	Minute = civil.Minute
	Hour   = civil.Hour
	Day    = civil.Day
	Week   = civil.Week
	Month  = civil.Month
	Year   = civil.Year
)

// Window is the half-open interval [From, To); a zero bound is open.
type Window = civil.Window

// Span is a length of time.
type Span = civil.Span

// Recurrence is a repeated moment.
type Recurrence = repeat.Recurrence

// Kind is what an expression of time says.
type Kind byte

// The kinds of reading.
const (
	Interval   Kind = iota + 1 // Window
	Moment                     // Window, whose From is the moment and which lasts a minute
	Duration                   // Span
	Repetition                 // Repeat
)

// Reading is one meaning of an expression. Kind says which field holds it.
type Reading struct {
	Kind   Kind
	Window Window
	Span   Span
	Repeat Recurrence
}

// Equal reports whether two readings are the same.
func (r Reading) Equal(o Reading) bool {
	return r.Kind == o.Kind && r.Window.Equal(o.Window) && r.Span == o.Span && r.Repeat.Equal(o.Repeat)
}

// ErrNotTime says that a text is no expression of time.
var ErrNotTime = errors.New("no expression of time")

// Impossible is the error of what does not exist, such as 31 February.
type Impossible = calendar.Impossible

// Why something is impossible.
const (
	NoSuchDate = calendar.NoSuchDate
	NoSuchTime = calendar.NoSuchTime
	Skipped    = calendar.Skipped
	WrongDay   = calendar.WrongDay
	WrongPart  = calendar.WrongPart
	Reversed   = calendar.Reversed
)

// Ambiguous is the error of an expression with several meanings that are as likely. There are at least two.
type Ambiguous struct {
	Text     string
	Readings []Reading
}

func (e *Ambiguous) Error() string {
	return fmt.Sprintf("%q has %d meanings", e.Text, len(e.Readings))
}

// Incomplete is the error of a recurrence that lacks something. Missing is "day" or "time".
type Incomplete struct {
	Missing string
	Repeat  Recurrence
}

func (e *Incomplete) Error() string { return "the recurrence lacks its " + e.Missing }

// maxWords bounds how far an expression reaches into a sentence.
const maxWords = 24

// The bounds of a text that is one expression, in bytes and in words.
const (
	maxText = 600
	maxSaid = 64
)

// Parse reads the longest window or moment at the start of the folded words and says how many words it took, 0 when
// there is none. What cannot exist is an [*Impossible] error, what has several meanings an [*Ambiguous] one.
func Parse(words []string, clock Clock) (Window, int, error) {
	got, n, err := find("window", words, clock)
	return got.Window, n, err
}

// ParseRecurrence reads a recurrence at the start of the folded words, and how many words it took. It has no clock,
// so it does not know beginnings and ends; [FindRecurrence] does. ok is true of a recurrence that lacks something,
// and of one whose hour is of the morning or of the evening, where the first is taken.
func ParseRecurrence(words []string) (r Recurrence, n int, ok bool) {
	r, n, err := FindRecurrence(words, Clock{Now: time.Unix(0, 0).UTC()})
	var many *Ambiguous
	if errors.As(err, &many) {
		r = many.Readings[0].Repeat
	}
	r.Start = time.Time{}
	return r, n, n > 0
}

// FindRecurrence reads a recurrence at the start of the folded words, and how many words it took. One that lacks
// something is an [*Incomplete] error; that error and [*Ambiguous] come with the words taken.
func FindRecurrence(words []string, clock Clock) (Recurrence, int, error) {
	got, n, err := find("rep", words, clock)
	if err == nil && n > 0 && got.Repeat.Missing() != "" {
		err = &Incomplete{got.Repeat.Missing(), got.Repeat}
	}
	return got.Repeat, n, err
}

// Read reads a text that is an expression of time and nothing else. Errors: [ErrNotTime], [*Impossible], [*Ambiguous],
// [*Incomplete].
func Read(text string, clock Clock) (Reading, error) {
	if len(text) > maxText {
		return Reading{}, ErrNotTime
	}
	words := split(text)
	if len(words) == 0 || len(words) > maxSaid {
		return Reading{}, ErrNotTime
	}
	got, err := whole(words, clock)
	if err == nil && got.Kind == Repetition && got.Repeat.Missing() != "" {
		err = &Incomplete{got.Repeat.Missing(), got.Repeat}
	}
	return got, err
}
