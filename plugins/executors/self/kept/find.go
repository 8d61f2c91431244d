package kept

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Finder is find_entries.
type Finder struct{}

// Invoke answers with what is kept, or with the lists there are.
func (Finder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	store, query, limit, names := args.Text("collection", ""), args.Text("query", ""), int(args.Int("limit", 1000)), args.Flag("lists", false)
	anyone := args.Flag("any_list", false)
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if names {
		return listed(ctx, host, limit)
	}
	if anyone && store == "" {
		one, question, err := Store(ctx, call, host, query)
		if err != nil {
			return sdk.Result{}, err
		}
		if question != nil {
			return *Asked(question), nil
		}
		store = one
	}
	list, err := host.Self().Rows(ctx, store, strings.TrimSpace(query+" "+args.Text("word", "")))
	if err != nil {
		return sdk.Result{}, err
	}
	items := []map[string]any{}
	for _, r := range list[max(0, len(list)-max(0, limit)):] { // the latest
		items = append(items, Item(call, r))
	}
	return entry.Produced(items, len(list), limit, nil), nil
}

// listed are the person's lists with how many items each has.
func listed(ctx context.Context, host sdk.Host, limit int) (sdk.Result, error) {
	names, counts, err := stores(ctx, host, "")
	if err != nil {
		return sdk.Result{}, err
	}
	items := []map[string]any{}
	for _, name := range names[:min(len(names), max(0, limit))] {
		items = append(items, map[string]any{"collection": name, "title": name, "items": counts[name]})
	}
	return entry.Produced(items, len(names), limit, nil), nil
}
