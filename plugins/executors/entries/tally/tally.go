package tally

import (
	"strconv"

	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// MaxTies is how many items that share a minimum or maximum are returned.
const MaxTies = 100

// Aggregate is one number over a field of some rows. Rows without the field are left out; those whose value does not
// read as a number are failures.
type Aggregate struct {
	Operation string
	Field     string
	Column    value.Column
	Part      bool // the rows are not all in memory, and stay there only while they are looked at
}

// Outcome is what an Aggregate came to: value is nil when there was nothing to compute it from.
type Outcome struct {
	Value  any
	Items  []map[string]any // that have the minimum or maximum
	Used   int
	Failed []sdk.Failure
}

// Row is one item as it passes.
type Row interface {
	Value(field string) any
	Item() map[string]any
}

// Tally is an Aggregate while rows come in; index numbers them.
type Tally interface {
	Add(index int, r Row) error
	Outcome() Outcome
}

// Tally starts one. What it keeps is taken from the budget when the rows are not in memory anyway.
func (a *Aggregate) Tally(of *Budget) Tally {
	if !a.Part {
		of = nil
	}
	switch a.Operation {
	case "count":
		return &counted{a: a}
	case "distinct":
		return &distinct{a: a, seen: map[string]bool{}, of: of}
	case "min", "max":
		return &extreme{a: a}
	}
	return &arithmetic{a: a, of: of}
}

// counted counts the rows, or those that have the field when one is named.
type counted struct {
	a *Aggregate
	n int
}

func (t *counted) Add(_ int, r Row) error {
	if t.a.Field == "" || !value.Blank(r.Value(t.a.Field)) {
		t.n++
	}
	return nil
}

func (t *counted) Outcome() Outcome { return Outcome{Value: t.n, Used: t.n} }

type distinct struct {
	a    *Aggregate
	seen map[string]bool
	used int
	of   *Budget
}

func (t *distinct) Add(_ int, r Row) error {
	v := r.Value(t.a.Field)
	if value.Blank(v) {
		return nil
	}
	t.used++
	id := t.a.identity(v)
	if t.seen[id] {
		return nil
	}
	if err := t.of.Take("different values", 64+len(id)); err != nil {
		return err
	}
	t.seen[id] = true
	return nil
}

func (t *distinct) Outcome() Outcome { return Outcome{Value: len(t.seen), Used: t.used} }

// identity is equal for values that mean the same.
func (a *Aggregate) identity(v any) string {
	if a.Column.Kind == value.AsNumber {
		if n, ok := a.Column.Number(v); ok {
			return n.Rat().RatString()
		}
	}
	return value.Text(v)
}

type extreme struct {
	a    *Aggregate
	best any
	key  value.Key
	out  Outcome
}

func (t *extreme) Add(index int, r Row) error {
	v := r.Value(t.a.Field)
	if value.Blank(v) {
		return nil
	}
	key := t.a.Column.Key(v)
	if !key.OK {
		t.out.Failed = t.a.unread(t.out.Failed, index, v)
		return nil
	}
	t.out.Used++
	order := -1
	if t.best != nil {
		if order = t.a.Column.Order(key, t.key); t.a.Operation == "max" {
			order = -order
		}
	}
	switch {
	case order < 0:
		t.best, t.key, t.out.Items = v, key, []map[string]any{r.Item()}
	case order == 0 && len(t.out.Items) < MaxTies:
		t.out.Items = append(t.out.Items, r.Item())
	}
	return nil
}

func (t *extreme) Outcome() Outcome {
	t.out.Value = t.best
	if n, ok := t.a.Column.Number(t.best); ok && t.a.Column.Kind == value.AsNumber {
		t.out.Value = value.Plain(n.Rat())
	}
	return t.out
}

// arithmetic is sum, mean and median, exact until the last step.
type arithmetic struct {
	a   *Aggregate
	sum value.Sum
	all value.Middle
	of  *Budget
	out Outcome
}

func (t *arithmetic) Add(index int, r Row) error {
	v := r.Value(t.a.Field)
	if value.Blank(v) {
		return nil
	}
	median := t.a.Operation == "median"
	if median {
		if err := t.of.Take("values", 8); err != nil {
			return err
		}
	}
	if f, ok := value.Float(v); ok {
		t.out.Used++
		if median {
			t.all.Float(f)
		} else {
			t.sum.Float(f)
		}
		return nil
	}
	n, ok := t.a.Column.Number(v)
	if !ok {
		t.out.Failed = t.a.unread(t.out.Failed, index, v)
		return nil
	}
	t.out.Used++
	if median {
		t.all.Add(n)
	} else {
		t.sum.Add(n)
	}
	return nil
}

func (t *arithmetic) Outcome() Outcome {
	switch {
	case t.a.Operation == "sum":
		t.out.Value = value.Plain(t.sum.Rat())
	case t.out.Used == 0:
	case t.a.Operation == "mean":
		t.out.Value = value.Plain(t.sum.Over(t.out.Used))
	default:
		t.out.Value = value.Plain(t.all.Median())
	}
	return t.out
}

// unread records a value that is not of the column's kind; the list has an end.
func (a *Aggregate) unread(list []sdk.Failure, index int, v any) []sdk.Failure {
	if len(list) >= MaxTies {
		return list
	}
	text := []rune(value.Text(v))
	return append(list, sdk.Failure{
		Item: string(text[:min(len(text), 80)]), Class: sdk.WrongArgs, Code: "value_not_number",
		Message: "item " + strconv.Itoa(index+1) + ": " + a.Field + " does not read as a " + string(a.Column.Kind),
	})
}

// Budget bounds what is kept of rows that are not in memory. A nil one is endless.
type Budget struct{ bytes int }

const maxKept = 512 << 20

func (b *Budget) Take(what string, bytes int) error {
	if b == nil {
		return nil
	}
	if b.bytes += bytes; b.bytes > maxKept {
		return TooMany(what)
	}
	return nil
}

// TooMany refuses to keep more.
func TooMany(what string) error {
	return sdk.Errorf(sdk.Oversize, "rows_too_many", "more %s than fit in memory", what)
}
