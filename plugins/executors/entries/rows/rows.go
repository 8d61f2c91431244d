package rows

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// ErrWhole is a step that needs all rows at once.
var ErrWhole = errors.New("this step needs all rows at once")

// Collection is the items a call works on.
type Collection struct {
	Items []map[string]any
	Part  bool // they are only the first: the others come one by one and are not kept
	Lang  string
	Zone  *time.Location
	laid  []sdk.Column // how the items stand as a table, when the core says
	// keys maps the folded name of every field to its name; built when an exact name is not found.
	keys map[string]string
}

// New reads the items of a call.
func New(call sdk.Call, args *arg.Reader) (*Collection, error) {
	c := First(call, args.Objects("entries"), nil)
	c.Part = false
	for _, column := range args.Objects("table") {
		r := arg.In(column)
		c.laid = append(c.laid, sdk.Column{Key: r.Text("key", ""), Type: r.Text("type", "")})
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if !args.Has("entries") {
		return nil, sdk.Errorf(sdk.MissingInput, "entries_missing", "no items to work on were given")
	}
	return c, nil
}

// First is a collection of which only the first items are in memory; laid are their columns in order.
func First(call sdk.Call, items []map[string]any, laid []sdk.Column) *Collection {
	c := &Collection{Items: items, Part: true, Lang: call.Lang, Zone: time.UTC, laid: laid}
	if at, err := time.LoadLocation(call.Zone); err == nil {
		c.Zone = at
	}
	return c
}

// Has finds a field by its name: exactly, else without case and accents.
func (c *Collection) Has(name string) (string, bool) {
	for _, item := range c.Items {
		if _, ok := item[name]; ok {
			return name, true
		}
	}
	if c.keys == nil {
		c.keys = map[string]string{}
		for _, key := range c.Names() {
			if _, taken := c.keys[fold.Text(key)]; !taken {
				c.keys[fold.Text(key)] = key
			}
		}
	}
	found, ok := c.keys[fold.Text(strings.TrimSpace(name))]
	if !ok {
		return name, false
	}
	return found, true
}

// Names lists the fields of all items: in the order of their table, else of the alphabet.
func (c *Collection) Names() []string {
	all := map[string]bool{}
	for _, item := range c.Items {
		for key := range item {
			all[key] = true
		}
	}
	var out []string
	for _, column := range c.laid {
		if len(c.Items) == 0 || all[column.Key] {
			out = append(out, column.Key)
			delete(all, column.Key)
		}
	}
	return append(out, slices.Sorted(maps.Keys(all))...)
}

// Table is how items that keep some columns stand as a table, nil when they are no rows of a person's table: files have
// paths, groups a name of their own.
func (c *Collection) Table(kept Projection) *sdk.Table {
	if len(c.laid) == 0 || c.laid[0].Key == "group" || slices.ContainsFunc(c.laid, func(k sdk.Column) bool { return k.Type == "path" }) {
		return nil
	}
	if kept == nil {
		return &sdk.Table{Columns: c.laid}
	}
	out := &sdk.Table{}
	for _, name := range kept {
		at := slices.IndexFunc(c.laid, func(k sdk.Column) bool { return k.Key == name })
		if at < 0 {
			return nil
		}
		out.Columns = append(out.Columns, c.laid[at])
	}
	return out
}

// Column learns how a field's values are written.
func (c *Collection) Column(field string) value.Column {
	values := make([]any, len(c.Items))
	for i, item := range c.Items {
		values[i] = item[field]
	}
	return value.Learn(values, c.Lang, c.Zone)
}
