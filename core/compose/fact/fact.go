package fact

import "github.com/metnos/metnos/core/when"

// Capture is what a slot of a pattern took from the sentence.
type Capture struct {
	Slot    string
	Text    string      // as written
	Value   string      // of the lexicon line, when the slot is a word class
	Number  float64     // number, size in bytes, ordinal
	Paths   []string    // existing places a name may mean, best first
	Window  when.Window // of a time expression
	Repeat  *when.Recurrence
	Pronoun string // attached to a verb
	Literal bool   // quoted, or written as a path
	Cost    int    // of taking the slot so; the cheapest reading wins
}

// Fact is one thing the sentence says.
type Fact struct {
	Name       string
	Args       []string
	Captures   []Capture
	Start, End int // tokens
}

// Get returns the first capture of a slot.
func (f Fact) Get(slot string) (Capture, bool) {
	for _, c := range f.Captures {
		if c.Slot == slot {
			return c, true
		}
	}
	return Capture{}, false
}

// Arg returns the n-th fixed argument, "" when there is none.
func (f Fact) Arg(n int) string {
	if n < len(f.Args) {
		return f.Args[n]
	}
	return ""
}
