package entry

import "github.com/metnos/metnos/sdk"

// Produced is the result of a producer: items are the first of total.
func Produced(items []map[string]any, total, limit int, failed []sdk.Failure) sdk.Result {
	r := sdk.Result{OK: true, Entries: items, Failed: failed, Value: total, Effects: sdk.Counters{Items: len(items), Countable: true}}
	if limit == 0 {
		r.Effects.Items = total // only the count was wanted
		return r
	}
	if len(items) < total {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: total, Cap: "limit"}
	}
	return r
}

// Collected is the result of a producer over given objects: it failed when it has nothing but failures.
func Collected(items []map[string]any, value any, fails *Failures) (sdk.Result, error) {
	if len(items) == 0 && fails.first != nil {
		return sdk.Result{Failed: fails.All(), Error: fails.first, Effects: sdk.Counters{Countable: true}}, nil
	}
	return sdk.Result{
		OK: true, Entries: items, Failed: fails.All(), Value: value,
		Effects: sdk.Counters{Items: len(items), Countable: true},
	}, nil
}
