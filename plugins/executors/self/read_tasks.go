package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// reader is read_tasks.
type reader struct{}

func (reader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	query := args.Text("query", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Tasks(ctx, query)
	switch {
	case err != nil:
		return sdk.Result{}, err
	case len(list) == 0 && query != "":
		return sdk.Result{}, sdk.Errorf(sdk.NotFound, "task_unknown", "no task %q", query).With("name", query)
	}
	items := make([]map[string]any, len(list))
	for i, t := range list {
		items[i] = item(call, t)
		items[i]["last"] = last(call, t)
	}
	return entry.Produced(items, len(items), len(items), nil), nil
}

// last says what became of the latest run.
func last(call sdk.Call, t sdk.Task) string {
	if t.Last == nil {
		return tell(call, "mai eseguita", "it never ran")
	}
	return tell(call, "ultima volta ", "last on ") + moment(call, t.Last.At) + ": " + outcome(call, t.Last.Outcome)
}

func outcome(call sdk.Call, s string) string {
	switch s {
	case "success":
		return tell(call, "riuscita", "it worked")
	case "partial":
		return tell(call, "riuscita in parte", "it worked in part")
	case "refused":
		return tell(call, "rifiutata", "refused")
	case "waiting":
		return tell(call, "in attesa di una risposta", "waiting for an answer")
	}
	return tell(call, "non riuscita", "it failed")
}
