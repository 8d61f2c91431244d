package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// noting is how a changed row is told.
func noting(call sdk.Call, action string) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		item := kept.Item(call, *out.Row)
		item["action"], item["name"] = action, kept.Title(*out.Row)
		return item
	}
}

// all makes every change of rows; what was made before one failed can still be taken back.
func (a *altering) all(ctx context.Context, changes []sdk.Alteration, show func(sdk.Altered) map[string]any) (sdk.Result, error) {
	for _, change := range changes {
		if err := a.make(ctx, change, show); err != nil {
			if len(a.undo) == 0 {
				return sdk.Result{}, err
			}
			r := a.result()
			r.Failed = append(r.Failed, sdk.Failure{Item: target(sdk.Altered{Row: change.Row}), Class: sdk.ClassOf(err), Message: err.Error()})
			return r, nil
		}
	}
	return a.result(), nil
}
