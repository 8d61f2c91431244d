package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// historian is read_tasks_history.
type historian struct{}

func (historian) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	query, limit := args.Text("query", ""), int(args.Int("limit", 20))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Tasks(ctx, query)
	if err == nil && len(list) == 0 && query != "" {
		err = sdk.Errorf(sdk.NotFound, "task_unknown", "no task %q", query).With("name", query)
	}
	if err != nil {
		return sdk.Result{}, err
	}
	runs, err := host.Self().Runs(ctx, query, max(0, limit))
	if err != nil {
		return sdk.Result{}, err
	}
	titles := map[string]string{}
	for _, t := range list {
		titles[t.Name] = t.Request
	}
	items := []map[string]any{}
	for _, r := range runs {
		items = append(items, map[string]any{"task": r.Task, "title": titles[r.Task], "at": entry.Instant(r.At, entry.Zone(call)), "outcome": outcome(call, r.Outcome), "message": r.Message})
	}
	for _, t := range list {
		if t.Runs == 0 { // that it never ran is its history
			one := map[string]any{"task": t.Name, "title": t.Request, "outcome": tell(call, "mai eseguita", "it never ran")}
			if !t.Next.IsZero() {
				one["message"] = nextly(call, t.Next)
			}
			items = append(items, one)
		}
	}
	return entry.Produced(items, len(items), len(items), nil), nil
}
