package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/documents/making"
	"github.com/metnos/metnos/plugins/executors/documents/reading"
	"github.com/metnos/metnos/sdk"
)

func TestItemsBecomeATable(t *testing.T) {
	s := newScene(t)
	rows := []any{map[string]any{"data": "2023-02-15", "importo": 110.9}, map[string]any{"data": "2023-03-25", "importo": 12.25}}
	for _, format := range []string{"docx", "odt", "html"} {
		r := s.run(making.Maker{}, s.with(map[string]any{"entries": rows}, "a."+format))
		if !r.OK || r.Results[0]["rows"] != 2.0 {
			t.Fatalf("%s: %v", format, r.Error)
		}
		r = s.run(reading.Reader{}, s.with(nil, "a."+format))
		if r.Entries[0]["text"] != "data | importo\n2023-02-15 | 110.9\n2023-03-25 | 12.25\n" {
			t.Errorf("%s: %q", format, r.Entries[0]["text"])
		}
	}
	for _, c := range []struct {
		name string
		args map[string]any
		want string
	}{
		{"columns in the order asked for", map[string]any{"entries": rows, "columns": []any{"importo", "data"}}, "| importo | data |\n| --- | --- |\n| 110.9 | 2023-02-15 |\n| 12.25 | 2023-03-25 |\n"},
		{"one field alone is a list", map[string]any{"entries": []any{map[string]any{"nome": "a"}, map[string]any{"nome": "b"}}}, "- a\n- b\n"},
		{"a template", map[string]any{"entries": rows, "template": "- {n}: {importo} ({none})"}, "- 1: 110.9 ()\n- 2: 12.25 ()\n"},
		{"text before", map[string]any{"entries": rows[:1], "content": "Spese:", "title": "Marzo"}, "# Marzo\n\nSpese:\n\n| data | importo |\n| --- | --- |\n| 2023-02-15 | 110.9 |\n"},
		{"lines that were read", map[string]any{"entries": []any{map[string]any{"path": "/x", "name": "x", "line": 3.0, "text": "Action: a"}}}, "- Action: a\n"},
		{"files", map[string]any{"entries": []any{map[string]any{"path": "/x/a.pdf", "name": "a.pdf", "folder": "/x", "extension": "pdf", "size": 10.0, "modified": "2026-03-01T10:00:00+01:00"}}}, "| name | folder | size | modified |\n| --- | --- | --- | --- |\n| a.pdf | /x | 10 | 2026-03-01 10:00 |\n"},
		{"cells that would break a row", map[string]any{"entries": []any{map[string]any{"a": "x|y\nz", "b": nil}}}, "| a | b |\n| --- | --- |\n| x\\|y z |  |\n"},
		{"nothing", map[string]any{"entries": []any{}, "title": "Vuoto"}, "# Vuoto\n\n"},
	} {
		r := s.run(making.Maker{}, s.with(c.args, c.name+".md"))
		if got := s.Read(c.name + ".md"); !r.OK || got != c.want {
			t.Errorf("%s: %v %q", c.name, r.Error, got)
		}
	}
	if r := s.run(making.Maker{}, s.with(map[string]any{"entries": rows, "columns": []any{"prezzo"}}, "z.docx")); fault(r) != "document_column_unknown" {
		t.Error(r.Error)
	}
	s.run(making.Maker{}, s.with(map[string]any{"entries": rows, "title": "Spese"}, "a.txt"))
	if got := s.Read("a.txt"); got != "Spese\n=====\n\ndata        importo\n----------  -------\n2023-02-15  110.9\n2023-03-25  12.25\n" {
		t.Errorf("%q", got)
	}
}

func TestPreviewTellsAndUndoGoesBack(t *testing.T) {
	s := newScene(t)
	s.Write(t, "old.docx", "vecchio")
	s.Write(t, "kept.odt", "vecchio")
	args := s.with(map[string]any{"content": "ciao", "overwrite": true}, "new/deep/a.docx", "old.docx")
	e, err := making.Maker{}.Preview(t.Context(), s.call(args), s.Host)
	if err != nil || len(e.Items) != 2 || e.Items[0] != (sdk.Effect{Action: "create", Target: s.Path("new/deep/a.docx")}) || e.Items[1] != (sdk.Effect{Action: "overwrite", Target: s.Path("old.docx")}) || !e.Reversible {
		t.Fatalf("%v %+v", err, e)
	}
	if s.Read("new/deep/a.docx") != "‹none›" || s.Read("old.docx") != "vecchio" {
		t.Fatal("a preview changed something")
	}
	r := s.run(making.Maker{}, args)
	if !r.OK || r.Effects.Mutations != 2 || s.Read("old.docx") == "vecchio" {
		t.Fatalf("%+v", r)
	}
	for range 2 {
		if u := s.undo(making.Maker{}, r); !u.OK || s.Read("old.docx") != "vecchio" || s.Read("new") != "‹none›" || s.Read("new/deep/a.docx") != "‹none›" {
			t.Fatalf("%+v", u)
		}
	}
	if r := s.run(making.Maker{}, s.with(map[string]any{"content": "x"}, "kept.odt")); fault(r) != "file_exists" || s.Read("kept.odt") != "vecchio" {
		t.Errorf("%+v", r)
	}
	r = s.run(making.Maker{}, s.with(map[string]any{"content": "x"}, "b.docx"))
	s.Write(t, "b.docx", "cambiato")
	if u := s.undo(making.Maker{}, r); u.OK || s.Read("b.docx") != "cambiato" {
		t.Errorf("%+v", u)
	}
}

