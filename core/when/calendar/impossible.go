package calendar

// Impossible is the error of what does not exist, such as 31 February. Why is one of the reasons below.
type Impossible struct {
	Text string // what was said, as a date where it is one
	Why  string
}

// Why something is impossible.
const (
	NoSuchDate = "date"    // the calendar has no such day
	NoSuchTime = "time"    // no clock shows it: 27:00
	Skipped    = "skipped" // the clocks are put forward over it
	WrongDay   = "weekday" // the date is another day of the week
	WrongPart  = "part"    // the hour is not in that part of the day
	Reversed   = "order"   // it ends before it begins
)

func (e *Impossible) Error() string {
	switch e.Why {
	case NoSuchTime:
		return e.Text + " is not a time"
	case Skipped:
		return e.Text + " does not exist: the clocks are put forward over it"
	case WrongDay:
		return e.Text + " is another day of the week"
	case WrongPart:
		return e.Text + " contradicts itself"
	case Reversed:
		return e.Text + " ends before it begins"
	}
	return e.Text + " is not a date"
}
