package spoken

import (
	"slices"
	"testing"
)

func TestColumn(t *testing.T) {
	if got, _ := Column("ore", []string{"name", "week", "hours"}); got != "hours" {
		t.Errorf("ore is %q", got)
	}
	header := []string{"ID Ordine", "id_cliente", "Importo (€)", "Stato", "Città", "prezzo_unitario", "prezzo_totale", "Data consegna"}
	for _, c := range []struct {
		words, want string
		fits        []string
	}{
		{"stato", "Stato", nil},
		{"id cliente", "id_cliente", nil},
		{"importi", "Importo (€)", nil},
		{"citta", "Città", nil},
		{"city", "Città", nil},
		{"amount", "Importo (€)", nil},
		{"prezzo", "", []string{"prezzo_unitario", "prezzo_totale"}},
		{"prezzi totali", "prezzo_totale", nil},
		{"stto", "Stato", nil},
		{"consegna", "Data consegna", nil},
		{"colore", "", nil},
		{"clienti", "id_cliente", nil},
		{"", "", nil},
	} {
		got, fits := Column(c.words, header)
		if got != c.want || !slices.Equal(fits, c.fits) {
			t.Errorf("%q is %q, one of %v; want %q, %v", c.words, got, fits, c.want, c.fits)
		}
	}
}

func FuzzColumn(f *testing.F) {
	f.Add("importi", "Importo (€)", "x")
	f.Add("", "(", "[")
	f.Fuzz(func(t *testing.T, words, a, b string) {
		got, fits := Column(words, []string{a, b})
		if got != "" && got != a && got != b || got != "" && len(fits) > 0 {
			t.Fatalf("%q among %q and %q is %q, %q", words, a, b, got, fits)
		}
	})
}
