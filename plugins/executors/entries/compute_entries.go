package main

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// computer is compute_entries.
type computer struct{}

func (computer) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	c, err := rows.New(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	a, err := newAggregate(c, args)
	if err != nil {
		return sdk.Result{}, err
	}
	if a.operation == "columns" {
		return columns(c), nil
	}
	o := a.over(ctx, c.Items)
	if err := stopped(ctx); err != nil {
		return sdk.Result{}, err
	}
	if o.used == 0 && len(o.failed) > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "field_not_numeric", "no value of %q reads as a number", a.field).
			With("field", a.field)
	}
	if o.used == 0 && a.operation == "sum" {
		o.value = nil // of nothing there is no total, not even zero
	}
	if o.used == 0 && o.value == nil && len(c.Items) > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.NotFound, "field_blank", "no item has a value for %q", a.field).With("field", a.field)
	}
	items := o.items
	if items == nil {
		items = []map[string]any{}
	}
	table := c.Table(nil)
	if table != nil && a.operation != "min" && a.operation != "max" {
		table = c.Table(rows.Projection{a.field}) // what was calculated is a value of this column
	}
	return sdk.Result{
		OK: true, Entries: items, Value: o.value, Failed: o.failed, Table: table,
		Effects: sdk.Counters{Items: o.used, Countable: true},
	}, nil
}

// columns tells the names of the columns themselves.
func columns(c *rows.Collection) sdk.Result {
	names := c.Names()
	items := make([]map[string]any, len(names))
	for i, name := range names {
		items[i] = map[string]any{"name": name}
	}
	return sdk.Result{
		OK: true, Entries: items, Value: strings.Join(names, ", "),
		Effects: sdk.Counters{Items: len(names), Countable: true},
	}
}

// newAggregate reads what to compute; everything but a count needs a field.
func newAggregate(c *rows.Collection, args *arg.Reader) (aggregate, error) {
	a := aggregate{operation: args.Text("aggregate", "count")}
	name := args.Text("field", "")
	if err := args.Err(); err != nil {
		return a, err
	}
	switch a.operation {
	case "columns":
		return a, nil
	case "count", "sum", "mean", "median", "min", "max", "distinct":
	default:
		return a, sdk.Errorf(sdk.WrongArgs, "operation_unknown", "%q is no calculation", a.operation).With("operation", a.operation)
	}
	if name == "" {
		if a.operation == "count" {
			return a, nil
		}
		field, err := c.Numeric("field", "")
		if err != nil {
			return a, err
		}
		name = field
	}
	field, err := c.Measured("field", name)
	if err != nil {
		return a, err
	}
	a.field, a.column = field, c.Column(field)
	if a.operation == "sum" || a.operation == "mean" || a.operation == "median" {
		a.column.Kind = value.AsNumber
	}
	return a, nil
}
