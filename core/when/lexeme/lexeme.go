package lexeme

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/when/grammar"
)

// The classes of token.
const (
	Number   grammar.Class = 1 << iota // #n: 12, dodici, twelve, un; N
	Count                              // #c: a number that is not also an article
	DayNum                             // #d: a count from 1 to 31
	HourNum                            // #h: a count from 0 to 24
	YearNum                            // #y: 1900 to 2199, in digits or in one word; N
	YearDig                            // #yd: the same in digits
	Short                              // #yy: '98; N is the full year when the century is clear, else 98
	Clock                              // #t: 8:30, 8.30, 20:15, 8h30; N minutes of the day, -1 when there is no such time
	Dotted                             // with Clock: written with a point or a comma, as numbers of other things are too
	Padded                             // 05, which is on the clock of 24 hours
	Date                               // #date: 2024-03-12, 12/03/2024, 12.3.24; Parts
	Monthly                            // #ym: 2024-03, 03/2024; Parts year, month
	DayMonth                           // #dm: 12/3; Parts
	Stamp                              // #stamp: 2024-03-12T08:00, with an optional offset; Parts year..minute
	Named                              // #iana: america/new_york
	Place1                             // #p1: the name of a place, in one word
	Place2                             // #p2: the first of two
	Place3                             // #p3: the first of three
	Any                                // #any: every token, once places are looked for
)

// Classes are the names the grammars use.
var classes = map[string]grammar.Class{
	"n": Number, "c": Count, "d": DayNum, "h": HourNum, "y": YearNum, "yd": YearDig, "yy": Short, "t": Clock, "date": Date, "ym": Monthly, "dm": DayMonth,
	"stamp": Stamp, "iana": Named, "p1": Place1, "p2": Place2, "p3": Place3, "any": Any,
}

// Grammar compiles rules over the classes.
func Grammar(texts ...string) (*grammar.Grammar, error) { return grammar.Compile(classes, texts...) }

// Lexeme is one token. Word is the index of the word it was cut from; Ends, that it is the last of that word.
type Lexeme struct {
	grammar.Token
	N     int
	Parts [6]int // of a date: year, month, day, hour, minute, offset in minutes; of one in digits apart: the numbers as written
	Order Order
	Word  int
	Ends  bool
}

// Order is how the numbers of a date are written.
type Order byte

// The orders of a date's numbers: the year first, or last after two numbers that are day and month or the reverse.
const (
	YearFirst Order = iota + 1
	YearLast
)

// Cut cuts folded words. known tells the words that stay whole although they hold an apostrophe or a hyphen.
func Cut(words []string, known func(string) bool) []Lexeme {
	out := make([]Lexeme, 0, len(words)+4)
	for i, w := range words {
		from := len(out)
		out = cut(out, w, known, 0)
		for k := from; k < len(out); k++ {
			out[k].Word, out[k].Ends = i, k == len(out)-1
		}
	}
	return out
}

// maxWord bounds a word that can be part of a time.
const maxWord = 40

func cut(out []Lexeme, w string, known func(string) bool, depth int) []Lexeme {
	if plain(w) {
		return append(out, one(w))
	}
	w = typographic.Replace(w)
	if w == "" || len(w) > maxWord || depth > 4 || known(w) {
		return append(out, one(w))
	}
	if l := one(w); l.Class != 0 {
		return append(out, l)
	}
	if i := strings.IndexByte(w, '\''); i > 0 {
		switch {
		case i == len(w)-1: // "lunedi'" is an accent typed as an apostrophe
			return append(out, one(w[:i]))
		case known(w[:i+1]) || w[:i+1] == "un'":
			return cut(append(out, one(w[:i+1])), w[i+1:], known, depth+1)
		}
		return cut(cut(out, w[:i], known, depth+1), w[i:], known, depth+1)
	}
	if i := strings.IndexByte(w, '-'); i >= 0 && len(w) > 1 {
		if i > 0 {
			out = cut(out, w[:i], known, depth+1)
		}
		out = append(out, one("-"))
		if i+1 < len(w) {
			out = cut(out, w[i+1:], known, depth+1)
		}
		return out
	}
	if i := strings.IndexByte(w, ','); i > 0 && i+1 < len(w) {
		return cut(append(cut(out, w[:i], known, depth+1), one(",")), w[i+1:], known, depth+1)
	}
	if n := digits(w); n > 0 && n < len(w) && suffix(w[n:]) { // 3rd, 90s, 5pm, 7.30pm, 1°
		return cut(append(out, one(w[:n])), w[n:], known, depth+1)
	}
	if bare := strings.TrimSuffix(w, "."); bare != w && bare != "" && !strings.Contains(bare, ".") {
		return append(cut(out, bare, known, depth+1), one("."))
	}
	return append(out, one(w))
}

