package profile

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// Describer is describe_entries.
type Describer struct{}

const (
	maxFields = 500
	maxShown  = 80 // characters of a value
)

// Invoke gives one item for each field.
func (Describer) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	only := args.Texts("columns")
	c, err := rows.New(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	names := c.Names()
	if len(only) > 0 {
		names = nil
		for _, word := range only {
			name, err := c.Named("columns", word)
			if err != nil {
				return sdk.Result{}, err
			}
			names = append(names, name)
		}
	}
	items := []map[string]any{}
	for i, name := range names[:min(len(names), maxFields)] {
		host.Progress(int64(i), int64(len(names)), "")
		item, err := field(ctx, c, name)
		if err != nil {
			return sdk.Result{}, err
		}
		items = append(items, item)
	}
	r := sdk.Result{OK: true, Entries: items, Effects: sdk.Counters{Items: len(items), Countable: true}}
	if len(items) < len(names) {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: len(names), Cap: "columns"}
	}
	return r, nil
}

// field describes one field: how many values it has, how many differ, the ends, and of numbers the sum and the middle.
func field(ctx context.Context, c *rows.Collection, name string) (map[string]any, error) {
	column := c.Column(name)
	counts := map[string]int{}
	written := map[string]string{}
	filled := 0
	var lowest, highest any
	var numbers []float64
	sum := new(big.Rat)
	for i, item := range c.Items {
		if i%1024 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return nil, err
			}
		}
		v := item[name]
		text := strings.TrimSpace(value.Text(v))
		if text == "" {
			continue
		}
		filled++
		k := fold.Text(text)
		counts[k]++
		if counts[k] == 1 {
			written[k] = text
		}
		if column.Comparable(v) {
			if lowest == nil || column.Compare(v, lowest) < 0 {
				lowest = v
			}
			if highest == nil || column.Compare(v, highest) > 0 {
				highest = v
			}
		}
		if n, ok := column.Number(v); ok && column.Kind == value.AsNumber {
			numbers = append(numbers, n.Float())
			sum.Add(sum, n.Rat())
		}
	}
	out := map[string]any{"name": name, "filled": filled, "missing": len(c.Items) - filled, "distinct": len(counts)}
	if lowest != nil {
		out["min"], out["max"] = short(lowest), short(highest)
	}
	if len(numbers) > 0 {
		total, _ := sum.Float64()
		mean, _ := new(big.Rat).Quo(sum, big.NewRat(int64(len(numbers)), 1)).Float64()
		slices.Sort(numbers)
		out["sum"], out["mean"], out["median"] = total, mean, middle(numbers)
	}
	if top := frequent(counts); top != "" && counts[top] > 1 {
		out["frequent"], out["frequent_count"] = short(written[top]), counts[top]
	}
	return out, nil
}

func middle(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return sorted[n/2-1] + (sorted[n/2]-sorted[n/2-1])/2
}

// frequent is the value that is there most often, the first of the alphabet among equals.
func frequent(counts map[string]int) string {
	best := ""
	for k, n := range counts {
		if best == "" || cmp.Or(cmp.Compare(n, counts[best]), -cmp.Compare(k, best)) > 0 {
			best = k
		}
	}
	return best
}

func short(v any) any {
	if text, ok := v.(string); ok {
		if r := []rune(text); len(r) > maxShown {
			return string(r[:maxShown]) + "…"
		}
	}
	return v
}
