package main

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// grouper is group_entries.
type grouper struct{}

// group is the items that share a key.
type group struct {
	label string
	rank  string // what the order by group looks at; "" is last
	items []map[string]any
	out   outcome
}

func (grouper) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	c, err := rows.New(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	key, err := newKey(c, args)
	if err != nil {
		return sdk.Result{}, err
	}
	var a aggregate
	if args.Has("aggregate") {
		if a, err = newAggregate(c, args); err != nil {
			return sdk.Result{}, err
		}
	}
	order := groupOrder{by: args.Text("order_by", "group"), desc: args.Text("order", "asc") == "desc"}
	limit := args.Int("limit", -1)
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	groups, err := partition(ctx, c, key)
	if err != nil {
		return sdk.Result{}, err
	}
	var failed []sdk.Failure
	for _, g := range groups {
		if a.operation != "" {
			g.out = a.over(ctx, g.items)
			if err := stopped(ctx); err != nil {
				return sdk.Result{}, err
			}
			failed = append(failed, g.out.failed[:min(len(g.out.failed), maxTies-min(len(failed), maxTies))]...)
		}
	}
	order.column = value.Learn(outcomes(groups), c.Lang, c.Zone)
	slices.SortStableFunc(groups, order.compare)
	rows := make([]map[string]any, 0, len(groups))
	for _, g := range groups {
		row := map[string]any{"group": g.label, "count": len(g.items)}
		if a.operation != "" {
			row["value"] = g.out.value
		}
		rows = append(rows, row)
	}
	kept, cut := first(rows, limit)
	r := result(kept, len(rows), cut)
	r.Failed = failed
	return r, nil
}

func outcomes(groups []*group) []any {
	values := make([]any, len(groups))
	for i, g := range groups {
		values[i] = g.out.value
	}
	return values
}

// partition puts every item in its group, groups in order of appearance.
func partition(ctx context.Context, c *rows.Collection, key keyer) ([]*group, error) {
	byLabel := map[string]*group{}
	var groups []*group
	for i, item := range c.Items {
		if i%checkEvery == 0 {
			if err := stopped(ctx); err != nil {
				return nil, err
			}
		}
		label, rank := key(item)
		g, ok := byLabel[label]
		if !ok {
			g = &group{label: label, rank: rank}
			byLabel[label] = g
			groups = append(groups, g)
		}
		g.items = append(g.items, item)
	}
	return groups, nil
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
		c = cmp.Compare(len(a.items), len(b.items))
	case "value":
		aOK, bOK := o.column.Comparable(a.out.value), o.column.Comparable(b.out.value)
		switch {
		case aOK && bOK:
			c = o.column.Compare(a.out.value, b.out.value)
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

// keyer returns the label of the group an item belongs to, and what orders it.
type keyer func(item map[string]any) (label, rank string)

// newKey groups by a field, or by what can be derived from name, path and date.
func newKey(c *rows.Collection, args *arg.Reader) (keyer, error) {
	name := args.Text("group_by", "")
	if name == "" {
		return nil, sdk.Errorf(sdk.MissingInput, "group_missing", "no field to group by was given")
	}
	if field, ok := c.Has(name); ok && field != "folder" {
		return byField(field), nil
	}
	switch part := derived(name); part {
	case "extension", "initial":
		return fromName(part), nil
	case "folder":
		return byFolder(c), nil
	case "year", "month", "day", "weekday":
		return byDate(c, part, args.Text("date_field", ""))
	}
	field, err := c.Named("group_by", name)
	if err == nil {
		return byField(field), nil
	}
	// "per restaurant": one group, when the word is no column and a value of one.
	field, values, e := c.Holding("eq", "", []string{name}, false)
	if e != nil || field == "" {
		return nil, err
	}
	c.Items = slices.DeleteFunc(slices.Clone(c.Items), func(item map[string]any) bool {
		return !slices.Contains(values, strings.TrimSpace(value.Text(item[field])))
	})
	return byField(field), nil
}

// derived is what a word makes of a name, a path or a date, in either language; another word is itself.
func derived(word string) string {
	switch fold.Text(word) {
	case "anno", "anni", "years":
		return "year"
	case "mese", "mesi", "months":
		return "month"
	case "giorno", "giorni", "days":
		return "day"
	case "giorno della settimana", "day of the week":
		return "weekday"
	}
	return word
}

func byField(field string) keyer {
	return func(item map[string]any) (string, string) {
		label := strings.TrimSpace(value.Text(item[field]))
		return label, fold.Text(label)
	}
}

// fromName derives the extension or the initial of an item's name.
func fromName(what string) keyer {
	return func(item map[string]any) (string, string) {
		name, ok := item["name"].(string)
		if !ok {
			p, _ := item["path"].(string)
			name = path.Base(p)
		}
		name = strings.TrimLeft(name, ".")
		if what == "initial" {
			label := ""
			for _, r := range fold.Text(name) {
				label = strings.ToUpper(string(r))
				break
			}
			return label, fold.Text(label)
		}
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 || strings.Contains(name[dot:], " ") {
			return "", ""
		}
		label := strings.ToLower(name[dot+1:])
		return label, label
	}
}

// byFolder groups by folder, named from where the folders of all items part.
func byFolder(c *rows.Collection) keyer {
	folderOf := func(item map[string]any) string {
		if folder, ok := item["folder"].(string); ok {
			return folder
		}
		p, _ := item["path"].(string)
		if p == "" {
			return ""
		}
		return path.Dir(p)
	}
	shared, some := "", false
	for _, item := range c.Items {
		folder := folderOf(item)
		if folder == "" {
			continue
		}
		if !some {
			shared, some = folder, true
		}
		for shared != "/" && shared != "." && folder != shared && !strings.HasPrefix(folder, shared+"/") {
			shared = path.Dir(shared)
		}
	}
	return func(item map[string]any) (string, string) {
		folder := folderOf(item)
		label := strings.TrimPrefix(strings.TrimPrefix(folder, shared), "/")
		switch {
		case folder == "":
			return "", ""
		case label == "":
			label = path.Base(folder)
		}
		return label, fold.Text(label)
	}
}

// byDate groups by a part of a date in the person's time zone.
func byDate(c *rows.Collection, part, field string) (keyer, error) {
	field, err := dateField(c, field)
	if err != nil {
		return nil, err
	}
	column := c.Column(field)
	return func(item map[string]any) (string, string) {
		span, ok := column.Time(item[field])
		if !ok {
			return "", ""
		}
		at := span.Start.In(c.Zone)
		switch part {
		case "year":
			return at.Format("2006"), at.Format("2006")
		case "month":
			return at.Format("2006-01"), at.Format("2006-01")
		case "day":
			return at.Format(time.DateOnly), at.Format(time.DateOnly)
		}
		return weekday(at.Weekday(), c.Lang), fmt.Sprint((int(at.Weekday()) + 6) % 7)
	}, nil
}

// dateField is the field named, else modified, else the only field whose values are dates.
func dateField(c *rows.Collection, name string) (string, error) {
	if name != "" {
		return c.Named("date_field", name)
	}
	if field, ok := c.Has("modified"); ok || len(c.Items) == 0 {
		return field, nil
	}
	var found []string
	for _, key := range c.Names() {
		if c.Column(key).Kind == value.AsTime {
			found = append(found, key)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) == 0 {
		found = c.Names()
	}
	return "", &rows.Unclear{Arg: "date_field", Columns: found}
}

func weekday(d time.Weekday, lang string) string {
	if lang != "it" {
		return d.String()
	}
	return [...]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}[d]
}
