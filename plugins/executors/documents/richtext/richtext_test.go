package richtext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/sdk"
)

func said(t testing.TB, text string) (string, error) {
	t.Helper()
	var out strings.Builder
	_, err := Read(t.Context(), paper.Source{ReaderAt: strings.NewReader(text), Size: int64(len(text))}, func(b paper.Block) error {
		fmt.Fprintf(&out, "%s: %s\n", b.Style, strings.ReplaceAll(b.Text, "\n", "/"))
		return nil
	})
	return out.String(), err
}

func code(err error) string {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

func TestWhatADocumentSays(t *testing.T) {
	for name, c := range map[string][2]string{
		"paragraphs":    {`{\rtf1\ansi\deff0{\fonttbl{\f0\fswiss Arial;}}{\colortbl;\red0\green0\blue0;}\pard Uno\line due\par` + "\r\n" + `Tre {\b quat}tro\par}`, "paragraph: Uno/due\nparagraph: Tre quattro\n"},
		"code pages":    {`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\par}`, "paragraph: При\n"},
		"unicode":       {`{\rtf1\uc1 perch\u233?\u8364 ?\u-10179?\u-8704?{\uc2\u232 xyz}\par}`, "paragraph: perché€😀èz\n"},
		"destinations":  {`{\rtf1{\info{\title T}}{\*\generator Msftedit;}{\pict 0102}{\header H\par}ok\par}`, "paragraph: ok\n"},
		"fields":        {`{\rtf1{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt qui}} ok}`, "paragraph: qui ok\n"},
		"tables":        {`{\rtf1\trowd\intbl a\cell b\par c\cell\row\pard d\par}`, "row: a | b c\nparagraph: d\n"},
		"bytes":         {`{\rtf1 a\bin5 }}}}}b\par}`, "paragraph: ab\n"},
		"hidden":        {`{\rtf1 a{\v nascosto}b\v x\v0 c\par}`, "paragraph: abc\n"},
		"escapes":       {`{\rtf1 \{a\}\\ b\~c\_d\tab e\par}`, "paragraph: {a}\\ b\u00a0c-d\te\n"},
		"never closed":  {`{\rtf1 a{b`, "paragraph: ab\n"},
		"closed often":  {`{\rtf1 a}}}}b}`, "paragraph: ab\n"},
		"odd controls":  {`{\rtf1 a\'zz\'9\u99999999999 ?\par}`, "paragraph: a?\n"},
		"a lone escape": {`{\rtf1 a\`, "paragraph: a\n"},
	} {
		got, err := said(t, c[0])
		if err != nil || name != "odd controls" && got != c[1] {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
	if _, err := said(t, "hello"); code(err) != "document_unknown" {
		t.Error(err)
	}
}

func TestHostileText(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"depth", `{\rtf1` + strings.Repeat("{", 1_000_000), "document_broken"},
		{"length", `{\rtf1 ` + strings.Repeat("x", 6<<20), "document_too_large"},
		{"cells", `{\rtf1 ` + strings.Repeat(strings.Repeat("x", 100)+`\cell `, 50_000), "document_too_large"},
		{"bytes that are not there", `{\rtf1 a\bin2147483647 `, ""},
	} {
		if _, err := said(t, c.text); code(err) != c.want || err != nil && c.want == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := []byte(`{\rtf1 a\par}`)
	if _, err := Read(ctx, paper.Source{ReaderAt: bytes.NewReader(text), Size: int64(len(text))}, func(paper.Block) error { return nil }); sdk.ClassOf(err) != sdk.Cancelled {
		t.Error(err)
	}
}

func FuzzText(f *testing.F) {
	f.Add(`{\rtf1\ansi{\fonttbl{\f0 Arial;}}a\'e0\u233?\par\trowd b\cell c\row\bin2 {}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := said(t, text); err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
		if _, err := said(t, `{\rtf1 `+text); err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
	})
}
