package reckon

import (
	"math"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/sdk"
)

// Bounds of an expression and of what it may grow to.
const (
	maxLength = 2000 // bytes
	maxDepth  = 50
	maxBits   = 4096 // of a numerator or a denominator
)

// Value calculates an expression; comma tells that the decimal mark of the language is a comma.
func Value(text string, comma bool) (*big.Rat, error) {
	if len(text) > maxLength || !utf8.ValidString(text) {
		return nil, sdk.Errorf(sdk.Oversize, "expression_long", "an expression of %d bytes", len(text))
	}
	p := &parser{rest: strings.ToLower(text), comma: comma}
	v, err := p.sum(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.rest != "" {
		return nil, p.wrong()
	}
	return v.at(), nil
}

// term is a number, or so many percent of something.
type term struct {
	*big.Rat
	percent bool
}

// at is the number a term stands for by itself.
func (t term) at() *big.Rat {
	if t.percent {
		return new(big.Rat).Quo(t.Rat, hundred())
	}
	return t.Rat
}

func hundred() *big.Rat { return big.NewRat(100, 1) }

// parser takes an expression apart from its front.
type parser struct {
	rest  string
	comma bool
}

func (p *parser) wrong() error {
	r, _ := utf8.DecodeRuneInString(p.rest)
	at := string(r)
	if p.rest == "" {
		at = "…"
	}
	return sdk.Errorf(sdk.WrongArgs, "expression_wrong", "%q does not belong there", at).With("at", at)
}

func (p *parser) space() { p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace) }

// takes takes one of some signs and returns the first of its group, "" when none stands there.
func (p *parser) takes(groups ...string) string {
	p.space()
	for _, g := range groups {
		for _, sign := range strings.Fields(g) {
			if strings.HasPrefix(p.rest, sign) {
				p.rest = p.rest[len(sign):]
				return strings.Fields(g)[0]
			}
		}
	}
	return ""
}

const (
	plus  = "+"
	minus = "- − –"
	times = "* × ·"
	over  = "/ ÷ :"
	power = "^ **"
)

func (p *parser) sum(depth int) (term, error) {
	left, err := p.product(depth)
	for err == nil {
		sign := p.takes(plus, minus)
		if sign == "" {
			return left, nil
		}
		var right term
		if right, err = p.product(depth); err != nil {
			break
		}
		base, change := left.at(), right.at()
		if right.percent {
			change = new(big.Rat).Mul(base, change)
		}
		if sign == "-" {
			change = new(big.Rat).Neg(change)
		}
		left, err = bounded(new(big.Rat).Add(base, change))
	}
	return term{}, err
}

func (p *parser) product(depth int) (term, error) {
	left, err := p.signed(depth)
	for err == nil {
		if strings.HasPrefix(strings.TrimLeftFunc(p.rest, unicode.IsSpace), "**") {
			return left, nil
		}
		sign := p.takes(times, over)
		if sign == "" {
			return left, nil
		}
		var right term
		if right, err = p.signed(depth); err != nil {
			break
		}
		if sign == "*" {
			left, err = bounded(new(big.Rat).Mul(left.at(), right.at()))
			continue
		}
		if right.Sign() == 0 {
			return term{}, sdk.Errorf(sdk.WrongArgs, "divided_by_zero", "a division by zero")
		}
		left, err = bounded(new(big.Rat).Quo(left.at(), right.at()))
	}
	return term{}, err
}

func (p *parser) signed(depth int) (term, error) {
	if depth > maxDepth {
		return term{}, sdk.Errorf(sdk.Oversize, "expression_long", "more than %d levels", maxDepth)
	}
	if p.takes(minus) != "" {
		t, err := p.signed(depth + 1)
		if err != nil {
			return term{}, err
		}
		return term{new(big.Rat).Neg(t.Rat), t.percent}, nil
	}
	p.takes(plus)
	return p.raised(depth)
}

func (p *parser) raised(depth int) (term, error) {
	base, err := p.primary(depth)
	if err != nil || p.takes(power) == "" {
		return base, err
	}
	exponent, err := p.signed(depth + 1)
	if err != nil {
		return term{}, err
	}
	return pow(base.at(), exponent.at())
}

