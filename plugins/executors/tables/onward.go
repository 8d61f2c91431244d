package main

import (
	"context"
	"errors"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/flow"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/sdk"
)

// onward is the steps that work on the rows of a table as they are read, when they are more than a result carries.
type onward struct {
	call  sdk.Call
	steps []step
}

// step is one of them, with its arguments beside the rows.
type step struct {
	tool string
	args map[string]any
}

// newOnward reads the steps. A person who asked for some of the rows wants the steps to work on those.
func newOnward(call sdk.Call, args *arg.Reader) (onward, error) {
	o := onward{call: call}
	if args.Has("limit") {
		return o, nil
	}
	for _, object := range args.Objects("then") {
		in, _ := object["args"].(map[string]any)
		r := arg.In(object)
		o.steps = append(o.steps, step{r.Text("tool", ""), in})
		if err := r.Err(); err != nil {
			return o, err
		}
	}
	return o, args.Err()
}

// again reads a table once more and calls each for every row that is an item.
type again func(ctx context.Context, pass *grid.Pass, each func() error) error

// over runs the steps over every row of the tables and returns their results, those that came to one. A step that does
// not understand the rows, or needs them all at once, is left to those who ask.
func (o onward) over(ctx context.Context, book *grid.Book, tables []again) ([]sdk.Result, error) {
	stages := o.open(book)
	if len(stages) == 0 {
		return nil, nil
	}
	n := 0
	for i, pass := range book.Passes() {
		err := tables[i](ctx, pass, func() error {
			if n++; n%1024 == 0 {
				if err := flow.Stopped(ctx); err != nil {
					return err
				}
			}
			stages = through(stages, pass)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	out := make([]sdk.Result, len(stages))
	for i, s := range stages {
		var known *sdk.Error
		r, err := s.Result()
		if errors.As(err, &known) {
			r = sdk.Result{Error: known}
		} else if err != nil {
			return nil, err
		}
		out[i] = r
	}
	return out, nil
}

// through passes a row from stage to stage and returns those that could take it: one that could not ends the line.
func through(stages []flow.Stage, row flow.Row) []flow.Stage {
	for i, s := range stages {
		var err error
		if row, err = s.Take(row); err != nil {
			return stages[:i]
		}
		if row == nil {
			break
		}
	}
	return stages
}

// open starts the steps on the first rows: the second learns from what the first lets through of them.
func (o onward) open(book *grid.Book) (stages []flow.Stage) {
	first := book.Items()
	var laid []sdk.Column
	for _, c := range book.Columns() {
		laid = append(laid, sdk.Column{Key: c.Key, Type: c.Type})
	}
	for _, s := range o.steps {
		start := func() (flow.Stage, error) {
			return flow.Open(s.tool, rows.First(o.call, first, laid), arg.In(s.args))
		}
		stage, err := start()
		if err != nil {
			return stages
		}
		stages = append(stages, stage)
		try, err := start()
		if err != nil {
			return stages
		}
		for _, item := range first {
			if _, err := try.Take(flow.Item(item)); err != nil {
				return stages
			}
		}
		r, err := try.Result()
		if err != nil {
			return stages
		}
		if len(r.Entries) > 0 {
			first = r.Entries
		}
		if r.Table != nil {
			laid = r.Table.Columns
		}
	}
	return stages
}
