package sheet

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Again is the table nobody named that the plan before found, when this plan reads it too and the sentence still does not
// name it; else "".
func Again(s *shelf.Shelf, req plan.Request, f plan.Framework) string {
	if req.Previous == nil || req.Previous.Framework.Found == "" || s == nil {
		return ""
	}
	found := req.Previous.Framework.Found
	if strings.Contains(vocab.Fold(req.Text), (&Sheet{Path: found}).Stem()) {
		return ""
	}
	for _, step := range f.Steps {
		if t := s.Named(step.Tool); t != nil && t.Rows() && slices.Contains(texts(step.Args[t.ByMeaning["paths"]]), found) {
			return found
		}
	}
	return ""
}
