package grid

import "github.com/metnos/metnos/plugins/executors/tables/glance"

// plainly notes a text that is written in one of the few ways most numbers and dates are, and reports whether it is. It
// comes to what [evidence.text] comes to, sooner.
func (e *evidence) plainly(v string) bool {
	if year, orders, ok := glance.Day(v); ok {
		e.moments++
		if !year {
			e.ordered = true
		}
		if orders&glance.DayFirst != 0 {
			e.dayFirst++
		}
		if orders&glance.MonthFirst != 0 {
			e.monthFirst++
		}
		return true
	}
	switch mark, ok := glance.Number(v); {
	case !ok:
		return false
	case mark == ',':
		e.comma, e.onlyComma, e.fractions = e.comma+1, e.onlyComma+1, true
	case mark == '.':
		e.point, e.onlyPoint, e.fractions = e.point+1, e.onlyPoint+1, true
	default:
		e.comma, e.point = e.comma+1, e.point+1
	}
	return true
}
