package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/entries/flow"
	"github.com/metnos/metnos/sdk"
)

// checkEvery is how many items lie between two looks at the context.
const checkEvery = 1024

// passing is an executor that looks at its items one after another.
type passing string

func (tool passing) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	return flow.Invoke(ctx, string(tool), call)
}

// Those of them that are.
const (
	filter     = passing("filter_entries")
	grouper    = passing("group_entries")
	computer   = passing("compute_entries")
	classifier = passing("classify_entries")
)

func stopped(ctx context.Context) error { return flow.Stopped(ctx) }

func first(items []map[string]any, limit int64) ([]map[string]any, *sdk.Truncation) {
	return flow.First(items, limit)
}

func result(items []map[string]any, total int, cut *sdk.Truncation) sdk.Result {
	return flow.Found(items, total, cut)
}
