package pairing

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Comparer is compare_entries.
type Comparer struct{}

// What happened to an item, or to one of its values.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// Invoke tells what the second collection has that the first has not, what it lacks, and which values differ.
func (Comparer) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	limit := int(args.Int("limit", 5000))
	p, err := newPair(ctx, call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	l := &listing{pair: p, limit: limit}
	ours := map[string]bool{}
	for i, item := range p.left.Items {
		if i%checkEvery == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return sdk.Result{}, err
			}
		}
		k := key(item[p.on])
		ours[k] = true
		matches := p.byKey[k]
		if len(matches) == 0 {
			l.take(map[string]any{"difference": removed, "key": value.Text(item[p.on])})
			continue
		}
		if len(matches) == 1 {
			l.values(item, matches[0])
		}
	}
	for _, k := range p.order {
		if !ours[k] {
			for _, item := range p.byKey[k] {
				l.take(map[string]any{"difference": added, "key": value.Text(item[p.theirs])})
			}
		}
	}
	if l.total == 0 {
		return sdk.Result{OK: true, Entries: []map[string]any{}, Value: "identical", Effects: sdk.Counters{Countable: true}}, nil
	}
	r := produced(l.items, l.total, nil)
	r.Value = nil
	return r, nil
}

// values tells which values of an item differ.
func (l *listing) values(a, b map[string]any) {
	for _, name := range l.left.Names() {
		theirs, has := l.right.Has(name)
		if name == l.on || !has {
			continue
		}
		x, y := value.Text(a[name]), value.Text(b[theirs])
		if x == y || key(a[name]) == key(b[theirs]) && x != "" {
			continue
		}
		if n, ok := l.left.Column(name).Number(a[name]); ok {
			if m, also := l.right.Column(theirs).Number(b[theirs]); also && n.Rat().Cmp(m.Rat()) == 0 {
				continue
			}
		}
		l.take(map[string]any{"difference": changed, "key": value.Text(a[l.on]), "field": name, "before": x, "after": y})
	}
}
