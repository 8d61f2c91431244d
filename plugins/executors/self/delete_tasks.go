package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// remover is delete_tasks.
type remover struct{}

func (remover) changes(ctx context.Context, call sdk.Call, host sdk.Host) ([]sdk.Alteration, *sdk.Result, error) {
	list, question, err := wanted(ctx, arg.Of(call), call, host, func(sdk.Task) bool { return true })
	var out []sdk.Alteration
	for _, t := range list {
		out = append(out, sdk.Alteration{Kind: sdk.DeleteTask, Name: t.Name})
	}
	return out, question, err
}

func (x remover) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, question, err := x.changes(ctx, call, host)
	if err != nil || question != nil {
		return deref(question), err
	}
	done := altering{host: host}
	for _, change := range changes {
		if err := done.make(ctx, change, showing(call, "forget")); err != nil {
			return sdk.Result{}, err
		}
	}
	return done.result(), nil
}

func (x remover) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, question, err := x.changes(ctx, call, host)
	if err != nil || question != nil {
		return sdk.Effects{Items: []sdk.Effect{}, Reversible: true}, err
	}
	return foresee(ctx, host, "forget", changes)
}

func (remover) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, showing(call, "schedule"))
}
