package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/sdk"
)

// file makes a PDF of numbered objects, with a table of references unless it is to be broken.
func file(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R/Info 2 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}

func stream(dict, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

func flate(data string) string {
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		panic(err)
	}
	_, _ = w.Write([]byte(data))
	_ = w.Close()
	return b.String()
}

// pages makes a file with a page for each content.
func pages(contents ...string) []byte {
	kids := make([]string, len(contents))
	objects := []string{"<</Type/Catalog/Pages 3 0 R>>", "<</Title(Il contratto)>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"}
	for i, content := range contents {
		n := len(objects) + 1
		kids[i] = fmt.Sprintf("%d 0 R", n)
		objects = append(objects, fmt.Sprintf("<</Type/Page/Parent 3 0 R/Resources<</Font<</F 4 0 R>>>>/Contents %d 0 R>>", n+1), stream("/Filter/FlateDecode", flate(content)))
	}
	objects[2] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 595 842]>>", strings.Join(kids, " "), len(kids))
	return file(objects...)
}

// said is what is read of a file, one block a line with its page.
func said(t testing.TB, data []byte, from, to int) (string, paper.Facts, error) {
	t.Helper()
	var out strings.Builder
	facts, err := Read(t.Context(), paper.Source{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), From: from, To: to}, func(b paper.Block) error {
		fmt.Fprintf(&out, "%d %s: %s\n", b.Page, b.Style, strings.ReplaceAll(b.Text, "\n", "/"))
		return nil
	})
	return out.String(), facts, err
}

const contract = "BT /F 18 Tf 50 780 Td (Contratto di affitto) Tj /F 11 Tf 0 -40 Td (Il canone \\350 di 650 euro.) Tj 0 -13 Td [(Si pa) 20 (ga il) -300 (primo.)] TJ 0 -60 Td (Spese) Tj 200 0 Td (80,50) Tj ET"

func TestPagesAndTheirLines(t *testing.T) {
	data := pages(contract, "BT /F 11 Tf 50 700 Td (Seconda) Tj ET", "")
	got, facts, err := said(t, data, 0, 0)
	want := "1 heading: Contratto di affitto\n1 paragraph: Il canone è di 650 euro./Si paga il primo.\n1 paragraph: Spese  80,50\n2 paragraph: Seconda\n"
	if err != nil || got != want || facts.Pages != 3 || facts.Bare != 1 || facts.Title != "Il contratto" {
		t.Errorf("%v %+v\n%s", err, facts, got)
	}
	if got, _, err = said(t, data, 2, 2); err != nil || got != "2 paragraph: Seconda\n" {
		t.Errorf("%v %q", err, got)
	}
	if _, _, err = said(t, data, 7, 9); code(err) != "document_page_missing" {
		t.Error(err)
	}
	if _, _, err = said(t, data, 3, 3); code(err) != "document_scanned" {
		t.Error(err)
	}
}