func TestTemplatesOfADocument(t *testing.T) {
	s := newScene(t)
	args := map[string]any{"title": "Per {nome}", "content": "Gentile **{nome}**, {totale} euro.", "values": map[string]any{"nome": "*Anna* <b>", "totale": 12.5}}
	s.run(making.Maker{}, s.with(args, "a.html", "a.txt", "a.docx"))
	if got := s.Read("a.html"); !strings.Contains(got, "<p>Gentile <strong>*Anna* &lt;b&gt;</strong>, 12.5 euro.</p>") || !strings.Contains(got, "<h1>Per *Anna* &lt;b&gt;</h1>") {
		t.Errorf("%s", got)
	}
	r := s.run(reading.Reader{}, s.with(nil, "a.docx"))
	if got := r.Entries[0]["text"]; got != "Per *Anna* <b>\nGentile *Anna* <b>, 12.5 euro.\n" {
		t.Errorf("%q", got)
	}
	args["values"] = map[string]any{"nome": "Anna"}
	if r := s.run(making.Maker{}, s.with(args, "b.html")); fault(r) != "document_value_missing" || r.Error.Params["placeholder"] != "{totale}" || s.Read("b.html") != "‹none›" {
		t.Errorf("%+v", r)
	}
}

// A page we write runs nothing, whatever it is given.
func TestPagesAreSafe(t *testing.T) {
	s := newScene(t)
	s.run(making.Maker{}, s.with(map[string]any{
		"title": "</title><script>alert(1)</script>", "content": "<script>alert(2)</script>\n\n[x](javascript:alert(3)) [y](https://example.org/?a=1&b=\"2) <img src=x onerror=alert(4)>",
		"entries": []any{map[string]any{"a<i>": "<script>alert(5)</script>", "b": "\x00\x0b"}},
	}, "a.html"))
	got := s.Read("a.html")
	if strings.Contains(got, "<script") || strings.Contains(got, "javascript:") || strings.Contains(got, "<img") || !strings.Contains(got, "https://example.org") {
		t.Errorf("%s", got)
	}
}

func TestAStoppedMakingLeavesNothing(t *testing.T) {
	s := newScene(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := making.Maker{}.Invoke(ctx, s.call(s.with(map[string]any{"content": "x"}, "in/a.docx")), s.Host)
	if r = s.answered(r, err); r.OK || r.Error.Class != sdk.Cancelled || s.Read("in/a.docx") != "‹none›" {
		t.Errorf("%+v", r)
	}
}

// Other programs read what we write.
func TestAnotherProgramReadsOurDocuments(t *testing.T) {
	pandoc, err := exec.LookPath("pandoc")
	if err != nil {
		t.Skip("pandoc is not here to read them:", err)
	}
	s := newScene(t)
	for _, format := range []string{"docx", "odt"} {
		content := lease + "\n3. tre\n   1. sotto\n4. quattro\n\n> cita\n\n    codice\n\n[qui](https://example.org/?a=1&b=2)\n"
		if r := s.run(making.Maker{}, s.with(map[string]any{"content": content}, "a."+format)); !r.OK {
			t.Fatal(r.Error)
		}
		out, err := exec.Command(pandoc, s.Path("a."+format), "-t", "commonmark_x").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, want := range []string{"# Contratto", "Il canone è di 650 euro.", "caparra", "650", "sotto", "> cita", "[qui](https://example.org/?a=1&b=2)"} {
			if !bytes.Contains(out, []byte(want)) {
				t.Errorf("%s lacks %q:\n%s", format, want, out)
			}
		}
	}
}

// What a word processor insists on.
func TestPackagesAreWellFormed(t *testing.T) {
	s := newScene(t)
	args := map[string]any{"content": lease + "\n1. uno\n\ntesto \x01\uffff\n", "title": "\x02T"}
	s.run(making.Maker{}, s.with(args, "a.docx", "a.odt", "b.docx"))
	if s.Read("a.docx") != s.Read("b.docx") {
		t.Error("the same call makes two different documents")
	}
	for name, first := range map[string]string{"a.docx": "[Content_Types].xml", "a.odt": "mimetype"} {
		data := s.Read(name)
		z, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
		if err != nil || z.File[0].Name != first || name == "a.odt" && z.File[0].Method != zip.Store {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, f := range z.File {
			if f.Name == "mimetype" {
				continue
			}
			if err := wellFormed(f); err != nil {
				t.Errorf("%s of %s: %v", f.Name, name, err)
			}
		}
	}
}

func FuzzMake(f *testing.F) {
	f.Add(lease, "titolo", "{n} {a}", "valore")
	f.Add("1. a\n   - b\n\n     c\n\n\n> > q\n\n```\nx", "", "", "\x00|\n")
	f.Fuzz(func(t *testing.T, content, title, template, value string) {
		s := newScene(t)
		args := map[string]any{"content": content, "title": title, "template": template, "entries": []any{map[string]any{"a": value, content: value}}}
		r := s.run(making.Maker{}, s.with(args, "a.docx", "a.odt", "a.html", "a.md", "a.txt"))
		if !r.OK || len(r.Results) != 5 {
			t.Fatalf("%+v", r)
		}
		for _, name := range []string{"a.docx", "a.odt"} {
			data := s.Read(name)
			z, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range z.File {
				if part.Name == "mimetype" {
					continue
				}
				if err := wellFormed(part); err != nil {
					t.Errorf("%s of %s: %v", part.Name, name, err)
				}
			}
			if r := s.run(reading.Reader{}, s.with(nil, name)); !r.OK {
				t.Errorf("%s does not read back: %v", name, r.Error)
			}
		}
	})
}

func wellFormed(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	d := xml.NewDecoder(r)
	for {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
