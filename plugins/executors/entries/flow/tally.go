package flow

import (
	"strconv"

	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// maxTies is how many items that share a minimum or maximum are returned.
const maxTies = 100

// aggregate is one number over a field of some rows. Rows without the field are left out; those whose value does not
// read as a number are failures.
type aggregate struct {
	operation string
	field     string
	column    value.Column
	part      bool // the rows are not all in memory, and stay there only while they are looked at
}

// outcome is what an aggregate came to: value is nil when there was nothing to compute it from.
type outcome struct {
	value  any
	items  []map[string]any // that have the minimum or maximum
	used   int
	failed []sdk.Failure
}

// tally is an aggregate while rows come in; index numbers them.
type tally interface {
	add(index int, r Row) error
	outcome() outcome
}

// tally starts one. What it keeps is taken from the budget when the rows are not in memory anyway.
func (a *aggregate) tally(of *budget) tally {
	if !a.part {
		of = nil
	}
	switch a.operation {
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
	a *aggregate
	n int
}

func (t *counted) add(_ int, r Row) error {
	if t.a.field == "" || !value.Blank(r.Value(t.a.field)) {
		t.n++
	}
	return nil
}

func (t *counted) outcome() outcome { return outcome{value: t.n, used: t.n} }

type distinct struct {
	a    *aggregate
	seen map[string]bool
	used int
	of   *budget
}

func (t *distinct) add(_ int, r Row) error {
	v := r.Value(t.a.field)
	if value.Blank(v) {
		return nil
	}
	t.used++
	id := t.a.identity(v)
	if t.seen[id] {
		return nil
	}
	if err := t.of.take("different values", 64+len(id)); err != nil {
		return err
	}
	t.seen[id] = true
	return nil
}

func (t *distinct) outcome() outcome { return outcome{value: len(t.seen), used: t.used} }

// identity is equal for values that mean the same.
func (a *aggregate) identity(v any) string {
	if a.column.Kind == value.AsNumber {
		if n, ok := a.column.Number(v); ok {
			return n.Rat().RatString()
		}
	}
	return value.Text(v)
}

type extreme struct {
	a    *aggregate
	best any
	key  value.Key
	out  outcome
}

func (t *extreme) add(index int, r Row) error {
	v := r.Value(t.a.field)
	if value.Blank(v) {
		return nil
	}
	key := t.a.column.Key(v)
	if !key.OK {
		t.out.failed = t.a.unread(t.out.failed, index, v)
		return nil
	}
	t.out.used++
	order := -1
	if t.best != nil {
		if order = t.a.column.Order(key, t.key); t.a.operation == "max" {
			order = -order
		}
	}
	switch {
	case order < 0:
		t.best, t.key, t.out.items = v, key, []map[string]any{r.Item()}
	case order == 0 && len(t.out.items) < maxTies:
		t.out.items = append(t.out.items, r.Item())
	}
	return nil
}

func (t *extreme) outcome() outcome {
	t.out.value = t.best
	if n, ok := t.a.column.Number(t.best); ok && t.a.column.Kind == value.AsNumber {
		t.out.value = value.Plain(n.Rat())
	}
	return t.out
}

// arithmetic is sum, mean and median, exact until the last step.
type arithmetic struct {
	a   *aggregate
	sum value.Sum
	all value.Middle
	of  *budget
	out outcome
}

func (t *arithmetic) add(index int, r Row) error {
	v := r.Value(t.a.field)
	if value.Blank(v) {
		return nil
	}
	median := t.a.operation == "median"
	if median {
		if err := t.of.take("values", 8); err != nil {
			return err
		}
	}
	if f, ok := value.Float(v); ok {
		t.out.used++
		if median {
			t.all.Float(f)
		} else {
			t.sum.Float(f)
		}
		return nil
	}
	n, ok := t.a.column.Number(v)
	if !ok {
		t.out.failed = t.a.unread(t.out.failed, index, v)
		return nil
	}
	t.out.used++
	if median {
		t.all.Add(n)
	} else {
		t.sum.Add(n)
	}
	return nil
}

func (t *arithmetic) outcome() outcome {
	switch {
	case t.a.operation == "sum":
		t.out.value = value.Plain(t.sum.Rat())
	case t.out.used == 0:
	case t.a.operation == "mean":
		t.out.value = value.Plain(t.sum.Over(t.out.used))
	default:
		t.out.value = value.Plain(t.all.Median())
	}
	return t.out
}

// unread records a value that is not of the column's kind; the list has an end.
func (a *aggregate) unread(list []sdk.Failure, index int, v any) []sdk.Failure {
	if len(list) >= maxTies {
		return list
	}
	text := []rune(value.Text(v))
	return append(list, sdk.Failure{
		Item: string(text[:min(len(text), 80)]), Class: sdk.WrongArgs, Code: "value_not_number",
		Message: "item " + strconv.Itoa(index+1) + ": " + a.field + " does not read as a " + string(a.column.Kind),
	})
}
