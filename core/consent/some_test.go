package consent

import (
	"slices"
	"testing"
)

func TestChooseSome(t *testing.T) {
	options := []string{"Documenti", "Foto e video", "Musica, vecchia", "Lavoro"}
	for said, want := range map[string][]string{
		"Documenti\nLavoro":             {"Documenti", "Lavoro"},
		"Lavoro\nDocumenti\nLavoro":     {"Documenti", "Lavoro"},
		"1, 4":                          {"Documenti", "Lavoro"},
		"1 e 4":                         {"Documenti", "Lavoro"},
		"documenti; lavoro":             {"Documenti", "Lavoro"},
		"Foto e video":                  {"Foto e video"},
		"Musica, vecchia\nFoto e video": {"Foto e video", "Musica, vecchia"},
		"2":                             {"Foto e video"},
		"Documenti, Scaricati":          nil,
		"1, 9":                          nil,
		"":                              nil,
		", ,":                           nil,
		"quanti file ci sono?":          nil,
	} {
		got, fits := ChooseSome(said, options, options)
		if fits != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q: %v %v, want %v", said, got, fits, want)
		}
	}
}
