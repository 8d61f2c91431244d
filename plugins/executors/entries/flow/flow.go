package flow

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/sdk"
)

// Row is one item as it passes.
type Row interface {
	Value(field string) any
	Item() map[string]any // all of it, for keeping
}

// Item is a row that is in memory.
type Item map[string]any

func (i Item) Value(field string) any { return i[field] }
func (i Item) Item() map[string]any   { return i }

// Stage is one step at work.
type Stage interface {
	// Fields are those it looks at of every row.
	Fields() []string
	// Take takes a row and returns what goes on to the next step, nil when nothing does.
	Take(r Row) (Row, error)
	Result() (sdk.Result, error)
}

// ErrWhole is a step that needs all rows at once.
var ErrWhole = rows.ErrWhole

// Names are the executors that work on rows as they pass.
func Names() []string {
	return []string{"filter_entries", "group_entries", "compute_entries", "classify_entries"}
}

// Open starts a step over a collection.
func Open(tool string, c *rows.Collection, args *arg.Reader) (Stage, error) {
	switch tool {
	case "filter_entries":
		return newChoice(c, args)
	case "group_entries":
		return newGrouping(c, args)
	case "compute_entries":
		return newComputing(c, args)
	case "classify_entries":
		return newLabelling(c, args)
	}
	return nil, ErrWhole
}

// checkEvery is how many items lie between two looks at the context.
const checkEvery = 1024

// Invoke runs one step over the items of its call.
func Invoke(ctx context.Context, tool string, call sdk.Call) (sdk.Result, error) {
	args := arg.Of(call)
	c, err := rows.New(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	stage, err := Open(tool, c, args)
	if err != nil {
		return sdk.Result{}, err
	}
	for i, item := range c.Items {
		if i%checkEvery == 0 {
			if err := Stopped(ctx); err != nil {
				return sdk.Result{}, err
			}
		}
		if _, err := stage.Take(Item(item)); err != nil {
			return sdk.Result{}, err
		}
	}
	if err := Stopped(ctx); err != nil {
		return sdk.Result{}, err
	}
	return stage.Result()
}

// Stopped turns the end of the context into an error, or returns nil while it lasts.
func Stopped(ctx context.Context) error {
	switch ctx.Err() {
	case nil:
		return nil
	case context.DeadlineExceeded:
		return sdk.Errorf(sdk.Timeout, "entries_timeout", "the call was stopped: %w", ctx.Err())
	}
	return sdk.Errorf(sdk.Cancelled, "entries_cancelled", "the call was stopped: %w", ctx.Err())
}

// First returns at most limit items; below 0 is no limit. The truncation tells when some were left out.
func First(items []map[string]any, limit int64) ([]map[string]any, *sdk.Truncation) {
	if limit < 0 || int64(len(items)) <= limit {
		return items, nil
	}
	return items[:limit], &sdk.Truncation{Used: int(limit), Available: len(items), Cap: "limit"}
}

// Found is the usual result: items in order, the total as value.
func Found(items []map[string]any, total int, cut *sdk.Truncation) sdk.Result {
	if items == nil {
		items = []map[string]any{}
	}
	return sdk.Result{
		OK: true, Entries: items, Value: total, Truncated: cut,
		Effects: sdk.Counters{Items: len(items), Countable: true},
	}
}
