package webpage

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/sdk"
)

// said is what is read of a page, one block a line.
func said(t testing.TB, page string) (string, paper.Facts, error) {
	t.Helper()
	var out strings.Builder
	facts, err := Read(t.Context(), paper.Source{ReaderAt: strings.NewReader(page), Size: int64(len(page))}, func(b paper.Block) error {
		fmt.Fprintf(&out, "%s: %s\n", b.Style, strings.ReplaceAll(b.Text, "\n", "/"))
		return nil
	})
	return out.String(), facts, err
}

func TestWhatIsSeenOfAPage(t *testing.T) {
	for name, c := range map[string][2]string{
		"blocks":                 {"<h1>A <i>b</i></h1>\n<p>uno\n  due<br>tre</p>quattro<div>cinque</div>", "heading: A b\nparagraph: uno due/tre\nparagraph: quattro\nparagraph: cinque\n"},
		"lists":                  {"<ul><li>a<li>b<ul><li>c</ul></ul>d", "item: - a\nitem: - b\nitem: - c\nparagraph: d\n"},
		"tables":                 {"<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td></table>x", "row: a | b\nrow: 1 2\nparagraph: x\n"},
		"what is kept as it is":  {"<pre>a  b\n\n c</pre>", "paragraph: a  b// c\n"},
		"entities":               {"<p>&egrave; &lt;b&gt; &#8364; &nosuch; a&nbsp;b", "paragraph: è <b> € &nosuch; a\u00a0b\n"},
		"what nobody sees":       {"<script>x<p>y</script><style>z</style><noscript>n</noscript><p hidden>h</p><div style='display: none'>d<div>e</div></div><span aria-hidden=true>s</span><!-- c --><template>t</template>ok", "paragraph: ok\n"},
		"a script never closed":  {"a<script>b", "paragraph: a\n"},
		"ends without beginning": {"</div></table></ul></pre></h1>a</p>b", "paragraph: a\nparagraph: b\n"},
		"soft hyphens":           {"par\u00adola", "paragraph: parola\n"},
		"textarea and options":   {"<select><option>x</select><textarea>y</textarea><button>Vai</button>", "paragraph: Vai\n"},
		"nothing":                {"", ""},
		"hidden and void":        {"<input hidden>a<br hidden>b", "paragraph: a/b\n"},
	} {
		if got, _, err := said(t, c[0]); err != nil || got != c[1] {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
}

func TestTitleAndLinks(t *testing.T) {
	_, facts, err := said(t, `<title> Orari
di apertura</title><a href="https://example.org/a">Uno <b>due</b></a><a href="#x">no</a><a href="javascript:alert(1)">no</a><a href=b.html>tre`)
	if err != nil || facts.Title != "Orari di apertura" || len(facts.Links) != 1 || facts.Links[0] != (paper.Link{Text: "Uno due", URL: "https://example.org/a"}) {
		t.Errorf("%v %+v", err, facts)
	}
}

func TestEncodingsOfPages(t *testing.T) {
	for name, page := range map[string]string{
		"declared":         "<meta charset=iso-8859-1><p>perch\xe9",
		"declared the old": `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><p>perch` + "\xe9",
		"utf-8":            "<p>perché",
		"not declared":     "<p>perch\xe9",
		"a mark":           "\xef\xbb\xbf<meta charset=latin1><p>perché",
		"utf-16":           "\xff\xfe<\x00p\x00>\x00p\x00e\x00r\x00c\x00h\x00\xe9\x00",
	} {
		if got, _, err := said(t, page); err != nil || got != "paragraph: perché\n" {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
	if _, _, err := said(t, "\x00\x01\x02\x03\xff\xfe\x00\x00"); code(err) != "document_unknown" {
		t.Error(err)
	}
}

func code(err error) string {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

func TestHostilePages(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"depth", strings.Repeat("<div><table><tr><td>", 50_000), ""},
		{"a tag that never ends", "<a " + strings.Repeat("x", 5<<20), "document_too_large"},
		{"a text that never ends", strings.Repeat("x", 5<<20), "document_too_large"},
		{"a paragraph of many", "<p>" + strings.Repeat(strings.Repeat("x", 100)+"<b></b>", 50_000), "document_too_large"},
		{"many links", strings.Repeat("<a href=x>y</a>", 100_000), ""},
		{"cells", "<table><tr>" + strings.Repeat("<td>", 20_000), "document_too_large"},
		{"attributes", "<p " + strings.Repeat("a=b ", 100_000) + ">x", ""},
	} {
		_, facts, err := said(t, c.page)
		if code(err) != c.want || err != nil && c.want == "" {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(facts.Links) > paper.MaxLinks {
			t.Errorf("%s: %d links", c.name, len(facts.Links))
		}
	}
}

func FuzzPage(f *testing.F) {
	f.Add([]byte("<!doctype html><meta charset=utf-8><title>t</title><table><tr><td>a<td>b</table><ul><li><a href=x>y</a></ul><pre> z"))
	f.Add([]byte("\xff\xfe<\x00p\x00>\x00"))
	f.Fuzz(func(t *testing.T, page []byte) {
		_, err := Read(t.Context(), paper.Source{ReaderAt: bytes.NewReader(page), Size: int64(len(page))}, func(b paper.Block) error {
			if strings.TrimSpace(b.Text) == "" {
				t.Error("an empty block")
			}
			return nil
		})
		if err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
	})
}
