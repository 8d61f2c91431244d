package mood

import (
	"slices"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
)

// Keep keeps what is asked about, imagined or proposed from being done.
func Keep(d plan.Draft, text string, s *shelf.Shelf) plan.Draft {
	f, how := d.Framework, Of(text)
	if d.Question != nil {
		f = d.Question.Partial
	}
	changes := func(name string) bool {
		t := s.Named(name)
		return t != nil && vocab.Closed().Mutates(t.Parts.Verb)
	}
	if how == Plain || how != Imagined && !slices.ContainsFunc(f.Tools(), changes) {
		return d
	}
	return plan.Draft{Lang: d.Lang, Limit: sdk.Errorf(sdk.OutOfScope, string(how), "nothing is ordered")}
}
