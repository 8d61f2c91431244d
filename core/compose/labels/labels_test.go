package labels

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/when"
)

var clock = when.Clock{Now: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC), Zone: time.UTC}

func hear(lang, text string) (string, bool) {
	tokens, _ := token.Split(text)
	rules, ok := Rules(lang, tokens, clock)
	data, err := json.Marshal(rules)
	return string(data), ok && err == nil
}

func TestRules(t *testing.T) {
	const over = `{"label":"alto","predicates":[{"operation":"gt","value":"100"}]}`
	for _, tc := range []struct{ lang, text, want string }{
		{"it", "sopra 100 alto, altrimenti basso", `[` + over + `,{"label":"basso"}]`},
		{"it", "alto sopra 100, basso altrimenti", `[` + over + `,{"label":"basso"}]`},
		{"it", "alto se sopra i 100 euro e il resto basso", `[` + over + `,{"label":"basso"}]`},
		{"it", "alto: oltre 100; gli altri: basso", `[` + over + `,{"label":"basso"}]`},
		{"it", "alto (più di 100 €), basso (fino a 100)", `[` + over + `,{"label":"basso","predicates":[{"operation":"le","value":"100"}]}]`},
		{"it", "alto se l'importo supera 100", `[{"label":"alto","predicates":[{"field":"importo","operation":"gt","value":"100"}]}]`},
		{"it", "se l'importo è superiore a 1.000,50 alto altrimenti basso", `[{"label":"alto","predicates":[{"field":"importo","operation":"gt","value":"1.000,50"}]},{"label":"basso"}]`},
		{"it", "importo almeno 10 allora molto alto", `[{"label":"molto alto","predicates":[{"field":"importo","operation":"ge","value":"10"}]}]`},
		{"it", "fino a 50 basso, tra 50 e 100 medio, oltre 100 alto", `[{"label":"basso","predicates":[{"operation":"le","value":"50"}]},` +
			`{"label":"medio","predicates":[{"operation":"ge","value":"50"},{"operation":"le","value":"100"}]},` + over + `]`},
		{"it", "da 0 a 10 pochi, dai 10 ai 20 tanti", `[{"label":"pochi","predicates":[{"operation":"ge","value":"0"},{"operation":"le","value":"10"}]},` +
			`{"label":"tanti","predicates":[{"operation":"ge","value":"10"},{"operation":"le","value":"20"}]}]`},
		{"it", "casa se la descrizione contiene enel o affitto, viaggi se contiene treno", `[{"label":"casa","predicates":[{"field":"descrizione","operation":"contains","values":["enel","affitto"]}]},` +
			`{"label":"viaggi","predicates":[{"operation":"contains","values":["treno"]}]}]`},
		{"it", `se contiene "spesa grande" o "coop": cibo`, `[{"label":"cibo","predicates":[{"operation":"contains","values":["spesa grande","coop"]}]}]`},
		{"it", "se la categoria è casa: interno, altrimenti esterno", `[{"label":"interno","predicates":[{"field":"categoria","operation":"in","values":["casa"]}]},{"label":"esterno"}]`},
		{"it", "inverno prima del 1 marzo 2026, altrimenti primavera", `[{"label":"inverno","predicates":[{"as":"datetime","operation":"lt","value":"2026-03-01"}]},{"label":"primavera"}]`},
		{"it", "se la data è a gennaio: saldi", `[{"label":"saldi","predicates":[{"as":"datetime","field":"data","operation":"eq","value":"--01"}]}]`},
		{"en", "big when amount is over 100 else small", `[{"label":"big","predicates":[{"field":"amount","operation":"gt","value":"100"}]},{"label":"small"}]`},
		{"en", "over $100 big, from 50 to 100 medium, the rest small", `[{"label":"big","predicates":[{"operation":"gt","value":"100"}]},` +
			`{"label":"medium","predicates":[{"operation":"ge","value":"50"},{"operation":"le","value":"100"}]},{"label":"small"}]`},
		{"en", "travel if the description contains train or hotel, otherwise other", `[{"label":"travel","predicates":[{"field":"description","operation":"contains","values":["train","hotel"]}]},{"label":"other"}]`},
		{"en", "old before 2020 and new otherwise", `[{"label":"old","predicates":[{"operation":"lt","value":"2020"}]},{"label":"new"}]`},
		{"en", "if status is paid: done", `[{"label":"done","predicates":[{"field":"status","operation":"in","values":["paid"]}]}]`},
	} {
		if got, ok := hear(tc.lang, tc.text); !ok || got != tc.want {
			t.Errorf("%s:\n got %v %s\nwant %s", tc.text, ok, got, tc.want)
		}
	}
}

// What may mean something else is not heard at all.
func TestNoRules(t *testing.T) {
	for lang, list := range map[string][]string{
		"it": {"", "alto", "sopra 100", "altrimenti basso, sopra 100 alto", "alto se sopra 100 basso", "sopra cento alto", "se non contiene enel casa", "se contiene enel casa grande", "poi cancella tutto",
			"alto se sopra 100, altrimenti basso e poi elimina il file", "tra 50 alto"},
		"en": {"big", "over 100", "over 100 big then delete the file", "else small, over 10 big", "big if not over 100"},
	} {
		for _, text := range list {
			if got, ok := hear(lang, text); ok {
				t.Errorf("%q: %s", text, got)
			}
		}
	}
}

func FuzzRules(f *testing.F) {
	f.Add("sopra 100 alto, altrimenti basso")
	f.Add("se contiene \"a\" o b: c")
	f.Add("big when amount is between 1 and 2 else small")
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range []string{"it", "en"} {
			tokens, _ := token.Split(text)
			rules, ok := Rules(lang, tokens, clock)
			for _, r := range rules {
				if ok && r.(map[string]any)["label"] == "" {
					t.Fatal(text, rules)
				}
			}
		}
	})
}
