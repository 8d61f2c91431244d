package letter

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

func said(t testing.TB, text string) (string, paper.Facts, error) {
	t.Helper()
	var out strings.Builder
	facts, err := Read(t.Context(), paper.Source{ReaderAt: strings.NewReader(text), Size: int64(len(text))}, func(b paper.Block) error {
		fmt.Fprintf(&out, "%s\n", strings.ReplaceAll(b.Text, "\n", "/"))
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

const several = "From: =?iso-8859-1?Q?Nicol=F2_R?= <n@example.org>\r\nTo: anna@example.org,\r\n\t\"Verdi, Luca\" <l@example.org>\r\nCc: x@example.org\r\nSubject: =?utf-8?B?" +
	"SWwgY2Fub25lIMOo?= =?utf-8?Q?_di?= 650\r\nDate: Mon, 02 Mar 2026 10:00:00 +0100 (CET)\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"a\"\r\n\r\npreamble\r\n" +
	"--a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nQ2lhbywKaWwgY2Fub25lIMOoIGRp\r\nIDY1MCBldXJvLgoKU2FsdXRp\r\n" +
	"--b\r\nContent-Type: text/html\r\n\r\n<p>Altro</p>\r\n--b--\r\n" +
	"--a\r\nContent-Type: application/pdf; name=\"../../contratto.pdf\"\r\nContent-Disposition: attachment; filename*=utf-8''..%2Fcontratto%20%C3%A8.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n" +
	"--a\r\nContent-Type: image/png\r\n\r\n12345\r\n--a--\r\n"

func TestAMessageOfSeveralParts(t *testing.T) {
	got, facts, err := said(t, several)
	want := "From: Nicolò R <n@example.org>\nTo: anna@example.org, Verdi, Luca <l@example.org>\nCc: x@example.org\nDate: 2026-03-02T10:00:00+01:00\nSubject: Il canone è di 650\nCiao,/il canone è di 650 euro.\nSaluti\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	if facts.Subject != "Il canone è di 650" || facts.Date != "2026-03-02T10:00:00+01:00" || len(facts.Attachments) != 2 ||
		facts.Attachments[0] != (paper.Attachment{Name: "contratto è.pdf", Media: "application/pdf", Size: 4}) || facts.Attachments[1].Name != "image/png" {
		t.Errorf("%+v", facts)
	}
}

func TestBodiesOfMessages(t *testing.T) {
	for name, c := range map[string][2]string{
		"nothing said":         {"Subject: x\n\nperch\xe9", "Subject: x\nperché\n"},
		"html alone":           {"Subject: x\nContent-Type: text/html\n\n<p>uno<script>no</script><p>due", "Subject: x\nuno\ndue\n"},
		"a mailbox":            {"From anna Mon Mar  2 10:00:00 2026\nSubject: x\n\na\n", "Subject: x\na\n"},
		"an unknown charset":   {"Subject: x\nContent-Type: text/plain; charset=klingon\n\nperché", "Subject: x\nperché\n"},
		"a broken type":        {"Subject: x\nContent-Type: text/plain; charset\n\na", "Subject: x\na\n"},
		"lines that are none":  {"Subject: x\nnonsense\n more of it\nDate: never\n\na", "Subject: x\na\n"},
		"folded":               {"Subject: a\n b\n\tc\n\nd", "Subject: a b c\nd\n"},
		"no body":              {"Subject: x\n", "Subject: x\n"},
		"broken base64":        {"Subject: x\nContent-Transfer-Encoding: base64\n\nQ2lhbw!!\n", "Subject: x\nCiao\n"},
		"broken parts":         {"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b\nContent-Type: text", "Subject: x\na\n"},
		"the end not declared": {"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\na\n", "Subject: x\na\n"},
	} {
		if got, _, err := said(t, c[0]); err != nil || got != c[1] {
			t.Errorf("%s: %v %q", name, err, got)
		}
	}
	for _, text := range []string{"", "hello\nworld", "\x00\x01\x02", "x: y\n\nz"} {
		if _, _, err := said(t, text); code(err) != "document_unknown" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestHostileMessages(t *testing.T) {
	var deep strings.Builder
	deep.WriteString("Subject: x\n")
	for i := range 200 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	for _, c := range []struct{ name, text, want string }{
		{"depth", deep.String(), ""},
		{"parts", "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Disposition: attachment\n\nx\n", 20_000), ""},
		{"a header that never ends", "Subject: " + strings.Repeat("x", 2<<20), "document_too_large"},
		{"a text that never ends", "Subject: x\n\n" + strings.Repeat("xxxxxxxx\n", 2<<20), "document_too_large"},
		{"words in words", "Subject: " + strings.Repeat("=?utf-8?Q?", 50_000) + "\n\na", ""},
	} {
		_, facts, err := said(t, c.text)
		if code(err) != c.want || err != nil && c.want == "" {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(facts.Attachments) > paper.MaxAttachments {
			t.Errorf("%s: %d attachments", c.name, len(facts.Attachments))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, paper.Source{ReaderAt: bytes.NewReader([]byte(several)), Size: int64(len(several))}, func(paper.Block) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(several)
	f.Add("Subject: x\nContent-Type: text/html; charset=utf-7\n\n<p>a")
	f.Fuzz(func(t *testing.T, text string) {
		_, facts, err := said(t, text)
		if err != nil && code(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
		for _, a := range facts.Attachments {
			if strings.Contains(a.Name, "/") && a.Name != a.Media {
				t.Errorf("an attachment named %q", a.Name)
			}
		}
	})
}
