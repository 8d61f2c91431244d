package compose

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
)

// clock plans questions about the time and the calendar.
func (b *builder) clock(c *clause) error {
	b.answers++
	f, _ := c.take("clock")
	field := f.Arg(0)
	if w, ok := f.Get("when"); ok && field == "date" && b.saysDay(f) && w.Window.Grain == when.Day && strings.ContainsAny(w.Text, "0123456789") {
		field = "weekday" // "what day was March 3" wants the day of the week
	}
	t := b.clockTool(field)
	if t == nil {
		return limit("capability_missing", "no executor knows the time", "what", b.from(f.Start))
	}
	args := map[string]any{}
	t.put(args, "field", field)
	days := 0
	for _, d := range append(c.all("mod"), f) {
		w, ok := d.Get("when")
		if !ok {
			continue
		}
		if w.Window.From.IsZero() {
			return unknown(b.text(d))
		}
		from := startOfDay(b.req)
		days = int(w.Window.From.Add(12*time.Hour).Sub(from) / (24 * time.Hour))
		if w.Window.From.Before(from) {
			days = -int(from.Add(12*time.Hour).Sub(w.Window.From) / (24 * time.Hour))
		}
	}
	if days != 0 && !t.put(args, "offset_days", int64(days)) {
		return unknown(b.text(f))
	}
	if z, ok := c.take("zonename"); ok {
		name, _ := z.Get("zone")
		if !t.put(args, "zone", name.Value) {
			return unknown(b.text(z))
		}
	}
	b.last = output(t, b.add(t, args), nil)
	b.framework.Shape = plan.ShapeScalar
	return nil
}

// clockTool is the executor that tells the field of a moment.
func (b *builder) clockTool(field string) *tool {
	for i := range b.shelf.tools {
		t := &b.shelf.tools[i]
		if t.name.Verb == "get" && t.name.Object == "now" && t.has("field") && t.allows("field", field) {
			return t
		}
	}
	return nil
}

// saysDay reports whether a clock question asks for the day rather than the date.
func (b *builder) saysDay(f speech.Fact) bool {
	for _, t := range b.reading.Tokens[f.Start:f.End] {
		switch t.Fold {
		case "giorno", "day":
			return true
		case "data", "date":
			return false
		}
	}
	return false
}
