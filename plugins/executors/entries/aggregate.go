package main

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// maxTies is how many items that share a minimum or maximum are returned.
const maxTies = 100

// aggregate computes one number over a field of some items. Items without the field are left out; those
// whose value does not read as a number are failures.
type aggregate struct {
	operation string
	field     string
	column    value.Column
}

// outcome is what an aggregate came to: value is nil when there was nothing to compute it from.
type outcome struct {
	value  any
	items  []map[string]any // that have the minimum or maximum
	used   int
	failed []sdk.Failure
}

// over computes the aggregate; when ctx ends the outcome means nothing and the caller sees why.
func (a aggregate) over(ctx context.Context, items []map[string]any) outcome {
	rest := live(ctx, items)
	switch a.operation {
	case "count":
		return a.count(rest)
	case "distinct":
		return a.distinct(rest)
	case "min", "max":
		return a.extreme(rest)
	}
	return a.arithmetic(rest)
}

// live yields the items while ctx lasts.
func live(ctx context.Context, items []map[string]any) iter.Seq2[int, map[string]any] {
	return func(yield func(int, map[string]any) bool) {
		for i, item := range items {
			if (i%checkEvery == 0 && ctx.Err() != nil) || !yield(i, item) {
				return
			}
		}
	}
}

// count counts the items, or those that have the field when one is named.
func (a aggregate) count(items iter.Seq2[int, map[string]any]) outcome {
	n := 0
	for _, item := range items {
		if a.field == "" || !value.Blank(item[a.field]) {
			n++
		}
	}
	return outcome{value: n, used: n}
}

func (a aggregate) distinct(items iter.Seq2[int, map[string]any]) outcome {
	seen := map[string]bool{}
	o := outcome{}
	for _, item := range items {
		if v := item[a.field]; !value.Blank(v) {
			o.used++
			seen[a.identity(v)] = true
		}
	}
	o.value = len(seen)
	return o
}

// identity is equal for values that mean the same.
func (a aggregate) identity(v any) string {
	if a.column.Kind == value.AsNumber {
		if n, ok := a.column.Number(v); ok {
			return n.Rat().RatString()
		}
	}
	return value.Text(v)
}

func (a aggregate) extreme(items iter.Seq2[int, map[string]any]) outcome {
	o := outcome{}
	var best any
	for i, item := range items {
		v := item[a.field]
		if value.Blank(v) {
			continue
		}
		if !a.column.Comparable(v) {
			o.failed = a.unread(o.failed, i, v)
			continue
		}
		o.used++
		order := -1
		if best != nil {
			order = a.column.Compare(v, best)
			if a.operation == "max" {
				order = -order
			}
		}
		switch {
		case order < 0:
			best, o.items = v, []map[string]any{item}
		case order == 0 && len(o.items) < maxTies:
			o.items = append(o.items, item)
		}
	}
	o.value = best
	if n, ok := a.column.Number(best); ok && a.column.Kind == value.AsNumber {
		o.value = value.Plain(n.Rat())
	}
	return o
}

// arithmetic is sum, mean and median, exact until the last step.
func (a aggregate) arithmetic(items iter.Seq2[int, map[string]any]) outcome {
	o := outcome{}
	sum := new(big.Rat)
	var all []*big.Rat
	for i, item := range items {
		v := item[a.field]
		if value.Blank(v) {
			continue
		}
		n, ok := a.column.Number(v)
		if !ok {
			o.failed = a.unread(o.failed, i, v)
			continue
		}
		o.used++
		r := n.Rat()
		sum.Add(sum, r)
		if a.operation == "median" {
			all = append(all, r)
		}
	}
	switch {
	case a.operation == "sum":
		o.value = value.Plain(sum)
	case o.used == 0:
	case a.operation == "mean":
		o.value = value.Plain(sum.Quo(sum, new(big.Rat).SetInt64(int64(o.used))))
	default:
		o.value = value.Plain(median(all))
	}
	return o
}

func median(all []*big.Rat) *big.Rat {
	slices.SortFunc(all, func(x, y *big.Rat) int { return x.Cmp(y) })
	half := len(all) / 2
	if len(all)%2 == 1 {
		return all[half]
	}
	sum := new(big.Rat).Add(all[half-1], all[half])
	return sum.Quo(sum, new(big.Rat).SetInt64(2))
}

// unread records a value that is not of the column's kind; the list has an end.
func (a aggregate) unread(list []sdk.Failure, index int, v any) []sdk.Failure {
	if len(list) >= maxTies {
		return list
	}
	text := []rune(value.Text(v))
	return append(list, sdk.Failure{
		Item: string(text[:min(len(text), 80)]), Class: sdk.WrongArgs, Code: "value_not_number",
		Message: "item " + strconv.Itoa(index+1) + ": " + a.field + " does not read as a " + string(a.column.Kind),
	})
}
