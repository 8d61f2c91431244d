package table

import (
	"strconv"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/plan"
)

// missing refuses what no executor of the catalog does.
func (b Planner) missing() error {
	return steps.Limit("capability_missing", "no executor does this with rows", "what", b.From(0))
}

// kept makes the steps that keep some of the rows.
func (b Planner) kept(w *wish.Wish, in *steps.Items) (*steps.Items, error) {
	var err error
	if w.Others != nil {
		if in, err = b.matched(w, in); err != nil {
			return nil, err
		}
	}
	for _, k := range w.Where {
		t := b.Shelf.Find("filter", "entries", "field", "operation", "value")
		if t == nil || !t.Allows("operation", k.Op) {
			return nil, b.missing()
		}
		args := map[string]any{}
		if k.Column != "" {
			t.Put(args, "field", k.Column)
		}
		t.Put(args, "operation", k.Op)
		if k.Value != "" {
			t.Put(args, "value", k.Value)
		}
		if len(k.Values) > 0 {
			t.Put(args, "values", literals(k.Values))
		}
		if k.Called && !t.Put(args, "called", true) {
			return nil, steps.Unknown(k.Value)
		}
		if k.As != "" {
			t.Put(args, "value_type", k.As)
		}
		if k.Doubt {
			t.Put(args, "expect_match", true)
		}
		if in, err = b.step(t, args, in); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// readOthers makes the step that reads the table the rows are matched with.
func (b Planner) readOthers(w *wish.Wish) error {
	if w.Others == nil {
		return nil
	}
	t := b.rowsOf(extension(w.Others.Text))
	if t == nil {
		return b.missing()
	}
	path, err := b.path(t, *w.Others, "", true)
	if err != nil {
		return err
	}
	args := map[string]any{}
	if path != nil {
		b.Feed(t, args, &steps.Items{Paths: []any{path}})
	}
	w.OthersStep = b.Add(t, args)
	return nil
}

// matched keeps the rows the other table has, or lacks.
func (b Planner) matched(w *wish.Wish, in *steps.Items) (*steps.Items, error) {
	t := b.Shelf.Find("filter", "entries", "others", "presence", "join_field")
	if t == nil || w.OthersStep == 0 {
		return nil, b.missing()
	}
	args := map[string]any{t.ByMeaning["others"]: "${step" + strconv.Itoa(w.OthersStep) + ".entries}"}
	t.Put(args, "presence", w.Presence)
	if w.On != "" {
		t.Put(args, "join_field", w.On)
	}
	return b.step(t, args, in)
}

// step adds one step over the rows.
func (b Planner) step(t *shelf.Tool, args map[string]any, in *steps.Items) (*steps.Items, error) {
	if !b.Feed(t, args, in) {
		return nil, steps.Unknown(b.Req.Text)
	}
	return steps.Output(t, b.Add(t, args), in), nil
}

// grouped makes one row per value of a column.
func (b Planner) grouped(w *wish.Wish, in *steps.Items) error {
	t := b.Shelf.Find("group", "entries", "group_by", "aggregate", "order_by")
	if t == nil || len(w.Measures) > 1 || w.FromEnd || len(w.Columns) > 0 {
		return b.missing()
	}
	args := map[string]any{}
	t.Put(args, "group_by", w.By)
	by, field := "count", "count"
	for _, m := range w.Measures {
		if !t.Allows("aggregate", m.Op) {
			return b.missing()
		}
		by, field = "value", "value"
		t.Put(args, "aggregate", m.Op)
		if m.Column != "" {
			t.Put(args, "field", m.Column)
		}
	}
	if w.Sorted() || w.Limit > 0 {
		t.Put(args, "order_by", by)
		t.Put(args, "order", orElse(w.Order, "desc"))
	}
	if w.Top && w.Limit == 0 {
		w.Limit = 1
	}
	if w.Limit > 0 {
		t.Put(args, "quantity", int64(w.Limit))
	}
	out, err := b.step(t, args, in)
	if err != nil {
		return err
	}
	out.Fields = t.Output.Fields
	b.Last, b.Framework.Shape = out, plan.ShapeAuto
	if w.Sink == nil {
		return nil
	}
	return b.saved(w, out, []string{"group", field}, "{group}: {"+field+"}")
}

// answered makes what is told of the rows themselves: their number, calculations, the first by some order, or the rows.
func (b Planner) answered(w *wish.Wish, in *steps.Items) error {
	var err error
	if w.Sorted() || w.Limit > 0 {
		if in, err = b.ordered(w, in); err != nil {
			return err
		}
	}
	b.Last = in
	if len(w.Measures) > 0 {
		return b.measured(w, in)
	}
	columns := w.Columns
	if len(columns) > 0 && w.Sink == nil {
		if in, err = b.projected(columns, in); err != nil {
			return err
		}
	}
	if w.Sink != nil {
		return b.saved(w, in, columns, "")
	}
	if in.Previous && w.Count {
		t := b.Shelf.Find("compute", "entries", "aggregate")
		if t == nil {
			return b.missing()
		}
		args := map[string]any{}
		t.Put(args, "aggregate", "count")
		if _, err = b.step(t, args, in); err != nil {
			return err
		}
	} else if in.Previous {
		return steps.Unknown(b.Req.Text)
	}
	b.Framework.Shape = plan.ShapeList
	if w.Count {
		b.Framework.Shape = plan.ShapeCount
	}
	return nil
}

// projected keeps some columns.
func (b Planner) projected(columns []string, in *steps.Items) (*steps.Items, error) {
	t := b.Shelf.Find("filter", "entries", "columns")
	if t == nil {
		return nil, b.missing()
	}
	args := map[string]any{}
	t.Put(args, "columns", literals(columns))
	return b.step(t, args, in)
}

// ordered sorts the rows and keeps the end that was asked for.
func (b Planner) ordered(w *wish.Wish, in *steps.Items) (*steps.Items, error) {
	args := map[string]any{}
	if !w.Sorted() {
		t, semantic := b.Shelf.Find("filter", "entries", "quantity", "tail"), "quantity"
		if w.FromEnd {
			semantic = "tail"
		}
		if t == nil {
			return nil, b.missing()
		}
		t.Put(args, semantic, int64(w.Limit))
		return b.step(t, args, in)
	}
	t := b.Shelf.Find("sort", "entries", "order_by", "order", "quantity")
	if t == nil || w.FromEnd {
		return nil, b.missing()
	}
	t.Put(args, "order_by", orElse(w.Column, "value"))
	t.Put(args, "order", orElse(w.Order, "asc"))
	if w.Top && w.Limit == 0 {
		w.Limit = 1
	}
	if w.Limit > 0 {
		t.Put(args, "quantity", int64(w.Limit))
	}
	return b.step(t, args, in)
}

// measured makes one calculation each, and tells them all.
func (b Planner) measured(w *wish.Wish, in *steps.Items) error {
	t := b.Shelf.Find("compute", "entries", "aggregate", "field")
	if t == nil || len(w.Columns) > 0 {
		return b.missing()
	}
	var answers []plan.Answer
	if w.Count && !in.Previous {
		answers = append(answers, plan.Answer{Step: in.Step, Shape: plan.ShapeCount})
	}
	for _, m := range w.Measures {
		if !t.Allows("aggregate", m.Op) {
			return b.missing()
		}
		args := map[string]any{}
		t.Put(args, "aggregate", m.Op)
		if m.Column != "" {
			t.Put(args, "field", m.Column)
		}
		out, err := b.step(t, args, in)
		if err != nil {
			return err
		}
		b.Result = out
		answers = append(answers, plan.Answer{Step: out.Step, Shape: plan.ShapeScalar})
	}
	b.Framework.Shape = plan.ShapeScalar
	if len(answers) > 1 {
		b.Framework.Answers = answers
	}
	if w.Sink == nil {
		return nil
	}
	if len(answers) > 1 {
		return steps.Unknown(w.Sink.Text)
	}
	return b.savedValue(w)
}

func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
