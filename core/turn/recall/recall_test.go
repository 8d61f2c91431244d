package recall

import "testing"

func TestNamesThings(t *testing.T) {
	for text, want := range map[string]bool{
		"trova i file zorp": true, "show the photos of zorp": true, "elenca i pdf": true,
		"spostalli in Arkivio": false, "che bel tempo": false, "": false,
	} {
		if got := namesThings(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
