package main

import (
	"context"
	"slices"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// lister is list_tasks.
type lister struct{}

func (lister) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	query, state := args.Text("query", ""), args.Text("state", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Tasks(ctx, query)
	if err != nil {
		return sdk.Result{}, err
	}
	list = slices.DeleteFunc(list, func(t sdk.Task) bool { return state != "" && t.State != state })
	items := make([]map[string]any, len(list))
	for i, t := range list {
		items[i] = item(call, t)
	}
	return entry.Produced(items, len(items), len(items), nil), nil
}
