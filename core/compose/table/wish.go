package table

import (
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
)

// condition keeps rows: Column may be "" when only a value was said.
type condition struct {
	Column, Op string
	Value      string
	As         string // how to compare, "" to tell from the values
	Doubt      bool   // it may be no value at all: when no row has it, the person is asked
}

// measure is one calculation over a column.
type measure struct{ Op, Column string }

// wish is everything a sentence asks of one table.
type wish struct {
	files      []speech.Capture // the tables read, as one
	paths      []any            // known already, for reader
	reader     *shelf.Tool
	ext        string // every file of an extension in folder
	folder     *speech.Capture
	deep       bool
	others     *speech.Capture // the table the rows are matched with
	othersStep int             // the step that reads it
	presence   string          // present or absent
	on         string
	where      []condition
	measures   []measure
	by         string // one group per value of this column
	column     string // the rows are ordered by it
	order      string // asc, desc
	top        bool   // an end of the order was asked for
	limit      int
	fromEnd    bool
	columns    []string
	noun       string // what the rows are called
	spent      bool   // who has the most of it all, not one row
	count      bool
	list       bool
	sink       *speech.Capture // the file that is written
	sinkPlace  *speech.Capture
}

// empty reports that nothing is asked of the rows.
func (w *wish) empty() bool {
	return !w.count && !w.list && len(w.where) == 0 && len(w.measures) == 0 && w.by == "" && w.column == "" && !w.top && len(w.columns) == 0 && w.others == nil && w.limit == 0
}

// sorted reports that an order was said.
func (w *wish) sorted() bool { return w.column != "" || w.top || w.order != "" }
