package ledger

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"
)

// fake builds a secret at run time, so that no scanner takes this file for a leak.
func fake(prefix string, n int) string {
	const letters = "Zk7Qm2Xv9Bt4Rw8Hn3Jc6Lp1Dg5Fs0Ya"
	return prefix + strings.Repeat(letters, n/len(letters)+1)[:n]
}

func TestRedact(t *testing.T) {
	pem := "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----"
	for text, want := range map[string]string{
		"password: hunter2":                              "password: " + Mark,
		"la password è hunter2, salvala":                 "la password è " + Mark + ", salvala",
		"La password è scaduta":                          "La password è scaduta",
		"DB_PASSWORD=hunter2":                            "DB_PASSWORD=" + Mark,
		"AWS_SECRET_KEY: abc":                            "AWS_SECRET_KEY: " + Mark,
		"PIN = 1234":                                     "PIN = " + Mark,
		"il codice OTP: 998877 vale un minuto":           "il codice OTP: " + Mark + " vale un minuto",
		"parola d'ordine: \"apriti sesamo\"":             "parola d'ordine: \"" + Mark + " sesamo\"",
		"Authorization: Bearer abc.def.ghi123":           "Authorization: Bearer " + Mark,
		"curl -H 'authorization: Basic dXNlcjpwYXNz'":    "curl -H 'authorization: Basic " + Mark,
		"authorization : token parola":                   "authorization : token " + Mark,
		"authorization:tokenparola":                      "authorization:" + Mark,
		"usa bearer abcdefgh12345678":                    "usa bearer " + Mark,
		"https://anna:s3cret@example.org/x":              "https://anna:" + Mark + "@example.org/x",
		"https://example.org/?q=cane&access_token=abc1":  "https://example.org/?q=cane&access_token=" + Mark,
		"prima " + pem + " dopo":                         "prima " + Mark + " dopo",
		"tagliata -----BEGIN RSA PRIVATE KEY-----\nMII":  "tagliata " + Mark,
		"chiave " + fake("ghp_", 36):                     "chiave " + Mark,
		fake("xoxb-1234-", 20) + " e " + fake("sk-", 40): Mark + " e " + Mark,
		"AKIA" + "IOSFODNN7EXAMPLE":                      Mark,
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0":  Mark,
		"bot" + fake("123456789:", 35) + "/getMe":        Mark + "/getMe",
		"Cookie: session=abc; theme=dark":                "Cookie: " + Mark,
		"cookie: sid=abc":                                "cookie: " + Mark,
		"token: abc123 di prova":                         "token: " + Mark + " di prova",
		"pin: 4711 del bancomat":                         "pin: " + Mark + " del bancomat",
		"DB_TOKEN: apri tutto":                           "DB_TOKEN: " + Mark + " tutto",
		"password: Sole2024!":                            "password: " + Mark,
		"password: ciao mare":                            "password: " + Mark + " mare",
		"password: \"the door\"":                         "password: \"" + Mark + " door\"",
		"cvv: 123 della carta":                           "cvv: " + Mark + " della carta",
		"the password is Sunshine!":                      "the password is " + Mark,
		"il token è 123456 euro2":                        "il token è " + Mark + " euro2",
		"secret=apri tutto":                              "secret=" + Mark + " tutto",
		"token: lost password: hunter2":                  "token: lost password: " + Mark,
		"la chiave " + fake("", 40) + " è lunga":         "la chiave " + Mark + " è lunga",
		"0123456789abcdef0123456789abcdef01234567":       Mark,
	} {
		if got := Redact(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

// Ordinary words, names, paths and identifiers stay as they are.
func TestRedactLeavesOrdinaryText(t *testing.T) {
	for _, text := range []string{
		"trova i file più grandi di 10 MB in Documenti",
		"/home/anna/Documenti/Progetti/relazione-finale-2026-01-02.pdf",
		"Screenshot_2026-01-02_at_10-33-22_from_laptop_display.png",
		"IMG_20260102_103322_HDR_portrait_original_copy.jpeg",
		"https://example.org/una/pagina?q=che+cosa&lang=it",
		"550e8400-e29b-41d4-a716-446655440000",
		"cookie: 200 g flour and 100 g sugar", "biscotti e cookie: 200 g di farina, 100 g di zucchero", "token: 3 euro for the laundry", "token: 3 euro per la lavanderia",
		"token: 1500 euro", "token: 3.5€", "the token is 3 euro for the laundry", "il token è 3 euro", "secret: garlic in the sauce", "pin: two of metal", "parola chiave: natura morta",
		"la password del wifi è sul frigo", "password: under the keyboard", "password: chiedi a Marco", "the password is wrong!", "la password è sbagliata?", "the token is expired.",
		"cambia la password del wifi", "dimmi il token che uso", "il pin è sbagliato",
		"TheQuickBrownFoxJumpsOverTheLazyDogAndRunsAway", "incomprehensibilities_of_internationalization_guidelines",
		"/etc/passwd: chiavi del sistema", "npm_config_registry", "ore 10:30, 12 file, 3.5 GB", "risk-management-plan", "a@example.org",
	} {
		if got := Redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// A token pasted with everything around it is out of what is kept, whatever surrounds it.
func TestField_SECRET_02(t *testing.T) {
	token := fake("7123456789:AA", 33)
	pasted := "Done! Congratulations on your new bot.\nUse this token to access the HTTP API:\n" + token + "\nKeep your token secure and store it safely."
	if got := Redact(pasted); strings.Contains(got, token[11:20]) {
		t.Errorf("the token is in %q", got)
	}
}

// A transport error carries the address and its secret into a record: they are taken out, and no option
// can ask for less.
func TestField_SECRET_04(t *testing.T) {
	secret := fake("7123456789:AA", 33)
	dir := t.TempDir()
	l := openAt(t, dir, Options{})
	r := turnRecord("closed")
	r.Problems = []string{`Post "https://api.telegram.org/bot` + secret + `/sendMessage": dial tcp: timeout`}
	appendAll(t, l, r)
	text := everything(t, dir)
	if strings.Contains(text, secret[11:25]) || !strings.Contains(text, Mark) {
		t.Errorf("on the disk: %s", text)
	}
}

// Prefixes are not enough: also values known from the vault, in any encoding, and what is just random.
func TestField_SECRET_05(t *testing.T) {
	for _, prefix := range []string{"xapp-", "glpat-", "dp-", "lin_api_"} {
		token := fake(prefix, 24)
		if got := Redact("chiave " + token + "."); got != "chiave "+Mark+"." && got != "chiave "+Mark {
			t.Errorf("%s: %q", prefix, got)
		}
	}
	secret := "tre gatti & un \"cane\""
	r := NewRedactor(func() []string { return []string{secret, "ab"} })
	for _, text := range []string{
		secret, "x" + secret + "x", `tre gatti \u0026 un \"cane\"`, "tre+gatti+%26+un+%22cane%22", "tre%20gatti%20&%20un%20%22cane%22",
		"dHJlIGdhdHRpICYgdW4gImNhbmUi",
	} {
		if got, n := r.Text(text); n == 0 || strings.Contains(got, "gatti") || strings.Contains(got, "dHJl") {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got, n := r.Text("un cabaret"); n != 0 || got != "un cabaret" {
		t.Errorf("a two-letter secret tears words: %q", got)
	}
	if got := Redact(fake("", 32)); got != Mark {
		t.Errorf("random text stays: %q", got)
	}
}

func TestRedactJSON(t *testing.T) {
	text := `{"b":{"password":"x","Password_confirm":"y","accessToken":"z","otp":123456,"tokens_in":12,"max_tokens":5,"secret":{"a":"b"},"pin":null,"token":""},
		"a":["password: hunter2",{"api-key":["k"]}],"digest":"sha256:` + strings.Repeat("0a1b2c3d", 8) + `","credential":"imap-work","n":12345678901234567890,"x&y":"<b>"}`
	want := `{"a":["password: <REDACTED:cred>",{"api-key":"<REDACTED:cred>"}],` +
		`"b":{"Password_confirm":"<REDACTED:cred>","accessToken":"<REDACTED:cred>","max_tokens":5,"otp":"<REDACTED:cred>","password":"<REDACTED:cred>","pin":null,` +
		`"secret":"<REDACTED:cred>","token":"","tokens_in":12},` +
		`"credential":"imap-work","digest":"sha256:` + strings.Repeat("0a1b2c3d", 8) + `","n":12345678901234567890,"x&y":"<b>"}`
	got, n, err := NewRedactor(nil).JSON([]byte(text))
	if err != nil || n != 7 {
		t.Errorf("%d taken, %v", n, err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestRedactJSONBounds(t *testing.T) {
	secret := fake("", 48)
	long := strings.Repeat("parola ", 20000)
	value, _ := json.Marshal(map[string]any{"long": long, "split": strings.Repeat("x ", maxSearched/2-10) + secret, "many": make([]int, maxItems+7)})
	got, _, err := NewRedactor(nil).JSON(value)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) > 3*maxText || !strings.Contains(string(got), "…(+7)") || strings.Contains(string(got), secret[:12]) {
		t.Errorf("%d bytes: %.200s", len(got), got)
	}
	deep := strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60)
	if _, _, err := NewRedactor(nil).JSON([]byte(deep)); err != nil {
		t.Error(err)
	}
}

// Cleaning twice changes nothing more, and a known secret is never in the outcome.
func TestRedactIsIdempotent(t *testing.T) {
	words := rapid.SampledFrom([]string{"password", ":", "è", "is", "=", " ", "\n", "token", "Bearer", "x", "hunter2", "\"", Mark, "https://", "a:b@", "?key=",
		fake("ghp_", 20), fake("", 34), "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "s3cr3t-value", "authorization", "cookie", "<", ","})
	r := NewRedactor(func() []string { return []string{"s3cr3t-value"} })
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 0, 12).Draw(rt, "words"), rapid.SampledFrom([]string{"", " "}).Draw(rt, "between"))
		once, _ := r.Text(text)
		twice, n := r.Text(once)
		if once != twice {
			rt.Fatalf("%q -> %q -> %q (%d)", text, once, twice, n)
		}
		if strings.Contains(once, "s3cr3t-value") {
			rt.Fatalf("%q keeps the secret: %q", text, once)
		}
	})
}

func FuzzRedactJSON(f *testing.F) {
	f.Add(`{"password":"x","a":[1,"token: y"]}`)
	f.Add(`"-----BEGIN X-----"`)
	f.Fuzz(func(t *testing.T, text string) {
		out, _, err := NewRedactor(func() []string { return []string{"known-secret"} }).JSON([]byte(text))
		if err != nil {
			return
		}
		if !json.Valid(out) || strings.Contains(string(out), "\n") || strings.Contains(string(out), "known-secret") {
			t.Fatalf("%q became %q", text, out)
		}
	})
}

func BenchmarkRedactRecord(b *testing.B) {
	r := turnRecord("closed")
	r.Text, r.Args = "trova i file più grandi di 10 MB in Documenti", map[string]any{"path": "/home/anna/Documenti", "size": 1e7}
	text, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	redactor := NewRedactor(nil)
	for b.Loop() {
		if _, _, err := redactor.JSON(text); err != nil {
			b.Fatal(err)
		}
	}
}
