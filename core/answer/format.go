package answer

import (
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/plan"
)

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// value renders one value of a known type in the person's language.
func (p page) value(kind string, v any) string {
	switch kind {
	case "bytes":
		if n, ok := number(v); ok {
			return p.size(n)
		}
	case "path":
		if s, ok := v.(string); ok {
			return p.rel(s)
		}
	case "boolean":
		if b, ok := v.(bool); ok {
			if b {
				return p.say("word_yes")
			}
			return p.say("word_no")
		}
	}
	if n, ok := number(v); ok {
		return p.number(n)
	}
	s := plan.Text(v)
	if kind == "datetime" || kind == "" || kind == "text" {
		return p.date(s)
	}
	return s
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// number writes n with the language's decimal sign, at most two decimals, and grouped from 10,000.
func (p page) number(n float64) string {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return "?"
	}
	text := strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
	integer, decimals, _ := strings.Cut(text, ".")
	group, point := ",", "."
	if p.Lang == "it" {
		group, point = ".", ","
	}
	sign := ""
	if strings.HasPrefix(integer, "-") {
		sign, integer = "-", integer[1:]
	}
	if len(integer) > 4 {
		for i := len(integer) - 3; i > 0; i -= 3 {
			integer = integer[:i] + group + integer[i:]
		}
	}
	if decimals != "" {
		integer += point + decimals
	}
	return sign + integer
}

// size writes bytes in the largest decimal unit with one decimal: "10,5 MB".
func (p page) size(n float64) string {
	for _, unit := range [...]struct {
		name  string
		bytes float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if math.Abs(n) >= unit.bytes {
			return p.number(math.Round(n/unit.bytes*10)/10) + " " + unit.name
		}
	}
	return p.bytes(n)
}

// bytes writes the exact number.
func (p page) bytes(n float64) string {
	return p.say("bytes", "Count", strconv.Itoa(int(n)), "n", p.number(n))
}

// date writes a date or a moment the way the language does; any other text stays as it is.
func (p page) date(s string) string {
	zone := p.Zone
	if zone == nil {
		zone = time.UTC
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		t = t.In(zone)
		return p.day(t) + t.Format(" 15:04")
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return p.day(t)
	}
	return s
}

func (p page) day(t time.Time) string {
	return strconv.Itoa(t.Day()) + " " + p.say("month_"+strconv.Itoa(int(t.Month()))) + " " + strconv.Itoa(t.Year())
}

// sentence gives a phrase its first capital and its end.
func sentence(s, end string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	first := []rune(s)
	return strings.ToUpper(string(first[:1])) + string(first[1:]) + end
}
