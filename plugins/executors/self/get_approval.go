package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// approval is get_approval. A no ends the request in the core; what is returned here is a yes.
type approval struct{}

func (approval) Invoke(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	prompt := args.Text("prompt", "")
	args.Must("prompt")
	decision, given := args.Text("decision", ""), args.Has("decision")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	yes, no := tell(call, "sì", "yes"), "no"
	switch {
	case !given:
		return asking(sdk.Question{Name: "decision", Prompt: prompt, Kind: "yes_no", Options: []string{yes, no}}), nil
	case decision == yes || decision == "yes" || decision == "sì":
		return answered("approved"), nil
	}
	return sdk.Result{}, sdk.Errorf(sdk.Cancelled, "declined", "the person said %q", decision)
}
