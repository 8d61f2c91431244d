package recovery

import (
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Evidence is what is known of a message and of the turn it opened.
type Evidence struct {
	Text     string // of the request, redacted
	Received time.Time
	Lang     string        // of the turn, once it began
	Attempts int           // times it may have begun
	Lossy    bool          // its answer held a secret, which was not kept
	Told     *core.Outcome // the end it was told already
	End      sdk.Event     // by which it was told
	Steps    []undo.Entry  // its changes
	Undone   []undo.Entry  // what it took back
	Half     []undo.Entry  // what it was taking back when it was cut off
	Asks     *core.Dialog  // the question it left open
	Shown    bool          // that question was shown
	Blind    bool          // some of this could not be read
}

// Fate is what becomes of a message.
type Fate string

const (
	Again     Fate = "again"     // its turn runs, as if for the first time
	Told      Fate = "told"      // it ended, and only its record is missing
	Asks      Fate = "asks"      // it waits for an answer
	Uncertain Fate = "uncertain" // it was changing something, and nobody knows how far it came
	Changed   Fate = "changed"   // it changed something and was cut off before its answer
	TookBack  Fate = "took_back" // it undid something and was cut off before its answer
	Undoing   Fate = "undoing"   // it was undoing something, and is not done
	GaveUp    Fate = "gave_up"   // every attempt was cut off
	Stale     Fate = "stale"     // what was meant then may not be meant now
	Lost      Fate = "lost"      // the answer it carried was not kept
)

const (
	// MaxAttempts is how often a turn begins: once, and three times again.
	MaxAttempts = 4
	// Fresh is how long a message is run without being asked again.
	Fresh = 24 * time.Hour
)

// Fate reads the evidence. Whatever may have changed something is never run again.
func (e Evidence) Fate(now time.Time) Fate {
	switch {
	case e.Told != nil:
		return Told
	case e.Blind:
		return Uncertain
	case e.Asks != nil:
		return Asks
	case e.doubtful() > 0:
		return Uncertain
	case len(e.Steps) > 0:
		return Changed
	case len(e.Half) > 0:
		return Undoing
	case len(e.Undone) > 0:
		return TookBack
	case e.Attempts >= MaxAttempts:
		return GaveUp
	case now.Sub(e.Received) > Fresh:
		return Stale
	case e.Lossy:
		return Lost
	}
	return Again
}

// doubtful counts the steps nobody knows the end of.
func (e Evidence) doubtful() (n int) {
	for _, s := range e.Steps {
		if s.State == undo.Uncertain || s.State == undo.Pending {
			n++
		}
	}
	return n
}

// changed counts what was changed and is still so, of steps that came to their end.
func (e Evidence) changed() (n int) {
	for _, s := range e.Steps {
		if s.State == undo.Done {
			n += s.Changed
		}
	}
	return n
}

// midway adds up how far the steps came that were cut off. known is false when the disk does not show it of one.
func (e Evidence) midway() (changed, planned, unclear int, known bool) {
	known = true
	for _, s := range e.Steps {
		switch {
		case s.State != undo.Uncertain && s.State != undo.Pending:
		case s.Cut == nil || s.Cut.Planned == 0:
			known = false
		default:
			changed, planned, unclear = changed+s.Changed, planned+s.Cut.Planned, unclear+len(s.Cut.Unclear)+s.Cut.Beyond
		}
	}
	return changed, planned, unclear, known && planned > 0
}
