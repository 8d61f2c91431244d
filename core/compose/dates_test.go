package compose

import (
	"context"
	"testing"
)

// TestImpossibleDateIsAsked: a date that does not exist is asked again, in both languages, and nothing runs.
func TestImpossibleDateIsAsked(t *testing.T) {
	c := New()
	for _, text := range []string{"elenca i file modificati il 31 febbraio in Downloads", "list the files modified on 30 February in Downloads", "cancella i file di Downloads modificati il 31/6/2024"} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if d.Question == nil || d.Question.Code != "date_impossible" || len(d.Question.Partial.Steps) > 0 {
			t.Errorf("%s: %s", text, sketch(d))
		}
	}
}

// What has two meanings is a choice, what no clock shows a clear sentence; a date in a name or in a text is neither.
func TestTimesThatCannotBeTaken(t *testing.T) {
	c := New()
	for _, row := range []struct {
		text, code string
		options    int
	}{
		{"list the files modified on 03/04/2025 in Downloads", "when_ambiguous", 2},
		{"list the files modified after 03/04/2025 in Downloads", "when_ambiguous", 2},
		{"elenca i file modificati il 03/04/2025 in Downloads", "", 0},
		{"list the files modified on 13/04/2025 in Downloads", "", 0},
		{"list the files modified on 30 February in Downloads", "date_impossible", 0},
		{"elenca i file di Downloads modificati lunedì 17 giugno 2025", "weekday_wrong", 0},
		{"create the file Documents/a.txt saying: 31 February 03/04/2025", "", 0},
		{"crea il file Documenti/a.txt con scritto: ci vediamo il 31 febbraio", "", 0},
		{"delete the files modified before 03/04/2025 in Downloads", "when_ambiguous", 2},
	} {
		d, err := c.Propose(context.Background(), said(t, row.text))
		if err != nil {
			t.Fatal(err)
		}
		if row.code == "" {
			if !d.Accepted {
				t.Errorf("%s: %s", row.text, sketch(d))
			}
			continue
		}
		if d.Question == nil || d.Question.Code != row.code || len(d.Question.Options) != row.options || len(d.Question.Partial.Steps) > 0 {
			t.Errorf("%s: %s %+v", row.text, sketch(d), d.Question)
		}
	}
}
