package main

import (
	"context"
	"slices"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// maxOptions is how many tasks a question offers.
const maxOptions = 30

// wanted are the tasks a change is about: all that are meant, or the one. Of several a question is made.
func wanted(ctx context.Context, args *arg.Reader, call sdk.Call, host sdk.Host, fits func(sdk.Task) bool) ([]sdk.Task, *sdk.Result, error) {
	query, all, kind := args.Text("query", ""), args.Flag("all", false), args.Text("kind", "")
	if err := args.Err(); err != nil {
		return nil, nil, err
	}
	list, err := host.Self().Tasks(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	if all {
		found := len(list)
		list = slices.DeleteFunc(list, func(t sdk.Task) bool { return kind != "" && t.Kind != kind })
		if len(list) == 0 && found > 0 {
			return nil, nil, sdk.Errorf(sdk.NotFound, "tasks_other", "none of %d tasks is a %s", found, kind)
		}
	} else if able := slices.DeleteFunc(slices.Clone(list), func(t sdk.Task) bool { return !fits(t) }); len(able) > 0 {
		list = able // of those that could be meant, the ones that are not so already
	}
	switch {
	case len(list) == 0 && query != "":
		return nil, nil, sdk.Errorf(sdk.NotFound, "task_unknown", "no task %q", query).With("name", query)
	case len(list) == 0:
		return nil, nil, sdk.Errorf(sdk.NotFound, "tasks_none", "there are no tasks")
	case len(list) == 1 || all:
		return list, nil, nil
	}
	q := sdk.Question{Name: "query", Kind: "choice", Prompt: tell(call, "Quale?", "Which one?")}
	for _, t := range list[:min(len(list), maxOptions)] {
		q.Options = append(q.Options, label(t))
	}
	r := asking(q)
	return nil, &r, nil
}
