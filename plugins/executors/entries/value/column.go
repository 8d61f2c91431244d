package value

import (
	"cmp"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/fold"
)

// Kind is how a column's values compare.
type Kind string

const (
	AsText   Kind = "text"
	AsNumber Kind = "number"
	AsTime   Kind = "datetime"
)

// Column is one field of a collection, with what its values revealed about how they are written.
type Column struct {
	Kind  Kind // how most of its values read
	style style
	order dateOrder
	zone  *time.Location
}

// sampled is how many values, evenly spread, tell the kind of a column.
const sampled = 10_000

// Learn reads a field's values. lang ("it" or "en") decides what stays ambiguous.
func Learn(values []any, lang string, zone *time.Location) Column {
	c := Column{zone: zone}
	for _, v := range values {
		s, ok := v.(string)
		if !ok {
			continue
		}
		if c.style == unsettled && len(s) <= 64 {
			c.style = reveals(s)
		}
		if c.order == unknownOrder {
			c.order = orderOf(s)
		}
	}
	if c.style == unsettled {
		c.style = point
		if lang == "it" {
			c.style = comma
		}
	}
	if c.order == unknownOrder {
		c.order = dayFirst
		if lang != "it" {
			c.order = monthFirst
		}
	}
	c.Kind = c.most(values)
	return c
}

// most is how more than half of the values read.
func (c Column) most(values []any) Kind {
	filled, numbers, times := 0, 0, 0
	for i := 0; i < len(values); i += 1 + len(values)/sampled {
		v := values[i]
		if Blank(v) {
			continue
		}
		filled++
		if _, ok := c.Number(v); ok {
			numbers++
		} else if _, ok := c.Time(v); ok {
			times++
		}
	}
	switch {
	case filled > 0 && numbers*2 > filled:
		return AsNumber
	case filled > 0 && times*2 > filled:
		return AsTime
	}
	return AsText
}

// Number reads a value as a number.
func (c Column) Number(v any) (Number, bool) { return number(v, c.style) }

// Time reads a value as a moment.
func (c Column) Time(v any) (Span, bool) {
	s, ok := v.(string)
	if !ok {
		return Span{}, false
	}
	return moment(s, c.order, c.zone)
}

// Asked reads a value to compare with: also a year or a month is a moment.
func (c Column) Asked(text string) (Span, bool) { return period(text, c.order, c.zone) }

// Key is a value read once, ready to be ordered many times.
type Key struct {
	OK     bool // it reads as the column's kind
	number float64
	exact  Number
	at     time.Time
	folded string
	text   string
}

// Key reads a value for ordering.
func (c Column) Key(v any) Key {
	k := Key{}
	switch {
	case Blank(v):
	case c.Kind == AsNumber:
		if k.exact, k.OK = c.Number(v); k.OK {
			k.number = k.exact.Float()
		}
	case c.Kind == AsTime:
		var span Span
		span, k.OK = c.Time(v)
		k.at = span.Start
	default:
		k.OK, k.text = true, Text(v)
		k.folded = fold.Text(k.text)
	}
	return k
}

// Order orders two keys that are OK.
func (c Column) Order(a, b Key) int {
	switch c.Kind {
	case AsNumber:
		if order := cmp.Compare(a.number, b.number); order != 0 || len(a.exact.digits)+len(b.exact.digits) < 20 {
			return order
		}
		return a.exact.Rat().Cmp(b.exact.Rat())
	case AsTime:
		return a.at.Compare(b.at)
	}
	if order := Natural(a.folded, b.folded); order != 0 {
		return order
	}
	return strings.Compare(a.text, b.text)
}

// Comparable reports whether the value reads as the column's kind.
func (c Column) Comparable(v any) bool { return c.Key(v).OK }

// Compare orders two comparable values.
func (c Column) Compare(a, b any) int { return c.Order(c.Key(a), c.Key(b)) }

// Natural compares texts so that file2 comes before file10.
func Natural(a, b string) int {
	for a != "" && b != "" {
		i, j := digitsAt(a), digitsAt(b)
		if i > 0 && j > 0 {
			x, y := strings.TrimLeft(a[:i], "0"), strings.TrimLeft(b[:j], "0")
			if len(x) != len(y) {
				return cmp.Compare(len(x), len(y))
			}
			if x != y {
				return strings.Compare(x, y)
			}
			a, b = a[i:], b[j:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digitsAt(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
