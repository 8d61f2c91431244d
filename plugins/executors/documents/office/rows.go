package office

import (
	"errors"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
)

// paragraph is one being read; a text box opens one inside another.
type paragraph struct {
	text  strings.Builder
	style paper.Style
}

// row is one row of a table; a cell may hold another table.
type row struct {
	cells []string
	size  int
}

// gatherer puts paragraphs and rows together and hands them over.
type gatherer struct {
	take  paper.Taker
	open  []*paragraph
	rows  []*row
	notes []string // of the paragraphs inside a note, when noting
	note  bool     // what is read belongs to a note
}

var errDeep = errors.New("elements are nested too deep")

func (g *gatherer) begin(style paper.Style) error {
	if len(g.open) >= maxDepth {
		return errDeep
	}
	g.open = append(g.open, &paragraph{style: style})
	return nil
}

// current is the paragraph being read, nil outside of any.
func (g *gatherer) current() *paragraph {
	if len(g.open) == 0 {
		return nil
	}
	return g.open[len(g.open)-1]
}

func (g *gatherer) write(text string) error {
	p := g.current()
	if p == nil {
		return nil
	}
	if p.text.Len()+len(text) > paper.MaxBlock {
		return paper.TooLarge()
	}
	p.text.WriteString(text)
	return nil
}

// end ends a paragraph: inside a row its text goes to the cell.
func (g *gatherer) end() error {
	p := g.current()
	if p == nil {
		return nil
	}
	g.open = g.open[:len(g.open)-1]
	text := paper.Tidy(p.text.String())
	if len(g.rows) > 0 && !g.note {
		return g.cell(text)
	}
	return g.emit(paper.Block{Style: p.style, Text: text})
}

func (g *gatherer) emit(b paper.Block) error {
	if strings.TrimSpace(b.Text) == "" {
		return nil
	}
	if g.note {
		g.notes = append(g.notes, paper.Squeeze(b.Text))
		return nil
	}
	if b.Style == paper.Item {
		b.Text = "- " + b.Text
	}
	return g.take(b)
}

func (g *gatherer) beginRow() error {
	if len(g.rows) >= maxDepth {
		return errDeep
	}
	g.rows = append(g.rows, &row{})
	return nil
}

func (g *gatherer) beginCell() error {
	if len(g.rows) == 0 {
		return nil
	}
	r := g.rows[len(g.rows)-1]
	if len(r.cells) >= maxCells {
		return paper.TooLarge()
	}
	r.cells = append(r.cells, "")
	return nil
}

// cell adds a text to the last cell.
func (g *gatherer) cell(text string) error {
	r := g.rows[len(g.rows)-1]
	if len(r.cells) == 0 {
		r.cells = append(r.cells, "")
	}
	if r.size += len(text) + 1; r.size > paper.MaxBlock {
		return paper.TooLarge()
	}
	last := &r.cells[len(r.cells)-1]
	if *last != "" && text != "" {
		*last += " "
	}
	*last += text
	return nil
}

// endRow ends a row; one inside another is a part of its cell.
func (g *gatherer) endRow() error {
	if len(g.rows) == 0 {
		return nil
	}
	r := g.rows[len(g.rows)-1]
	g.rows = g.rows[:len(g.rows)-1]
	text := paper.Cells(r.cells)
	if len(g.rows) > 0 {
		return g.cell(text)
	}
	return g.emit(paper.Block{Style: paper.Row, Text: text})
}

// ended reports a document that ends inside a paragraph or a row.
func (g *gatherer) ended() error {
	if len(g.open) > 0 || len(g.rows) > 0 {
		return paper.Broken(io.ErrUnexpectedEOF)
	}
	return nil
}

// noted is the text of the note that was read.
func (g *gatherer) noted() string {
	text := strings.Join(g.notes, " ")
	g.notes = nil
	return text
}
