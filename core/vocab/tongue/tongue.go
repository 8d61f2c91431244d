package tongue

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/vocab"
)

// Is reports whether a text is written in lang, "it" or "en". A text that no language owns (a number, a file name,
// nothing) is in every one; of any other language nothing is known and the answer is false.
func Is(text, lang string) bool {
	if lang != "it" && lang != "en" {
		return false
	}
	plain := unsaid(text)
	if foreign(plain) {
		return false
	}
	own, other := count(prose(plain), lang)
	if own+other < 2 { // the prose tells nothing: the list items may
		own, other = count(strings.Split(plain, "\n"), lang)
	}
	if own+other < 2 {
		return alike(plain, lang, own, other)
	}
	return 4*own >= 5*other && !strays(plain, lang)
}

// alike judges a text of hardly any small words by all its words.
func alike(plain, lang string, own, other int) bool {
	switch said := vocab.Language(words(plain)); {
	case said != "":
		return said == lang
	default:
		return own >= other
	}
}

// strays reports whether some paragraph of prose is clearly in another language.
func strays(plain, lang string) bool {
	for _, paragraph := range prose(plain) {
		if own, other := count([]string{paragraph}, lang); other >= 6 && other > 2*own {
			return true
		}
	}
	return false
}

// count compares lang with the language it does worst against: how many small words are its own, and how many the
// other's. What both have tells nothing.
func count(lines []string, lang string) (own, other int) {
	mine, theirs := map[string]int{}, map[string]int{}
	for _, line := range lines {
		for _, w := range words(line) {
			for name, list := range small {
				switch {
				case small[lang][w] && !list[w]:
					mine[name]++
				case !small[lang][w] && list[w]:
					theirs[name]++
				}
			}
		}
	}
	own, other = mine[rival[lang]], theirs[rival[lang]]
	for name, n := range theirs {
		if n-mine[name] > other-own {
			own, other = mine[name], n
		}
	}
	return own, other
}

// rival is the other language of the product.
var rival = map[string]string{"it": "en", "en": "it"}

var (
	quoted  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|«[^»]*»|“[^”]*”|\"[^\"\n]*\"|‘[^’\n]{4,}’")
	listed  = regexp.MustCompile(`^\s*(?:[-*•–>|#]|\d+[.)])\s*`)
	unnamed = regexp.MustCompile(`[a-z]+://\S+`)
)

// unsaid is a text without what it quotes: quotations, code and addresses.
func unsaid(text string) string {
	return unnamed.ReplaceAllString(quoted.ReplaceAllString(text, " … "), " … ")
}

// prose is the lines that are no items of a list or a table: items are often names.
func prose(plain string) []string {
	var out []string
	for line := range strings.SplitSeq(plain, "\n") {
		if strings.TrimSpace(line) != "" && !listed.MatchString(line) {
			out = append(out, line)
		}
	}
	return out
}

// words are the folded words of a text that may be small ones: no names, which begin with a capital within a
// sentence, no paths or files.
func words(line string) []string {
	var out []string
	first := true
	for _, raw := range strings.Fields(line) {
		token := strings.TrimFunc(raw, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		ends := strings.HasSuffix(raw, ".") || strings.HasSuffix(raw, "!") || strings.HasSuffix(raw, "?") || strings.HasSuffix(raw, ":") || raw == "…"
		start := first
		first = ends || first && token == ""
		if token == "" || strings.ContainsFunc(token, strange) {
			continue
		}
		if token == "I" || !start && unicode.IsUpper([]rune(token)[0]) { // "I" is an Italian article as well
			continue
		}
		out = append(out, apart(vocab.Fold(token))...)
	}
	return out
}

// strange are the marks of a path, an address, a file or a number.
func strange(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(`/\_@.=<>{}[]`, r) }

// apart splits an elided word: "dell'ufficio" is two, "don't" is one.
func apart(fold string) []string {
	before, after, elided := strings.Cut(fold, "'")
	if !elided || small["en"][fold] || len(after) < 2 {
		return []string{strings.TrimSuffix(fold, "'s")}
	}
	return []string{before, after}
}

// foreign reports whether much of a text is in another script.
func foreign(plain string) bool {
	letters, latin := 0, 0
	for _, r := range plain {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Latin, r) {
				latin++
			}
		}
	}
	return letters > 0 && (letters-latin)*4 > letters
}
