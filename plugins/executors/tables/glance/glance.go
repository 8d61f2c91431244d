package glance

// MaxDigits is how many digits a float64 keeps.
const MaxDigits = 15

// Number recognises digits with one mark or none that can be read in one way alone; mark is 0 when there is none.
func Number(v string) (mark byte, ok bool) {
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
	if whole == 0 || whole+fraction > MaxDigits || whole > 1 && v[start] == '0' {
		return 0, false
	}
	return mark, true
}

// Read reads digits with one decimal mark or none, exactly as a slower reading would.
func Read(v string, mark byte) (float64, bool) {
	n, digits, fraction, at := int64(0), 0, 0, -1
	start := 0
	if v[0] == '-' {
		start = 1
	}
	for i := start; i < len(v); i++ {
		switch c := v[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
			if digits++; digits > MaxDigits {
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
	DayFirst = 1 << iota
	MonthFirst
)

// Day recognises yyyy-mm-dd and dd/mm/yyyy, either with a day every month has; year tells that the year comes first.
func Day(v string) (year bool, orders int, ok bool) {
	if len(v) != 10 {
		return false, 0, false
	}
	switch {
	case v[4] == '-' && v[7] == '-':
		y, month, day := digits(v[:4]), digits(v[5:7]), digits(v[8:])
		return true, DayFirst | MonthFirst, y > 0 && month > 0 && month <= 12 && day > 0 && day <= 28
	case v[2] == '/' && v[5] == '/':
		first, second, y := digits(v[:2]), digits(v[3:5]), digits(v[6:])
		if y <= 0 || first <= 0 || second <= 0 || first > 28 || second > 28 {
			return false, 0, false
		}
		if second <= 12 {
			orders |= DayFirst
		}
		if first <= 12 {
			orders |= MonthFirst
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
