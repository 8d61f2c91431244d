package compose

import "testing"

// A path in quotes is the file that is there, anywhere in the sentence: a path with spaces is pasted so.
func TestQuotedPaths(t *testing.T) {
	c, w := New(), anna()
	w.files = append(w.files, "Inbox/my data.csv")
	for _, path := range []string{home + "/Inbox/my data.csv", "Inbox/my data.csv"} {
		for _, ask := range [][2]string{
			{"mostrami le righe di ", ""}, {"show me the rows of ", ""}, {"totale Importo in ", ""}, {"total of Importo in ", ""},
			{"leggi ", ""}, {"read ", ""}, {"sposta ", " in Documenti"}, {"move ", " to Documenti"}, {"cancella ", ""}, {"delete ", ""},
		} {
			quoted, bare := drawn(t, c, w, ask[0]+`"`+path+`"`+ask[1], nil), drawn(t, c, w, ask[0]+path+ask[1], nil)
			if !quoted.Accepted || sketch(quoted) != sketch(bare) {
				t.Errorf("%s%q%s\n got %s\nwant %s", ask[0], path, ask[1], sketch(quoted), sketch(bare))
			}
		}
	}
	for _, text := range []string{`crea il file a.txt con scritto: "Inbox/my data.csv"`, `create the file a.txt saying: "Inbox/my data.csv"`} {
		d := drawn(t, c, w, text, nil)
		if got := sketch(d); !d.Accepted || len(d.Framework.Steps) != 1 {
			t.Errorf("%s: got %s", text, got)
		}
	}
}
