package flow

import (
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// computing is compute_entries.
type computing struct {
	of    aggregate
	tally tally
	c     *rows.Collection
	seen  int
	spent budget
}

func newComputing(c *rows.Collection, args *arg.Reader) (*computing, error) {
	of, err := newAggregate(c, args)
	if err != nil {
		return nil, err
	}
	t := &computing{of: of, c: c}
	if of.operation != "columns" {
		t.tally = t.of.tally(&t.spent)
	}
	return t, nil
}

func (t *computing) Fields() []string {
	if t.of.field == "" {
		return []string{}
	}
	return []string{t.of.field}
}

// Take counts a row in. Nothing goes on.
func (t *computing) Take(r Row) (Row, error) {
	t.seen++
	if t.tally == nil {
		return nil, nil
	}
	return nil, t.tally.add(t.seen-1, r)
}

func (t *computing) Result() (sdk.Result, error) {
	if t.tally == nil {
		return columns(t.c), nil
	}
	o := t.tally.outcome()
	if o.used == 0 && len(o.failed) > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "field_not_numeric", "no value of %q reads as a number", t.of.field).
			With("field", t.of.field)
	}
	if o.used == 0 && t.of.operation == "sum" {
		o.value = nil // of nothing there is no total, not even zero
	}
	if o.used == 0 && o.value == nil && t.seen > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.NotFound, "field_blank", "no item has a value for %q", t.of.field).With("field", t.of.field)
	}
	items := o.items
	if items == nil {
		items = []map[string]any{}
	}
	table := t.c.Table(nil)
	if table != nil && t.of.operation != "min" && t.of.operation != "max" {
		table = t.c.Table(rows.Projection{t.of.field}) // what was calculated is a value of this column
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
	a.field, a.column, a.part = field, c.Column(field), c.Part
	if a.operation == "sum" || a.operation == "mean" || a.operation == "median" {
		a.column.Kind = value.AsNumber
	}
	return a, nil
}
