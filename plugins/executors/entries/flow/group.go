package flow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/keying"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/tally"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/sdk"
)

// maxGroups is how many groups of rows that are not all in memory are kept.
const maxGroups = 500_000

// grouping is group_entries.
type grouping struct {
	key     keying.Key
	of      tally.Aggregate
	order   groupOrder
	limit   int64
	part    bool
	c       *rows.Collection
	byLabel map[string]*group
	groups  []*group // in order of appearance
	seen    int
	spent   tally.Budget
}

// group is the rows that share a key.
type group struct {
	label string
	rank  string // what the order by group looks at; "" is last
	count int
	tally tally.Tally
	out   tally.Outcome
}

func newGrouping(c *rows.Collection, args *arg.Reader) (*grouping, error) {
	key, err := keying.New(c, args)
	if err != nil {
		return nil, err
	}
	g := &grouping{key: key, c: c, part: c.Part, byLabel: map[string]*group{}}
	if args.Has("aggregate") {
		if g.of, err = newAggregate(c, args); err != nil {
			return nil, err
		}
	}
	g.order = groupOrder{by: args.Text("order_by", "group"), desc: args.Text("order", "asc") == "desc"}
	g.limit = args.Int("limit", -1)
	return g, args.Err()
}

func (g *grouping) Fields() []string {
	if g.of.Field == "" {
		return g.key.Fields
	}
	return append(g.key.Fields[:len(g.key.Fields):len(g.key.Fields)], g.of.Field)
}

// Take puts a row in its group. Nothing goes on: the groups do, when they are complete.
func (g *grouping) Take(r Row) (Row, error) {
	g.seen++
	if g.key.Drops != nil && g.key.Drops(r) {
		return nil, nil
	}
	label := g.key.Label(r)
	in, ok := g.byLabel[label]
	if !ok {
		if g.part {
			if len(g.groups) == maxGroups {
				return nil, tally.TooMany("groups")
			}
			label = strings.Clone(label)
		}
		in = &group{label: label, rank: g.key.Rank(label)}
		if g.of.Operation != "" {
			in.tally = g.of.Tally(&g.spent)
		}
		g.byLabel[label] = in
		g.groups = append(g.groups, in)
	}
	in.count++
	if in.tally == nil {
		return nil, nil
	}
	return nil, in.tally.Add(g.seen-1, r)
}

func (g *grouping) Result() (sdk.Result, error) {
	var failed []sdk.Failure
	values := make([]any, len(g.groups))
	for i, in := range g.groups {
		if in.tally != nil {
			in.out = in.tally.Outcome()
			failed = append(failed, in.out.Failed[:min(len(in.out.Failed), tally.MaxTies-min(len(failed), tally.MaxTies))]...)
		}
		values[i] = in.out.Value
	}
	g.order.column = value.Learn(values, g.c.Lang, g.c.Zone)
	slices.SortStableFunc(g.groups, g.order.compare)
	items := make([]map[string]any, 0, len(g.groups))
	for _, in := range g.groups {
		item := map[string]any{"group": in.label, "count": in.count}
		if in.tally != nil {
			item["value"] = in.out.Value
		}
		items = append(items, item)
	}
	kept, cut := First(items, g.limit)
	r := Found(kept, len(items), cut)
	r.Failed = failed
	return r, nil
}

// groupOrder orders groups; equal ones by their key.
type groupOrder struct {
	by     string
	desc   bool
	column value.Column
}

func (o groupOrder) compare(a, b *group) int {
	c := 0
	switch o.by {
	case "count":
		c = cmp.Compare(a.count, b.count)
	case "value":
		aOK, bOK := o.column.Comparable(a.out.Value), o.column.Comparable(b.out.Value)
		switch {
		case aOK && bOK:
			c = o.column.Compare(a.out.Value, b.out.Value)
		case aOK:
			return -1
		case bOK:
			return 1
		}
	default:
		return o.byGroup(a, b)
	}
	if o.desc {
		c = -c
	}
	if c == 0 {
		c = groupOrder{}.byGroup(a, b)
	}
	return c
}

// byGroup orders by key, the group without one last in either direction.
func (o groupOrder) byGroup(a, b *group) int {
	switch {
	case a.rank == "" && b.rank == "":
		return 0
	case a.rank == "":
		return 1
	case b.rank == "":
		return -1
	}
	c := value.Natural(a.rank, b.rank)
	if o.desc {
		return -c
	}
	return c
}
