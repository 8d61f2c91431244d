package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// inputs is get_inputs.
type inputs struct{}

func (inputs) Invoke(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	prompt, options := args.Text("prompt", ""), args.Texts("options")
	args.Must("prompt")
	value, given := args.Text("value", ""), args.Has("value")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if !given {
		kind := "text"
		if len(options) > 0 {
			kind = "choice"
		}
		return asking(sdk.Question{Name: "value", Prompt: prompt, Kind: kind, Options: options}), nil
	}
	return answered(value), nil
}

func answered(value string) sdk.Result {
	return sdk.Result{OK: true, Entries: []map[string]any{{"value": value}}, Value: value, Effects: sdk.Counters{Items: 1, Countable: true}}
}
