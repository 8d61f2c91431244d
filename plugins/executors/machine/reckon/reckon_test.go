package reckon

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"pgregory.net/rapid"
)

func TestValues(t *testing.T) {
	for _, c := range []struct {
		text  string
		comma bool
		want  string
	}{
		{"2+2", true, "4"}, {"0,1 + 0,2", true, "3/10"}, {"1.000 * 3", true, "3000"}, {"1.5 * 2", false, "3"}, {"1,500 * 2", false, "3000"}, {"1,5 * 2", false, "3"},
		{"1.234,5", true, "2469/2"}, {"1,234.5", true, "2469/2"}, {"1'000", true, "1000"}, {"-(2 - 5)", true, "3"}, {"2 * -3", true, "-6"}, {"--2", true, "2"},
		{"2 + 3 * 4", true, "14"}, {"(2 + 3) * 4", true, "20"}, {"2^10", true, "1024"}, {"2**3^2", true, "512"}, {"-2^2", true, "-4"}, {"2^-1", true, "1/2"}, {"10 - 2 - 3", true, "5"}, {"12 : 4 × 2", true, "6"},
		{"15% * 230", true, "69/2"}, {"230 + 10%", true, "253"}, {"200 - 25%", true, "150"}, {"50%", true, "1/2"}, {"10% + 10%", true, "11/100"}, {"(10)%", true, "1/10"}, {"1 / 3", true, "1/3"},
		{"√16 + sqrt(9)", true, "7"}, {"9^0,5", true, "3"}, {"0.5", true, "1/2"},
	} {
		v, err := Value(c.text, c.comma)
		if err != nil || v.RatString() != c.want {
			t.Errorf("%q: %v, want %s (%v)", c.text, v, c.want, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, code := range map[string]string{
		"": "expression_wrong", "2 +": "expression_wrong", "2 2": "expression_wrong", "(2": "expression_wrong", "2)": "expression_wrong", "a": "expression_wrong", "1.2.3,4,5": "expression_wrong", "1e5": "expression_wrong", "0x10": "expression_wrong",
		"__import__('os')": "expression_wrong", "1/0": "divided_by_zero", "0^-1": "divided_by_zero", "1/(1-1)": "divided_by_zero", "sqrt(-1)": "no_such_number", "(-8)^(1/3)": "no_such_number",
		"9^9^9^9": "number_too_large", "2^100000": "number_too_large", "10^1000^2": "number_too_large", "2^(1/3)^-9999999": "number_too_large", strings.Repeat("(", 100) + "1": "expression_long", strings.Repeat("-", 100) + "1": "expression_long", strings.Repeat("1+", 2000): "expression_long", strings.Repeat("√", 200) + "4": "expression_long", "\xff": "expression_long", strings.Repeat("9", 70): "expression_wrong",
	} {
		_, err := Value(text, true)
		var e *sdk.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%.40q: %v, want %s", text, err, code)
		}
	}
}

// What is written as a sum of products comes out as it does by hand.
func TestSumsOfProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, text := new(big.Rat), "0"
		for range rapid.IntRange(1, 12).Draw(t, "terms") {
			a, b := rapid.Int64Range(-1e6, 1e6).Draw(t, "a"), rapid.Int64Range(1, 1e6).Draw(t, "b")
			sign := rapid.SampledFrom([]string{"+", "-"}).Draw(t, "sign")
			op := rapid.SampledFrom([]string{"*", "/"}).Draw(t, "op")
			term := big.NewRat(a*b, 1)
			if op == "/" {
				term = big.NewRat(a, b)
			}
			if sign == "-" {
				term.Neg(term)
			}
			want.Add(want, term)
			text += fmt.Sprintf(" %s (%d %s %d)", sign, a, op, b)
		}
		got, err := Value(text, rapid.Bool().Draw(t, "comma"))
		if err != nil || got.Cmp(want) != 0 {
			t.Fatalf("%s = %v, want %v (%v)", text, got, want, err)
		}
	})
}

func FuzzValue(f *testing.F) {
	for _, s := range []string{"1,5 + 10%", "2^3^4", "√(4)", "((((1))))", "1 : 3 × 7", "-", "pi**2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Value(text, true)
		var e *sdk.Error
		if err != nil && (!errors.As(err, &e) || e.Code == "") || err == nil && v.Num().BitLen() > maxBits {
			t.Errorf("%v %v", v, err)
		}
	})
}
