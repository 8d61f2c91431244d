package main

import (
	"context"

	"github.com/metnos/metnos/sdk"
)

// undoer is undo_last_turn. Undoing belongs to the core, which takes a plan of this one step for a request to undo; as
// a step among others there is no turn that could be meant.
type undoer struct{}

func (undoer) Invoke(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) {
	return sdk.Result{}, sdk.Errorf(sdk.WrongTool, "undo_alone", "undoing is a request of its own")
}

// Preview refuses as the call does.
func (undoer) Preview(context.Context, sdk.Call, sdk.Host) (sdk.Effects, error) {
	return sdk.Effects{}, sdk.Errorf(sdk.WrongTool, "undo_alone", "undoing is a request of its own")
}
