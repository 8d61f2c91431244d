package office

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/zipped"
)

// maxNotes is how many notes of a document are read, and maxStyles how many of its styles.
const (
	maxNotes  = 20_000
	maxStyles = 10_000
)

// docx reads word/document.xml and what it refers to.
type docx struct {
	gatherer
	headings map[string]bool // styles of headings, by id
	skip     int             // elements open below one whose text is not the document's
	hidden   bool            // the run is not shown
	texted   int             // elements open whose characters are text
	refs     []string        // notes in the order they are referred to
}

// Docx reads a Word document: paragraphs, headings, lists, tables, text boxes and notes. What was deleted with
// changes tracked, hidden text and the codes of fields are left out.
func Docx(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	z, err := open(s, "docx")
	if err != nil {
		return paper.Facts{}, err
	}
	main, err := mainPart(ctx, z)
	if err != nil {
		return paper.Facts{}, err
	}
	d := &docx{gatherer: gatherer{take: take}, headings: map[string]bool{}}
	if err := d.styles(ctx, z, path.Join(path.Dir(main), "styles.xml")); err != nil {
		return paper.Facts{}, err
	}
	there, err := each(ctx, z, main, maxPart, d.token)
	if err == nil && !there {
		err = paper.Unknown("docx")
	}
	if err == nil {
		err = d.ended()
	}
	if err == nil {
		err = d.allNotes(ctx, z, path.Dir(main))
	}
	return paper.Facts{Title: title(ctx, z, "docProps/core.xml")}, err
}

// mainPart is the name of the part with the text.
func mainPart(ctx context.Context, z *zip.Reader) (string, error) {
	main := "word/document.xml"
	err := elements(ctx, z, "_rels/.rels", func(e xml.StartElement) {
		if e.Name.Local == "Relationship" && strings.HasSuffix(zipped.Attribute(e, "Type"), "/officeDocument") {
			main = strings.TrimPrefix(path.Clean("/"+zipped.Attribute(e, "Target")), "/")
		}
	})
	return main, err
}

// styles finds out which styles are headings: those called so, in any program's English, and those of an outline.
func (d *docx) styles(ctx context.Context, z *zip.Reader, name string) error {
	id := ""
	return elements(ctx, z, name, func(e xml.StartElement) {
		value := zipped.Attribute(e, "val")
		switch e.Name.Local {
		case "style":
			id = zipped.Attribute(e, "styleId")
		case "name":
			low := strings.ToLower(value)
			if id != "" && len(d.headings) < maxStyles && (strings.HasPrefix(low, "heading ") || low == "title" || strings.HasPrefix(low, "titolo ")) {
				d.headings[id] = true
			}
		case "outlineLvl":
			if level, err := strconv.Atoi(value); err == nil && level >= 0 && level < 9 && id != "" && len(d.headings) < maxStyles {
				d.headings[id] = true
			}
		}
	})
}

func (d *docx) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if d.skip > 0 {
			d.skip++
			return nil
		}
		return d.start(t)
	case xml.EndElement:
		if d.skip > 0 {
			d.skip--
			return nil
		}
		return d.finish(t)
	case xml.CharData:
		if d.skip == 0 && d.texted > 0 && !d.hidden {
			return d.write(string(t))
		}
	}
	return nil
}

func (d *docx) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "del", "moveFrom", "delText", "instrText", "delInstrText", "Fallback", "rPrChange", "pPrChange", "tblPrChange":
		d.skip = 1
	case "p":
		return d.begin(paper.Paragraph)
	case "pStyle":
		if p := d.current(); p != nil && d.headings[zipped.Attribute(e, "val")] {
			p.style = paper.Heading
		}
	case "numPr":
		if p := d.current(); p != nil && p.style == paper.Paragraph {
			p.style = paper.Item
		}
	case "numId":
		if p := d.current(); p != nil && p.style == paper.Item && zipped.Attribute(e, "val") == "0" {
			p.style = paper.Paragraph // taken out of the list
		}
	case "r":
		d.hidden = false
	case "vanish":
		value := zipped.Attribute(e, "val")
		d.hidden = value != "0" && value != "false"
	case "t":
		d.texted++
	case "tr":
		return d.beginRow()
	case "tc":
		return d.beginCell()
	case "footnoteReference", "endnoteReference":
		return d.refer(strings.TrimSuffix(e.Name.Local, "Reference") + "s/" + zipped.Attribute(e, "id"))
	}
	return d.mark(e.Name.Local)
}

// mark writes what an element without text stands for.
func (d *docx) mark(element string) error {
	if d.hidden {
		return nil
	}
	switch element {
	case "tab":
		if len(d.open) > 0 && d.current().text.Len() > 0 { // tab stops are declared by the same name
			return d.write("\t")
		}
	case "br", "cr":
		return d.write("\n")
	case "noBreakHyphen":
		return d.write("-")
	}
	return nil
}

func (d *docx) finish(e xml.EndElement) error {
	switch e.Name.Local {
	case "p":
		return d.end()
	case "r":
		d.hidden = false
	case "t":
		d.texted = max(0, d.texted-1)
	case "tr":
		return d.endRow()
	}
	return nil
}

func (d *docx) refer(note string) error {
	if d.note || d.hidden || len(d.refs) >= maxNotes {
		return nil
	}
	d.refs = append(d.refs, note)
	return d.write("[" + strconv.Itoa(len(d.refs)) + "]")
}

// allNotes hands over the notes in the order they are referred to.
func (d *docx) allNotes(ctx context.Context, z *zip.Reader, folder string) error {
	if len(d.refs) == 0 {
		return nil
	}
	wanted := make(map[string]bool, len(d.refs))
	for _, ref := range d.refs {
		wanted[ref] = true
	}
	texts, room := map[string]string{}, paper.MaxBlock
	for _, kind := range []string{"footnotes", "endnotes"} {
		if err := d.readNotes(ctx, z, path.Join(folder, kind+".xml"), kind, wanted, texts, &room); err != nil {
			return err
		}
	}
	for i, ref := range d.refs {
		if text := texts[ref]; text != "" {
			if err := d.take(paper.Block{Style: paper.Note, Text: "[" + strconv.Itoa(i+1) + "] " + text}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *docx) readNotes(ctx context.Context, z *zip.Reader, name, kind string, wanted map[string]bool, texts map[string]string, room *int) error {
	element := strings.TrimSuffix(kind, "s")
	id := ""
	d.gatherer, d.skip, d.texted, d.hidden = gatherer{take: d.take, note: true}, 0, 0, false
	_, err := each(ctx, z, name, maxPart, func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == element {
			id, d.notes = kind+"/"+zipped.Attribute(e, "id"), nil
		}
		if err := d.token(t); err != nil {
			return err
		}
		if e, ok := t.(xml.EndElement); ok && e.Name.Local == element {
			if text := d.noted(); wanted[id] {
				if *room -= len(text); *room < 0 {
					return errors.New("the notes are too long")
				}
				texts[id] = text
			}
		}
		return nil
	})
	return err
}
