package flow

import (
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/tally"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// computing is compute_entries.
type computing struct {
	of    tally.Aggregate
	tally tally.Tally
	c     *rows.Collection
	seen  int
	spent tally.Budget
}

func newComputing(c *rows.Collection, args *arg.Reader) (*computing, error) {
	of, err := newAggregate(c, args)
	if err != nil {
		return nil, err
	}
	t := &computing{of: of, c: c}
	if of.Operation != "columns" {
		t.tally = t.of.Tally(&t.spent)
	}
	return t, nil
}

func (t *computing) Fields() []string {
	if t.of.Field == "" {
		return []string{}
	}
	return []string{t.of.Field}
}

// Take counts a row in. Nothing goes on.
func (t *computing) Take(r Row) (Row, error) {
	t.seen++
	if t.tally == nil {
		return nil, nil
	}
	return nil, t.tally.Add(t.seen-1, r)
}

func (t *computing) Result() (sdk.Result, error) {
	if t.tally == nil {
		return columns(t.c), nil
	}
	o := t.tally.Outcome()
	if o.Used == 0 && len(o.Failed) > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "field_not_numeric", "no value of %q reads as a number", t.of.Field).
			With("field", t.of.Field)
	}
	if o.Used == 0 && t.of.Operation == "sum" {
		o.Value = nil // of nothing there is no total, not even zero
	}
	if o.Used == 0 && o.Value == nil && t.seen > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.NotFound, "field_blank", "no item has a value for %q", t.of.Field).With("field", t.of.Field)
	}
	items := o.Items
	if items == nil {
		items = []map[string]any{}
	}
	table := t.c.Table(nil)
	if table != nil && t.of.Operation != "min" && t.of.Operation != "max" {
		table = t.c.Table(rows.Projection{t.of.Field}) // what was calculated is a value of this column
	}
	return sdk.Result{
		OK: true, Entries: items, Value: o.Value, Failed: o.Failed, Table: table,
		Effects: sdk.Counters{Items: o.Used, Countable: true},
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
func newAggregate(c *rows.Collection, args *arg.Reader) (tally.Aggregate, error) {
	a := tally.Aggregate{Operation: args.Text("aggregate", "count")}
	name := args.Text("field", "")
	if err := args.Err(); err != nil {
		return a, err
	}
	switch a.Operation {
	case "columns":
		return a, nil
	case "count", "sum", "mean", "median", "min", "max", "distinct":
	default:
		return a, sdk.Errorf(sdk.WrongArgs, "operation_unknown", "%q is no calculation", a.Operation).With("operation", a.Operation)
	}
	if name == "" {
		if a.Operation == "count" {
			return a, nil
		}
		field, err := c.Numeric("field", "")
		if err != nil {
			return a, err
		}
		name = field
	}
	field, err := c.Calculated("field", name)
	if err != nil {
		return a, err
	}
	a.Field, a.Column, a.Part = field, c.Column(field), c.Part
	if a.Operation == "sum" || a.Operation == "mean" || a.Operation == "median" {
		a.Column.Kind = value.AsNumber
	}
	return a, nil
}
