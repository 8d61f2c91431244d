package draft

import (
	"strings"
	"time"
)

// Kind is what a block is.
type Kind int

// The kinds.
const (
	Paragraph Kind = iota
	Heading
	Bullet // an item of a list without an order
	Number // an item of one with an order
	Quote
	Code
	Table
	Rule
)

// Run is text in one dress. A line end in it is a line end.
type Run struct {
	Text               string
	Bold, Italic, Code bool
	URL                string // what it leads to, "" when nothing
}

// Block is a piece of a document.
type Block struct {
	Kind  Kind
	Level int  // of a heading, 1 to 6; depth of an item from 0
	First bool // an ordered item that begins its list
	N     int  // number of an ordered item
	Runs  []Run
	Rows  [][][]Run // of a table; the first is its header
}

// Document is what is written.
type Document struct {
	Title   string
	Source  string // the text the blocks come from, as Markdown
	Blocks  []Block
	Lang    string
	Created time.Time
}

// plain is text in no dress.
func plain(text string) []Run {
	if text == "" {
		return nil
	}
	return []Run{{Text: text}}
}

// Text is the text of runs alone.
func Text(runs []Run) string {
	var out strings.Builder
	for _, r := range runs {
		out.WriteString(r.Text)
	}
	return out.String()
}
