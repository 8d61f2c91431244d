package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/making"
	"github.com/metnos/metnos/plugins/executors/documents/reading"
)

const lease = "# Contratto\n\nIl canone è di 650 euro.\nScade a marzo.\n\n- caparra\n- spese\n\n| voce | euro |\n|---|---|\n| canone | 650 |\n"

// What we write reads back: the same words in every format.
func TestDocumentsReadBack(t *testing.T) {
	s := newScene(t)
	for _, format := range []string{"docx", "odt", "html"} {
		name := "a." + format
		if r := s.run(making.Maker{}, s.with(map[string]any{"content": lease, "title": "Affitto & più"}, name)); !r.OK {
			t.Fatalf("%s: %v", format, r.Error)
		}
		r := s.run(reading.Reader{}, s.with(nil, name))
		want := "Affitto & più\nContratto\nIl canone è di 650 euro.\nScade a marzo.\n- caparra\n- spese\nvoce | euro\ncanone | 650\n"
		if !r.OK || r.Entries[0]["text"] != want || r.Entries[0]["title"] != "Affitto & più" || r.Entries[0]["lines"] != 8.0 || r.Entries[0]["format"] != format {
			t.Errorf("%s: %v %q", format, r.Error, r.Entries)
		}
		r = s.run(reading.Reader{}, s.with(map[string]any{"unit": "line"}, name))
		if got := texts(r); len(got) != 8 || got[2] != "Il canone è di 650 euro." || r.Entries[2]["line"] != 3.0 || r.Entries[1]["style"] != "heading" || r.Entries[7]["style"] != "row" {
			t.Errorf("%s lines: %q", format, got)
		}
		r = s.run(reading.Reader{}, s.with(map[string]any{"unit": "paragraph"}, name))
		if got := texts(r); len(got) != 7 || got[2] != "Il canone è di 650 euro.\nScade a marzo." {
			t.Errorf("%s paragraphs: %q", format, got)
		}
	}
}

func TestPartsOfADocument(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.html", "<p>uno<p>due tre<p>quattro")
	for _, c := range []struct {
		args      map[string]any
		text      string
		truncated bool
	}{
		{nil, "uno\ndue tre\nquattro\n", false},
		{map[string]any{"first_lines": 2.0}, "uno\ndue tre\n", false},
		{map[string]any{"last_lines": 2.0}, "due tre\nquattro\n", false},
		{map[string]any{"last_lines": 9.0}, "uno\ndue tre\nquattro\n", false},
		{map[string]any{"max_bytes": 9.0}, "uno\ndue t", true},
		{map[string]any{"last_lines": 2.0, "max_bytes": 9.0}, "quattro", true},
		{map[string]any{"first_lines": 2.0, "max_bytes": 2.0}, "un", true},
	} {
		r := s.run(reading.Reader{}, s.with(c.args, "a.html"))
		e := r.Entries[0]
		if e["text"] != c.text || e["truncated"] != c.truncated || (r.Truncated != nil) != c.truncated || e["lines"] != 3.0 || e["words"] != 4.0 || e["characters"] != 20.0 {
			t.Errorf("%v: %v %+v", c.args, e, r.Truncated)
		}
	}
	if r := s.run(reading.Reader{}, s.with(map[string]any{"first_lines": 1.0, "last_lines": 1.0}, "a.html")); fault(r) != "first_and_last" {
		t.Error(r.Error)
	}
}

func TestPagesOfAPDF(t *testing.T) {
	s := newScene(t)
	data, err := os.ReadFile("pdf/testdata/objects.pdf")
	if err != nil {
		t.Fatal(err)
	}
	s.put("a.pdf", data)
	r := s.run(reading.Reader{}, s.with(map[string]any{"unit": "page"}, "a.pdf"))
	if got := texts(r); len(got) != 2 || !strings.HasPrefix(got[0], "Contratto di affitto\nIl canone") || got[1] != "Seconda" || r.Entries[1]["page"] != 2.0 {
		t.Errorf("%q %v", got, r.Entries)
	}
	r = s.run(reading.Reader{}, s.with(nil, "a.pdf"))
	if e := r.Entries[0]; e["pages"] != 2.0 || e["title"] != "Il contratto" || !strings.HasSuffix(e["text"].(string), "\n\nSeconda\n") {
		t.Errorf("%q", e)
	}
	r = s.run(reading.Reader{}, s.with(map[string]any{"from_page": 2.0, "unit": "line"}, "a.pdf"))
	if got := texts(r); !slices.Equal(got, []string{"Seconda"}) {
		t.Errorf("%q", got)
	}
}

