package rows

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/spoken"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// Match keeps items by whether another collection has one with the same key.
type Match struct {
	field string
	keys  map[string]bool // nil: there is nothing to match
	want  bool
}

// NewMatch reads the other collection. Without a named key it is the one column both have, an identifying one first.
func NewMatch(c *Collection, args *arg.Reader) (Match, error) {
	if !args.Has("others") {
		return Match{}, args.Err()
	}
	others := &Collection{Items: args.Objects("others"), Lang: c.Lang, Zone: c.Zone}
	m := Match{keys: map[string]bool{}, want: args.Text("presence", "present") == "present"}
	if err := args.Err(); err != nil || len(c.Items) == 0 || len(others.Items) == 0 {
		return m, err
	}
	name := args.Text("on", "")
	if name == "" {
		shared := c.Shared(others)
		if len(shared) != 1 {
			return m, &Unclear{Arg: "on", Columns: c.Names()}
		}
		name = shared[0]
	}
	var err error
	if m.field, err = c.Named("on", name); err != nil {
		return m, err
	}
	theirs, err := others.Named("on", name)
	if err != nil {
		if theirs, err = others.Named("on", m.field); err != nil {
			return m, err
		}
	}
	for _, item := range others.Items {
		if v := item[theirs]; !value.Blank(v) {
			m.keys[keyOf(v)] = true
		}
	}
	return m, nil
}

func keyOf(v any) string { return fold.Text(strings.TrimSpace(value.Text(v))) }

// Field is the one that is matched, "" when nothing is.
func (m Match) Field() string { return m.field }

// Holds reports whether an item is kept that has v there.
func (m Match) Holds(v any) bool { return m.keys == nil || m.keys[keyOf(v)] == m.want }

// Shared are the columns both collections have: those that identify something, when there are any.
func (c *Collection) Shared(others *Collection) []string {
	var all, ids []string
	for _, name := range c.Names() {
		if _, ok := others.Has(name); !ok {
			continue
		}
		all = append(all, name)
		if identifies(name) {
			ids = append(ids, name)
		}
	}
	if len(ids) > 0 {
		return ids
	}
	return all
}

// Holding is the column a value named without one belongs to: the only one some item has it in, as the whole value,
// else in whatever number, else as its first words. values come back as they are written there. With none, nothing is
// equal; when one is expected, the person is asked.
func (c *Collection) Holding(operation, as string, values []string, sure bool) (string, []string, error) {
	if len(c.Items) == 0 || len(values) == 0 {
		return "", values, nil
	}
	if as == string(value.AsTime) {
		return c.dating(values)
	}
	if slices.Contains([]string{"lt", "le", "gt", "ge"}, operation) {
		field, err := c.Numeric("field", "")
		return field, values, err
	}
	for _, same := range likenesses {
		found := map[string][]string{}
		for _, name := range c.Names() {
			for _, item := range c.Items {
				text := strings.TrimSpace(value.Text(item[name]))
				if text != "" && !slices.Contains(found[name], text) && slices.ContainsFunc(values, func(v string) bool { return same(v, text) }) {
					found[name] = append(found[name], text)
				}
			}
		}
		if len(found) == 1 {
			for name, written := range found {
				return name, written, nil
			}
		}
		if len(found) > 1 {
			u := &Unclear{Arg: "field", Word: values[0]}
			for _, name := range c.Names() {
				if found[name] != nil {
					u.Columns = append(u.Columns, name)
				}
			}
			return "", nil, u
		}
	}
	if field, yes := c.affirmed(values); field != "" {
		return field, yes, nil
	}
	if sure {
		return "", nil, &Unclear{Arg: "field", Word: values[0], Columns: c.Names()}
	}
	return "", values, nil
}

// affirmed is the column of yes and no that is called like the one value: "the paid invoices" where a column paid says
// so. values are the ways yes is written there, or no for "unpaid".
func (c *Collection) affirmed(values []string) (field string, written []string) {
	if len(values) != 1 {
		return "", nil
	}
	for _, name := range c.Names() {
		said, means := spoken.Affirms(values[0], name)
		if !said {
			continue
		}
		var kept []string
		for _, item := range c.Items {
			text := strings.TrimSpace(value.Text(item[name]))
			yes, ok := spoken.Yes(text)
			if !ok {
				return "", nil // something else stands there
			}
			if yes == means && !slices.Contains(kept, text) {
				kept = append(kept, text)
			}
		}
		if field != "" {
			return "", nil
		}
		field, written = name, kept
	}
	if field != "" && len(written) == 0 {
		written = []string{map[bool]string{true: "yes", false: "no"}[!strings.HasPrefix(values[0], "un")]}
	}
	return field, written
}

