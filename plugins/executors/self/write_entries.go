package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// rowWriter is write_entries.
type rowWriter struct{}

func (rowWriter) changes(call sdk.Call) ([]sdk.Alteration, error) {
	args := arg.Of(call)
	store, said, items := args.Text("collection", notes), args.Text("text", ""), args.Objects("entries")
	if err := args.Err(); err != nil {
		return nil, err
	}
	if said != "" {
		items = append(items, map[string]any{kept.Text: said})
	}
	if len(items) == 0 && !args.Has("entries") {
		return nil, sdk.Errorf(sdk.MissingInput, "record_what", "nothing is said of what to note")
	}
	var out []sdk.Alteration
	for _, item := range items {
		list, err := kept.Cells(item)
		if err != nil {
			return nil, err
		}
		out = append(out, sdk.Alteration{Kind: sdk.WriteRow, Row: &sdk.Row{Store: store, Cells: list}})
	}
	return out, nil
}

func (w rowWriter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, err := w.changes(call)
	if err != nil {
		return sdk.Result{}, err
	}
	if _, err := foresee(ctx, host, "create", changes); err != nil {
		return sdk.Result{}, err // all of them or none
	}
	done := altering{host: host}
	for _, change := range changes {
		if err := done.make(ctx, change, noting(call, "note")); err != nil {
			if len(done.undo) == 0 {
				return sdk.Result{}, err
			}
			r := done.result() // what was written can still be taken back
			r.Failed = append(r.Failed, sdk.Failure{Item: target(sdk.Altered{Row: change.Row}), Class: sdk.ClassOf(err), Message: err.Error()})
			return r, nil
		}
	}
	return done.result(), nil
}

func (w rowWriter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, err := w.changes(call)
	if err != nil {
		return sdk.Effects{}, err
	}
	return foresee(ctx, host, "create", changes)
}

func (rowWriter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, noting(call, "forget"))
}
