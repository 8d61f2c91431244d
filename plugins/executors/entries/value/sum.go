package value

import (
	"math"
	"math/big"
	"slices"
	"strconv"
)

// Float is a value that is a number already, and neither infinite nor none.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case int:
		return float64(v), v > -1<<53 && v < 1<<53
	case int64:
		return float64(v), v > -1<<53 && v < 1<<53
	}
	return 0, false
}

// Exact is the float64 that means the number, if one does: its shortest writing is the number's value.
func (n Number) Exact() (float64, bool) {
	f := n.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, false
	}
	return f, ofFloat(f).Rat().Cmp(n.Rat()) == 0
}

func ofFloat(f float64) Number { return Number{strconv.FormatFloat(f, 'g', -1, 64)} }

// Sum adds up exactly. The zero value is zero.
type Sum struct {
	parts int64 // of what has at most four decimals, in ten-thousandths
	rest  big.Rat
}

const tenThousand = 10_000

// Float adds the number a float64 is written as.
func (s *Sum) Float(f float64) {
	parts := math.Round(f * tenThousand)
	// Up to fifteen digits a decimal number and the float64 nearest to it tell each other apart.
	if math.Abs(parts) >= 1e15 || parts/tenThousand != f {
		s.Add(ofFloat(f))
		return
	}
	if s.parts += int64(parts); s.parts > 1<<61 || s.parts < -1<<61 {
		s.fold()
	}
}

// Add adds a number.
func (s *Sum) Add(n Number) { s.rest.Add(&s.rest, n.Rat()) }

func (s *Sum) fold() {
	s.rest.Add(&s.rest, big.NewRat(s.parts, tenThousand))
	s.parts = 0
}

// Rat is what it came to.
func (s *Sum) Rat() *big.Rat {
	s.fold()
	return new(big.Rat).Set(&s.rest)
}

// Over is the sum divided by a count above zero.
func (s *Sum) Over(count int) *big.Rat {
	return new(big.Rat).Quo(s.Rat(), new(big.Rat).SetInt64(int64(count)))
}

// Middle finds a median. The zero value has no numbers.
type Middle struct {
	floats []float64
	others []*big.Rat
}

// Float adds the number a float64 is written as.
func (m *Middle) Float(f float64) { m.floats = append(m.floats, f) }

// Add adds a number.
func (m *Middle) Add(n Number) {
	if f, ok := n.Exact(); ok {
		m.floats = append(m.floats, f)
		return
	}
	m.others = append(m.others, n.Rat())
}

// Median is the middle one of the numbers, or half way between the two in the middle; there is at least one.
func (m *Middle) Median() *big.Rat {
	slices.Sort(m.floats)
	n := len(m.floats) + len(m.others)
	at := func(i int) *big.Rat { return ofFloat(m.floats[i]).Rat() }
	if len(m.others) > 0 {
		all := m.others
		for _, f := range m.floats {
			all = append(all, ofFloat(f).Rat())
		}
		slices.SortFunc(all, func(x, y *big.Rat) int { return x.Cmp(y) })
		at = func(i int) *big.Rat { return all[i] }
	}
	if n%2 == 1 {
		return at(n / 2)
	}
	sum := new(big.Rat).Add(at(n/2-1), at(n/2))
	return sum.Quo(sum, new(big.Rat).SetInt64(2))
}
