package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// lister is get_processes.
type lister struct{}

func (lister) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	name, by := fold.Text(args.Text("name", "")), args.Text("order_by", "memory")
	top := args.Has("order_by") && !args.Has("limit") && (by == "memory" || by == "cpu") // who uses most: a few
	desc := args.Text("order", map[bool]string{true: "asc", false: "desc"}[by == "name"]) == "desc"
	limit := int(max(0, args.Int("limit", map[bool]int64{true: 10, false: 1000}[top])))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if err := entry.Stopped(ctx); err != nil {
		return sdk.Result{}, err
	}
	if call.System == nil {
		return sdk.Result{}, untold()
	}
	var list []sdk.Process
	for _, p := range call.System.Processes {
		if strings.Contains(fold.Text(p.Name), name) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b sdk.Process) int {
		c := compare(by, a, b)
		if desc {
			c = -c
		}
		return c
	})
	items := make([]map[string]any, 0, min(limit, len(list)))
	zone := entry.Zone(call)
	for _, p := range list[:min(limit, len(list))] {
		items = append(items, map[string]any{
			"name": p.Name, "pid": p.PID, "memory": p.Memory, "cpu": p.CPU, "state": p.State,
			"started": entry.Instant(p.Started, zone), "processor": decimal(p.CPU, 1, call.Lang) + "% CPU",
		})
	}
	r := entry.Produced(items, len(list), limit, nil)
	if top {
		r.Truncated = nil // the rest was not asked for
	}
	if n := call.System.Omitted; n > 0 && r.Truncated == nil {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: len(list) + n}
	}
	return r, nil
}

func compare(by string, a, b sdk.Process) int {
	switch by {
	case "cpu":
		return cmp.Compare(a.CPU, b.CPU)
	case "name":
		return strings.Compare(fold.Text(a.Name), fold.Text(b.Name))
	case "started":
		return a.Started.Compare(b.Started)
	}
	return cmp.Compare(a.Memory, b.Memory)
}

// untold is the error of a call that came without the facts of the machine.
func untold() error {
	return sdk.Errorf(sdk.Unavailable, "system_untold", "the call says nothing about the machine")
}
