package flow

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/spoken"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// predicate is one condition on one field.
type predicate struct {
	field     string
	operation string
	column    value.Column
	sensitive bool
	as        value.Kind // "" to tell from the values
	wanted    []operand
	pattern   *regexp.Regexp
}

// operand is a value to compare with, read in every way it can be.
type operand struct {
	text   string // folded unless the predicate is sensitive
	number value.Number
	isNum  bool
	float  float64 // the same number, when exact
	exact  bool
	span   value.Span
	isSpan bool
}

// predicates reads the simple form and the list. No condition at all keeps every item.
func predicates(c *rows.Collection, args *arg.Reader) ([]*predicate, error) {
	sensitive := args.Flag("case_sensitive", false)
	var readers []*arg.Reader
	if args.Has("field") || args.Has("value") || args.Has("values") {
		readers = append(readers, args)
	}
	for _, object := range args.Objects("predicates") {
		readers = append(readers, arg.In(object))
	}
	out := make([]*predicate, 0, len(readers))
	for _, r := range readers {
		p, err := newPredicate(c, r, sensitive)
		if err != nil {
			return nil, err
		}
		if p != nil {
			out = append(out, p)
		}
	}
	return out, args.Err()
}

// newPredicate reads one condition; nil is one that every item meets.
func newPredicate(c *rows.Collection, args *arg.Reader, sensitive bool) (*predicate, error) {
	p := &predicate{operation: args.Text("operation", "eq"), sensitive: sensitive, as: value.Kind(args.Text("as", ""))}
	values := args.Texts("values")
	if args.Has("value") {
		values = append([]string{args.Text("value", "")}, values...)
	}
	var err error
	switch {
	case args.Has("field"):
		p.field, err = c.Named("field", args.Text("field", ""))
	case args.Flag("called", false) && len(values) == 1:
		p.field, values, err = c.Called(values[0])
		if err == nil && p.field == "" {
			return nil, args.Err()
		}
	default:
		p.field, values, err = c.Holding(p.operation, string(p.as), values, args.Flag("expect_match", false))
	}
	if err != nil {
		return nil, err
	}
	p.column = c.Column(p.field)
	p.signs(values)
	if p.as == value.AsTime && p.column.Kind == value.AsText {
		p.as = "" // months by name
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if len(values) == 0 && !slices.Contains([]string{"exists", "missing"}, p.operation) {
		return nil, sdk.Errorf(sdk.MissingInput, "value_missing", "%s needs a value", p.operation).With("operation", p.operation)
	}
	for _, v := range values {
		p.wanted = append(p.wanted, p.operand(v))
	}
	if err := p.ofYear(c, values); err != nil {
		return nil, err
	}
	return p, p.prepare(values)
}

// signs makes a comparison with zero of "negative" and "positive" said of a column of numbers.
func (p *predicate) signs(values []string) {
	if p.operation != "eq" || len(values) != 1 || p.column.Kind != value.AsNumber {
		return
	}
	switch spoken.Stem(fold.Text(values[0])) {
	case "negativ":
		p.operation, values[0] = "lt", "0"
	case "positiv":
		p.operation, values[0] = "gt", "0"
	}
}

// ofYear gives a month that comes round each year the only one the dates are of, where it matters which is meant.
func (p *predicate) ofYear(c *rows.Collection, values []string) error {
	if !slices.Contains([]string{"lt", "le", "gt", "ge"}, p.operation) || !p.wanted[0].span.Every {
		return nil
	}
	if c.Part {
		return ErrWhole
	}
	years := map[int]bool{}
	for _, item := range c.Items {
		if s, ok := p.column.Time(item[p.field]); ok {
			years[s.Start.In(c.Zone).Year()] = true
		}
	}
	var options []string
	for _, year := range slices.Sorted(maps.Keys(years)) {
		p.wanted[0].span = p.wanted[0].span.In(year)
		options = append(options, strconv.Itoa(year)+values[0][1:])
	}
	if len(options) > 1 {
		return &rows.Unclear{Arg: "value", Columns: options, Years: true}
	}
	return nil
}

// prepare compiles a pattern and refuses what the operation cannot compare.
func (p *predicate) prepare(values []string) error {
	switch p.operation {
	case "eq", "ne", "contains", "not_contains", "starts", "ends", "in", "not_in", "exists", "missing":
	case "lt", "le", "gt", "ge":
		for i, w := range p.wanted {
			if (p.as == value.AsNumber && !w.isNum) || (p.as == value.AsTime && !w.isSpan) {
				return sdk.Errorf(sdk.WrongArgs, "value_wrong", "%q is no %s", values[i], p.as).With("value", values[i])
			}
		}
	case "matches":
		flags := "(?i)"
		if p.sensitive {
			flags = ""
		}
		pattern, err := regexp.Compile(flags + values[0])
		if err != nil {
			return sdk.Errorf(sdk.WrongArgs, "pattern_wrong", "%w", err).With("pattern", values[0])
		}
		p.pattern = pattern
	default:
		return sdk.Errorf(sdk.WrongArgs, "operation_unknown", "%q is no operation", p.operation).With("operation", p.operation)
	}
	return nil
}

func (p *predicate) operand(text string) operand {
	o := operand{text: p.plain(text)}
	if o.number, o.isNum = p.column.Number(text); o.isNum {
		o.float, o.exact = o.number.Exact()
	}
	if p.as == value.AsTime || p.column.Kind == value.AsTime || !o.isNum {
		o.span, o.isSpan = p.column.Asked(text)
	}
	return o
}

func (p *predicate) plain(text string) string {
	text = strings.TrimSpace(text)
	if p.sensitive {
		return text
	}
	return fold.Text(text)
}

func (p *predicate) holds(v any) bool {
	switch p.operation {
	case "exists":
		return !value.Blank(v)
	case "missing":
		return value.Blank(v)
	case "ne", "not_in":
		return !slices.ContainsFunc(p.wanted, func(w operand) bool { return p.equal(v, w) })
	case "in", "eq":
		return slices.ContainsFunc(p.wanted, func(w operand) bool { return p.equal(v, w) })
	case "matches":
		return p.pattern.MatchString(value.Text(v))
	case "contains":
		return slices.ContainsFunc(p.wanted, func(w operand) bool { return p.contains(v, w) })
	case "not_contains":
		return !slices.ContainsFunc(p.wanted, func(w operand) bool { return p.contains(v, w) })
	case "starts":
		return slices.ContainsFunc(p.wanted, func(w operand) bool { return strings.HasPrefix(p.plain(value.Text(v)), w.text) })
	case "ends":
		return slices.ContainsFunc(p.wanted, func(w operand) bool { return strings.HasSuffix(p.plain(value.Text(v)), w.text) })
	}
	return !value.Blank(v) && p.ordered(v, p.wanted[0])
}

func (p *predicate) contains(v any, w operand) bool {
	if list, ok := v.([]any); ok {
		return slices.ContainsFunc(list, func(element any) bool { return p.equal(element, w) })
	}
	return strings.Contains(p.plain(value.Text(v)), w.text)
}

// equal compares as numbers or moments when both sides are, else as texts.
func (p *predicate) equal(v any, w operand) bool {
	if p.as != value.AsText {
		if w.isNum && p.as != value.AsTime {
			if order, ok := p.measure(v, w); ok {
				return order == 0
			}
		}
		if w.isSpan && p.as != value.AsNumber {
			if s, ok := p.column.Time(v); ok {
				return w.span.Holds(s.Start)
			}
		}
	}
	return p.plain(value.Text(v)) == w.text
}

// ordered answers lt, le, gt and ge. An item that does not read as what is asked never holds.
func (p *predicate) ordered(v any, w operand) bool {
	if w.isNum && p.as != value.AsTime && p.as != value.AsText {
		if order, ok := p.measure(v, w); ok {
			return decides(p.operation, order)
		}
	}
	if w.isSpan && p.as != value.AsNumber && p.as != value.AsText {
		if s, ok := p.column.Time(v); ok {
			return decides(p.operation, w.span.Side(s.Start))
		}
	}
	switch {
	case p.as == "" && (w.isNum || w.isSpan):
		return false
	}
	return decides(p.operation, strings.Compare(p.plain(value.Text(v)), w.text))
}

// measure compares a value that reads as a number with one that is.
func (p *predicate) measure(v any, w operand) (order int, ok bool) {
	if f, plain := v.(float64); plain && w.exact && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return cmp.Compare(f, w.float), true
	}
	n, ok := p.column.Number(v)
	if !ok {
		return 0, false
	}
	return n.Rat().Cmp(w.number.Rat()), true
}

func decides(operation string, order int) bool {
	switch operation {
	case "lt":
		return order < 0
	case "le":
		return order <= 0
	case "gt":
		return order > 0
	}
	return order >= 0
}
