package recall

import "testing"

func TestNamesThings(t *testing.T) {
	for text, want := range map[string]bool{
		"trova i file zorp": true, "show the photos of zorp": true, "elenca i pdf": true, "apri il verbale1": true, "togli le copie": true, "summarise the minutes": true,
		"spostalli in Arkivio": false, "che bel tempo": false, "sposta quelli in Arkivio": false, "move them to Arkivio": false, "grazie mille": false, "": false,
	} {
		if got := namesThings(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
