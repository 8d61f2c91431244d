package dated

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
)

// literal are the slots of names and texts, in which a date is no date.
var literal = []string{"rest", "text", "say", "tail", "name", "filename", "file", "item", "dir", "folder", "known", "quoted"}

// Question asks for a time again when the sentence holds one that does not exist, or one of several meanings that
// nothing else explains; nil when it holds none. What is in a name or in a text is not looked at.
func Question(reading speech.Reading, clock when.Clock) *plan.Question {
	if !slices.ContainsFunc(reading.Tokens, func(t token.Token) bool { return strings.ContainsAny(t.Fold, "0123456789") }) && len(reading.Unknown) == 0 {
		return nil
	}
	words := make([]string, len(reading.Tokens))
	for i, t := range reading.Tokens {
		words[i] = t.Fold
	}
	said := make([]bool, len(words)) // some fact explains the word
	for _, f := range reading.Facts {
		for i := f.Start; i < f.End; i++ {
			said[i] = true
		}
		if slices.ContainsFunc(f.Captures, func(k speech.Capture) bool { return slices.Contains(literal, k.Slot) }) {
			clear(words[f.Start:f.End])
		}
	}
	for i := range words {
		if words[i] == "" {
			continue
		}
		_, _, err := when.Parse(words[i:], clock)
		var bad *when.Impossible
		var many *when.Ambiguous
		switch {
		case errors.As(err, &bad):
			return &plan.Question{Code: code(bad.Why), Params: map[string]string{"date": bad.Text}}
		case errors.As(err, &many) && !said[i]:
			return &plan.Question{Code: "when_ambiguous", Params: map[string]string{"date": many.Text}, Options: meanings(many.Readings, clock.Zone)}
		}
	}
	return nil
}

// code is the sentence that says why something is impossible.
func code(why string) string {
	switch why {
	case when.NoSuchTime:
		return "time_impossible"
	case when.Skipped:
		return "time_skipped"
	case when.WrongDay:
		return "weekday_wrong"
	case when.WrongPart:
		return "daypart_wrong"
	case when.Reversed:
		return "dates_reversed"
	}
	return "date_impossible"
}

// meanings writes each meaning so that it has no other.
func meanings(list []when.Reading, zone *time.Location) (out []string) {
	for _, r := range list {
		if text := written(r.Window, zone); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func written(w when.Window, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	from, to := w.From.In(zone), w.To.In(zone)
	switch {
	case w.From.IsZero() && w.To.IsZero():
		return ""
	case w.From.IsZero():
		return to.Format("2006-01-02")
	case w.To.IsZero():
		return from.Format("2006-01-02")
	case from.AddDate(0, 0, 1).Equal(to) && from.Hour() == 0:
		return from.Format("2006-01-02")
	case from.Hour() == 0 && to.Hour() == 0:
		return from.Format("2006-01-02") + " – " + to.AddDate(0, 0, -1).Format("2006-01-02")
	}
	return from.Format("2006-01-02 15:04") + " – " + to.Format("2006-01-02 15:04")
}
