package ledger

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strings"

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
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var value any
	if err := in.Decode(&value); err != nil {
		return nil, 0, err
	}
	w := walk{forms: r.forms()}
	value = w.value("", value, 0)
	out := bytes.Buffer{}
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, 0, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), w.taken, nil
}

// walk is one pass over a JSON value.
type walk struct {
	forms []string
	taken int
}

func (w *walk) text(key, text string) string {
	over := max(0, len(text)-maxSearched)
	text, n := replaceAll(text[:len(text)-over], w.forms)
	if !fingerprint(key, text) {
		var m int
		text, m = secret.Hide(text)
		n += m
	}
	w.taken += n
	keep := len(text)
	if over > 0 {
		keep = max(0, keep-margin) // a secret across the cut was not seen whole
	}
	if keep = min(keep, maxText); keep < len(text) {
		text = fmt.Sprintf("%s…(+%d)", strings.ToValidUTF8(text[:keep], ""), len(text)-keep+over)
	}
	return text
}

func (w *walk) value(key string, v any, depth int) any {
	if depth > maxDepth {
		return "…"
	}
	if secretKey(key) && v != nil && v != "" && v != false && v != true && v != Mark {
		w.taken++
		return Mark
	}
	switch v := v.(type) {
	case string:
		return w.text(key, v)
	case []any:
		over := len(v) - maxItems
		if over > 0 {
			v = append(v[:maxItems:maxItems], fmt.Sprintf("…(+%d)", over))
		}
		for i := range v {
			v[i] = w.value(key, v[i], depth+1)
		}
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, inner := range v {
			clean := k
			if !fingerprint("", k) {
				clean = w.text("", k)
			}
			out[clean] = w.value(k, inner, depth+1)
		}
		return out
	}
	return v
}

// fingerprint reports whether a text is a digest the core itself wrote: random by nature, and no secret.
func fingerprint(key, text string) bool {
	switch key {
	case "digest", "hash", "turn", "turn_id", "id", "dialog":
		return digest.MatchString(text)
	}
	return false
}

var digest = regexp.MustCompile(`^(sha256:)?[0-9a-f]{16,64}$`)

// secretWords name a secret when a key is one of them, or ends in one after a separator or a capital.
var secretWords = []string{
	"password", "passwd", "passphrase", "pwd", "psw", "pass", "passcode", "otp", "totp", "pin", "cvv", "secret", "token", "apikey", "api_key",
	"access_key", "private_key", "secret_key", "authorization", "auth_header", "cookie", "set_cookie", "bearer", "jwt", "one_time_code",
	"verification_code", "value_ref", "client_secret", "session_key", "parola_chiave", "codice_otp",
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// secretKey reports whether a key names a secret. Counts of tokens do not.
func secretKey(key string) bool {
	if key == "" {
		return false
	}
	key = strings.ToLower(camel.ReplaceAllString(key, "${1}_$2"))
	key = strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(key)
	for _, word := range secretWords {
		if key == word || strings.HasSuffix(key, "_"+word) || strings.HasPrefix(key, "password_") {
			return true
		}
	}
	return false
}