func (p *parser) primary(depth int) (term, error) {
	p.space()
	var v term
	var err error
	switch {
	case p.takes("( [") != "":
		if v, err = p.sum(depth + 1); err == nil && p.takes(") ]") == "" {
			err = p.wrong()
		}
		v = term{Rat: v.Rat, percent: v.percent}
	case p.takes("√ sqrt radice") != "":
		if v, err = p.primary(depth + 1); err == nil {
			v, err = root(v.at())
		}
	case p.takes("pi π") != "":
		v.Rat = new(big.Rat).SetFloat64(math.Pi)
	default:
		v.Rat, err = p.number()
	}
	if err != nil {
		return term{}, err
	}
	if depth > maxDepth {
		return term{}, sdk.Errorf(sdk.Oversize, "expression_long", "more than %d levels", maxDepth)
	}
	for p.takes("%") != "" {
		v = term{v.at(), true}
	}
	return v, nil
}

// number takes a number off the front. Groups of three may be set apart by the mark that is not the decimal one.
func (p *parser) number() (*big.Rat, error) {
	end := 0
	for end < len(p.rest) && strings.IndexByte("0123456789.,'", p.rest[end]) >= 0 {
		end++
	}
	word := strings.TrimRight(p.rest[:end], ".,'")
	plain := p.plain(word)
	v, ok := new(big.Rat).SetString(plain)
	if plain == "" || len(plain) > 60 || !ok {
		return nil, p.wrong()
	}
	p.rest = p.rest[len(word):]
	return v, nil
}

// plain writes a number with a point and without groups, "" when it is none.
func (p *parser) plain(word string) string {
	word = strings.ReplaceAll(word, "'", "")
	point, comma := strings.Count(word, "."), strings.Count(word, ",")
	last := strings.LastIndexAny(word, ".,")
	grouped := func(mark string) bool {
		parts := strings.Split(word, mark)
		for i, part := range parts {
			if len(part) != 3 && (i > 0 || len(part) == 0 || len(part) > 3) || i == 0 && part == "0" {
				return false
			}
		}
		return true
	}
	switch {
	case last < 0:
		return word
	case point > 0 && comma > 0:
		mark, other := ".", ","
		if word[last] == ',' {
			mark, other = ",", "."
		}
		if strings.Count(word, mark) > 1 {
			return ""
		}
		return strings.Replace(strings.ReplaceAll(word, other, ""), mark, ".", 1)
	case comma == 1 && (p.comma || !grouped(",")), point == 1 && (!p.comma || !grouped(".")):
		return strings.Replace(word, ",", ".", 1)
	case comma > 0 && grouped(","):
		return strings.ReplaceAll(word, ",", "")
	case point > 0 && grouped("."):
		return strings.ReplaceAll(word, ".", "")
	}
	return ""
}

func bounded(v *big.Rat) (term, error) {
	if v.Num().BitLen() > maxBits || v.Denom().BitLen() > maxBits {
		return term{}, sdk.Errorf(sdk.Oversize, "number_too_large", "a number of more than %d bits", maxBits)
	}
	return term{Rat: v}, nil
}

// pow raises to a whole power; roots are those of numbers that are not negative.
func pow(base, exponent *big.Rat) (term, error) {
	if !exponent.IsInt() {
		b, _ := base.Float64()
		e, _ := exponent.Float64()
		return fromFloat(math.Pow(b, e))
	}
	n := exponent.Num()
	size := int64(max(base.Num().BitLen(), base.Denom().BitLen(), 1))
	if !n.IsInt64() || n.Int64() > maxBits || n.Int64() < -maxBits || size > 1 && size*max(n.Int64(), -n.Int64()) > 2*maxBits {
		return term{}, sdk.Errorf(sdk.Oversize, "number_too_large", "a power of more than %d bits", maxBits)
	}
	if base.Sign() == 0 && n.Sign() < 0 {
		return term{}, sdk.Errorf(sdk.WrongArgs, "divided_by_zero", "a division by zero")
	}
	e := new(big.Int).Abs(n)
	v := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), e, nil), new(big.Int).Exp(base.Denom(), e, nil))
	if n.Sign() < 0 {
		v.Inv(v)
	}
	return bounded(v)
}

func root(v *big.Rat) (term, error) {
	f, _ := v.Float64()
	return fromFloat(math.Sqrt(f))
}

func fromFloat(f float64) (term, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return term{}, sdk.Errorf(sdk.WrongArgs, "no_such_number", "it has no value among the real numbers")
	}
	v, _ := new(big.Rat).SetString(big.NewFloat(f).Text('g', 15)) // the digits a float64 knows
	return bounded(v)
}
