package pairing

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Lister is filter_lists.
type Lister struct{}

// maxRows bounds what a join can grow to.
const maxRows = 200_000

// Invoke joins two collections, or keeps what is in both, in one, or in either.
func (Lister) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	operation, limit := args.Text("operation", "join"), int(args.Int("limit", 50_000))
	p, err := newPair(ctx, call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	l := &listing{pair: p, limit: limit, names: p.left.Names()}
	switch operation {
	case "join", "left_join":
		err = l.join(ctx, operation == "left_join")
	case "intersection", "difference":
		err = l.sift(ctx, operation == "intersection")
	case "union":
		err = l.union(ctx)
	default:
		err = sdk.Errorf(sdk.WrongArgs, "operation_unknown", "no operation %q", operation).With("operation", operation)
	}
	if err != nil {
		return sdk.Result{}, err
	}
	return produced(l.items, l.total, columns(l.names, types(args))), nil
}

// listing is one run.
type listing struct {
	*pair
	limit int
	names []string
	items []map[string]any
	room  entry.Budget
	total int
}

func (l *listing) take(item map[string]any, texts ...string) {
	if l.total++; len(l.items) < min(l.limit, maxRows) && l.room.Take(texts...) {
		l.items = append(l.items, item)
	}
}

// join puts what the other collection knows of an item beside it; its columns that have a name of ours get "_2".
func (l *listing) join(ctx context.Context, outer bool) error {
	taken := map[string]bool{}
	for _, name := range l.names {
		taken[name] = true
	}
	called := map[string]string{}
	for _, name := range l.right.Names() {
		if name == l.theirs {
			continue
		}
		as := name
		for taken[as] {
			as += "_2"
		}
		taken[as], called[name] = true, as
		l.names = append(l.names, as)
	}
	for i, item := range l.left.Items {
		if i%checkEvery == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		matches := l.byKey[key(item[l.on])]
		if len(matches) == 0 && outer {
			matches = []map[string]any{{}}
		}
		for _, match := range matches {
			row := make(map[string]any, len(l.names))
			texts := make([]string, 0, len(l.names))
			for name, v := range item {
				row[name] = v
			}
			for name, as := range called {
				row[as] = match[name]
			}
			for name, v := range row {
				text, _ := v.(string)
				texts = append(texts, name, text)
			}
			l.take(row, texts...)
		}
	}
	return nil
}

// sift keeps our items by whether the other collection has them.
func (l *listing) sift(ctx context.Context, present bool) error {
	for i, item := range l.left.Items {
		if i%checkEvery == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		if (l.byKey[key(item[l.on])] != nil) == present {
			l.take(item)
		}
	}
	return nil
}

// union is our items and those of the other collection that we have none like.
func (l *listing) union(ctx context.Context) error {
	known := map[string]bool{}
	for _, name := range l.names {
		known[name] = true
	}
	for _, name := range l.right.Names() {
		if !known[name] && name != l.theirs {
			l.names = append(l.names, name)
		}
	}
	ours := map[string]bool{}
	for _, item := range l.left.Items {
		ours[key(item[l.on])] = true
		l.take(item)
	}
	if err := entry.Stopped(ctx); err != nil {
		return err
	}
	for _, k := range l.order {
		if ours[k] {
			continue
		}
		for _, item := range l.byKey[k] {
			row := map[string]any{}
			for name, v := range item {
				row[name] = v
			}
			if l.theirs != l.on {
				row[l.on] = row[l.theirs]
				delete(row, l.theirs)
			}
			l.take(row)
		}
	}
	return nil
}
