package main

import (
	"context"
	"slices"

	"github.com/metnos/metnos/plugins/executors/arg"
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
	c, err := newCollection(call, args)
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
	items := slices.Clone(c.items)
	var stop error
	compared := 0
	slices.SortStableFunc(items, func(a, b map[string]any) int {
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
	kept, cut := first(items, limit)
	return result(kept, len(items), cut), nil
}

func sortKeys(c *collection, args *arg.Reader) ([]sortKey, error) {
	type wish struct {
		name string
		desc bool
	}
	var wishes []wish
	for _, object := range args.Objects("fields") {
		r := arg.In(object)
		wishes = append(wishes, wish{r.Text("field", ""), r.Text("order", "asc") == "desc"})
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	if name := args.Text("order_by", ""); name != "" {
		wishes = append(wishes, wish{name, args.Text("order", "asc") == "desc"})
	}
	if len(wishes) == 0 {
		return nil, sdk.Errorf(sdk.MissingInput, "order_missing", "no field to order by was given")
	}
	keys := make([]sortKey, 0, len(wishes))
	for _, w := range wishes {
		field, err := c.field(w.name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, sortKey{field, w.desc, c.column(field)})
	}
	return keys, nil
}

// compare orders two items. What a key cannot compare comes last, in either direction.
func compare(keys []sortKey, a, b map[string]any) int {
	for _, k := range keys {
		x, y := a[k.field], b[k.field]
		xOK, yOK := k.column.Comparable(x), k.column.Comparable(y)
		switch {
		case !xOK && !yOK:
			continue
		case !xOK:
			return 1
		case !yOK:
			return -1
		}
		order := k.column.Compare(x, y)
		if k.desc {
			order = -order
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
