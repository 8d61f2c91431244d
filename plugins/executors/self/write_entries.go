package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// rowWriter is write_entries.
type rowWriter struct{}

// changes are the rows that are written, and those a list has already. What is missing is asked.
func (rowWriter) changes(ctx context.Context, call sdk.Call, host sdk.Host) (out []sdk.Alteration, there []sdk.Row, question *sdk.Question, err error) {
	args := arg.Of(call)
	store, said, items := args.Text("collection", ""), args.Text("text", ""), args.Objects("entries")
	texts, anyone, answer := args.Texts("items"), args.Flag("any_list", false), args.Text("what", "")
	if err := args.Err(); err != nil {
		return nil, nil, nil, err
	}
	texts = append(texts, kept.Parts(answer)...)
	if said != "" {
		texts = append(texts, said)
	}
	switch {
	case anyone && store == "":
		if store, question, err = kept.Store(ctx, call, host, ""); err != nil || question != nil {
			return nil, nil, question, err
		}
	case store != "" && len(texts) == 0 && !args.Has("entries"):
		return nil, nil, &sdk.Question{Name: "what", Kind: "text", Prompt: tell(call, "Che cosa metto nella lista «"+store+"»?", "What goes on the list “"+store+"”?")}, nil
	case store == "":
		store = kept.Notes
	}
	if len(texts) == 0 && !args.Has("entries") {
		return nil, nil, nil, sdk.Errorf(sdk.MissingInput, "record_what", "nothing is said of what to note")
	}
	out, there, err = kept.Added(ctx, host, store, texts, items)
	return out, there, nil, err
}

func (w rowWriter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	changes, there, question, err := w.changes(ctx, call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	if question != nil {
		return asking(*question), nil
	}
	if _, err := foresee(ctx, host, "create", changes); err != nil {
		return sdk.Result{}, err // all of them or none
	}
	done := altering{host: host}
	for _, row := range there {
		item := noting(call, "note")(sdk.Altered{Row: &row})
		item["created"] = false
		done.results = append(done.results, item)
	}
	return done.all(ctx, changes, noting(call, "note"))
}

func (w rowWriter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	changes, _, question, err := w.changes(ctx, call, host)
	if err != nil || question != nil {
		return sdk.Effects{Items: []sdk.Effect{}, Reversible: true}, err
	}
	return foresee(ctx, host, "create", changes)
}

func (rowWriter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, noting(call, "forget"))
}
