package hearing

import (
	"slices"

	"github.com/metnos/metnos/core/compose/sheet"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/wish"
)

// known is the only table the sentence names, where the places tell what it holds.
func (g *Heard) known() *sheet.Sheet {
	if len(g.Files) != 1 || g.Req.Places == nil {
		return nil
	}
	paths := g.Files[0].Paths
	if len(paths) == 0 {
		paths = g.Req.Places.File(g.Files[0].Text)
	}
	if len(paths) != 1 {
		return nil
	}
	s, _ := sheet.Of(g.Req.Places, paths[0])
	return s
}

// embodied takes the word for the rows as a column of the table: "how many subjects are in students.csv" is about the
// different ones, "how many pieces" about their sum. done is false when the table does not settle it; a word the table
// has nowhere is nobody's, since all the rows would be counted as that.
func (g *Heard) embodied(noun string) (done bool, err error) {
	s := g.known()
	if s == nil || !g.Count || noun == "" || g.By != "" || g.Sink != nil || len(g.Measures) > 0 || g.Top || g.Limit > 0 {
		return false, nil
	}
	titled := g.titled(noun)
	switch column := s.Named(noun); {
	case column < 0:
		if _, ok := s.Value(noun); !ok && !titled && !things[stem(noun)] && s.Column(noun) < 0 && s.Whole() {
			return false, steps.Unknown(noun)
		}
		return false, nil
	case !titled && s.Numeric(column) && !things[stem(noun)]:
		g.Measures = []wish.Measure{{Op: "sum", Column: noun}}
	case s.Repeats(column) && !s.Numeric(column) && !slices.ContainsFunc(g.Where, func(k wish.Condition) bool { return k.Called }):
		g.Measures = []wish.Measure{{Op: "distinct", Column: noun}}
	default:
		return titled, nil
	}
	g.Count = false
	return true, nil
}
