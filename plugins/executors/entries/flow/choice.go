package flow

import (
	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// maxChosen is how many rows of those that are not in memory a result carries.
const maxChosen = 50_000

// choice is filter_entries.
type choice struct {
	c           *rows.Collection
	tests       []*predicate
	anyOf       bool
	matched     rows.Match
	keep        rows.Projection
	offset      int64
	limit, last int64 // below 0: none
	kept        []map[string]any
	total       int
	room        entry.Budget
	full        bool
}

func newChoice(c *rows.Collection, args *arg.Reader) (*choice, error) {
	tests, err := predicates(c, args)
	if err != nil {
		return nil, err
	}
	f := &choice{c: c, tests: tests, anyOf: args.Text("match", "all") == "any" && len(tests) > 0}
	if f.matched, err = rows.NewMatch(c, args); err != nil {
		return nil, err
	}
	if f.keep, err = rows.Columns(c, args.Texts("columns")); err != nil {
		return nil, err
	}
	f.offset, f.limit, f.last = args.Int("offset", 0), args.Int("limit", -1), args.Int("last", -1)
	if c.Part && f.last >= 0 {
		return nil, ErrWhole
	}
	return f, args.Err()
}

func (f *choice) Fields() []string {
	out := []string{}
	for _, p := range f.tests {
		out = append(out, p.field)
	}
	if f.matched.Field() != "" {
		out = append(out, f.matched.Field())
	}
	return out
}

// Take keeps a row that meets the conditions, and hands it on.
func (f *choice) Take(r Row) (Row, error) {
	if !f.holds(r) || !f.matched.Holds(r.Value(f.matched.Field())) {
		return nil, nil
	}
	f.total++
	at := int64(f.total) - 1 - f.offset
	if at < 0 || f.limit >= 0 && at >= f.limit {
		return nil, nil
	}
	if !f.c.Part {
		f.kept = append(f.kept, f.keep.Of(r.Item()))
		return r, nil
	}
	if !f.full {
		item := f.keep.Of(r.Item())
		if f.full = len(f.kept) == maxChosen || !weighed(&f.room, item); !f.full {
			f.kept = append(f.kept, item)
		}
	}
	return r, nil
}

// weighed takes what an item weighs from the room there is; false when it does not fit.
func weighed(room *entry.Budget, item map[string]any) bool {
	size := 0
	for name, v := range item {
		size += len(name) + 8
		if s, ok := v.(string); ok {
			size += len(s)
		}
	}
	return room.Spend(size)
}

func (f *choice) holds(r Row) bool {
	for _, p := range f.tests {
		if p.holds(r.Value(p.field)) == f.anyOf {
			return f.anyOf
		}
	}
	return !f.anyOf
}

func (f *choice) Result() (sdk.Result, error) {
	var cut *sdk.Truncation
	switch {
	case f.last >= 0 && f.last < int64(len(f.kept)):
		f.kept = f.kept[int64(len(f.kept))-f.last:]
		cut = &sdk.Truncation{Used: len(f.kept), Available: f.total, Cap: "last"}
	case f.full:
		cut = &sdk.Truncation{Used: len(f.kept), Available: f.total}
	case f.limit >= 0 && int64(f.total)-min(f.offset, int64(f.total)) > f.limit:
		cut = &sdk.Truncation{Used: len(f.kept), Available: f.total - int(min(f.offset, int64(f.total))), Cap: "limit"}
	}
	r := Found(f.kept, f.total, cut)
	r.Table = f.c.Table(f.keep)
	return r, nil
}
