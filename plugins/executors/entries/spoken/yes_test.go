package spoken

import "testing"

func TestAffirms(t *testing.T) {
	for _, c := range []struct {
		word, column string
		said, yes    bool
	}{
		{"pagate", "pagata", true, true}, {"pagati", "Pagato", true, true}, {"paid", "pagata", true, true}, {"unpaid", "paid", true, false},
		{"attivi", "attivo", true, true}, {"active", "attivo", true, true}, {"inattivi", "attivo", true, false}, {"consegnati", "consegnato", true, true},
		{"rossi", "pagata", false, false}, {"pagate", "data pagamento", false, false}, {"unita", "ita", false, false}, {"no", "note", false, false},
	} {
		if said, yes := Affirms(c.word, c.column); said != c.said || yes != c.yes {
			t.Errorf("%q of a column %q: %v %v", c.word, c.column, said, yes)
		}
	}
}

func TestYes(t *testing.T) {
	for cell, want := range map[string][2]bool{"Sì": {true, true}, "no": {false, true}, "": {false, true}, "TRUE": {true, true}, "forse": {false, false}, "2": {false, false}} {
		if yes, ok := Yes(cell); yes != want[0] || ok != want[1] {
			t.Errorf("%q: %v %v", cell, yes, ok)
		}
	}
}
