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
