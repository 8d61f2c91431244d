package compose

import (
	"context"
	"fmt"
	"testing"
)

// TestDraftsTellTheirIntent: what was understood is told in the words of the vocabulary, also when there is no plan.
func TestDraftsTellTheirIntent(t *testing.T) {
	c := New()
	for _, k := range []struct{ it, en, want string }{
		{"sposta i pdf di Downloads in Archivio", "move the pdfs in Downloads to Archivio", "[{find files} {move files}]"},
		{"cancella la cartella Backup", "delete the folder Backup", "[{delete dirs}]"},
		{"che ore sono?", "what time is it?", "[{get now}]"},
		{"quanti pdf ci sono in Downloads?", "how many pdfs are there in Downloads?", "[{find files}]"},
		{"cancella i pdf brutti in Downloads", "delete the ugly pdfs in Downloads", "[{delete files}]"},
		{"invia agenda.txt a luca@example.org", "send agenda.txt to luca@example.org", "[{send files}]"},
		{"leggi agenda.txt con calma e cancella manuale.pdf", "read agenda.txt slowly and delete manuale.pdf", "[{read files} {delete files}]"},
		{"", "", "[]"},
	} {
		for _, text := range []string{k.it, k.en} {
			d, err := c.Propose(context.Background(), said(t, text))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(d.Intent); got != k.want {
				t.Errorf("%s\ngot  %s of %s\nwant %s", text, got, sketch(d), k.want)
			}
		}
	}
}
