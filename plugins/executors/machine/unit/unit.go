package unit

import (
	"math/big"
	"strings"

	"github.com/metnos/metnos/plugins/executors/fold"
)

// Unit is one unit. A quantity in its base is value × factor + offset.
type Unit struct {
	Symbol, Kind   string
	factor, offset *big.Rat
}

// Find returns the unit of a name or symbol. Case matters only where two units differ by it.
func Find(name string) (Unit, bool) {
	name = strings.TrimSpace(name)
	for _, exact := range []bool{true, false} {
		for _, line := range table() {
			for _, known := range strings.Split(line.names, ",") {
				if known = strings.TrimSpace(known); known == name || !exact && fold.Text(known) == fold.Text(name) {
					return line.unit(), true
				}
			}
		}
	}
	return Unit{}, false
}

// Other is the unit a person reckons in what is told in u: miles for kilometres where imperial, kilometres for miles where
// not. What is in their own units already goes to those of the others; false for what everybody measures the same.
func (u Unit) Other(imperial bool) (Unit, bool) {
	for _, p := range pairs() {
		to := p.metric
		switch {
		case strings.Contains(" "+p.also+" ", " "+u.Symbol+" "): // neither of the two: knots, kelvin
			if imperial {
				to = p.imperial
			}
		case strings.Contains(" "+p.from+" ", " "+u.Symbol+" "):
			to = p.imperial
		case p.imperial != u.Symbol:
			continue
		}
		return Find(to)
	}
	return Unit{}, false
}

// Names are all the names of all units.
func Names() []string {
	var out []string
	for _, line := range table() {
		for _, name := range strings.Split(line.names, ",") {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

// Convert turns a quantity of one unit into another of its kind.
func Convert(v *big.Rat, from, to Unit) *big.Rat {
	base := new(big.Rat).Add(new(big.Rat).Mul(v, from.factor), from.offset)
	return base.Quo(base.Sub(base, to.offset), to.factor)
}

func (l line) unit() Unit {
	u := Unit{Kind: l.kind, offset: new(big.Rat)}
	u.Symbol, _, _ = strings.Cut(l.names, ",")
	u.factor, _ = new(big.Rat).SetString(l.factor)
	if l.offset != "" {
		u.offset, _ = new(big.Rat).SetString(l.offset)
	}
	return u
}
