package value

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// style is how a column writes its decimals.
type style int

const (
	unsettled style = iota
	comma           // 1.234,5
	point           // 1,234.5
)

// Number is a decimal number, kept as written so that sums are exact.
type Number struct {
	digits string // what big.Rat and strconv read
}

// Float is the nearest float64.
func (n Number) Float() float64 {
	f, err := strconv.ParseFloat(n.digits, 64)
	if err != nil {
		return math.NaN()
	}
	return f
}

// Rat is the exact value.
func (n Number) Rat() *big.Rat {
	r, ok := new(big.Rat).SetString(n.digits)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// Plain turns an exact value into a JSON number. A whole one that float64 does not hold exactly is its digits, as text:
// who reads JSON would change them.
func Plain(r *big.Rat) any {
	if r.IsInt() {
		if n := r.Num(); n.IsInt64() && n.Int64() > -1<<53 && n.Int64() < 1<<53 {
			return n.Int64()
		}
		if n := r.Num().String(); len(n) <= maxDigits {
			return n
		}
	}
	f, _ := r.Float64()
	return f
}

// maxDigits bounds a whole number told digit by digit; a longer one is told about.
const maxDigits = 40

var (
	currency   = regexp.MustCompile(`(?is)^(?:€|\$|£|eur|usd|gbp|chf)?\s*(.*?)\s*(?:€|\$|£|%|eur(?:o)?|usd|gbp|chf)?$`)
	sized      = regexp.MustCompile(`(?is)^(.*?\d)\s*(b|bytes?|[kmgt]i?b)$`)
	grouped    = regexp.MustCompile(`^\d{1,3}(?:[ '’\x{00A0}\x{202F}]\d{3})+(?:[.,]\d+)?$`)
	scientific = regexp.MustCompile(`^\d+(?:\.\d+)?[eE][+-]?\d{1,2}$`)
	digits     = regexp.MustCompile(`^\d+$`)
)

// number reads a value as a number written in a style.
func number(v any, s style) (Number, bool) {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Number{}, false
		}
		return Number{strconv.FormatFloat(v, 'g', -1, 64)}, true
	case int:
		return Number{strconv.Itoa(v)}, true
	case int64:
		return Number{strconv.FormatInt(v, 10)}, true
	case json.Number:
		return number(v.String(), point)
	case string:
		return written(v, s)
	}
	return Number{}, false
}

// written reads a number out of a text: signs, currencies, percents, byte sizes and group separators.
func written(text string, s style) (Number, bool) {
	text = strings.TrimSpace(text)
	if !plausible(text) {
		return Number{}, false
	}
	sign, text := signed(text)
	if len(text) < 16 && digits.MatchString(text) && (len(text) == 1 || text[0] != '0') {
		return Number{sign + text}, true
	}
	factor := int64(1)
	if found := sized.FindStringSubmatch(text); found != nil {
		text, factor = found[1], unit(found[2])
	} else {
		text = currency.FindStringSubmatch(text)[1]
		if sign == "" {
			sign, text = signed(text)
		}
	}
	plain, ok := decimal(text, s)
	if !ok {
		return Number{}, false
	}
	n := Number{sign + plain}
	if factor > 1 {
		r := n.Rat()
		r.Mul(r, new(big.Rat).SetInt64(factor))
		n.digits = r.RatString()
		if !r.IsInt() {
			n.digits = r.FloatString(6)
		}
	}
	return n, true
}

// plausible tells cheaply what cannot be a number: most texts of most tables. A plain run of digits is
// settled by what follows.
func plausible(text string) bool {
	if text == "" || len(text) > 64 || !strings.ContainsAny(text, "0123456789") {
		return false
	}
	return marks(text[0]) && marks(text[len(text)-1]) && !strings.ContainsAny(text, "/:") && strings.Count(text, "-") < 2
}

