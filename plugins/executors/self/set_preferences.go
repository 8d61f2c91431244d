package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// chooser is set_preferences.
type chooser struct{}

func (chooser) change(call sdk.Call) (sdk.Alteration, error) {
	args := arg.Of(call)
	a := sdk.Alteration{Kind: sdk.SetPreference, Name: args.Text("name", ""), Value: args.Text("value", "")}
	args.Must("name")
	args.Must("value")
	return a, args.Err()
}

func (c chooser) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	change, err := c.change(call)
	if err != nil {
		return sdk.Result{}, err
	}
	done := altering{host: host}
	err = done.make(ctx, change, preferring(call, "prefer"))
	return done.result(), err
}

func (c chooser) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	change, err := c.change(call)
	if err != nil {
		return sdk.Effects{}, err
	}
	return foresee(ctx, host, "set", []sdk.Alteration{change})
}

func (chooser) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, preferring(call, "prefer"))
}
