package secret

import (
	"math"
	"regexp"
	"strings"
)

// Mark stands where a secret was.
const Mark = "<REDACTED:cred>"

// shape is a pattern of a secret. The groups that are matched around it are kept.
type shape struct {
	hints   []string // one of them is in the text, in small letters, or the pattern cannot match
	pattern *regexp.Regexp
	keep    string // replacement; $1 and $2 are kept
	least   int    // bytes a text has at least that holds one
	prose   judge  // when not nil, what is not taken for one all the same
}

var known = [...]shape{
	{[]string{"-----begin"}, regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]{3,60}-----.*?(?:-----END [A-Z0-9 ]{3,60}-----|\z)`), Mark, 0, nil},
	// an address with a password: scheme://user:password@host
	{[]string{"://"}, regexp.MustCompile(`([a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@"'<]{0,100}:)[^\s/@"']{1,200}(@)`), "${1}" + Mark + "${2}", 0, nil},
	{[]string{"?", "&"}, regexp.MustCompile(`(?i)([?&](?:access_|refresh_|id_|auth_|bot_?)?(?:token|key|api_?key|password|passwd|pwd|secret|sig|signature|code|client_secret)=)[^\s&#"'<>]+`), "${1}" + Mark, 0, nil},
	{[]string{"authorization"}, regexp.MustCompile(`(?i)\b((?:proxy-)?authorization\s*[:=]\s*"?(?:(?:bearer|basic|token|digest)\s+)?)(?:<REDACTED:cred>|[^\s",;<>][^\s",;]*)`), "${1}" + Mark, 0, nil},
	{[]string{"bearer"}, regexp.MustCompile(`(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`), "${1}" + Mark, 0, nil},
	// a header, which has a name and a value: "cookie: 200 g flour" is of a recipe
	{[]string{"cookie"}, regexp.MustCompile(`(?i)\b((?:set-cookie|cookie)\s*:\s*)[^\s<=;,]{1,100}=[^\r\n<]*`), "${1}" + Mark, 0, nil},
	{[]string{"eyj"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){0,3}`), Mark, 0, nil},
	{[]string{":"}, regexp.MustCompile(`\b(?:bot)?[0-9]{6,12}:[A-Za-z0-9_-]{30,}`), Mark, 37, nil}, // Telegram
	// tokens whose service marks them
	{[]string{"xox", "xapp-", "xwfp-"}, regexp.MustCompile(`\b(?:xox[a-z]|xapp|xwfp)-[A-Za-z0-9-]{6,}`), Mark, 0, nil},
	{[]string{"gh", "gl", "lin_", "dp", "shp", "dop_", "tskey-", "sq0", "whsec_", "k_live", "k_test"},
		regexp.MustCompile(`\b(?:gh[oprsu]_|github_pat_|glpat-|gloas-|glrt-|glptt-|lin_api_|lin_oauth_|dp-|dp\.(?:pt|st|ct|sa|scim|audit)\.|` +
			`shp(?:at|ca|pa|ss)_|dop_v1_|tskey-|sq0(?:atp|csp)-|whsec_|[prs]k_(?:live|test)_)[A-Za-z0-9_.=-]{6,}`), Mark, 0, nil},
	{[]string{"hf_", "npm_", "pypi-", "ntn_", "figd_", "phc_", "sntrys_", "gsk_", "xai-", "r8_"},
		regexp.MustCompile(`\b(?:hf_|npm_|pypi-|ntn_|figd_|phc_|sntrys_|gsk_|xai-|r8_)[A-Za-z0-9]{20,}[A-Za-z0-9_-]*`), Mark, 0, nil},
	{[]string{"sk-"}, regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{8,}`), Mark, 0, nil},
	{[]string{"akia", "asia", "abia", "acca", "agpa", "aida", "aroa"}, regexp.MustCompile(`\b(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z0-9]{12,}\b`), Mark, 0, nil},
	{[]string{"aiza"}, regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{20,}`), Mark, 0, nil},
	{[]string{"ya29."}, regexp.MustCompile(`\bya29\.[A-Za-z0-9_-]{10,}`), Mark, 0, nil},
	{[]string{"sg."}, regexp.MustCompile(`\bSG\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`), Mark, 0, nil},
	{[]string{"age-secret"}, regexp.MustCompile(`\bAGE-SECRET-KEY-1[A-Z0-9]{20,}`), Mark, 0, nil},
	// a label and its secret: "password: x", "DB_PIN = 1234"; in prose only what looks like one: "la password è hunter2"
	{labelHints, regexp.MustCompile(`(?i)(((?:^|[^\w/]|_)` + labels + `)["']?\s*([:=])\s*(["'«“]?))([^\s"'»”,;<]+)`), "${1}" + Mark, 0, named},
	{labelHints, regexp.MustCompile(`(?i)(((?:\b|_)` + labels + `)\s+(è|e'|is)\s*:?\s+(["'«“]?))([^\s"'»”,;<]*[0-9!#$%&*+?@_~][^\s"'»”,;<]*)`), "${1}" + Mark, 0, told},
}

const labels = `(?:password|passwd|passphrase|passcode|pwd|psw|otp|pin|cvv|secret(?:[ _-]?key)?|token|(?:api|access|private)[ _-]?key|one[ _-]time[ _-]code|` +
	`verification[ _-]code|codice (?:otp|di verifica|di sicurezza|pin)|parola (?:d'ordine|chiave)|chiave (?:api|segreta)|value_ref)`

var labelHints = []string{"passw", "passp", "passc", "pwd", "psw", "otp", "pin", "cvv", "secret", "token", "key", "code", "codice", "parola", "chiave", "value_ref"}

// hint is a hint of one of the known shapes.
type hint struct {
	text  string
	shape int
}

// hints are all of them by their first byte, so that one pass over a text finds those that are in it.
var hints = func() (by [256][]hint) {
	for i, s := range known {
		for _, text := range s.hints {
			by[text[0]] = append(by[text[0]], hint{text, i})
		}
	}
	return by
}()

// possible are the known shapes a text in small letters may hold, one bit each.
func possible(lower string) (found uint32) {
	for i := range len(lower) {
		for _, h := range hints[lower[i]] {
			if strings.HasPrefix(lower[i:], h.text) {
				found |= 1 << h.shape
			}
		}
	}
	return found
}

// Hide takes out of a text everything that has the shape of a secret, and counts it.
func Hide(text string) (string, int) {
	n := 0
	for i, found := 0, possible(strings.ToLower(text)); found != 0; i, found = i+1, found>>1 {
		s := &known[i]
		if found&1 == 0 || len(text) < s.least {
			continue
		}
		var m int
		text, m = s.hide(text)
		n += m
	}
	if !long(text) {
		return text, n
	}
	text = candidate.ReplaceAllStringFunc(text, func(found string) string {
		if !random(found) {
			return found
		}
		n++
		return Mark
	})
	return text, n
}

// hide takes what has the shape out of a text, and counts it.
func (s *shape) hide(text string) (string, int) {
	n, out, done := 0, strings.Builder{}, 0
	for _, at := range s.pattern.FindAllStringSubmatchIndex(text, -1) {
		if s.prose != nil && s.prose(found{text[at[4]:at[5]], text[at[6]:at[7]], text[at[8]:at[9]], text[at[10]:at[11]], text[at[1]:]}) {
			continue
		}
		clean := string(s.pattern.ExpandString(nil, s.keep, text, at))
		if clean != text[at[0]:at[1]] {
			n++
		}
		out.WriteString(text[done:at[0]])
		out.WriteString(clean)
		done = at[1]
	}
	if done == 0 {
		return text, n
	}
	out.WriteString(text[done:])
	return out.String(), n
}

// long reports a run of the letters of a key that is long enough to be one.
func long(text string) bool {
	run := 0
	for i := range len(text) {
		if c := text[i]; classOf(c) == 0 && c != '_' && c != '+' && c != '=' && c != '-' {
			run = 0
		} else if run++; run >= shortest {
			return true
		}
	}
	return false
}

// shortest is how many letters a random text has at least to be taken for a key.
const shortest = 32

// candidate is a run long enough to be a key, or a digest that says so.
var candidate = regexp.MustCompile(`(?:sha256:)?[A-Za-z0-9_+=-]{32,}`)

var (
	uuid        = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	sha         = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	hexadecimal = regexp.MustCompile(`(?i)^[0-9a-f]{40,}$`)
)

// random tells a generated key from a long name. Names are made of words and numbers, which come in runs;
// in a key, letters and digits, small and capital, alternate.
func random(s string) bool {
	if uuid.MatchString(s) || sha.MatchString(s) {
		return false
	}
	if hexadecimal.MatchString(s) {
		return true
	}
	var counts [256]int
	seen := map[byte]int{}
	changes, size := 0, 0
	last := byte(0)
	for i := range len(s) {
		class := classOf(s[i])
		if class == 0 {
			continue
		}
		size++
		counts[s[i]]++
		seen[class]++
		if last != 0 && class != last && (last != 'u' || class != 'l') { // a capital begins a word
			changes++
		}
		last = class
	}
	if seen['d'] == 0 || seen['d'] == size || size < 28 {
		return false
	}
	return changes*100 > size*28 && entropy(counts[:], size) > 2.9
}

func classOf(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return 'd'
	case c >= 'a' && c <= 'z':
		return 'l'
	case c >= 'A' && c <= 'Z':
		return 'u'
	}
	return 0
}

// entropy in bits per character.
func entropy(counts []int, size int) float64 {
	e := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(size)
			e -= p * math.Log2(p)
		}
	}
	return e
}
