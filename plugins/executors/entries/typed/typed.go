package typed

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The kinds of things.
const (
	Email   = "email"
	URL     = "url"
	Phone   = "phone"
	Date    = "date"
	Amount  = "amount"
	IBAN    = "iban"
	VAT     = "vat"
	TaxCode = "tax_code"
)

// Thing is one of them in a text: from byte Start to End.
type Thing struct {
	Kind       string
	Start, End int
	Value      string  // the same thing always reads the same
	Number     float64 // of an amount
	Currency   string  // ISO 4217, of an amount
}

// finder finds the things of one kind that begin in a text.
type finder struct {
	kind    string
	pattern *regexp.Regexp
	read    func(groups []string, lang string) (Thing, bool)
}

// finders are in the order in which they may claim a part of the text: what has check digits first, a mere run of digits
// last.
var finders = []finder{
	{IBAN, regexp.MustCompile(`\b[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{2,4}){3,8}`), readIBAN},
	{TaxCode, regexp.MustCompile(`(?i)\b[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]\b`), readTaxCode},
	{Email, regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`), readEmail},
	{URL, regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s<>"'«»]+`), readURL},
	{Date, regexp.MustCompile(`\b(\d{4})-(\d{1,2})-(\d{1,2})\b`), readISO},
	{Date, regexp.MustCompile(`\b(\d{1,2})([/.-])(\d{1,2})([/.-])(\d{4}|\d{2})\b`), readSlashed},
	{Date, regexp.MustCompile(`(?i)\b(\d{1,2})(?:º|°|st|nd|rd|th)? (?:of )?(` + monthNames + `)\.? (\d{4})\b`), readNamed},
	{Date, regexp.MustCompile(`(?i)\b(` + monthNames + `)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`), readMonthFirst},
	{Amount, regexp.MustCompile(`(?i)(€|\$|£|\beur(?:o)?\b|\busd\b|\bgbp\b|\bchf\b) ?(-?` + figure + `)`), readAmountAfter},
	{Amount, regexp.MustCompile(`(?i)(-?\b` + figure + `) ?(€|\$|£|eur(?:o|os)?\b|usd\b|gbp\b|chf\b|dollar[is]?\b|sterline\b|pounds?\b)`), readAmountBefore},
	{VAT, regexp.MustCompile(`(?i)\b(?:IT ?)?(\d{11})\b`), readVAT},
	{Phone, regexp.MustCompile(`(?:\+|\b00)?\(?\d[\d ()./-]{6,18}\d`), readPhone},
}

// Find returns the things of a text in the order in which they stand. What belongs to one is no part of another. lang,
// "it" or "en", settles what can be read in two ways.
func Find(text, lang string, kinds ...string) []Thing {
	var out []Thing
	free := []byte(text)
	for _, f := range finders {
		for _, at := range f.pattern.FindAllSubmatchIndex(free, -1) {
			groups := make([]string, len(at)/2)
			for i := range groups {
				if at[2*i] >= 0 {
					groups[i] = string(free[at[2*i]:at[2*i+1]])
				}
			}
			t, ok := f.read(groups, lang)
			if !ok {
				continue
			}
			t.Kind, t.Start = f.kind, at[0]
			if t.End == 0 || t.End > len(groups[0]) {
				t.End = len(groups[0])
			}
			t.End += at[0]
			for i := t.Start; i < t.End; i++ {
				free[i] = 0 // taken
			}
			if len(kinds) == 0 || slices.Contains(kinds, f.kind) {
				out = append(out, t)
			}
		}
	}
	slices.SortFunc(out, func(a, b Thing) int { return a.Start - b.Start })
	return out
}

func readEmail(g []string, _ string) (Thing, bool) {
	text := strings.Trim(g[0], ".'-")
	address, err := mail.ParseAddress(text)
	if err != nil || len(text) > 254 {
		return Thing{}, false
	}
	local, domain, _ := strings.Cut(address.Address, "@")
	return Thing{Value: local + "@" + strings.ToLower(domain)}, true
}

func readURL(g []string, _ string) (Thing, bool) {
	text := strings.TrimRight(g[0], ".,;:!?")
	if strings.Count(text, ")") > strings.Count(text, "(") {
		text = strings.TrimRight(text, ")")
	}
	return Thing{Value: text, End: len(text)}, strings.Contains(text, ".") || strings.Contains(text, "//")
}

func readPhone(g []string, _ string) (Thing, bool) {
	var digits strings.Builder
	for i, r := range strings.TrimSpace(g[0]) {
		if r >= '0' && r <= '9' || r == '+' && i == 0 {
			digits.WriteRune(r)
		}
	}
	value := digits.String()
	if rest, ok := strings.CutPrefix(value, "00"); ok {
		value = "+" + rest
	}
	n := len(strings.TrimPrefix(value, "+"))
	// Without a prefix of a country it begins as Italian numbers do, so that codes and years are none.
	plain := strings.HasPrefix(value, "+") || value[0] == '0' && n >= 8 || value[0] == '3' && n >= 9 && n <= 10
	abroad := strings.HasPrefix(value, "+") && !strings.HasPrefix(g[0], "+") && n < 10
	return Thing{Value: value}, n >= 8 && n <= 15 && plain && !abroad
}

func day(year, month, date int) (Thing, bool) {
	t := time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC)
	if t.Day() != date || int(t.Month()) != month || year < 1000 {
		return Thing{}, false
	}
	return Thing{Value: t.Format(time.DateOnly)}, true
}

func readISO(g []string, _ string) (Thing, bool) { return day(whole(g[1]), whole(g[2]), whole(g[3])) }

func readSlashed(g []string, lang string) (Thing, bool) {
	if g[2] != g[4] || len(g[5]) == 2 && g[2] != "/" {
		return Thing{}, false
	}
	year := whole(g[5])
	if len(g[5]) == 2 {
		if year += 2000; year > 2069 {
			year -= 100
		}
	}
	first, second := whole(g[1]), whole(g[3])
	if lang == "en" && g[2] == "/" && first <= 12 {
		first, second = second, first
	} else if second > 12 {
		first, second = second, first
	}
	return day(year, second, first)
}

func readNamed(g []string, _ string) (Thing, bool) { return day(whole(g[3]), month(g[2]), whole(g[1])) }

func readMonthFirst(g []string, _ string) (Thing, bool) {
	return day(whole(g[3]), month(g[1]), whole(g[2]))
}
