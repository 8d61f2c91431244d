package render

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/documents/draft"
)

// Formats are the extensions of what can be written.
func Formats() []string { return []string{"docx", "odt", "html", "md", "txt"} }

// Named returns the format of an extension, "" when none is written for it.
func Named(extension string) string {
	switch extension {
	case "htm":
		return "html"
	case "markdown":
		return "md"
	case "text":
		return "txt"
	}
	if slices.Contains(Formats(), extension) {
		return extension
	}
	return ""
}

// Write writes a document in a format of Formats.
func Write(w io.Writer, format string, d draft.Document) error {
	switch format {
	case "docx":
		return docx(w, d)
	case "odt":
		return odt(w, d)
	case "html":
		return page(w, d)
	case "md":
		return markdown(w, d)
	case "txt":
		return text(w, d)
	}
	return fmt.Errorf("no writer for %q", format)
}

// escape writes text between tags. Characters XML cannot hold are left out.
func escape(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(strings.Map(writable, strings.ToValidUTF8(text, "\ufffd"))))
	return strings.ReplaceAll(strings.ReplaceAll(out.String(), "&#xA;", "\n"), "&#x9;", "\t")
}

func writable(r rune) rune {
	switch {
	case r == '\t' || r == '\n':
		return r
	case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff:
		return -1
	}
	return r
}

// safe returns a link that a reader may follow, "" for one that would run something.
func safe(url string) string {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(url)), ":")
	if found && !strings.ContainsAny(scheme, "/?#") && !slices.Contains([]string{"http", "https", "mailto", "tel", "ftp"}, scheme) {
		return ""
	}
	return url
}

// archive writes the parts of a document that is a zip file.
type archive struct {
	zip  *zip.Writer
	when time.Time
	err  error
}

func newArchive(w io.Writer, when time.Time) *archive {
	if when.Year() < 1980 || when.Year() > 2100 {
		when = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return &archive{zip: zip.NewWriter(w), when: when.UTC()}
}

// part begins a part; what was wrong before keeps all later ones from being written.
func (a *archive) part(name string, method uint16) io.Writer {
	if a.err != nil {
		return io.Discard
	}
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.when})
	if err != nil {
		a.err = err
		return io.Discard
	}
	return w
}

func (a *archive) put(name, content string) {
	if _, err := io.WriteString(a.part(name, zip.Deflate), content); err != nil && a.err == nil {
		a.err = err
	}
}

func (a *archive) close() error {
	if a.err != nil {
		return a.err
	}
	return a.zip.Close()
}

// widest is how many columns the rows of a table have, at least one.
func widest(rows [][][]draft.Run) int {
	n := 1
	for _, row := range rows {
		n = max(n, len(row))
	}
	return n
}

// cell is the n-th cell of a row, empty when the row is shorter.
func cell(row [][]draft.Run, n int) []draft.Run {
	if n < len(row) {
		return row[n]
	}
	return nil
}

func length(s string) int { return utf8.RuneCountInString(s) }
