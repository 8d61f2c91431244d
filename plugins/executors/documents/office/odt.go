package office

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/zipped"
)

// maxRepeat is how many times a cell or a space is repeated.
const maxRepeat = 200

// odt reads content.xml.
type odt struct {
	gatherer
	skip  int // elements open below one whose text is not the document's
	body  bool
	lists int
	held  *gatherer // the document's, while a note is read
	notes int       // that were referred to
	ends  []string  // texts of the notes
	room  int
}

// Odt reads a text document of OpenDocument: paragraphs, headings, lists, tables, frames and notes. Comments and
// what was deleted with changes tracked are left out.
func Odt(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	z, err := open(s, "odt")
	if err != nil {
		return paper.Facts{}, err
	}
	locked := false
	if err := elements(ctx, z, "META-INF/manifest.xml", func(e xml.StartElement) {
		locked = locked || e.Name.Local == "encryption-data"
	}); err != nil {
		return paper.Facts{}, err
	}
	if locked {
		return paper.Facts{}, paper.Locked()
	}
	o := &odt{gatherer: gatherer{take: take}, room: paper.MaxBlock}
	there, err := each(ctx, z, "content.xml", maxPart, o.token)
	if err == nil && !there {
		err = paper.Unknown("odt")
	}
	if err == nil {
		err = o.ended()
	}
	for i := 0; i < len(o.ends) && err == nil; i++ {
		err = take(paper.Block{Style: paper.Note, Text: "[" + strconv.Itoa(i+1) + "] " + o.ends[i]})
	}
	return paper.Facts{Title: title(ctx, z, "meta.xml")}, err
}

func (o *odt) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		switch {
		case o.skip > 0:
			o.skip++
		case t.Name.Local == "body":
			o.body = true
		case o.body:
			return o.start(t)
		}
	case xml.EndElement:
		if o.skip > 0 {
			o.skip--
			return nil
		}
		return o.finish(t)
	case xml.CharData:
		if o.skip == 0 && o.body && o.current() != nil {
			return o.words(string(t))
		}
	}
	return nil
}

// words writes characters the way they are shown: white space is one space.
func (o *odt) words(text string) error {
	var out strings.Builder
	last := o.lastByte()
	for _, r := range text {
		if r == ' ' || r == '\t' || r == '\n' || r == '\r' {
			if last == ' ' || last == '\n' || last == 0 {
				continue
			}
			r = ' '
		}
		out.WriteRune(r)
		last = byte(min(r, 0x7f))
	}
	return o.write(out.String())
}

func (o *odt) lastByte() byte {
	text := o.current().text.String()
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

func (o *odt) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "tracked-changes", "annotation", "annotation-end", "ruby-text", "forms", "note-citation", "desc", "title", "script":
		o.skip = 1
	case "p":
		style := paper.Paragraph
		if o.lists > 0 {
			style = paper.Item
		}
		return o.begin(style)
	case "h":
		return o.begin(paper.Heading)
	case "list":
		o.lists++
	case "s":
		return o.write(strings.Repeat(" ", repeats(zipped.Attribute(e, "c"))))
	case "tab":
		return o.write("\t")
	case "line-break":
		return o.write("\n")
	case "table-row":
		return o.beginRow()
	case "table-cell", "covered-table-cell":
		for range repeats(zipped.Attribute(e, "number-columns-repeated")) {
			if err := o.beginCell(); err != nil {
				return err
			}
		}
	case "note":
		return o.beginNote()
	}
	return nil
}

func (o *odt) finish(e xml.EndElement) error {
	switch e.Name.Local {
	case "p", "h":
		return o.end()
	case "list":
		o.lists = max(0, o.lists-1)
	case "table-row":
		return o.endRow()
	case "note":
		return o.endNote()
	}
	return nil
}

// beginNote leaves a mark in the paragraph and reads what follows apart.
func (o *odt) beginNote() error {
	if o.held != nil {
		return errDeep
	}
	if o.notes++; o.notes > maxNotes {
		return paper.TooLarge()
	}
	if err := o.write("[" + strconv.Itoa(o.notes) + "]"); err != nil {
		return err
	}
	held := o.gatherer
	o.held, o.gatherer = &held, gatherer{take: o.take, note: true}
	return nil
}

func (o *odt) endNote() error {
	if o.held == nil {
		return nil
	}
	text := o.noted()
	o.gatherer, o.held = *o.held, nil
	if o.room -= len(text); o.room < 0 {
		return paper.TooLarge()
	}
	o.ends = append(o.ends, text)
	return nil
}

// repeats reads how many times something is there; 1 when that is not said.
func repeats(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 1
	}
	return min(n, maxRepeat)
}
