package main

import "github.com/metnos/metnos/sdk"

// first returns at most limit items; below 0 is no limit. The truncation tells when some were left out.
func first(items []map[string]any, limit int64) ([]map[string]any, *sdk.Truncation) {
	if limit < 0 || int64(len(items)) <= limit {
		return items, nil
	}
	return items[:limit], &sdk.Truncation{Used: int(limit), Available: len(items), Cap: "limit"}
}

// result is the usual result: items in order, the total as value.
func result(items []map[string]any, total int, cut *sdk.Truncation) sdk.Result {
	if items == nil {
		items = []map[string]any{}
	}
	return sdk.Result{
		OK: true, Entries: items, Value: total, Truncated: cut,
		Effects: sdk.Counters{Items: len(items), Countable: true},
	}
}
