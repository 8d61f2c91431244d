package kept

import (
	"strconv"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Text is the field of what is only told.
const Text = "text"

// Item is a row as a person reads it: its own fields, and where and when it was written.
func Item(call sdk.Call, r sdk.Row) map[string]any {
	item := map[string]any{}
	for _, c := range r.Cells {
		item[c.Name] = worthOf(call, c)
	}
	item["id"], item["collection"], item["written"], item["title"] = r.ID, r.Store, entry.Instant(r.At, entry.Zone(call)), Title(r)
	return item
}

func worthOf(call sdk.Call, c sdk.Cell) any {
	switch c.Type {
	case "number":
		if n, err := strconv.ParseInt(c.Value, 10, 64); err == nil {
			return n
		}
		if f, err := strconv.ParseFloat(c.Value, 64); err == nil {
			return f
		}
	case "boolean":
		return c.Value == "true"
	case "datetime":
		if at, err := time.Parse(time.RFC3339, c.Value); err == nil {
			return entry.Instant(at, entry.Zone(call))
		}
	}
	return c.Value
}

// Title is what a row is called: its text, or all it says.
func Title(r sdk.Row) string {
	out := ""
	for _, c := range r.Cells {
		if c.Name == Text {
			return c.Value
		}
		if out != "" {
			out += ", "
		}
		out += c.Name + ": " + c.Value
	}
	return out
}
