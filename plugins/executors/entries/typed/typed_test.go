package typed

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"Scrivi a mario.rossi@Example.IT, o anna+x@ex.co.uk.":           "email=mario.rossi@example.it email=anna+x@ex.co.uk",
		"IBAN IT60 X054 2811 1010 0000 0123 456 grazie":                 "iban=IT60X0542811101000000123456",
		"IT60X0542811101000000123457":                                   "",
		"DE89370400440532013000":                                        "iban=DE89370400440532013000",
		"P.IVA 00743110157, IT 07643520567":                             "vat=00743110157 vat=07643520567",
		"P.IVA 00743110158":                                             "",
		"CF RSSMRA80A01H501U e RSSMRA80A01H501X":                        "tax_code=RSSMRA80A01H501U",
		"tel. +39 333 123 4567, 06 1234567, 0039-02-1234567, anno 2024": "phone=+393331234567 phone=061234567 phone=+39021234567",
		"il 3 marzo 2026, 01/02/2024 e 2025-12-31, 31/02/2024":          "date=2026-03-03 date=2024-02-01 date=2025-12-31",
		"€ 1.234,50 poi 20 euro e $5.99, 1.200 €, 3,5 EUR":              "amount=1234.5 EUR amount=20 EUR amount=5.99 USD amount=1200 EUR amount=3.5 EUR",
		"vedi https://ex.it/a(b)?q=1. e (www.ex.org)":                   "url=https://ex.it/a(b)?q=1 url=www.ex.org",
		"versione 1.2.3 e codice 12345678":                              "",
	} {
		var got []string
		for _, f := range Find(text, "it") {
			got = append(got, f.Kind+"="+f.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %s\nwant %s", text, strings.Join(got, " "), want)
		}
	}
	if got := Find("on 02/03/2024", "en"); len(got) != 1 || got[0].Value != "2024-02-03" {
		t.Errorf("%v", got)
	}
}

// Things never overlap, and each is where it says.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"a@b.c 1 € IT60X0542811101000000123456", "+39 (06) 12-34-56 3 mar 2024", "\xff@\xfe.it €\x00", "RSSMRA80A01H501U"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, thing := range Find(text, "it") {
			if thing.Start < end || thing.End <= thing.Start || thing.End > len(text) || thing.Value == "" {
				t.Fatalf("%+v in %q", thing, text)
			}
			end = thing.End
		}
	})
}
