package pairing

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// checkEvery is how many items lie between two looks at the context.
const checkEvery = 1024

// pair is two collections and the column of each that identifies its items.
type pair struct {
	left, right *rows.Collection
	on, theirs  string
	byKey       map[string][]map[string]any // of the right one
	order       []string                    // its keys, in their order
}

// newPair reads both. A column that was not said is the only one they share, an identifying one first.
func newPair(ctx context.Context, call sdk.Call, args *arg.Reader) (*pair, error) {
	left, err := rows.New(call, args)
	if err != nil {
		return nil, err
	}
	args.Must("others")
	p := &pair{left: left, right: &rows.Collection{Items: args.Objects("others"), Lang: left.Lang, Zone: left.Zone}, byKey: map[string][]map[string]any{}}
	on := args.Text("on", "")
	if err := args.Err(); err != nil {
		return nil, err
	}
	if on == "" {
		shared := p.left.Shared(p.right)
		switch {
		case len(shared) == 1:
			on = shared[0]
		case len(p.left.Items) > 0 && len(p.right.Items) > 0:
			return nil, &rows.Unclear{Arg: "on", Columns: p.left.Names()}
		}
	}
	if p.on, err = p.left.Named("on", on); err != nil {
		return nil, err
	}
	if p.theirs, err = p.right.Named("on", on); err != nil {
		if p.theirs, err = p.right.Named("on", p.on); err != nil {
			return nil, err
		}
	}
	for i, item := range p.right.Items {
		if i%checkEvery == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return nil, err
			}
		}
		k := key(item[p.theirs])
		if p.byKey[k] == nil {
			p.order = append(p.order, k)
		}
		p.byKey[k] = append(p.byKey[k], item)
	}
	return p, nil
}

// key is a value as it identifies: without case, accents and blanks around it.
func key(v any) string { return fold.Text(strings.TrimSpace(value.Text(v))) }

// columns are how items that keep these fields stand as a table.
func columns(names []string, kinds map[string]string) *sdk.Table {
	t := &sdk.Table{}
	for _, name := range names {
		kind := kinds[name]
		if kind == "" {
			kind = "any"
		}
		t.Columns = append(t.Columns, sdk.Column{Key: name, Type: kind})
	}
	return t
}

// types are the types of the columns the core told.
func types(args *arg.Reader) map[string]string {
	out := map[string]string{}
	for _, column := range args.Objects("table") {
		r := arg.In(column)
		out[r.Text("key", "")] = r.Text("type", "")
	}
	return out
}

// produced ends an executor of this package.
func produced(items []map[string]any, total int, table *sdk.Table) sdk.Result {
	if items == nil {
		items = []map[string]any{}
	}
	r := sdk.Result{OK: true, Entries: items, Value: total, Table: table, Effects: sdk.Counters{Items: len(items), Countable: true}}
	if len(items) < total {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: total, Cap: "limit"}
	}
	return r
}
