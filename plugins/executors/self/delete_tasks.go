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
	r := done.result()
	r.Failed, err = staying(ctx, call, host)
	return r, err
}

// staying are the tasks of another kind that "all" did not mean: a list of tasks shows them too, so the answer names them.
func staying(ctx context.Context, call sdk.Call, host sdk.Host) ([]sdk.Failure, error) {
	args := arg.Of(call)
	query, all, kind := args.Text("query", ""), args.Flag("all", false), args.Text("kind", "")
	if !all || kind == "" || args.Err() != nil {
		return nil, nil
	}
	list, err := host.Self().Tasks(ctx, query)
	if err != nil {
		return nil, err
	}
	var out []sdk.Failure
	for _, t := range list {
		if t.Kind != kind {
			out = append(out, sdk.Failure{Item: label(t), Class: sdk.OutOfScope, Code: "task_stays", Message: t.Name + " is a " + t.Kind})
		}
	}
	return out, nil
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
