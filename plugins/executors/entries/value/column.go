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

// Learn reads a field's values. lang ("it" or "en") decides what stays ambiguous.
func Learn(values []any, lang string, zone *time.Location) Column {
	c := Column{zone: zone}
	filled := 0
	for _, v := range values {
		if Blank(v) {
			continue
		}
		filled++
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
	c.Kind = c.most(values, filled)
	return c
}

// most is how more than half of the values read.
func (c Column) most(values []any, filled int) Kind {
	numbers, times := 0, 0
	for _, v := range values {
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

// Comparable reports whether the value reads as the column's kind.
func (c Column) Comparable(v any) bool {
	ok := !Blank(v)
	switch c.Kind {
	case AsNumber:
		_, ok = c.Number(v)
	case AsTime:
		_, ok = c.Time(v)
	}
	return ok
}

// Compare orders two comparable values.
func (c Column) Compare(a, b any) int {
	switch c.Kind {
	case AsNumber:
		x, _ := c.Number(a)
		y, _ := c.Number(b)
		if order := cmp.Compare(x.Float(), y.Float()); order != 0 {
			return order
		}
		return x.Rat().Cmp(y.Rat())
	case AsTime:
		x, _ := c.Time(a)
		y, _ := c.Time(b)
		return x.Start.Compare(y.Start)
	}
	x, y := Text(a), Text(b)
	if order := Natural(fold.Text(x), fold.Text(y)); order != 0 {
		return order
	}
	return strings.Compare(x, y)
}

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