var typographic = strings.NewReplacer("–", "-", "—", "-", "’", "'")

// plain reports whether a word is letters only.
func plain(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return len(w) <= maxWord
}

// suffix reports whether what follows digits is a word of its own.
func suffix(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz.°º'") == ""
}

// digits is how many bytes at the start are a number or a clock time.
func digits(w string) int {
	i := 0
	for i < len(w) && (w[i] >= '0' && w[i] <= '9' || (w[i] == ':' || w[i] == '.') && i > 0 && i+1 < len(w) && w[i+1] >= '0' && w[i+1] <= '9') {
		i++
	}
	return i
}

func one(w string) Lexeme {
	l := Lexeme{Token: grammar.Token{Text: w}}
	if w == "" {
		return l
	}
	if c := w[0]; c >= '0' && c <= '9' || c == '\'' {
		l.written(w)
		return l
	}
	if n, article, ok := spelt(w); ok {
		l.number(n, article, false)
	}
	if strings.IndexByte(w, '/') > 0 && zoned.MatchString(w) {
		l.Class |= Named
	}
	return l
}

func (l *Lexeme) number(n int, article, inDigits bool) {
	l.N, l.Class = n, Number
	if !article {
		l.Class |= Count
	}
	if !article && n >= 1 && n <= 31 {
		l.Class |= DayNum
	}
	if !article && n >= 0 && n <= 24 {
		l.Class |= HourNum
	}
	if n >= 1900 && n <= 2199 {
		l.Class |= YearNum
		if inDigits {
			l.Class |= YearDig
		}
	}
}

var (
	zoned   = regexp.MustCompile(`^[a-z]+(/[a-z_-]+){1,2}$`)
	clocked = regexp.MustCompile(`^(\d{1,2})([:.,h])(\d{2})(?::(\d{2}))?$`)
	iso     = regexp.MustCompile(`^(\d{4})([-/.])(\d{1,2})(?:([-/.])(\d{1,2}))?$`)
	last    = regexp.MustCompile(`^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})$`)
	month   = regexp.MustCompile(`^(\d{1,2})[-/](\d{4})$`)
	short   = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})$`)
	stamp   = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})t(\d{2}):(\d{2})(?::\d{2})?(z|[+-]\d{2}:\d{2})?$`)
)

// written reads what begins with a digit.
func (l *Lexeme) written(w string) {
	if n, err := strconv.Atoi(w); err == nil && len(w) <= 7 {
		l.number(n, false, true)
		if len(w) == 2 && w[0] == '0' {
			l.Class |= Padded
		}
		return
	}
	if len(w) == 3 && w[0] == '\'' {
		if n, err := strconv.Atoi(w[1:]); err == nil {
			l.N, l.Class = n, Short
		}
		return
	}
	if m := clocked.FindStringSubmatch(w); m != nil {
		h, min := number(m[1]), number(m[3])
		l.N, l.Class = 60*h+min, Clock
		if h > 24 || min > 59 || h == 24 && min > 0 {
			l.N = -1
		}
		if m[2] == "." || m[2] == "," {
			l.Class |= Dotted
		}
	}
	l.dated(w)
}

func (l *Lexeme) dated(w string) {
	if m := stamp.FindStringSubmatch(w); m != nil {
		l.Class = Stamp
		for i := range 5 {
			l.Parts[i] = number(m[i+1])
		}
		if m[6] == "" {
			return
		}
		l.N = 1 // an offset is said
		if m[6] != "z" {
			l.Parts[5] = 60*number(m[6][1:3]) + number(m[6][4:6])
			if m[6][0] == '-' {
				l.Parts[5] = -l.Parts[5]
			}
		}
	} else if m := iso.FindStringSubmatch(w); m != nil && (m[4] == "" || m[4] == m[2]) {
		l.Class, l.Order, l.Parts = Monthly, YearFirst, [6]int{number(m[1]), number(m[3]), number(m[5])}
		if m[5] != "" {
			l.Class = Date
		} else if m[2] == "." {
			l.Class = 0
		}
	} else if m := last.FindStringSubmatch(w); m != nil {
		l.Class, l.Order, l.Parts = Date, YearLast, [6]int{number(m[1]), number(m[3]), number(m[4])}
		if len(m[4]) == 2 {
			l.Parts[2] += 2000
		}
	} else if m := month.FindStringSubmatch(w); m != nil {
		l.Class, l.Order, l.Parts = Monthly, YearFirst, [6]int{number(m[2]), number(m[1])}
	} else if m := short.FindStringSubmatch(w); m != nil {
		l.Class, l.Order, l.Parts = DayMonth, YearLast, [6]int{number(m[1]), number(m[2])}
	}
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
