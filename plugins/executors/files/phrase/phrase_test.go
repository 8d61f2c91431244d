package phrase

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

// zipOf makes a zip of names and texts.
func zipOf(t testing.TB, members ...string) string {
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
	return b.String()
}

func pdfOf(text string) string {
	var b strings.Builder
	var at []int
	b.WriteString("%PDF-1.4\n")
	content := "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET"
	for i, o := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	b.WriteString("xref\n0 6\n0000000000 65535 f \n")
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", start)
	return b.String()
}

const (
	types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	word  = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Prima riga</w:t></w:r></w:p><w:p><w:r><w:t>La bol</w:t></w:r><w:r><w:t>letta della luce</w:t></w:r></w:p></w:body></w:document>`
	open  = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text><text:p>La <text:span>bolletta</text:span> della luce</text:p></office:text></office:body></office:document-content>`
)

// files are one of each format, all with the same words.
func files(t testing.TB) map[string]string {
	return map[string]string{
		"a.txt": "Prima\nLa bolletta della luce", "a.docx": zipOf(t, "[Content_Types].xml", types, "word/document.xml", word),
		"a.odt": zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", open), "a.ods": zipOf(t, "content.xml", open),
		"a.rtf": `{\rtf1\ansi La {\b bolletta} della luce\par}`, "a.html": "<html><body><p>La <b>bol</b>letta della luce</p></body></html>",
		"a.eml": "From: a@b.it\r\nSubject: casa\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nTGEgYm9sbGV0dGEgZGVsbGEgbHVjZQ==\r\n",
		"a.pdf": pdfOf("La bolletta della luce"), "text.pdf": "La bolletta della luce, scritta a mano",
		"a.xlsx": zipOf(t, "xl/sharedStrings.xml", `<sst><si><t>La </t><t>bolletta della luce</t></si></sst>`, "xl/worksheets/sheet1.xml", `<worksheet><c t="s"><v>7007</v></c><c><v>80.5</v></c></worksheet>`),
		"a.pptx": zipOf(t, "ppt/slides/slide1.xml", `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>La bolletta</a:t></a:r><a:r><a:t> della luce</a:t></a:r></a:p></p:sld>`),
	}
}

func TestEveryFormat(t *testing.T) {
	home := birth.NewHome(t)
	for name, text := range files(t) {
		home.Write(t, name, text)
		for said, want := range map[string]int{"BOLLETTA DELLA LUCE": 1, "gas": 0, "7007": 0} {
			h, err := New(said, false, false).Search(t.Context(), home.Host.Files(), home.Path(name))
			if err != nil || h.Lines != want || want > 0 && !strings.Contains(h.Excerpt, "bolletta della luce") {
				t.Errorf("%s, %s: %+v %v", name, said, h, err)
			}
		}
	}
	if h, err := New("80.5", true, false).Search(t.Context(), home.Host.Files(), home.Path("a.xlsx")); err != nil || h.Lines != 1 {
		t.Errorf("%+v %v", h, err)
	}
	if h, err := New("Bolletta", false, true).Search(t.Context(), home.Host.Files(), home.Path("a.docx")); err != nil || h.Lines != 0 {
		t.Errorf("%+v %v", h, err)
	}
}

// A document that cannot be read is told, and so is one when the time is over.
func TestUnreadable(t *testing.T) {
	home := birth.NewHome(t)
	for name, text := range map[string]string{
		"b.docx": "PK\x03\x04\x00\x00\x00 cut", "b.pdf": "%PDF-1.7\n\x00\x01\x02\xff\xfe", "b.xlsx": "\x00\x01\x02\x03",
		"deep.xlsx": zipOf(t, "xl/sharedStrings.xml", "<sst><si><t>a</t></si"), "old.doc": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00\x00",
	} {
		home.Write(t, name, text)
		if _, err := New("bolletta", false, false).Search(t.Context(), home.Host.Files(), home.Path(name)); sdk.ClassOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	home.Write(t, "a.pdf", pdfOf("La bolletta"))
	p := New("bolletta", false, false)
	p.spent = maxAll
	if _, err := p.Search(t.Context(), home.Host.Files(), home.Path("a.pdf")); sdk.ClassOf(err) != sdk.Timeout {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New("bolletta", false, false).Search(ctx, home.Host.Files(), home.Path("a.pdf")); sdk.ClassOf(err) != sdk.Cancelled {
		t.Errorf("%v", err)
	}
}

// Parts that unpack to more than is searched are refused.
func TestTooLarge(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.xlsx", zipOf(t, "xl/sharedStrings.xml", "<sst><si><t>"+strings.Repeat("a", maxWords+10)+"</t></si></sst>"))
	if _, err := New("bolletta", false, false).Search(t.Context(), home.Host.Files(), home.Path("a.xlsx")); sdk.ClassOf(err) != sdk.Oversize {
		t.Errorf("%v", err)
	}
}

// Whatever bytes a document has, searching it ends, with an error of a class when it fails.
func FuzzSearch(f *testing.F) {
	for name, text := range files(f) {
		f.Add(name, []byte(text))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		extension := name[strings.LastIndexByte(name, '.')+1:]
		if !strings.Contains("docx odt ods rtf html eml pdf xlsx pptx txt", extension) || strings.ContainsAny(extension, "/\x00 ") {
			return
		}
		home := birth.NewHome(t)
		home.Write(t, "x."+extension, string(data))
		if _, err := New("a", false, false).Search(t.Context(), home.Host.Files(), home.Path("x."+extension)); err != nil && sdk.ClassOf(err) == "" {
			t.Fatalf("no class: %v", err)
		}
	})
}
