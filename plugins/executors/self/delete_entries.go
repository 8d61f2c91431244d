package main

import (
	"context"
	"strings"

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
	items, anyone := args.Texts("items"), args.Flag("any_list", false)
	if err := args.Err(); err != nil {
		return nil, nil, err
	}
	if anyone && store == "" {
		one, question, err := kept.Store(ctx, call, host, strings.Join(items[:min(len(items), 1)], ""))
		if err != nil || question != nil {
			return nil, kept.Asked(question), err
		}
		store = one
	}
	if len(items) > 1 {
		out, err := kept.Meant(ctx, host, store, items)
		return out, nil, err
	}
	query = strings.TrimSpace(query + " " + strings.Join(items, ""))
	if store == "" && query == "" && id == "" {
		return nil, nil, sdk.Errorf(sdk.MissingInput, "record_which", "nothing is said of which item")
	}
	list, err := host.Self().Rows(ctx, store, query)
	if err != nil {
		return nil, nil, err
	}
	q := sdk.Question{Name: "id", Kind: "choice", Prompt: tell(call, "Quale?", "Which one?")}
	var out []sdk.Alteration
	labels := kept.Labels(call, list)
	for i, r := range list {
		option := labels[i]
		if id != "" && id != r.ID && id != option {
			continue
		}
		q.Options = append(q.Options, option)
		out = append(out, sdk.Alteration{Kind: sdk.DeleteRow, Row: &sdk.Row{ID: r.ID}})
	}
	switch {
	case len(out) == 0 && query == "":
		return nil, nil, sdk.Errorf(sdk.NotFound, "list_empty", "nothing in %q", store).With("name", store)
	case len(out) == 0:
		return nil, nil, sdk.Errorf(sdk.NotFound, "record_none", "nothing noted of %q", query).With("query", query)
	case len(out) == 1 || all && id == "":
		return out, nil, nil
	}
	q.Options = q.Options[:min(len(q.Options), maxOptions)]
	return nil, kept.Asked(&q), nil
}

func (x rowRemover) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, question, err := x.changes(ctx, call, host)
	if err != nil || question != nil {
		return deref(question), err
	}
	done := altering{host: host}
	return done.all(ctx, changes, noting(call, "forget"))
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
