package office

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/sdk"
)

// packed makes a zip file of names and texts.
func packed(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = w.Write([]byte(members[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func word(t testing.TB, body string, more ...string) []byte {
	return packed(t, append([]string{"word/document.xml", `<w:document xmlns:w="w"><w:body>` + body + `</w:body></w:document>`}, more...)...)
}

func openText(t testing.TB, body string, more ...string) []byte {
	return packed(t, append([]string{"mimetype", "application/vnd.oasis.opendocument.text", "content.xml", `<office:document-content><office:automatic-styles><text:p>no</text:p></office:automatic-styles><office:body><office:text>` + body + `</office:text></office:body></office:document-content>`}, more...)...)
}

func said(t testing.TB, read paper.Reader, data []byte) (string, paper.Facts, error) {
	t.Helper()
	var out strings.Builder
	facts, err := read(t.Context(), paper.Source{ReaderAt: bytes.NewReader(data), Size: int64(len(data))}, func(b paper.Block) error {
		fmt.Fprintf(&out, "%s: %s\n", b.Style, strings.ReplaceAll(b.Text, "\n", "/"))
		return nil
	})
	return out.String(), facts, err
}

func code(err error) string {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

func para(text string) string { return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>" }

func TestDocx(t *testing.T) {
	styles := `<w:styles><w:style w:styleId="Titolo1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="X"><w:name w:val="mio"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`
	notes := `<w:footnotes><w:footnote w:id="0"><w:p/></w:footnote><w:footnote w:id="2">` + para("Nota") + para("lunga") + `</w:footnote></w:footnotes>`
	for name, c := range map[string][2]string{
		"runs":         {`<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">Il </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>canone</w:t><w:tab/><w:t>650</w:t><w:br/><w:t>euro</w:t></w:r></w:p>`, "paragraph: Il canone\t650/euro\n"},
		"headings":     {`<w:p><w:pPr><w:pStyle w:val="Titolo1"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="X"/></w:pPr><w:r><w:t>B</w:t></w:r></w:p>`, "heading: A\nheading: B\n"},
		"lists":        {`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>uno</w:t></w:r></w:p><w:p><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>due</w:t></w:r></w:p>`, "item: - uno\nparagraph: due\n"},
		"tables":       {`<w:tbl><w:tr><w:tc>` + para("a") + para("b") + `</w:tc><w:tc>` + para("c") + `<w:tbl><w:tr><w:tc>` + para("x") + `</w:tc><w:tc>` + para("y") + `</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>` + para("d"), "row: a b | c x | y\nparagraph: d\n"},
		"changes":      {`<w:p><w:del><w:r><w:delText>via</w:delText></w:r></w:del><w:ins><w:r><w:t>nuovo</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>`, "paragraph: nuovo\n"},
		"hidden":       {`<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>nascosto</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>ok</w:t></w:r></w:p>`, "paragraph: ok\n"},
		"boxes":        {`<w:p><w:r><w:t>fuori</w:t><mc:AlternateContent><mc:Choice><w:txbxContent>` + para("dentro") + `</w:txbxContent></mc:Choice><mc:Fallback>` + para("dentro") + `</mc:Fallback></mc:AlternateContent></w:r></w:p>`, "paragraph: dentro\nparagraph: fuori\n"},
		"notes":        {`<w:p><w:r><w:t>testo</w:t><w:footnoteReference w:id="2"/><w:t>.</w:t></w:r></w:p>`, "paragraph: testo[1].\nnote: [1] Nota lunga\n"},
		"empty":        {"<w:p/><w:p><w:r><w:t>  </w:t></w:r></w:p>", ""},
		"entities":     {para("a &amp; b &#232;"), "paragraph: a & b è\n"},
		"never closed": {"<w:p><w:r><w:t>a</w:t></w:r></w:p></w:body></w:document></w:x></w:p>", "paragraph: a\n"},
	} {
		data := word(t, c[0], "word/styles.xml", styles, "word/footnotes.xml", notes, "docProps/core.xml", "<cp:coreProperties><dc:title>Il titolo</dc:title></cp:coreProperties>")
		if got, facts, err := said(t, Docx, data); err != nil || got != c[1] || facts.Title != "Il titolo" {
			t.Errorf("%s: %v %q %+v", name, err, got, facts)
		}
	}
	moved := packed(t, "_rels/.rels", `<Relationships><Relationship Type="x/officeDocument" Target="/other/doc.xml"/></Relationships>`, "other/doc.xml", para("altrove"))
	if got, _, err := said(t, Docx, moved); err != nil || got != "paragraph: altrove\n" {
		t.Errorf("%v %q", err, got)
	}
}

func TestOdt(t *testing.T) {
	for name, c := range map[string][2]string{
		"white space": {"<text:p>a\n  b<text:s text:c=\"3\"/>c<text:tab/>d<text:line-break/>e <text:span>f</text:span></text:p>", "paragraph: a b   c\td/e f\n"},
		"headings":    {`<text:h text:outline-level="1">A</text:h><text:p/>`, "heading: A\n"},
		"lists":       {`<text:list><text:list-item><text:p>uno</text:p><text:list><text:list-item><text:p>due</text:p></text:list-item></text:list></text:list-item></text:list><text:p>tre</text:p>`, "item: - uno\nitem: - due\nparagraph: tre\n"},
		"tables":      {`<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>`, "row: a |  |  | b\n"},
		"notes":       {`<text:p>testo<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Nota</text:p></text:note-body></text:note>.</text:p>`, "paragraph: testo[1].\nnote: [1] Nota\n"},
		"comments":    {`<text:tracked-changes><text:p>via</text:p></text:tracked-changes><text:p>a<office:annotation><text:p>commento</text:p></office:annotation>b</text:p>`, "paragraph: ab\n"},
		"frames":      {`<text:p>fuori<draw:frame><draw:text-box><text:p>dentro</text:p></draw:text-box><svg:title>t</svg:title></draw:frame></text:p>`, "paragraph: dentro\nparagraph: fuori\n"},
	} {
		if got, facts, err := said(t, Odt, openText(t, c[0], "meta.xml", "<office:meta><dc:title>T</dc:title></office:meta>")); err != nil || got != c[1] || facts.Title != "T" {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
}

func TestWhatIsNoDocument(t *testing.T) {
	locked := openText(t, "<text:p>x</text:p>", "META-INF/manifest.xml", `<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`)
	for _, c := range []struct {
		name string
		read paper.Reader
		data []byte
		want string
	}{
		{"nothing", Docx, nil, "document_unknown"},
		{"text", Docx, []byte("hello"), "document_unknown"},
		{"another zip", Docx, packed(t, "a", "b"), "document_unknown"},
		{"another zip", Odt, packed(t, "a", "b"), "document_unknown"},
		{"behind a password", Docx, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("x", 1000)), "document_locked"},
		{"behind a password", Odt, locked, "document_locked"},
		{"no xml", Docx, packed(t, "word/document.xml", "<w:p>&nosuch;"), "document_broken"},
		{"cut", Docx, packed(t, "word/document.xml", "<w:p><w:r><w:t>abc"), "document_broken"},
	} {
		if got, _, err := said(t, c.read, c.data); code(err) != c.want {
			t.Errorf("%s: %v %q", c.name, err, got)
		}
	}
}

// Documents made to exhaust are refused or cost little; entities are never expanded.
func TestHostileDocuments(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name string
		read paper.Reader
		data []byte
		want string
	}{
		{"billion laughs", Docx, packed(t, "word/document.xml", `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:p><w:r><w:t>&b;</w:t></w:r></w:p>`), "document_broken"},
		{"an entity of the disk", Odt, packed(t, "content.xml", `<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><office:body><text:p>&x;</text:p></office:body>`), "document_broken"},
		{"depth", Docx, word(t, strings.Repeat("<a>", 200_000)), ""},
		{"paragraphs in paragraphs", Docx, word(t, strings.Repeat("<w:p>", 1000)), "document_broken"},
		{"rows in rows", Odt, openText(t, strings.Repeat("<table:table-row><table:table-cell>", 1000)), "document_broken"},
		{"a paragraph that never ends", Docx, word(t, "<w:p><w:r>"+strings.Repeat("<w:t>"+long+"</w:t>", 6)), "document_too_large"},
		{"a word that never ends", Docx, word(t, "<w:p><w:r><w:t>"+strings.Repeat(long, 3)), "document_too_large"},
		{"cells", Odt, openText(t, "<table:table-row>"+strings.Repeat(`<table:table-cell table:number-columns-repeated="200"/>`, 30_000)+"</table:table-row>"), "document_too_large"},
		{"cells with text", Docx, word(t, "<w:tr>"+strings.Repeat("<w:tc>"+para(long)+"</w:tc>", 6)), "document_too_large"},
		{"notes", Odt, openText(t, strings.Repeat("<text:p><text:note><text:p>x</text:p></text:note></text:p>", 30_000)), "document_too_large"},
		{"much text", Docx, word(t, strings.Repeat(para("riga di testo"), 20_000)), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := said(t, c.read, c.data)
			runtime.ReadMemStats(&after)
			if code(err) != c.want || err != nil && c.want == "" {
				t.Errorf("%v, want %q", err, c.want)
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 200<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

func TestAStoppedReadingEnds(t *testing.T) {
	data := word(t, strings.Repeat(para("riga di testo"), 60_000))
	ctx, cancel := context.WithCancel(t.Context())
	blocks := 0
	_, err := Docx(ctx, paper.Source{ReaderAt: bytes.NewReader(data), Size: int64(len(data))}, func(paper.Block) error {
		cancel()
		blocks++
		return nil
	})
	if sdk.ClassOf(err) != sdk.Cancelled || blocks > 30_000 {
		t.Errorf("%v after %d", err, blocks)
	}
}

func FuzzDocx(f *testing.F) {
	f.Add(para("a")+`<w:tbl><w:tr><w:tc>`+para("b")+`</w:tc></w:tr></w:tbl><w:p><w:pPr><w:numPr/></w:pPr><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, `<w:footnotes><w:footnote w:id="1">`+para("n")+`</w:footnote></w:footnotes>`)
	f.Fuzz(func(t *testing.T, body, notes string) {
		if _, _, err := said(t, Docx, packed(t, "word/document.xml", body, "word/footnotes.xml", notes, "word/styles.xml", notes)); err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
	})
}

func FuzzOdt(f *testing.F) {
	f.Add(`<office:body><text:h>a</text:h><text:list><text:list-item><text:p>b<text:note><text:p>n</text:p></text:note></text:p></text:list-item></text:list><table:table-row><table:table-cell/></table:table-row></office:body>`)
	f.Fuzz(func(t *testing.T, body string) {
		if _, _, err := said(t, Odt, packed(t, "content.xml", body)); err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
	})
}

// The zip file itself may be anything.
func FuzzArchive(f *testing.F) {
	f.Add(word(f, para("a")))
	f.Add(openText(f, "<text:p>a</text:p>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []paper.Reader{Docx, Odt} {
			if _, _, err := said(t, read, data); err != nil && code(err) == "" {
				t.Errorf("an error without a code: %v", err)
			}
		}
	})
}
