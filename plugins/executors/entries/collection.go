package main

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// collection is the items a call works on.
type collection struct {
	items []map[string]any
	lang  string
	zone  *time.Location
	// keys maps the folded name of every field to its name; built when an exact name is not found.
	keys map[string]string
}

func newCollection(call sdk.Call, args *arg.Reader) (*collection, error) {
	c := &collection{items: args.Objects("entries"), lang: call.Lang, zone: time.UTC}
	if at, err := time.LoadLocation(call.Zone); err == nil {
		c.zone = at
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if !args.Has("entries") {
		return nil, sdk.Errorf(sdk.MissingInput, "entries_missing", "no items to work on were given")
	}
	return c, nil
}

// field finds the field a person named: exactly, else without case and accents. With no items every name
// is good.
func (c *collection) field(name string) (string, error) {
	if found, ok := c.has(name); ok || len(c.items) == 0 {
		return found, nil
	}
	return "", sdk.Errorf(sdk.WrongArgs, "field_unknown", "no item has the field %q", name).
		With("field", name).With("fields", strings.Join(c.names(), ", "))
}

func (c *collection) has(name string) (string, bool) {
	for _, item := range c.items {
		if _, ok := item[name]; ok {
			return name, true
		}
	}
	if c.keys == nil {
		c.keys = map[string]string{}
		for _, key := range c.names() {
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

// names lists the fields of all items in order.
func (c *collection) names() []string {
	all := map[string]bool{}
	for _, item := range c.items {
		for key := range item {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// column learns how a field's values are written.
func (c *collection) column(field string) value.Column {
	values := make([]any, len(c.items))
	for i, item := range c.items {
		values[i] = item[field]
	}
	return value.Learn(values, c.lang, c.zone)
}

// first returns at most limit items; below 0 is no limit. The truncation tells when some were left out.
func first(items []map[string]any, limit int64) ([]map[string]any, *sdk.Truncation) {
	if limit < 0 || int64(len(items)) <= limit {
		return items, nil
	}
	return items[:limit], &sdk.Truncation{Used: int(limit), Available: len(items), Cap: "limit"}
}

// result is the usual result: items in order, the total as value.
func result(items []map[string]any, total int, cut *sdk.Truncation) sdk.Result {
	if items == nil {
		items = []map[string]any{}
	}
	return sdk.Result{
		OK: true, Entries: items, Value: total, Truncated: cut,
		Effects: sdk.Counters{Items: len(items), Countable: true},
	}
}
