package render

import (
	"archive/zip"
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/documents/draft"
)

const (
	openSpaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ` +
		`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ` +
		`xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
		`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" office:version="1.3"`
	openText = "application/vnd.oasis.opendocument.text"
)

// odt writes a document for LibreOffice and its relatives.
func odt(w io.Writer, d draft.Document) error {
	a := newArchive(w, d.Created)
	if _, err := io.WriteString(a.part("mimetype", zip.Store), openText); err != nil && a.err == nil {
		a.err = err
	}
	a.put("META-INF/manifest.xml", xmlHead+`<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">`+
		`<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="`+openText+`"/>`+
		`<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>`+
		`<manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/></manifest:manifest>`)
	a.put("meta.xml", xmlHead+`<office:document-meta `+openSpaces+`><office:meta><dc:title>`+escape(oneLine(d.Title))+`</dc:title><meta:creation-date>`+
		a.when.Format(time.RFC3339)+`</meta:creation-date></office:meta></office:document-meta>`)
	a.put("styles.xml", openStyles(d.Lang))
	body := &open{out: bufio.NewWriter(a.part("content.xml", zip.Deflate))}
	body.all(d)
	if err := body.out.Flush(); err != nil && a.err == nil {
		a.err = err
	}
	return a.close()
}

func openStyles(lang string) string {
	language, country := "en", "GB"
	if lang == "it" {
		language, country = "it", "IT"
	}
	var out strings.Builder
	out.WriteString(xmlHead + `<office:document-styles ` + openSpaces + `><office:styles><style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm"/>` +
		`<style:text-properties fo:font-size="11pt" fo:language="` + language + `" fo:country="` + country + `"/></style:default-style><style:style style:name="Standard" style:family="paragraph"/>`)
	paragraph := func(name, shown, paragraph, letters string) {
		out.WriteString(`<style:style style:name="` + name + `" style:display-name="` + shown + `" style:family="paragraph" style:parent-style-name="Standard">` +
			`<style:paragraph-properties ` + paragraph + `/><style:text-properties ` + letters + `/></style:style>`)
	}
	paragraph("Title", "Title", `fo:margin-bottom="0.4cm"`, `fo:font-size="22pt" fo:font-weight="bold"`)
	for level, size := range []string{"17pt", "14pt", "12.5pt", "11.5pt", "11pt", "11pt"} {
		n := strconv.Itoa(level + 1)
		paragraph("Heading_20_"+n, "Heading "+n, `fo:margin-top="0.4cm" fo:margin-bottom="0.15cm" fo:keep-with-next="always"`, `fo:font-size="`+size+`" fo:font-weight="bold"`)
	}
	paragraph("Quotations", "Quotations", `fo:margin-left="1cm"`, `fo:font-style="italic"`)
	paragraph("Preformatted_20_Text", "Preformatted Text", `fo:background-color="#f2f2f2"`, `style:font-name="Courier New" fo:font-family="'Courier New'" fo:font-size="10pt"`)
	paragraph("Rule", "Rule", `fo:border-bottom="0.5pt solid #999999"`, `fo:font-size="6pt"`)
	out.WriteString(`</office:styles></office:document-styles>`)
	return out.String()
}

// open is an OpenDocument text being written.
type open struct {
	out   *bufio.Writer
	kinds []draft.Kind // of the open lists
	count int          // tables
}

func (o *open) all(d draft.Document) {
	o.out.WriteString(xmlHead + `<office:document-content ` + openSpaces + `><office:automatic-styles>`)
	for i := range 8 {
		var properties string
		for bit, property := range []string{` fo:font-weight="bold"`, ` fo:font-style="italic"`, ` fo:font-family="'Courier New'"`} {
			if i&(1<<bit) != 0 {
				properties += property
			}
		}
		o.out.WriteString(`<style:style style:name="T` + strconv.Itoa(i) + `" style:family="text"><style:text-properties` + properties + `/></style:style>`)
	}
	o.out.WriteString(`<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #999999" fo:padding="0.1cm"/></style:style>`)
	for _, name := range []string{"Bullets", "Numbers"} {
		o.out.WriteString(`<text:list-style style:name="` + name + `">`)
		for level := 1; level <= 10; level++ {
			n := strconv.Itoa(level)
			space := `><style:list-level-properties text:space-before="` + strconv.Itoa(level) + `cm" text:min-label-width="0.6cm"/>`
			if name == "Bullets" {
				o.out.WriteString(`<text:list-level-style-bullet text:level="` + n + `" text:bullet-char="•"` + space + `</text:list-level-style-bullet>`)
			} else {
				o.out.WriteString(`<text:list-level-style-number text:level="` + n + `" style:num-format="1" style:num-suffix="."` + space + `</text:list-level-style-number>`)
			}
		}
		o.out.WriteString(`</text:list-style>`)
	}
	o.out.WriteString(`</office:automatic-styles><office:body><office:text>`)
	if d.Title != "" {
		o.paragraph("Title", []draft.Run{{Text: d.Title}})
	}
	for _, b := range d.Blocks {
		o.block(b)
	}
	o.closeTo(0)
	o.out.WriteString(`</office:text></office:body></office:document-content>`)
}