// marks reports a byte a number may begin or end with: a digit, a sign, a separator, part of a currency or
// of a unit.
func marks(c byte) bool {
	switch {
	case c >= '0' && c <= '9', c >= 0x80:
		return true
	}
	return strings.IndexByte("+-.,$%eEuUgGcCrRoOdDpPfFbBsS", c) >= 0
}

func signed(text string) (sign, rest string) {
	switch {
	case strings.HasPrefix(text, "-"):
		return "-", strings.TrimSpace(text[1:])
	case strings.HasPrefix(text, "−"):
		return "-", strings.TrimSpace(text[len("−"):])
	case strings.HasPrefix(text, "+"):
		return "", strings.TrimSpace(text[1:])
	}
	return "", text
}

func unit(name string) int64 {
	name = strings.ToLower(name)
	base := int64(1000)
	if strings.Contains(name, "i") {
		base = 1024
	}
	factor := int64(1)
	for range strings.IndexByte("bkmgt", name[0]) {
		factor *= base
	}
	return factor
}

// decimal rewrites digits and separators as a point number.
func decimal(text string, s style) (string, bool) {
	if scientific.MatchString(text) {
		return text, true
	}
	if grouped.MatchString(text) {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune(" '’\u00a0\u202f", r) {
				return -1
			}
			return r
		}, text)
	}
	dots, commas := strings.Count(text, "."), strings.Count(text, ",")
	mark := ""
	switch {
	case dots > 0 && commas > 0:
		mark = ","
		if strings.LastIndexByte(text, '.') > strings.LastIndexByte(text, ',') {
			mark = "."
		}
	case dots == 1 && !(s == comma && thousands(text, ".")):
		mark = "."
	case commas == 1 && !(s == point && thousands(text, ",")):
		mark = ","
	}
	whole, fraction := text, ""
	if mark != "" {
		at := strings.LastIndex(text, mark)
		whole, fraction = text[:at], text[at+1:]
		if !digits.MatchString(fraction) {
			return "", false
		}
	}
	whole, ok := ungrouped(whole)
	if !ok {
		return "", false
	}
	if fraction == "" {
		return whole, true
	}
	return whole + "." + fraction, true
}

// thousands reports that the only separator stands where a group of three would.
func thousands(text, mark string) bool {
	before, after, _ := strings.Cut(text, mark)
	return len(after) == 3 && len(before) <= 3 && before != "" && before != "0"
}

// ungrouped removes group separators; a number like 007 is a code and stays a text.
func ungrouped(whole string) (string, bool) {
	for _, mark := range []string{".", ","} {
		if !strings.Contains(whole, mark) {
			continue
		}
		groups := strings.Split(whole, mark)
		for i, g := range groups {
			if (i > 0 && len(g) != 3) || (i == 0 && (len(g) == 0 || len(g) > 3)) {
				return "", false
			}
		}
		whole = strings.Join(groups, "")
	}
	if !digits.MatchString(whole) || (len(whole) > 1 && whole[0] == '0') {
		return "", false
	}
	return whole, true
}

// reveals tells the style a text can only be written in.
func reveals(text string) style {
	text = strings.TrimSpace(text)
	if !plausible(text) || !strings.ContainsAny(text, ".,") {
		return unsettled
	}
	_, text = signed(text)
	if found := sized.FindStringSubmatch(text); found != nil {
		text = found[1]
	} else {
		text = currency.FindStringSubmatch(text)[1]
	}
	if _, ok := decimal(text, unsettled); !ok {
		return unsettled
	}
	dot, com := strings.LastIndexByte(text, '.'), strings.LastIndexByte(text, ',')
	switch {
	case dot >= 0 && com >= 0 && com > dot, com < 0 && strings.Count(text, ".") > 1:
		return comma
	case dot >= 0 && com >= 0, dot < 0 && strings.Count(text, ",") > 1:
		return point
	case com >= 0 && !thousands(text, ","):
		return comma
	case dot >= 0 && !thousands(text, "."):
		return point
	}
	return unsettled
}
