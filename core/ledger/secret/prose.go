package secret

import "regexp"

// found is a label and what follows it, in parts.
type found struct{ label, between, quote, value, after string }

// judge reports whether what follows a label is prose and no secret: "token: 3 euro for the laundry". Only what
// clearly is one is prose; anything else is taken for a secret.
type judge func(f found) bool

var (
	// loose are labels that are ordinary words as well: a token of the laundry, the secret of a sauce, a pin of metal.
	loose = regexp.MustCompile(`(?i)^(?:|[^_])(?:token|secret|pin|parola chiave)$`)
	// worded are labels whose secret is where it says: "password: under the keyboard".
	worded = regexp.MustCompile(`(?i)(?:password|passwd|passcode|pwd|psw)$`)

	word     = regexp.MustCompile(`^['’]?\pL[\pL'’]{0,23}[.!?:…]*$`)
	exclaims = regexp.MustCompile(`^\p{Ll}[\p{Ll}'’]{0,23}[!?.…]+$`)
	follower = regexp.MustCompile(`^[ \t]+['’]?\pL[\pL'’]{0,23}(?:[\s,;.:!?)»”"…]|$)`)
	quantity = regexp.MustCompile(`^[0-9]{1,3}(?:[.,][0-9]{1,3})?$`)
	number   = regexp.MustCompile(`^[0-9]{1,6}(?:[.,][0-9]{1,3})?$`)
	measured = regexp.MustCompile(`(?i)^[0-9]{1,6}(?:[.,][0-9]{1,3})?(?:g|kg|mg|ml|cl|dl|l|km|m|cm|mm|h|min|€|\$|£|%)\.?$`)
	unit     = regexp.MustCompile(`(?i)^[ \t]+(?:euro|eur|€|dollar[si]?|pounds?|sterline|kg|grams?|grammi|g|ml|cl|l|lit(?:er|re)s?|litri|km|cm|mm|met(?:er|re)s?|metri)(?:[\s,;.!?]|$)`)
	joining  = regexp.MustCompile(`(?i)^(?:il|lo|la|le|gli|un|una|sul|sulla|sullo|nel|nella|nello|su|sotto|dietro|dentro|chiedi|chiedila|chiedere|` +
		`vedi|the|an|in|on|under|behind|inside|ask|see|same|written|scritta|scritto)$`)
)

// named judges what stands behind a label and a colon.
func named(f found) bool {
	switch {
	case f.quote != "" || f.between == "=":
		return false
	case loose.MatchString(f.label):
		return amount(f) || word.MatchString(f.value) && follower.MatchString(f.after)
	}
	return worded.MatchString(f.label) && joining.MatchString(f.value) && follower.MatchString(f.after)
}

// told judges what is said of a label: "the password is wrong!".
func told(f found) bool {
	return f.quote == "" && (exclaims.MatchString(f.value) || loose.MatchString(f.label) && amount(f))
}

// amount reports a quantity: a small number of something, or any number with its unit.
func amount(f found) bool {
	return measured.MatchString(f.value) || quantity.MatchString(f.value) && follower.MatchString(f.after) ||
		number.MatchString(f.value) && unit.MatchString(f.after)
}
