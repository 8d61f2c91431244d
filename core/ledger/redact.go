package ledger

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/metnos/metnos/core/ledger/canon"
	"github.com/metnos/metnos/core/ledger/secret"
)

// Mark stands where a secret was.
const Mark = secret.Mark

// Redact takes out of a text what has the shape of a secret: labelled passwords, tokens of known services,
// authorization headers, keys, addresses with a password, and long random strings.
func Redact(text string) string {
	out, _ := secret.Hide(text)
	return out
}

// Redactor takes out, besides what has the shape of a secret, the secrets it knows by value.
type Redactor struct{ known func() []string }

// NewRedactor returns a redactor. known, when not nil, is asked each time.
func NewRedactor(known func() []string) *Redactor { return &Redactor{known} }

// Text returns the cleaned text and how many secrets were taken out.
func (r *Redactor) Text(text string) (string, int) {
	text, n := replaceAll(text, r.forms())
	text, m := secret.Hide(text)
	return text, n + m
}

// shortest is the length below which a known secret is not searched for: it would tear ordinary words.
const shortest = 5

// forms returns the known secrets as they may appear, longest first.
func (r *Redactor) forms() []string {
	if r.known == nil {
		return nil
	}
	var out []string
	for _, value := range r.known() {
		if len(value) < shortest {
			continue
		}
		quoted, _ := json.Marshal(value)
		for _, form := range []string{
			value, strings.Trim(string(quoted), `"`), url.QueryEscape(value), url.PathEscape(value),
			base64.StdEncoding.EncodeToString([]byte(value)), base64.RawURLEncoding.EncodeToString([]byte(value)),
		} {
			if !slices.Contains(out, form) {
				out = append(out, form)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return len(out[i]) > len(out[j]) || len(out[i]) == len(out[j]) && out[i] < out[j] })
	return out
}

func replaceAll(text string, secrets []string) (string, int) {
	n := 0
	for _, form := range secrets {
		if found := strings.Count(text, form); found > 0 {
			n += found
			text = strings.ReplaceAll(text, form, Mark)
		}
	}
	return text, n
}

// Bounds of one logged value: a longer text is cut, a longer list shortened, both visibly.
const (
	maxText     = 16 << 10 // bytes
	maxSearched = 64 << 10
	margin      = 4 << 10
	maxItems    = 500
	maxDepth    = 40
)

// JSON cleans a JSON text recursively and returns it canonical: keys sorted, no spaces. A value under a
// key that names a secret is taken out whatever it is.
func (r *Redactor) JSON(text []byte) (json.RawMessage, int, error) {
	if !json.Valid(text) {
		return nil, 0, errors.New("no JSON")
	}
	return r.record(text)
}

// record is JSON for what was just encoded.
func (r *Redactor) record(text []byte) (json.RawMessage, int, error) {
	e := editor{forms: r.forms()}
	rest := func(left int) string { return fmt.Sprintf("…(+%d)", left) }
	out, err := canon.Rewrite(text, canon.Bounds{Depth: maxDepth, Items: maxItems, Rest: rest, Mark: Mark}, &e)
	return out, e.taken, err
}

// editor is one pass over a JSON text.
type editor struct {
	forms []string
	taken int
}

// Text cleans and bounds a text.
func (e *editor) Text(key, text string) string {
	over := max(0, len(text)-maxSearched)
	text, n := replaceAll(text[:len(text)-over], e.forms)
	if !fingerprint(key, text) {
		var m int
		text, m = secret.Hide(text)
		n += m
	}
	e.taken += n
	keep := len(text)
	if over > 0 {
		keep = max(0, keep-margin) // a secret across the cut was not seen whole
	}
	if keep = min(keep, maxText); keep < len(text) {
		text = fmt.Sprintf("%s…(+%d)", strings.ToValidUTF8(text[:keep], ""), len(text)-keep+over)
	}
	return text
}

// Key cleans a key like a text.
func (e *editor) Key(name string) string { return e.Text("", name) }

// Hides reports whether a key names a secret.
func (e *editor) Hides(key string) bool { return secret.Names(key) }

// Hidden counts a secret that is not written.
func (e *editor) Hidden() { e.taken++ }

// fingerprint reports whether a text is a digest the core itself wrote: random by nature, and no secret.
func fingerprint(key, text string) bool {
	switch key {
	case "digest", "hash", "turn", "turn_id", "id", "dialog":
		return digest.MatchString(text)
	}
	return false
}

var digest = regexp.MustCompile(`^(sha256:)?[0-9a-f]{16,64}$`)
