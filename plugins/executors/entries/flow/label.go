package flow

import (
	"errors"
	"maps"
	"slices"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// rule gives a label to the rows that meet all its conditions; of each condition one way is enough.
type rule struct {
	label string
	tests [][]*predicate
}

func (r rule) holds(row Row) bool {
	return !slices.ContainsFunc(r.tests, func(ways []*predicate) bool {
		return !slices.ContainsFunc(ways, func(p *predicate) bool { return p.holds(row.Value(p.field)) })
	})
}

// labelling is classify_entries.
type labelling struct {
	c     *rows.Collection
	rules []rule
	name  string // of the field the labels are put in
	kept  []map[string]any
	total int
	room  entry.Budget
	full  bool
}

func newLabelling(c *rows.Collection, args *arg.Reader) (*labelling, error) {
	l := &labelling{c: c}
	for _, object := range args.Objects("rules") {
		r := arg.In(object)
		out := rule{label: r.Text("label", "")}
		for _, object := range r.Objects("predicates") {
			ways, err := conditioned(c, object, args)
			if err != nil {
				return nil, err
			}
			if len(ways) > 0 {
				out.tests = append(out.tests, ways)
			}
		}
		if err := r.Err(); err != nil {
			return nil, err
		}
		l.rules = append(l.rules, out)
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if len(l.rules) == 0 {
		return nil, sdk.Errorf(sdk.MissingInput, "rules_missing", "no rule says which label a row has")
	}
	l.name = args.Text("as", map[string]string{"en": "label"}[c.Lang])
	if l.name == "" {
		l.name = "etichetta"
	}
	for base, n := l.name, '2'; n <= '9'; n++ {
		if _, taken := c.Has(l.name); !taken {
			break
		}
		l.name = base + " " + string(n)
	}
	return l, args.Err()
}

// conditioned reads one condition of a rule: the ways a row may meet it. Where no field is said a text may stand in any;
// the field the person chose counts where the one said is none, or several.
func conditioned(c *rows.Collection, object map[string]any, all *arg.Reader) ([]*predicate, error) {
	args := arg.In(object)
	if !args.Has("field") && args.Text("operation", "eq") == "contains" {
		var out []*predicate
		for _, name := range c.Names() {
			p := &predicate{operation: "contains", field: name, column: c.Column(name)}
			for _, v := range args.Texts("values") {
				p.wanted = append(p.wanted, p.operand(v))
			}
			if args.Has("value") {
				p.wanted = append(p.wanted, p.operand(args.Text("value", "")))
			}
			out = append(out, p)
		}
		return out, args.Err()
	}
	if !args.Has("field") && all.Has("field") {
		object = withField(object, all)
		args = arg.In(object)
	}
	p, err := newPredicate(c, args, false)
	var unclear *rows.Unclear
	if errors.As(err, &unclear) && unclear.Arg == "field" && all.Has("field") {
		p, err = newPredicate(c, arg.In(withField(object, all)), false)
	}
	if p == nil {
		return nil, err
	}
	return []*predicate{p}, err
}

func withField(object map[string]any, all *arg.Reader) map[string]any {
	out := maps.Clone(object)
	out["field"] = all.Text("field", "")
	return out
}

func (l *labelling) Fields() []string {
	out := []string{}
	for _, r := range l.rules {
		for _, ways := range r.tests {
			for _, p := range ways {
				out = append(out, p.field)
			}
		}
	}
	return out
}

// labelled is a row with its label.
type labelled struct {
	Row
	name, label string
}

func (r labelled) Value(field string) any {
	if field == r.name {
		return r.label
	}
	return r.Row.Value(field)
}

func (r labelled) Item() map[string]any {
	out := map[string]any{r.name: r.label}
	for key, v := range r.Row.Item() {
		if key != r.name {
			out[key] = v
		}
	}
	return out
}

// Take labels a row by the first rule that holds, and hands it on. One no rule is about has no label.
func (l *labelling) Take(r Row) (Row, error) {
	out := labelled{Row: r, name: l.name}
	if at := slices.IndexFunc(l.rules, func(k rule) bool { return k.holds(r) }); at >= 0 {
		out.label = l.rules[at].label
	}
	l.total++
	if l.full {
		return out, nil
	}
	item := out.Item()
	if l.full = l.c.Part && (len(l.kept) == maxChosen || !weighed(&l.room, item)); !l.full {
		l.kept = append(l.kept, item)
	}
	return out, nil
}

func (l *labelling) Result() (sdk.Result, error) {
	var cut *sdk.Truncation
	if l.full {
		cut = &sdk.Truncation{Used: len(l.kept), Available: l.total}
	}
	r := Found(l.kept, l.total, cut)
	if r.Table = l.c.Table(nil); r.Table != nil {
		r.Table = &sdk.Table{Columns: append(slices.Clone(r.Table.Columns), sdk.Column{Key: l.name, Type: "text"})}
	}
	return r, nil
}
