package grid

// plainly notes a text that is written in one of the few ways most numbers and dates are, and reports whether it is. It
// comes to what [evidence.text] comes to, sooner.
func (e *evidence) plainly(v string) bool {
	if year, orders, ok := day(v); ok {
		e.moments++
		if !year {
			e.ordered = true
		}
		if orders&dayFirst != 0 {
			e.dayFirst++
		}
		if orders&monthFirst != 0 {
			e.monthFirst++
		}
		return true
	}
	switch mark, ok := written(v); {
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

// written recognises digits with one mark or none that can be read in one way alone; mark is 0 when there is none.
func written(v string) (mark byte, ok bool) {
	start := 0
	if v[0] == '-' {
		start = 1
	}
	at := -1
	for i := start; i < len(v); i++ {
		switch c := v[i]; {
		case c >= '0' && c <= '9':
		case (c == '.' || c == ',') && at < 0:
			mark, at = c, i
		default:
			return 0, false
		}
	}
	whole, fraction := len(v)-start, 0
	if at >= 0 {
		whole, fraction = at-start, len(v)-at-1
		if fraction == 0 || fraction == 3 { // three digits may be thousands
			return 0, false
		}
	}
	if whole == 0 || whole+fraction > maxDigits || whole > 1 && v[start] == '0' {
		return 0, false
	}
	return mark, true
}

// simple reads digits with one decimal mark or none, exactly as [number] would.
func simple(v string, mark byte) (float64, bool) {
	n, digits, fraction, at := int64(0), 0, 0, -1
	start := 0
	if v[0] == '-' {
		start = 1
	}
	for i := start; i < len(v); i++ {
		switch c := v[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
			if digits++; digits > maxDigits {
				return 0, false
			}
		case c == mark && at < 0:
			at = i
		default:
			return 0, false
		}
	}
	whole := digits
	if at >= 0 {
		fraction = len(v) - at - 1
		if whole = at - start; fraction == 0 {
			return 0, false
		}
	}
	if whole == 0 || whole > 1 && v[start] == '0' {
		return 0, false
	}
	f := float64(n)
	if fraction > 0 { // both sides are whole numbers that float64 holds, so the quotient is the nearest there is
		f /= power(fraction)
	}
	if start == 1 {
		f = -f
	}
	return f, true
}

func power(n int) float64 {
	p := 1.0
	for range n {
		p *= 10
	}
	return p
}

// Orders a day fits in.
const (
	dayFirst = 1 << iota
	monthFirst
)

// day recognises yyyy-mm-dd and dd/mm/yyyy, either with a day every month has; year tells that the year comes first.
func day(v string) (year bool, orders int, ok bool) {
	if len(v) != 10 {
		return false, 0, false
	}
	switch {
	case v[4] == '-' && v[7] == '-':
		y, month, day := digits(v[:4]), digits(v[5:7]), digits(v[8:])
		return true, dayFirst | monthFirst, y > 0 && month > 0 && month <= 12 && day > 0 && day <= 28
	case v[2] == '/' && v[5] == '/':
		first, second, y := digits(v[:2]), digits(v[3:5]), digits(v[6:])
		if y <= 0 || first <= 0 || second <= 0 || first > 28 || second > 28 {
			return false, 0, false
		}
		if second <= 12 {
			orders |= dayFirst
		}
		if first <= 12 {
			orders |= monthFirst
		}
		return false, orders, orders != 0
	}
	return false, 0, false
}

// digits is the number a few digits write, -1 when they are none.
func digits(v string) int {
	n := 0
	for i := range len(v) {
		if v[i] < '0' || v[i] > '9' {
			return -1
		}
		n = n*10 + int(v[i]-'0')
	}
	return n
}