// Called is the column that has what the person calls the rows as a value: "how many lamps". Field is "" when the rows
// are what a column is named after; else nobody knows what is meant.
func (c *Collection) Called(word string) (field string, values []string, err error) {
	if field, values, err = c.Holding("eq", "", []string{word}, false); field != "" || err != nil || len(c.Items) == 0 {
		return field, values, err
	}
	if found, _ := spoken.Column(word, c.Names()); found != "" {
		return "", nil, nil
	}
	return "", nil, sdk.Errorf(sdk.NotFound, "rows_not_called", "no row has %q and no column is called so", word).With("name", word)
}

// dating is the column a date is asked of: the one of dates, else the one where months stand by name. values come back
// as they are written there.
func (c *Collection) dating(values []string) (string, []string, error) {
	field, err := c.dated()
	if err == nil {
		return field, values, nil
	}
	var names []string
	for _, v := range values {
		names = append(names, value.Months(v)...)
	}
	if len(names) == 0 {
		return "", nil, err
	}
	if field, written, e := c.Holding("eq", "", names, false); e == nil && field != "" {
		return field, written, nil
	}
	return "", nil, err
}

// dated is the one column of dates.
func (c *Collection) dated() (string, error) {
	var found []string
	for _, name := range c.Names() {
		if c.Column(name).Kind == value.AsTime {
			found = append(found, name)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) == 0 {
		found = c.Names()
	}
	return "", &Unclear{Arg: "field", Columns: found}
}

// likenesses are ever looser ways a value is the one said.
var likenesses = []func(said, written string) bool{
	func(s, w string) bool { return fold.Text(strings.TrimSpace(s)) == fold.Text(w) },
	func(s, w string) bool { return slices.Equal(words(s, spoken.Stem), words(w, spoken.Stem)) },
	func(s, w string) bool { return begins(words(w, plain), words(s, plain)) },
	func(s, w string) bool { // "in attesa" of something that is waiting
		said, ok := strings.CutPrefix(fold.Text(strings.TrimSpace(s)), "in ")
		return ok && slices.Equal(words(said, spoken.Stem), words(w, spoken.Stem))
	},
}

func plain(w string) string { return w }

func words(text string, as func(string) string) []string {
	out := strings.Fields(fold.Text(text))
	for i := range out {
		out[i] = as(strings.Trim(out[i], ".,;:()"))
	}
	return out
}

func begins(all, run []string) bool {
	return len(run) > 0 && len(run) <= len(all) && slices.Equal(all[:len(run)], run)
}

// Projection is what is kept of each item; nil keeps it whole.
type Projection []string

// naming are the columns of texts that tell every item from the others.
func (c *Collection) naming() (out []string) {
	for _, name := range c.Names() {
		seen := map[string]bool{}
		for _, item := range c.Items {
			seen[keyOf(item[name])] = true
		}
		if len(seen) == len(c.Items) && c.Column(name).Kind == value.AsText {
			out = append(out, name)
		}
	}
	return out
}

// Columns finds the columns to keep. What an item is called may stand in a column of another name.
func Columns(c *Collection, names []string) (Projection, error) {
	var out Projection
	for _, name := range names {
		found, err := c.oneOf(strings.Split(name, "/"))
		if err != nil {
			return nil, err
		}
		out = append(out, found)
	}
	return out, nil
}

// oneOf is the first of several words for a column that means one.
func (c *Collection) oneOf(names []string) (string, error) {
	var err error
	for _, name := range names {
		found, e := c.Named("columns", name)
		if e == nil {
			return found, nil
		}
		if err == nil {
			err = e
		}
	}
	if naming := c.naming(); len(naming) == 1 && slices.Contains([]string{"nom", "nam"}, spoken.Stem(fold.Text(names[0]))) {
		return naming[0], nil
	}
	return "", err
}

// Of is what is kept of an item.
func (p Projection) Of(item map[string]any) map[string]any {
	if p == nil {
		return item
	}
	out := make(map[string]any, len(p))
	for _, name := range p {
		out[name] = item[name]
	}
	return out
}
