package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// rowRemover is delete_entries.
type rowRemover struct{}

// changes are the rows that go: the one the query speaks of, or all of those. Of several a question is made.
func (rowRemover) changes(ctx context.Context, call sdk.Call, host sdk.Host) ([]sdk.Alteration, *sdk.Result, error) {
	args := arg.Of(call)
	store, query, all, id := args.Text("collection", ""), args.Text("query", ""), args.Flag("all", false), args.Text("id", "")
	if err := args.Err(); err != nil {
		return nil, nil, err
	}
	if store == "" && query == "" && id == "" {
		return nil, nil, sdk.Errorf(sdk.MissingInput, "record_which", "nothing is said of which item")
	}
	list, err := host.Self().Rows(ctx, store, query)
	if err != nil {
		return nil, nil, err
	}
	q := sdk.Question{Name: "id", Kind: "choice", Prompt: tell(call, "Quale?", "Which one?")}
	var out []sdk.Alteration
	for _, r := range list {
		option := kept.Title(r) + " (" + kept.Item(call, r)["written"].(string) + ")"
		if id != "" && id != r.ID && id != option {
			continue
		}
		q.Options = append(q.Options, option)
		out = append(out, sdk.Alteration{Kind: sdk.DeleteRow, Row: &sdk.Row{ID: r.ID}})
	}
	switch {
	case len(out) == 0:
		return nil, nil, sdk.Errorf(sdk.NotFound, "record_none", "nothing noted of %q", query).With("query", query)
	case len(out) == 1 || all && id == "":
		return out, nil, nil
	}
	q.Options = q.Options[:min(len(q.Options), maxOptions)]
	r := asking(q)
	return nil, &r, nil
}

func (x rowRemover) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, question, err := x.changes(ctx, call, host)
	if err != nil || question != nil {
		return deref(question), err
	}
	done := altering{host: host}
	for _, change := range changes {
		if err := done.make(ctx, change, noting(call, "forget")); err != nil {
			if len(done.undo) == 0 {
				return sdk.Result{}, err
			}
			r := done.result()
			r.Failed = append(r.Failed, sdk.Failure{Item: target(sdk.Altered{Row: change.Row}), Class: sdk.ClassOf(err), Message: err.Error()})
			return r, nil
		}
	}
	return done.result(), nil
}

func (x rowRemover) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, question, err := x.changes(ctx, call, host)
	if err != nil || question != nil {
		return sdk.Effects{Items: []sdk.Effect{}, Reversible: true}, err
	}
	return foresee(ctx, host, "forget", changes)
}

func (rowRemover) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, noting(call, "note"))
}
