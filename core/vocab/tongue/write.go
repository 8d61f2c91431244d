package tongue

import "strings"

// Outcome is how a text came to be.
type Outcome string

const (
	Generated Outcome = "generated" // as it came
	Retried   Outcome = "retried"   // asked for again, because the first was in another language
	Template  Outcome = "template"  // the catalogue's, because the second was as well, or nothing came
)

// Write returns a text in lang: what generate makes, what it makes when asked again, else the template. again is true
// the second time, so that the request can insist on the language. An error of generate is final and returned with
// the template, which is always good to show.
func Write(lang string, generate func(again bool) (string, error), template func() string) (string, Outcome, error) {
	for _, again := range [...]bool{false, true} {
		text, err := generate(again)
		if err != nil {
			return template(), Template, err
		}
		if strings.TrimSpace(text) != "" && Is(text, lang) {
			if again {
				return text, Retried, nil
			}
			return text, Generated, nil
		}
	}
	return template(), Template, nil
}
