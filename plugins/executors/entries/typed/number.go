package typed

import (
	"strconv"
	"strings"
)

// figure is an amount as it is written.
const figure = `\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`

const monthNames = `gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|` +
	`january|february|march|april|may|june|july|august|september|october|november|december|` +
	`gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|jun|jul|aug|sep|sept|oct|dec`

// month is the number of a month by its name.
func month(name string) int {
	starts := [...][]string{1: {"gen", "jan"}, 2: {"feb"}, 3: {"mar"}, 4: {"apr"}, 5: {"mag", "may"}, 6: {"giu", "jun"}, 7: {"lug", "jul"},
		8: {"ago", "aug"}, 9: {"set", "sep"}, 10: {"ott", "oct"}, 11: {"nov"}, 12: {"dic", "dec"}}
	name = strings.ToLower(name)
	for n, list := range starts {
		for _, start := range list {
			if strings.HasPrefix(name, start) {
				return n
			}
		}
	}
	return 0
}

func whole(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func readAmountAfter(g []string, lang string) (Thing, bool)  { return amount(g[2], g[1], lang) }
func readAmountBefore(g []string, lang string) (Thing, bool) { return amount(g[1], g[2], lang) }

func amount(text, currency, lang string) (Thing, bool) {
	n, ok := number(text, lang)
	if !ok {
		return Thing{}, false
	}
	code := strings.ToUpper(currency)
	for _, c := range [...][2]string{{"€", "EUR"}, {"EUR", "EUR"}, {"$", "USD"}, {"DOLLAR", "USD"}, {"£", "GBP"}, {"STERLIN", "GBP"}, {"POUND", "GBP"}} {
		if strings.HasPrefix(code, c[0]) {
			code = c[1]
			break
		}
	}
	return Thing{Value: strconv.FormatFloat(n, 'f', -1, 64) + " " + code, Number: n, Currency: code}, true
}

// number reads an amount: the last mark before one or two digits divides decimals, every other one groups.
func number(text, lang string) (float64, bool) {
	text = strings.NewReplacer(" ", "", "'", "", "’", "").Replace(text)
	at := strings.LastIndexAny(text, ".,")
	if at >= 0 && len(text)-at-1 == 3 && strings.Count(text, text[at:at+1]) == 1 && !strings.ContainsAny(text[:at], ".,") {
		if decimal := map[bool]string{true: ",", false: "."}[lang == "it"]; text[at:at+1] != decimal {
			at = -1 // 1.200 is a thousand and two hundred
		}
	} else if at >= 0 && len(text)-at-1 == 3 {
		at = -1
	}
	plain := strings.NewReplacer(".", "", ",", "").Replace(text)
	if at >= 0 {
		plain = strings.NewReplacer(".", "", ",", "").Replace(text[:at]) + "." + text[at+1:]
	}
	n, err := strconv.ParseFloat(plain, 64)
	return n, err == nil
}