// Each kind of file that is no document says what to do.
func TestWhatIsNotRead(t *testing.T) {
	s := newScene(t)
	for name, c := range map[string]struct{ text, want string }{
		"a.txt":  {"ciao", "document_is_text"},
		"b.md":   {"# ciao", "document_is_text"},
		"c.doc":  {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xxx", "document_old"},
		"d.bin":  {"\x00\x01\x02", "document_kind_unknown"},
		"e.docx": {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xxx", "document_locked"},
		"f.pdf":  {"ciao", "document_unknown"},
		"g":      {"", "document_kind_unknown"},
		"h.odt":  {"PK\x05\x06" + strings.Repeat("\x00", 18), "document_unknown"},
	} {
		s.Write(t, name, c.text)
		if r := s.run(reading.Reader{}, s.with(nil, name)); r.OK || fault(r) != c.want {
			t.Errorf("%s: %v", name, r.Error)
		}
	}
	s.Write(t, "in/x.html", "<p>x")
	if r := s.run(reading.Reader{}, s.with(nil, "in")); fault(r) != "is_a_directory" {
		t.Error(r.Error)
	}
	// The name says nothing: the content does.
	s.Write(t, "pagina", "<!DOCTYPE html><p>ciao")
	s.Write(t, "lettera", `{\rtf1 ciao\par}`)
	for _, name := range []string{"pagina", "lettera"} {
		if r := s.run(reading.Reader{}, s.with(nil, name)); !r.OK || r.Entries[0]["text"] != "ciao\n" {
			t.Errorf("%s: %v", name, r.Error)
		}
	}
}

func TestMessagesAndPagesTellMore(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.eml", "From: Anna <a@example.org>\nTo: b@example.org\nSubject: Canone\nDate: Mon, 02 Mar 2026 10:00:00 +0100\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nciao\n--b\nContent-Disposition: attachment; filename=x.pdf\n\n123\n--b--\n")
	r := s.run(reading.Reader{}, s.with(nil, "a.eml"))
	e := r.Entries[0]
	if e["from"] != "Anna <a@example.org>" || e["date"] != "2026-03-02T10:00:00+01:00" || !strings.Contains(e["text"].(string), "Subject: Canone\nciao\n") {
		t.Errorf("%v", e)
	}
	if list := e["attachments"].([]any); len(list) != 1 || list[0].(map[string]any)["name"] != "x.pdf" || list[0].(map[string]any)["size"] != 3.0 {
		t.Errorf("%v", e)
	}
	s.Write(t, "a.html", `<a href="https://example.org">qui</a>`)
	r = s.run(reading.Reader{}, s.with(nil, "a.html"))
	if list := r.Entries[0]["links"].([]any); len(list) != 1 || list[0].(map[string]any)["url"] != "https://example.org" {
		t.Errorf("%v", r.Entries)
	}
}

// A result never grows beyond what is carried back, and says what was left out.
func TestManyLongDocuments(t *testing.T) {
	s := newScene(t)
	var names []string
	long := "<p>" + strings.Repeat("parola ", 175_000)
	for _, name := range []string{"a.html", "b.html", "c.html", "d.html", "e.html", "f.html", "g.html", "h.html"} {
		s.Write(t, name, long)
		names = append(names, name)
	}
	r := s.run(reading.Reader{}, s.with(map[string]any{"max_bytes": float64(8 << 20)}, names...))
	total := 0
	for _, text := range texts(r) {
		total += len(text)
	}
	if !r.OK || total > 8<<20 || r.Truncated == nil || len(r.Failed) == 0 || r.Failed[0].Code != "too_much_text" {
		t.Errorf("%v %d %+v %+v", r.Error, total, r.Truncated, r.Failed)
	}
	s.Write(t, "many.html", strings.Repeat("<p>a", 50_500))
	r = s.run(reading.Reader{}, s.with(map[string]any{"unit": "line", "max_bytes": float64(8 << 20)}, "many.html"))
	if !r.OK || len(r.Entries) != 50_000 || r.Truncated == nil {
		t.Errorf("%d %+v", len(r.Entries), r.Truncated)
	}
}
