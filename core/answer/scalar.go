package answer

import (
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/answer/moment"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
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

// clock says a moment.
func (p page) clock(s Step) string {
	offset, _ := voice.Number(s.Args["offset_days"])
	return moment.Say(p.Voice, s.Result, moment.Asked{Field: s.argument("field"), Offset: offset, Zone: s.argument("zone") != ""})
}
