package main

import (
	"context"
	"slices"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// sorter is sort_entries.
type sorter struct{}

// sortKey is one field of an order.
type sortKey struct {
	field  string
	desc   bool
	column value.Column
}

func (sorter) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	c, err := rows.New(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	keys, err := sortKeys(c, args)
	if err != nil {
		return sdk.Result{}, err
	}
	limit := args.Int("limit", -1)
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	rows, err := sortable(ctx, c.Items, keys)
	if err != nil {
		return sdk.Result{}, err
	}
	var stop error
	compared := 0
	slices.SortStableFunc(rows, func(a, b row) int {
		if compared++; compared%checkEvery == 0 && stop == nil {
			stop = stopped(ctx)
		}
		if stop != nil {
			return 0 // ends the sort as soon as it can
		}
		return compare(keys, a, b)
	})
	if stop != nil {
		return sdk.Result{}, stop
	}
	items := make([]map[string]any, len(rows))
	for i, r := range rows {
		items[i] = r.item
	}
	kept, cut := first(items, limit)
	r := result(kept, len(items), cut)
	r.Table = c.Table(nil)
	return r, nil
}

// row is an item with its keys read.
type row struct {
	item map[string]any
	keys []value.Key
}

func sortable(ctx context.Context, items []map[string]any, keys []sortKey) ([]row, error) {
	rows := make([]row, len(items))
	for i, item := range items {
		if i%checkEvery == 0 {
			if err := stopped(ctx); err != nil {
				return nil, err
			}
		}
		rows[i] = row{item, make([]value.Key, len(keys))}
		for j, k := range keys {
			rows[i].keys[j] = k.column.Key(item[k.field])
		}
	}
	return rows, nil
}

func sortKeys(c *rows.Collection, args *arg.Reader) ([]sortKey, error) {
	type wish struct {
		arg, name string
		desc      bool
	}
	var wishes []wish
	for _, object := range args.Objects("fields") {
		r := arg.In(object)
		wishes = append(wishes, wish{"", r.Text("field", ""), r.Text("order", "asc") == "desc"})
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	if name := args.Text("order_by", ""); name != "" {
		wishes = append(wishes, wish{"order_by", name, args.Text("order", "asc") == "desc"})
	}
	if len(wishes) == 0 {
		return nil, sdk.Errorf(sdk.MissingInput, "order_missing", "no field to order by was given")
	}
	keys := make([]sortKey, 0, len(wishes))
	for _, w := range wishes {
		field, reversed, err := c.Ranked(w.arg, w.name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, sortKey{field, w.desc != reversed, c.Column(field)})
	}
	return keys, nil
}

// compare orders two items. What a key cannot compare comes last, in either direction.
func compare(keys []sortKey, a, b row) int {
	for i, k := range keys {
		x, y := a.keys[i], b.keys[i]
		switch {
		case !x.OK && !y.OK:
			continue
		case !x.OK:
			return 1
		case !y.OK:
			return -1
		}
		order := k.column.Order(x, y)
		if k.desc {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