func (o *open) closeTo(depth int) {
	for len(o.kinds) > depth {
		o.out.WriteString(`</text:list-item></text:list>`)
		o.kinds = o.kinds[:len(o.kinds)-1]
	}
}

func (o *open) block(b draft.Block) {
	if listed(b) {
		o.item(b)
		return
	}
	o.closeTo(0)
	switch b.Kind {
	case draft.Heading:
		n := strconv.Itoa(max(1, min(6, b.Level)))
		o.out.WriteString(`<text:h text:style-name="Heading_20_` + n + `" text:outline-level="` + n + `">`)
		o.runs(b.Runs)
		o.out.WriteString(`</text:h>`)
	case draft.Quote:
		o.paragraph("Quotations", b.Runs)
	case draft.Code:
		o.paragraph("Preformatted_20_Text", b.Runs)
	case draft.Rule:
		o.paragraph("Rule", nil)
	case draft.Table:
		o.table(b.Rows)
	default:
		o.paragraph("Standard", b.Runs)
	}
}

// item writes an item of a list, inside the lists its level asks for.
func (o *open) item(b draft.Block) {
	depth := min(b.Level, len(o.kinds))
	o.closeTo(depth + 1)
	if len(o.kinds) == depth+1 && (o.kinds[depth] != b.Kind || b.First) {
		o.closeTo(depth)
	}
	start := ""
	if len(o.kinds) == depth+1 {
		o.out.WriteString(`</text:list-item>`)
	} else {
		name := "Bullets"
		if b.Kind == draft.Number {
			name = "Numbers"
			start = ` text:start-value="` + strconv.Itoa(b.N) + `"`
		}
		o.out.WriteString(`<text:list text:style-name="` + name + `">`)
		o.kinds = append(o.kinds, b.Kind)
	}
	o.out.WriteString(`<text:list-item` + start + `>`)
	o.paragraph("Standard", b.Runs)
}

func (o *open) paragraph(style string, runs []draft.Run) {
	o.out.WriteString(`<text:p text:style-name="` + style + `">`)
	o.runs(runs)
	o.out.WriteString(`</text:p>`)
}

func (o *open) runs(runs []draft.Run) {
	for _, r := range runs {
		dress := 0
		for bit, on := range []bool{r.Bold, r.Italic, r.Code} {
			if on {
				dress |= 1 << bit
			}
		}
		url := safe(r.URL)
		if url != "" {
			o.out.WriteString(`<text:a xlink:type="simple" xlink:href="` + escape(url) + `">`)
		}
		if dress > 0 {
			o.out.WriteString(`<text:span text:style-name="T` + strconv.Itoa(dress) + `">`)
		}
		o.out.WriteString(spaced(escape(r.Text)))
		if dress > 0 {
			o.out.WriteString(`</text:span>`)
		}
		if url != "" {
			o.out.WriteString(`</text:a>`)
		}
	}
}

// spaced writes the white space that would be taken for one space.
func spaced(text string) string {
	return strings.NewReplacer("\n", "<text:line-break/>", "\t", "<text:tab/>", "  ", ` <text:s/>`).Replace(text)
}

func (o *open) table(rows [][][]draft.Run) {
	columns := widest(rows)
	o.count++
	o.out.WriteString(`<table:table table:name="Table` + strconv.Itoa(o.count) + `"><table:table-column table:number-columns-repeated="` + strconv.Itoa(columns) + `"/>`)
	for i, row := range rows {
		if i == 0 {
			o.out.WriteString(`<table:table-header-rows>`)
		}
		o.out.WriteString(`<table:table-row>`)
		for n := range columns {
			runs := cell(row, n)
			if i == 0 {
				runs = bold(runs)
			}
			o.out.WriteString(`<table:table-cell table:style-name="Cell" office:value-type="string">`)
			o.paragraph("Standard", runs)
			o.out.WriteString(`</table:table-cell>`)
		}
		o.out.WriteString(`</table:table-row>`)
		if i == 0 {
			o.out.WriteString(`</table:table-header-rows>`)
		}
	}
	o.out.WriteString(`</table:table>`)
}
