package main

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// notes is the collection of what is only told.
const notes = "notes"

// noting is how a changed row is told.
func noting(call sdk.Call, action string) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		item := kept.Item(call, *out.Row)
		item["action"], item["name"] = action, kept.Title(*out.Row)
		return item
	}
}

// rowFinder is find_entries.
type rowFinder struct{}

func (rowFinder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	store, query, limit := args.Text("collection", ""), args.Text("query", ""), int(args.Int("limit", 1000))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Rows(ctx, store, strings.TrimSpace(query+" "+args.Text("word", "")))
	if err != nil {
		return sdk.Result{}, err
	}
	items := []map[string]any{}
	for _, r := range list[max(0, len(list)-max(0, limit)):] { // the latest
		items = append(items, kept.Item(call, r))
	}
	return entry.Produced(items, len(list), limit, nil), nil
}
