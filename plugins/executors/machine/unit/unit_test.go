package unit

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestConversions(t *testing.T) {
	for _, c := range []struct{ value, from, to, want string }{
		{"10", "miglia", "km", "16.0934"}, {"100", "celsius", "°F", "212.0000"}, {"0", "K", "celsius", "-273.1500"}, {"32", "gradi fahrenheit", "centigradi", "0.0000"},
		{"1", "kWh", "kcal", "860.4207"}, {"1", "GiB", "MB", "1073.7418"}, {"5", "etti", "g", "500.0000"}, {"100", "km/h", "m/s", "27.7778"}, {"1", "ettaro", "mq", "10000.0000"},
		{"2", "Ore", "MINUTI", "120.0000"}, {"12", "Inches", "cm", "30.4800"},
	} {
		from, ok := Find(c.from)
		to, also := Find(c.to)
		v, _ := new(big.Rat).SetString(c.value)
		if !ok || !also || from.Kind != to.Kind {
			t.Errorf("%s or %s is not known", c.from, c.to)
		} else if got := Convert(v, from, to).FloatString(4); got != c.want {
			t.Errorf("%s %s = %s %s, want %s", c.value, c.from, got, c.to, c.want)
		}
	}
	for _, name := range []string{"", "euro", "dollari", "parsec", "k"} {
		if u, ok := Find(name); ok && name != "k" {
			t.Errorf("%q is %v", name, u)
		}
	}
}

// What the person measures in is told from what is said: the other system's, or theirs where it is of neither.
func TestOther(t *testing.T) {
	for _, c := range []struct{ said, metric, imperial string }{
		{"km", "mi", "mi"}, {"miglia", "km", "km"}, {"nodi", "km/h", "mph"}, {"kelvin", "°C", "°F"}, {"m/s", "km/h", "mph"}, {"miglia nautiche", "km", "mi"}, {"etti", "oz", "oz"},
		{"libbre", "kg", "kg"}, {"cups", "ml", "ml"}, {"ore", "", ""}, {"GB", "", ""}, {"kcal", "", ""},
	} {
		u, _ := Find(c.said)
		metric, ok := u.Other(false)
		imperial, also := u.Other(true)
		if metric.Symbol != c.metric || imperial.Symbol != c.imperial || ok != (c.metric != "") || also != ok {
			t.Errorf("%s: %s, %s", c.said, metric.Symbol, imperial.Symbol)
		}
	}
	for _, p := range pairs() {
		for _, symbol := range append(append([]string{p.metric, p.imperial}, strings.Fields(p.from)...), strings.Fields(p.also)...) {
			u, ok := Find(symbol)
			if other, paired := u.Other(true); !ok || !paired || other.Kind != u.Kind {
				t.Errorf("%s: %+v", symbol, other)
			}
		}
	}
}

// Every name leads to one unit, and back again is where one was.
func TestUnits(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range Names() {
		if u, ok := Find(name); !ok || u.factor == nil || u.factor.Sign() <= 0 || u.offset == nil || seen[name] {
			t.Errorf("%q: %+v, twice: %v", name, u, seen[name])
		}
		seen[name] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		a, _ := Find(rapid.SampledFrom(Names()).Draw(t, "a"))
		b, _ := Find(rapid.SampledFrom(Names()).Draw(t, "b"))
		v := big.NewRat(rapid.Int64().Draw(t, "n"), rapid.Int64Range(1, 1000).Draw(t, "d"))
		if back := Convert(Convert(v, a, b), b, a); a.Kind == b.Kind && back.Cmp(v) != 0 {
			t.Fatalf("%v %s became %v", v, a.Symbol, back)
		}
	})
}
