package query

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
)

// Clock plans questions about the time and the calendar.
func (b Planner) Clock(c *request.Clause) error {
	b.Answers++
	f, _ := c.Take("clock")
	field := f.Arg(0)
	if w, ok := f.Get("when"); ok && field == "date" && b.saysDay(f) && w.Window.Grain == when.Day && strings.ContainsAny(w.Text, "0123456789") {
		field = "weekday" // "what day was March 3" wants the day of the week
	}
	t := b.clockTool(field)
	if t == nil {
		return steps.Limit("capability_missing", "no executor knows the time", "what", b.From(f.Start))
	}
	args := map[string]any{}
	t.Put(args, "field", field)
	days := 0
	for _, d := range append(c.All("mod"), f) {
		w, ok := d.Get("when")
		if !ok {
			continue
		}
		if w.Window.From.IsZero() {
			return steps.Unknown(b.Words(d))
		}
		if next, err := when.Read(w.Text, when.Clock{Now: b.Req.Now, Zone: b.Req.Zone, Lang: b.Reading.Lang, Future: true}); err == nil && !b.past(f) && next.Kind == when.Interval && !next.Window.From.IsZero() {
			w.Window.From = next.Window.From // "what day will December 25 be": the next one
		}
		from := constraint.StartOfDay(b.Req.Now, b.Req.Zone)
		days = int(w.Window.From.Add(12*time.Hour).Sub(from) / (24 * time.Hour))
		if w.Window.From.Before(from) {
			days = -int(from.Add(12*time.Hour).Sub(w.Window.From) / (24 * time.Hour))
		}
	}
	if days != 0 && !t.Put(args, "offset_days", int64(days)) {
		return steps.Unknown(b.Words(f))
	}
	for i, z := range c.All("zonename") {
		if i > 0 {
			return steps.Limit("one_place", "the time of several places", "place", b.Words(z))
		}
		name, _ := z.Get("zone")
		if !t.Put(args, "zone", name.Value) {
			return steps.Unknown(b.Words(z))
		}
	}
	b.Last = steps.Output(t, b.Add(t, args), nil)
	b.Framework.Shape = plan.ShapeScalar
	return nil
}

// past reports whether a clock question asks for what was.
func (b Planner) past(f speech.Fact) bool {
	for _, t := range b.Reading.Tokens[f.Start:f.End] {
		switch t.Fold {
		case "era", "cadeva", "stato", "was", "did":
			return true
		}
	}
	return false
}

// clockTool is the executor that tells the field of a moment.
func (b Planner) clockTool(field string) *shelf.Tool {
	for i := range b.Shelf.Tools {
		t := &b.Shelf.Tools[i]
		if t.Parts.Verb == "get" && t.Parts.Object == "now" && t.Has("field") && t.Allows("field", field) {
			return t
		}
	}
	return nil
}

// saysDay reports whether a clock question asks for the day rather than the date.
func (b Planner) saysDay(f speech.Fact) bool {
	for _, t := range b.Reading.Tokens[f.Start:f.End] {
		switch t.Fold {
		case "giorno", "day":
			return true
		case "data", "date":
			return false
		}
	}
	return false
}
