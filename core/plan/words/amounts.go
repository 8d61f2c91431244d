package words

import (
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when"
)

// number reads a JSON number.
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

func same(v any, n float64) bool {
	m, ok := number(v)
	return ok && m == n
}

// number reports whether the person wrote a number, in digits or in letters, alone or with a unit of size.
func (j *Judge) number(n float64) bool {
	for i := range j.all {
		for _, said := range j.numbers(i) {
			if said == n {
				j.use(i, 1)
				return true
			}
			for _, scale := range j.units(i + 1) {
				if said*scale == n {
					j.use(i, 2)
					return true
				}
			}
		}
	}
	return false
}

// numbers are what the word at i may count: "10", "dieci", "1.500", "10mb".
func (j *Judge) numbers(i int) (out []float64) {
	fold := j.all[i].fold
	for _, text := range [...]string{fold, strings.ReplaceAll(fold, ",", "."), strings.ReplaceAll(strings.ReplaceAll(fold, ".", ""), ",", "")} {
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			out = append(out, n)
		}
	}
	digits := strings.TrimRight(fold, "kmgtbi")
	if n, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", "."), 64); err == nil && digits != fold {
		for _, scale := range scales(fold[len(digits):]) {
			out = append(out, n*scale)
		}
	}
	for _, s := range j.senses(i) {
		if n, err := strconv.ParseFloat(s.Value, 64); err == nil && (s.Class == "num" || s.Class == "ord") {
			out = append(out, n)
		}
	}
	return out
}

func (j *Judge) units(i int) []float64 {
	if i >= len(j.all) {
		return nil
	}
	out := scales(j.all[i].fold)
	for _, s := range j.senses(i) {
		if n, err := strconv.ParseFloat(s.Value, 64); err == nil && s.Class == "unit" {
			out = append(out, n)
			for binary, decimal := 1024.0, 1000.0; decimal <= n; binary, decimal = binary*1024, decimal*1000 {
				if decimal == n {
					out = append(out, binary)
				}
			}
		}
	}
	return out
}

func scales(unit string) []float64 {
	if unit == "" {
		return nil
	}
	power := strings.IndexByte("bkmgt", unit[0])
	if power < 0 || len(unit) > 3 {
		return nil
	}
	decimal, binary := 1.0, 1.0
	for range power {
		decimal, binary = decimal*1000, binary*1024
	}
	return []float64{decimal, binary}
}

// amount reports whether a text that is a number or a date was said as one.
func (j *Judge) amount(s string) bool {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return j.number(n)
	}
	return j.date(s)
}

// date reports whether a moment is a bound of a time the person spoke of.
func (j *Judge) date(s string) bool {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		zone := j.Clock.Zone
		if zone == nil {
			zone = time.UTC
		}
		for _, layout := range [...]string{time.DateOnly, "2006-01", "2006"} {
			if t, err = time.ParseInLocation(layout, s, zone); err == nil {
				break
			}
		}
		if err != nil {
			return false
		}
	}
	for _, future := range [...]bool{false, true} {
		clock := j.Clock
		clock.Future = future
		for i := range j.all {
			w, n, err := when.Parse(j.folds(i), clock)
			if err == nil && n > 0 && (near(w.From, t) || near(w.To, t)) {
				j.use(i, n)
				return true
			}
		}
	}
	return false
}

// near allows for the last second of a day given as the end of it.
func near(bound, t time.Time) bool {
	d := bound.Sub(t)
	return !bound.IsZero() && d >= 0 && d <= time.Second
}
