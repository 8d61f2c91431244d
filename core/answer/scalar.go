package answer

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
)

// scalar says one value in a sentence.
func (p page) scalar(s Step) string {
	if object(s.Manifest) == "now" {
		return p.clock(s)
	}
	kind := p.valueType(s)
	said := p.Value(kind, s.Result.Value)
	n, isNumber := voice.Number(s.Result.Value)
	if text, ok := s.Result.Value.(string); ok && strings.Contains(text, "\n") && kind == "text" { // content
		return glyph.Block(strings.TrimSpace(text))
	}
	aggregate := s.argument("aggregate")
	if aggregate == "columns" {
		return p.Tell("result_columns", "value", said)
	}
	if !isNumber {
		return voice.Whole(said, ".")
	}
	if kind == "bytes" && n >= 1000 {
		said += " (" + p.Bytes(n) + ")"
	}
	if count, ok := whole(s.Result.Value); ok && aggregate == "count" {
		return p.Tell("count", "Count", strconv.Itoa(count), "what", p.what(count)+p.criteria()) + "."
	}
	if key := "result_" + aggregate; aggregate != "" && p.Has(key) {
		return p.Tell(key, "value", said) + p.computed(s, aggregate)
	}
	return p.Tell("result_value", "value", said)
}

// computed says what a value of a table was calculated from: the rows that have the largest or the smallest, or the
// column, which the person may not have named.
func (p page) computed(s Step, aggregate string) string {
	if s.Result.Table == nil {
		return ""
	}
	if aggregate == "max" || aggregate == "min" {
		if len(s.Result.Items()) == 0 {
			return ""
		}
		return "\n" + p.bullets(s, maxTold)
	}
	if len(s.Result.Table.Columns) != 1 || aggregate == "distinct" {
		return ""
	}
	return " " + p.Tell("result_column", "column", glyph.Line(s.Result.Table.Columns[0].Key))
}

// maxTold is how many rows that share an end are shown under it.
const maxTold = 5

// clock says a moment: the time as a sentence, a day always with its weekday.
func (p page) clock(s Step) string {
	said := glyph.Line(plan.Text(s.Result.Value))
	items := s.Result.Items()
	if len(items) != 1 {
		return voice.Whole(said, ".")
	}
	day := plan.Text(items[0]["weekday"]) + " " + plan.Text(items[0]["date"])
	offset, _ := voice.Number(s.Args["offset_days"])
	key := "now_" + s.argument("field")
	switch s.argument("field") {
	case "":
		key = "now_moment"
	case "date", "weekday", "day":
		said = day
		switch {
		case offset == 0:
			key = "now_today"
		case offset == 1:
			key = "now_tomorrow"
		case offset == -1:
			key = "now_yesterday"
		case offset > 0:
			key = "now_ahead"
		default:
			key = "now_past"
		}
	case "month", "year", "week":
		if offset != 0 {
			return voice.Whole(said, ".")
		}
	}
	if !p.Has(key) {
		return voice.Whole(said, ".")
	}
	zone := ""
	if s.argument("zone") != "" {
		zone = " (" + plan.Text(items[0]["zone"]) + ")"
	}
	return p.Tell(key, "value", said, "time", plan.Text(items[0]["time"]), "day", day, "zone", zone)
}
