package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// resetter is delete_preferences.
type resetter struct{}

// changes are the preferences that go back to their defaults: the one named, or all that were chosen.
func (resetter) changes(ctx context.Context, call sdk.Call, host sdk.Host) ([]sdk.Alteration, error) {
	args := arg.Of(call)
	name, all := args.Text("name", ""), args.Flag("all", false)
	if err := args.Err(); err != nil {
		return nil, err
	}
	if name != "" {
		return []sdk.Alteration{{Kind: sdk.SetPreference, Name: name}}, nil
	}
	if !all {
		args.Must("name")
		return nil, args.Err()
	}
	list, err := host.Self().Preferences(ctx)
	var out []sdk.Alteration
	for _, p := range list {
		if p.Value != "" {
			out = append(out, sdk.Alteration{Kind: sdk.SetPreference, Name: p.Name})
		}
	}
	return out, err
}

func (x resetter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, err := x.changes(ctx, call, host)
	done := altering{host: host}
	for _, change := range changes {
		if err == nil {
			err = done.make(ctx, change, preferring(call, "reset"))
		}
	}
	return done.result(), err
}

func (x resetter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, err := x.changes(ctx, call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	return foresee(ctx, host, "set", changes)
}

func (resetter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, preferring(call, "prefer"))
}
