package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// maker is create_tasks.
type maker struct{}

func (maker) change(call sdk.Call) (sdk.Alteration, error) {
	args := arg.Of(call)
	a := sdk.Alteration{Kind: sdk.CreateTask, Request: args.Text("request", ""), Reminder: args.Flag("reminder", false), Name: args.Text("title", "")}
	args.Must("request")
	a.Schedule = said(args)
	return a, args.Err()
}

// said is what the arguments tell of when.
func said(args *arg.Reader) (parts []string) {
	if exact := args.Text("exact", ""); exact != "" {
		return []string{exact}
	}
	for _, name := range [...]string{"schedule", "day", "time"} {
		if text := args.Text(name, ""); text != "" {
			parts = append(parts, text)
		}
	}
	return parts
}

func (m maker) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	change, err := m.change(call)
	if err != nil {
		return sdk.Result{}, err
	}
	done := altering{host: host}
	if err := done.make(ctx, change, showing(call, "schedule")); err != nil {
		return asked(call, err)
	}
	return done.result(), nil
}

func (m maker) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	change, err := m.change(call)
	if err != nil {
		return sdk.Effects{}, err
	}
	return foresee(ctx, host, "create", []sdk.Alteration{change})
}

func (maker) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, showing(call, "forget"))
}
