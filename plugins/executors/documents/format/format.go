package format

import (
	"bytes"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/documents/letter"
	"github.com/metnos/metnos/plugins/executors/documents/office"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/pdf"
	"github.com/metnos/metnos/plugins/executors/documents/richtext"
	"github.com/metnos/metnos/plugins/executors/documents/webpage"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// Format is a kind of document and its reader.
type Format struct {
	Name string
	Read paper.Reader
}

// Known is the format of an extension, in lower case and without its dot.
func Known(extension string) (Format, bool) {
	switch extension {
	case "docx", "docm", "dotx", "dotm":
		return Format{"docx", office.Docx}, true
	case "odt", "ott":
		return Format{"odt", office.Odt}, true
	case "pdf":
		return Format{"pdf", pdf.Read}, true
	case "rtf":
		return Format{"rtf", richtext.Read}, true
	case "html", "htm", "xhtml":
		return Format{"html", webpage.Read}, true
	case "eml":
		return Format{"eml", letter.Read}, true
	}
	return Format{}, false
}

// Of tells the format of a file: by its extension, else by its first bytes.
func Of(p string, file io.ReaderAt, size int64) (Format, error) {
	head := make([]byte, 1024)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return Format{}, err
	}
	head = head[:n]
	extension := kind.Extension(path.Base(p))
	if f, ok := Known(extension); ok {
		return f, nil
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return Format{}, entry.Failed(sdk.WrongArgs, "document_old", p, "is in the format of an old program")
	case bytes.HasPrefix(head, []byte("%PDF-")):
		f, _ := Known("pdf")
		return f, nil
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		f, _ := Known("rtf")
		return f, nil
	case bytes.HasPrefix(head, []byte("PK")) && bytes.Contains(head, []byte("application/vnd.oasis.opendocument.text")):
		f, _ := Known("odt")
		return f, nil
	case bytes.HasPrefix(head, []byte("PK")) && bytes.Contains(head, []byte("[Content_Types].xml")):
		f, _ := Known("docx")
		return f, nil
	case html(head):
		f, _ := Known("html")
		return f, nil
	case charset.Detect(head, int64(n) >= size) != charset.Binary && size > 0:
		return Format{}, entry.Failed(sdk.WrongTool, "document_is_text", p, "is plain text, which read_files reads")
	}
	return Format{}, entry.Failed(sdk.WrongArgs, "document_kind_unknown", p, "is no document that can be read")
}

func html(head []byte) bool {
	low := strings.ToLower(string(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))))
	return strings.HasPrefix(low, "<!doctype html") || strings.HasPrefix(low, "<html")
}
