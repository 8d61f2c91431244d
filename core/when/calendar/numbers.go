package calendar

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/lexeme"
)

// Number is the value of a node of number words or of one token.
func (r *Reader) Number(n *grammar.Node) int {
	switch tag, _ := Tagged(n); tag {
	case "":
		if len(n.Kids) > 0 {
			return r.Number(n.Kids[0])
		}
		return r.Lexemes[n.From].N
	case "add":
		tens, units := r.Number(n.Kids[0]), r.Number(n.Kids[1])
		if (tens%10 != 0 || units > 9 || tens > 90) && (tens%100 != 0 || units > 99) || tens < 20 || units < 1 {
			return -1
		}
		return tens + units
	}
	return n.Rule.Number
}

// YearOf reads a year.
func (r *Reader) YearOf(n *grammar.Node) (int, error) {
	if y := n.Get("year"); y != nil {
		n = y
	}
	if rel := n.Get("relyear"); rel != nil {
		n = rel
	}
	if n.Name() == "relyear" {
		if n.Tag() == "ago" {
			return r.Now.Year() - r.Number(n.Get("num")), nil
		}
		return r.Now.Year() + n.Rule.Number, nil
	}
	y := 0
	switch tag, _ := Tagged(n); tag {
	case "pair": // nineteen ninety, twenty twenty-four
		y = 100*r.Number(n.Kids[0]) + r.Number(n.Kids[1])
	case "thousands":
		y = 2000 + r.Number(n.Kids[0])
	default:
		return r.YearToken(n)
	}
	if y < 1900 || y > 2199 {
		return 0, ErrOther
	}
	return y, nil
}

// YearToken is the year of the first kid that is one. Of two digits it is the latest such year but those to come
// within ten.
func (r *Reader) YearToken(n *grammar.Node) (int, error) {
	for _, k := range n.Kids {
		l := r.Lexemes[k.From]
		if l.Class&lexeme.Short != 0 {
			y := r.Now.Year() / 100 * 100
			if y += l.N; y > r.Now.Year()+10 {
				y -= 100
			}
			return y, nil
		}
		if l.Class&lexeme.YearNum != 0 {
			return l.N, nil
		}
	}
	return 0, ErrOther
}

// Numeric is a date in digits. Which number is the day follows from the person's language, or the two are asked.
func (r *Reader) Numeric(n *grammar.Node) (Stretch, error) {
	l := r.Dated(n)
	a, b, year := l.Parts[0], l.Parts[1], l.Parts[2]
	if l.Order == lexeme.YearFirst {
		a, b, year = l.Parts[2], l.Parts[1], l.Parts[0]
	} else if a != b && (a <= 12 && b <= 12) && r.monthFirst() {
		a, b = b, a
	} else if b > 12 && a <= 12 && r.writes() != dayFirst {
		a, b = b, a
	}
	floats := l.Class&lexeme.DayMonth != 0
	if floats {
		year = r.Near(time.Month(b), a)
	}
	w, err := r.Date(year, time.Month(b), a)
	if err != nil {
		return w, &Impossible{l.Text, NoSuchDate}
	}
	w.Floats = floats
	return w, r.agrees(n, w)
}

func (r *Reader) Dated(n *grammar.Node) lexeme.Lexeme {
	for _, k := range n.Kids {
		if l := r.Lexemes[k.From]; k.Rule == nil && l.Class&(lexeme.Date|lexeme.DayMonth|lexeme.Stamp|lexeme.Monthly) != 0 {
			return l
		}
	}
	return lexeme.Lexeme{}
}

// habit is how a person writes the day and the month in digits.
type habit byte

const (
	eitherFirst habit = iota
	dayFirst
	monthFirst
)

// writes tells the habit from the language, or from the words around the date when the language is not known.
func (r *Reader) writes() habit {
	lang := strings.ToLower(strings.ReplaceAll(r.Clock.Lang, "_", "-"))
	region := ""
	if _, after, ok := strings.Cut(lang, "-"); ok {
		region = after
	}
	switch {
	case strings.HasPrefix(lang, "it"):
		return dayFirst
	case region == "us" || region == "ph":
		return monthFirst
	case region != "":
		return dayFirst
	case lang == "" && r.Lang == "it" && r.alone():
		return dayFirst
	}
	return eitherFirst
}

// alone reports whether a word around the date is of this language only.
func (r *Reader) alone() bool {
	for _, l := range r.Lexemes {
		if l.Class == 0 && r.Knows(l.Text) && !r.Foreign(l.Text) {
			return true
		}
	}
	return false
}

func (r *Reader) monthFirst() bool {
	switch r.writes() {
	case dayFirst:
		return false
	case monthFirst:
		return true
	}
	return r.Choose(2) == 1
}
