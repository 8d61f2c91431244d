package secret

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a text made of what matters to a shape, in any order and case.
func drawn(t *rapid.T) string {
	parts := []string{" ", "/", "_", "-", ":", "è", "İ", "ſ", "K", "a", "Z9", strings.Repeat("Zk7Qm2Xv", 4), strings.Repeat("x", 31), strings.Repeat("é", 16)}
	for _, s := range known {
		parts = append(parts, s.hints...)
	}
	parts = append(parts, names...)
	words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.StringN(0, 5, 8)), 0, 6).Draw(t, "parts")
	text := strings.Join(words, "")
	switch rapid.IntRange(0, 2).Draw(t, "case") {
	case 1:
		return strings.ToUpper(text)
	case 2:
		return strings.ReplaceAll(text, "_", "")
	}
	return text
}

// The one pass that saves the patterns finds every hint there is, and every run long enough to be a key.
func TestNothingIsPassedOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawn(t)
		lower, found := strings.ToLower(text), possible(strings.ToLower(text))
		for i, s := range known {
			hinted := false
			for _, hint := range s.hints {
				hinted = hinted || strings.Contains(lower, hint)
			}
			if hinted != (found>>i&1 == 1) {
				t.Fatalf("shape %d in %q: hinted is %v, found %b", i, lower, hinted, found)
			}
			if match := s.pattern.FindString(text); match != "" && len(match) < s.least {
				t.Fatalf("shape %d holds %q, which has %d bytes", i, match, len(match))
			}
		}
		if got, want := long(text), candidate.MatchString(text); got != want && want {
			t.Fatalf("%q holds a run and is passed over", text)
		}
	})
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// A key is spelled out as its words are, whatever separates them.
func TestNames(t *testing.T) {
	for key, want := range map[string]bool{
		"": false, "password": true, "Password": true, "PASSWORD": true, "dbPassword": true, "DB_PASSWORD": true, "db-password": true, "db.password": true,
		"dbpassword": false, "password_confirm": true, "PasswordConfirm": true, "apiKey": true, "APIKey": true, "api key": true, "token": true, "max_tokens": false,
		"tokenCount": false, "pin": true, "opinion": false, "x.pin": true, "chiave": false, "parolaChiave": true, "òToken": false, "ò_token": true, "òtpPin": true,
		strings.Repeat("a", 200) + "_token": true, strings.Repeat("A", 200): false,
	} {
		if got := Names(key); got != want {
			t.Errorf("%q names a secret: %v", key, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		key := drawn(t)
		spelled := strings.ToLower(camel.ReplaceAllString(key, "${1}_$2"))
		spelled = strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(spelled)
		want := strings.HasPrefix(spelled, "password_")
		for _, name := range names {
			want = want || spelled == name || strings.HasSuffix(spelled, "_"+name)
		}
		if got := Names(key); got != want {
			t.Fatalf("%q, spelled %q, names a secret: %v", key, spelled, got)
		}
	})
}

func BenchmarkHide(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range []string{"modified", "2026-11-30T18:54:16+01:00", "relazione-finale.pdf", "/home/anna/Documenti/Progetti/relazione-finale-2026-01-02.pdf"} {
			Hide(text)
		}
	}
}
