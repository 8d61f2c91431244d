package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// setter is set_tasks.
type setter struct{}

// changes are what a call would change, and the word for it; or a question.
func (setter) changes(ctx context.Context, call sdk.Call, host sdk.Host) ([]sdk.Alteration, string, *sdk.Result, error) {
	args := arg.Of(call)
	state, schedule := args.Text("state", ""), said(args)
	if err := args.Err(); err != nil {
		return nil, "", nil, err
	}
	if state == "" && len(schedule) == 0 {
		r, err := asked(call, sdk.Errorf(sdk.MissingInput, "schedule_when", "nothing is said of when"))
		return nil, "", &r, err
	}
	list, question, err := wanted(ctx, args, call, host, func(t sdk.Task) bool { return state == "" || t.State != state })
	var out []sdk.Alteration
	for _, t := range list {
		out = append(out, sdk.Alteration{Kind: sdk.SetTask, Name: t.Name, State: state, Schedule: schedule})
	}
	action := map[string]string{"paused": "suspend", "active": "resume"}[state]
	if len(schedule) > 0 {
		action = "reschedule"
	}
	return out, action, question, err
}

func (s setter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, action, question, err := s.changes(ctx, call, host)
	if err != nil || question != nil {
		return deref(question), err
	}
	done := altering{host: host}
	for _, change := range changes {
		if err := done.make(ctx, change, showing(call, action)); err != nil && len(done.results) == 0 {
			return asked(call, err)
		} else if err != nil {
			return sdk.Result{}, err
		}
	}
	return done.result(), nil
}

func deref(r *sdk.Result) sdk.Result {
	if r == nil {
		return sdk.Result{}
	}
	return *r
}

func (s setter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, _, question, err := s.changes(ctx, call, host)
	if err != nil || question != nil {
		return sdk.Effects{Items: []sdk.Effect{}, Reversible: true}, err
	}
	return foresee(ctx, host, "set", changes)
}

func (setter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, showing(call, "reschedule"))
}
