package render

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/documents/draft"
)

const (
	xmlHead     = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	office      = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	wordContent = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	wordSpace   = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + office + `"`
	textWidth   = 9638 // of an A4 page inside its margins, in twentieths of a point
)

// word is a Word document being written.
type word struct {
	out   *bufio.Writer
	links []string  // addresses, by the number of their relation less 1
	lists []counter // ordered lists so far: each counts on its own
	at    [9]int    // the list each level is in, as a number of numbering.xml
}

// counter is where an ordered list begins to count.
type counter struct{ level, start int }

// docx writes a document for Word and its relatives.
func docx(w io.Writer, d draft.Document) error {
	a := newArchive(w, d.Created)
	a.put("[Content_Types].xml", xmlHead+`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`+
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
		`<Override PartName="/word/document.xml" ContentType="`+wordContent+`document.main+xml"/>`+
		`<Override PartName="/word/styles.xml" ContentType="`+wordContent+`styles+xml"/>`+
		`<Override PartName="/word/numbering.xml" ContentType="`+wordContent+`numbering+xml"/>`+
		`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`)
	a.put("_rels/.rels", xmlHead+`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+
		`<Relationship Id="rId1" Type="`+office+`/officeDocument" Target="word/document.xml"/>`+
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`)
	a.put("docProps/core.xml", xmlHead+`<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`+
		`<dc:title>`+escape(oneLine(d.Title))+`</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">`+a.when.Format(time.RFC3339)+`</dcterms:created></cp:coreProperties>`)
	body := &word{out: bufio.NewWriter(a.part("word/document.xml", zip.Deflate))}
	body.all(d)
	if err := body.out.Flush(); err != nil && a.err == nil {
		a.err = err
	}
	a.put("word/styles.xml", wordStyles(d.Lang))
	a.put("word/numbering.xml", body.numbering())
	a.put("word/_rels/document.xml.rels", body.relations())
	return a.close()
}

func (w *word) all(d draft.Document) {
	w.out.WriteString(xmlHead + `<w:document ` + wordSpace + `><w:body>`)
	if d.Title != "" {
		w.paragraph("Title", "", []draft.Run{{Text: d.Title}})
	}
	for _, b := range d.Blocks {
		w.block(b)
	}
	w.out.WriteString(`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr></w:body></w:document>`)
}

func (w *word) block(b draft.Block) {
	switch b.Kind {
	case draft.Heading:
		w.paragraph("Heading"+strconv.Itoa(max(1, min(6, b.Level))), "", b.Runs)
	case draft.Bullet:
		w.paragraph("ListParagraph", itemOf(1, b.Level), b.Runs)
	case draft.Number:
		level := max(0, min(b.Level, 8))
		if b.First || w.at[level] == 0 {
			w.lists = append(w.lists, counter{level, b.N})
			w.at[level] = len(w.lists) + 1
		}
		w.paragraph("ListParagraph", itemOf(w.at[level], level), b.Runs)
	case draft.Quote:
		w.paragraph("Quote", "", b.Runs)
	case draft.Code:
		w.paragraph("Code", "", b.Runs)
	case draft.Rule:
		w.paragraph("", `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="999999"/></w:pBdr>`, nil)
	case draft.Table:
		w.table(b.Rows)
	default:
		w.paragraph("", "", b.Runs)
	}
}

func itemOf(list, level int) string {
	return fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, min(level, 8), list)
}

func (w *word) paragraph(style, properties string, runs []draft.Run) {
	w.out.WriteString("<w:p>")
	if style != "" {
		properties = `<w:pStyle w:val="` + style + `"/>` + properties
	}
	if properties != "" {
		w.out.WriteString("<w:pPr>" + properties + "</w:pPr>")
	}
	for _, r := range runs {
		w.run(r)
	}
	w.out.WriteString("</w:p>")
}

func (w *word) run(r draft.Run) {
	properties := ""
	url := safe(r.URL)
	if url != "" {
		properties += `<w:rStyle w:val="Hyperlink"/>`
	}
	if r.Code {
		properties += `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>`
	}
	if r.Bold {
		properties += "<w:b/>"
	}
	if r.Italic {
		properties += "<w:i/>"
	}
	if url != "" {
		w.links = append(w.links, url)
		w.out.WriteString(`<w:hyperlink r:id="link` + strconv.Itoa(len(w.links)) + `">`)
	}
	w.out.WriteString("<w:r>")
	if properties != "" {
		w.out.WriteString("<w:rPr>" + properties + "</w:rPr>")
	}
	for i, line := range strings.Split(r.Text, "\n") {
		if i > 0 {
			w.out.WriteString("<w:br/>")
		}
		for j, piece := range strings.Split(line, "\t") {
			if j > 0 {
				w.out.WriteString("<w:tab/>")
			}
			if piece != "" {
				w.out.WriteString(`<w:t xml:space="preserve">` + escape(piece) + "</w:t>")
			}
		}
	}
	w.out.WriteString("</w:r>")
	if url != "" {
		w.out.WriteString("</w:hyperlink>")
	}
}

func (w *word) table(rows [][][]draft.Run) {
	columns := widest(rows)
	width := textWidth / columns
	w.out.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>`)
	w.out.WriteString(strings.Repeat(`<w:gridCol w:w="`+strconv.Itoa(width)+`"/>`, columns) + `</w:tblGrid>`)
	for i, row := range rows {
		w.out.WriteString("<w:tr>")
		if i == 0 {
			w.out.WriteString("<w:trPr><w:tblHeader/></w:trPr>")
		}
		for n := range columns {
			w.out.WriteString(`<w:tc><w:tcPr><w:tcW w:w="` + strconv.Itoa(width) + `" w:type="dxa"/></w:tcPr>`)
			runs := cell(row, n)
			if i == 0 {
				runs = bold(runs)
			}
			w.paragraph("", "", runs)
			w.out.WriteString("</w:tc>")
		}
		w.out.WriteString("</w:tr>")
	}
	w.out.WriteString("</w:tbl>")
	w.paragraph("", "", nil) // two tables in a row would become one
}

func bold(runs []draft.Run) []draft.Run {
	out := make([]draft.Run, len(runs))
	for i, r := range runs {
		r.Bold = true
		out[i] = r
	}
	return out
}

// relations names the other parts and the addresses of links.
func (w *word) relations() string {
	var out strings.Builder
	out.WriteString(xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="` + office + `/styles" Target="styles.xml"/><Relationship Id="rId2" Type="` + office + `/numbering" Target="numbering.xml"/>`)
	for i, url := range w.links {
		out.WriteString(`<Relationship Id="link` + strconv.Itoa(i+1) + `" Type="` + office + `/hyperlink" Target="` + escape(url) + `" TargetMode="External"/>`)
	}
	out.WriteString("</Relationships>")
	return out.String()
}