// A file whose table of references is wrong, whose end is cut off or which was changed afterwards reads all the same.
func TestTablesOfReferencesAreNotBelieved(t *testing.T) {
	data := pages(contract)
	whole, _, _ := said(t, data, 0, 0)
	for name, changed := range map[string][]byte{
		"wrong offsets": bytes.ReplaceAll(data, []byte("00000 n"), []byte("00007 n")),
		"junk before":   append([]byte("HTTP/1.1 200 OK\r\n\r\n"), data...),
		"no trailer":    data[:bytes.Index(data, []byte("xref"))],
		"cut stream":    data[:bytes.LastIndex(data, []byte("endstream"))],
		"changed later": append(bytes.Clone(data), "\n2 0 obj<</Title(Nuovo)>>endobj\ntrailer<</Root 1 0 R/Info 2 0 R>>\n"...),
	} {
		if got, _, err := said(t, changed, 0, 0); err != nil || got != whole {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
}

// The same file as other programs pack and protect it. The ones that need a password are refused.
func TestFilesOfOtherPrograms(t *testing.T) {
	want, _, err := said(t, pages(contract, "BT /F 11 Tf 50 700 Td (Seconda) Tj ET"), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("testdata/*.pdf")
	if err != nil || len(names) < 7 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, facts, err := said(t, data, 0, 0)
		if strings.Contains(name, "locked") {
			if code(err) != "document_locked" || sdk.ClassOf(err) != sdk.PermissionDenied {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || got != want || facts.Title != "Il contratto" {
			t.Errorf("%s: %v %+v\n%s", name, err, facts, got)
		}
	}
}

func code(err error) string {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

// What a page shows is read in the order a person reads it.
func TestTheOrderOfReading(t *testing.T) {
	var columns strings.Builder
	columns.WriteString("BT /F 10 Tf ")
	for i := range 6 {
		fmt.Fprintf(&columns, "1 0 0 1 50 %d Tm (left column line number %d) Tj 1 0 0 1 300 %d Tm (right column line number %d) Tj ", 700-12*i, i, 700-12*i, i)
	}
	columns.WriteString("ET")
	got, _, err := said(t, pages(columns.String()), 0, 0)
	if err != nil || strings.Index(got, "left column line number 5") > strings.Index(got, "right column line number 0") {
		t.Errorf("columns: %v\n%s", err, got)
	}
	for name, c := range map[string][2]string{
		"values drawn after labels": {"BT /F 10 Tf 1 0 0 1 50 700 Tm (Nome) Tj 1 0 0 1 50 650 Tm (Canone) Tj 1 0 0 1 200 700 Tm (Rossi) Tj 1 0 0 1 200 650 Tm (650) Tj ET", "1 paragraph: Nome  Rossi\n1 paragraph: Canone  650\n"},
		"bold by drawing twice":     {"BT /F 10 Tf 1 0 0 1 50 700 Tm (Totale) Tj 1 0 0 1 50.3 700 Tm (Totale) Tj ET", "1 paragraph: Totale\n"},
		"a turned page":             {"0 1 -1 0 0 0 cm BT /F 10 Tf 50 -700 Td (di lato) Tj ET", "1 paragraph: di lato\n"},
		"letters one by one":        {"BT /F 10 Tf 50 700 Td (c) Tj 5 0 Td (i) Tj 2.2 0 Td (a) Tj 5.6 0 Td (o) Tj 9 0 Td (a) Tj ET", "1 paragraph: ciao a\n"},
		"an image between":          {"BI /W 1 /H 1 ID \x00\xff(no) EI BT /F 10 Tf 50 700 Td (sì) Tj ET", "1 paragraph: sÃ¬\n"},
		"a word and no font":        {"BT 50 700 Td (x) Tj /F 10 Tf (y) Tj ET", "1 paragraph: y\n"},
	} {
		if got, _, err := said(t, pages(c[0]), 0, 0); err != nil || got != c[1] {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
}

// Fonts say what their codes mean in several ways.
func TestWhatCodesMean(t *testing.T) {
	cmap := stream("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0001> <00480065> endbfchar 2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<0066> <00660069>] endbfrange")
	for name, c := range map[string]struct{ font, text, want string }{
		"a map":        {"<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[<</DW 500>>]>>", "<000100100011001200200021>", "Heabcffi"},
		"differences":  {"<</Type/Font/Subtype/Type1/Encoding<</Differences[1/agrave/eacute 65/uni20AC/f_i/Scaron.alt]>>/FirstChar 1/Widths[500 500]>>", "<0102414243>", "àé€fiŠ"},
		"mac":          {"<</Type/Font/Subtype/TrueType/Encoding/MacRomanEncoding>>", "<8e8f>", "éè"},
		"standard":     {"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>", "<aeaf27>", "fifl’"},
		"wide":         {"<</Type/Font/Subtype/Type0/Encoding/UniGB-UCS2-H/DescendantFonts[<<>>]>>", "<4f604f60>", "你你"},
		"nothing told": {"<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<<>>]>>", "<00010002>", ""},
	} {
		data := file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", "<</Kids[6 0 R]/Resources<</Font<</F 4 0 R>>>>>>", c.font, cmap,
			"<</Type/Page/Contents 7 0 R>>", stream("", "BT /F 10 Tf 50 700 Td "+c.text+" Tj ET"))
		got, _, err := said(t, data, 0, 0)
		if c.want == "" {
			if code(err) != "document_scanned" {
				t.Errorf("%s: %v %q", name, err, got)
			}
		} else if want := "1 paragraph: " + c.want + "\n"; err != nil || got != want {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
}

// Forms and the fields of a filled form are a part of the page.
func TestFormsAndFields(t *testing.T) {
	data := file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", "<</Kids[5 0 R]>>", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		"<</Type/Page/Contents 6 0 R/Resources<</XObject<</X 7 0 R>>>>/Annots[8 0 R]>>", stream("", "q 1 0 0 1 0 100 cm /X Do Q"),
		stream("/Subtype/Form/Resources<</Font<</F 4 0 R>>/XObject<</X 7 0 R>>>>", "BT /F 10 Tf 50 600 Td (dentro) Tj ET /X Do"),
		"<</Subtype/Widget/Rect[50 500 200 520]/AP<</N 9 0 R>>>>", stream("/BBox[0 0 150 20]/Resources<</Font<</F 4 0 R>>>>", "BT /F 10 Tf 2 2 Td (Mario Rossi) Tj ET"))
	got, _, err := said(t, data, 0, 0)
	if err != nil || !strings.Contains(got, "dentro") || !strings.Contains(got, "1 paragraph: Mario Rossi\n") {
		t.Errorf("%v %q", err, got)
	}
}

// Files made to exhaust end in an error or in less text, for little memory.
func TestHostileFiles(t *testing.T) {
	bomb := flate(strings.Repeat("\x00", 65<<20))
	nested := strings.Repeat("[", 300_000)
	var loop strings.Builder
	for range 100_000 {
		loop.WriteString("3 0 R ")
	}
	many := strings.Repeat("1 0 obj (", 50_000)
	base := []string{"<</Type/Catalog/Pages 3 0 R>>", "<<>>", "<</Kids[4 0 R]>>"}
	with := func(more ...string) []byte { return file(append(append([]string{}, base...), more...)...) }
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "document_unknown"},
		{"text", []byte("hello"), "document_unknown"},
		{"header alone", []byte("%PDF-1.7\n"), "document_broken"},
		{"nothing but objects that never end", []byte("%PDF-1.7\n" + many), "document_broken"},
		{"depth", []byte("%PDF-1.7\n1 0 obj " + nested), "document_broken"},
		{"pages that are their own parents", file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", "<</Kids[3 0 R "+loop.String()+"]>>"), "document_unknown"},
		{"pages written in one another", file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", strings.Repeat("<</Kids[", 90)+strings.Repeat("]>>", 90)), "document_unknown"},
		{"a reference to itself", file("1 0 R", "<<>>", "3 0 R"), "document_unknown"},
		{"a bomb", with("<</Contents 5 0 R>>", stream("/Filter/FlateDecode", bomb)), "document_scanned"},
		{"a bomb in a bomb", with("<</Contents 5 0 R>>", stream("/Filter[/FlateDecode/FlateDecode]", flate(bomb))), "document_scanned"},
		{"one stream, many pages", with("<</Contents["+strings.Repeat("5 0 R ", 1000)+"]>>", stream("/Filter/FlateDecode", flate(strings.Repeat(" ", 8<<20)))), "document_too_large"},
		{"endless text", with("<</Contents 5 0 R/Resources<</Font<</F<</Subtype/Type1>>>>>>>>", stream("/Filter/FlateDecode", flate("BT /F 9 Tf "+strings.Repeat("(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ", 110_000)))), "document_too_large"},
		{"columns beyond all rows", with("<</Contents 5 0 R>>", stream("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 999999999>>", flate("x"))), "document_scanned"},
		{"lzw of nonsense", with("<</Contents 5 0 R>>", stream("/Filter/LZWDecode", strings.Repeat("\xff\x00\x80", 10_000))), "document_scanned"},
		{"forms in forms", with("<</Contents 5 0 R/Resources<</XObject<</X 6 0 R>>>>>>", stream("", "/X Do"), stream("/Subtype/Form/Resources<</XObject<</X 6 0 R>>>>", "/X Do /X Do /X Do")), "document_scanned"},
		{"numbers beyond", with("<</Contents 5 0 R/Rotate 1e99>>", stream("/Length 99999999999999999999", "BT 1e308 1e308 Td ET")), "document_scanned"},
		{"objects in a stream of objects in itself", file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", stream("/Type/ObjStm/N 2/First 10", "3 0 1 0   <<>>")), "document_unknown"},
		{"protection of nonsense", append(with("<<>>"), "trailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 5/R 6/U(x)/O(y)>>>>"...), "document_locked"},
		{"protection of the future", append(with("<<>>"), "trailer<</Root 1 0 R/Encrypt<</Filter/Other/V 9>>>>"...), "document_locked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, _, err := said(t, c.data, 0, 0)
			runtime.ReadMemStats(&after)
			if code(err) != c.want {
				t.Errorf("%v, want %s: %.100q", err, c.want, got)
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 500<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

// stopping cancels when it has been read from.
type stopping struct {
	*bytes.Reader
	cancel context.CancelFunc
}

func (s stopping) ReadAt(p []byte, off int64) (int, error) {
	s.cancel()
	return s.Reader.ReadAt(p, off)
}

func TestAStoppedReadingEnds(t *testing.T) {
	data := pages(strings.Repeat(contract, 1000), contract)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Read(ctx, paper.Source{ReaderAt: stopping{bytes.NewReader(data), cancel}, Size: int64(len(data))}, func(paper.Block) error { return nil }); sdk.ClassOf(err) != sdk.Cancelled {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	blocks := 0
	_, err := Read(ctx, paper.Source{ReaderAt: bytes.NewReader(data), Size: int64(len(data)), Tick: func(done, _ int64) {
		if done == 0 {
			cancel()
		}
	}}, func(paper.Block) error { blocks++; return nil })
	if sdk.ClassOf(err) != sdk.Cancelled || blocks != 0 {
		t.Error(err, blocks)
	}
}

func FuzzPDF(f *testing.F) {
	f.Add(pages(contract))
	f.Add(file("<</Type/Catalog/Pages 3 0 R>>", "<<>>", "<</Kids[4 0 R]>>", "<</Contents 5 0 R>>", stream("/Filter[/ASCII85Decode/RunLengthDecode]", "abc~>")))
	names, _ := filepath.Glob("testdata/*.pdf")
	for _, name := range names {
		if data, err := os.ReadFile(name); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, _, err := said(t, data, 0, 0); err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v %q", err, got)
		}
	})
}

// The operators of a page may be anything.
func FuzzContent(f *testing.F) {
	f.Add(contract)
	f.Add("q 1 0 0 1 5 5 cm BI ID x EI Q /F 1 Tf [(a) -3 <62>] TJ T* (c) ' 1 2 (d) \"")
	f.Fuzz(func(t *testing.T, content string) {
		if _, _, err := said(t, pages(content), 0, 0); err != nil && code(err) != "document_scanned" && code(err) != "document_too_large" {
			t.Error(err)
		}
	})
}
