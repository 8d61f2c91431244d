package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// notes is the store of what is only told, and text the field it is told in.
const (
	notes = "notes"
	text  = "text"
)

// row is a row as a person reads it: its own fields, and where and when it was written.
func row(call sdk.Call, r sdk.Row) map[string]any {
	item := map[string]any{}
	for _, c := range r.Cells {
		item[c.Name] = worthOf(call, c)
	}
	item["id"], item["store"], item["written"], item["title"] = r.ID, r.Store, entry.Instant(r.At, entry.Zone(call)), title(r)
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

// title is what a row is called: its text, or all it says.
func title(r sdk.Row) string {
	out := ""
	for _, c := range r.Cells {
		if c.Name == text {
			return c.Value
		}
		if out != "" {
			out += ", "
		}
		out += c.Name + ": " + c.Value
	}
	return out
}

// noting is how a changed row is told.
func noting(call sdk.Call, action string) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		item := row(call, *out.Row)
		item["action"], item["name"] = action, title(*out.Row)
		return item
	}
}

// rowFinder is find_entries.
type rowFinder struct{}

func (rowFinder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	store, query, limit := args.Text("store", ""), args.Text("query", ""), int(args.Int("limit", 1000))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Rows(ctx, store, strings.TrimSpace(query+" "+args.Text("word", "")))
	if err != nil {
		return sdk.Result{}, err
	}
	items := []map[string]any{}
	for _, r := range list[max(0, len(list)-max(0, limit)):] { // the latest
		items = append(items, row(call, r))
	}
	return entry.Produced(items, len(list), limit, nil), nil
}
