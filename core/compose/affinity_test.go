package compose

import (
	"context"
	"testing"
)

// TestSuggestionsAreUnderstood: the first phrase of every executor is offered as an example, so it must make a
// plan or a question of its own.
func TestSuggestionsAreUnderstood(t *testing.T) {
	c := New()
	for _, e := range realCatalog(t) {
		for _, lang := range []string{"it", "en"} {
			phrases := e.Manifest.Affinity[lang]
			if len(phrases) == 0 {
				t.Errorf("%s has no %s phrase", e.Manifest.Name, lang)
				continue
			}
			req := said(t, phrases[0])
			req.Lang = lang
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			steps := d.Framework.Steps
			if d.Question != nil {
				steps = d.Question.Partial.Steps
			}
			used := false
			for _, s := range steps {
				used = used || s.Tool == e.Manifest.Name
			}
			if !used && e.Manifest.Name != "filter_entries" { // what filters a search is a part of the search
				t.Errorf("%s: %q makes %s", e.Manifest.Name, phrases[0], sketch(d))
			}
			if len(steps) == 0 {
				t.Errorf("%s: %q makes no plan and no question: %s", e.Manifest.Name, phrases[0], sketch(d))
			}
		}
	}
}
