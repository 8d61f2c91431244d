package tasks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/vocab"
)

// matches reports whether every word of a query stands in what is known of a task: its name, its request, its kind and
// its schedule in both languages. A word may have another ending.
func matches(t Task, query string) bool {
	wanted := pieces(query)
	if len(wanted) == 0 {
		return true
	}
	zone := t.location()
	known := pieces(t.Name + " " + t.Request + " " + t.Rule.Text("it", zone) + " " + t.Rule.Text("en", zone))
	known = append(known, hours(t)...)
	return !slices.ContainsFunc(wanted, func(w string) bool {
		return !slices.ContainsFunc(known, func(k string) bool { return alike(w, k) })
	})
}

// hours are the ways a person calls the hours of a task: "8", "8:30", "08:30".
func hours(t Task) (out []string) {
	if t.Rule.Repeat == nil {
		return nil
	}
	for _, at := range t.Rule.Repeat.Times {
		clock := pad(at.Hour) + ":" + pad(at.Minute)
		out = append(out, clock, strings.TrimPrefix(clock, "0"))
	}
	return out
}

func pad(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

// pieces are the folded words of a text.
func pieces(text string) []string {
	words := strings.FieldsFunc(vocab.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ':'
	})
	return slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, ":") == "" })
}

// alike compares words but for their endings: "bolletta" and "bollette", "venerdi" and "venerdi", "bill" and "bills".
func alike(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 && len(a)-n <= 2 && len(b)-n <= 2
}

// name makes a task's name of its request: its longer words, as far as they fit. taken names get a number.
func name(request, given string, taken func(string) bool) string {
	words := pieces(given)
	if len(words) == 0 {
		words = pieces(strings.ReplaceAll(request, ":", " "))
		if long := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return len(w) < 4 && !digits(w) }); len(long) > 0 {
			words = long
		}
	}
	var slug string
	for _, w := range words {
		w = strings.Map(plain, w)
		if len(slug)+1+len(w) > MaxName-3 {
			break
		}
		slug = strings.Trim(slug+"-"+w, "-")
	}
	if slug == "" {
		slug = "task"
	}
	for i, first := 2, slug; taken(slug); i++ {
		slug = first + "-" + itoa(i)
	}
	return slug
}

func plain(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

func digits(w string) bool { return strings.Trim(w, "0123456789") == "" }

func itoa(n int) string {
	if n < 10 {
		return string([]byte{byte('0' + n)})
	}
	return pad(n)
}
