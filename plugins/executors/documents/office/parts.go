package office

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"io"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/zipped"
)

const (
	maxPart  = 1 << 30 // bytes of the text of a document, unpacked
	maxSmall = 32 << 20
	maxDepth = 64     // paragraphs and rows inside one another
	maxCells = 20_000 // of one row
)

// open opens the zip file a document is.
func open(s paper.Source, format string) (*zip.Reader, error) {
	head := make([]byte, 8)
	n, err := s.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(head[:n]) == "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" { // a container of the old kind: what a password makes of a docx
		return nil, paper.Locked()
	}
	z, err := zipped.Open(s, s.Size)
	if errors.Is(err, zipped.ErrNoZip) {
		return nil, paper.Unknown(format)
	}
	if errors.Is(err, zipped.ErrTooMany) {
		return nil, paper.TooLarge()
	}
	if err != nil {
		return nil, paper.Broken(err)
	}
	return z, nil
}

// each calls fn for every token of a part and reports whether the part is there.
func each(ctx context.Context, z *zip.Reader, name string, limit int64, fn func(t xml.Token) error) (bool, error) {
	p, err := zipped.OpenPart(ctx, z, name, limit)
	if p == nil || err != nil {
		return false, judged(err)
	}
	defer p.Close()
	for {
		t, err := p.Next()
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err == nil {
			err = fn(t)
		}
		if err != nil {
			return true, judged(err)
		}
	}
}

// judged gives an error of a part its class.
func judged(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, zipped.ErrTooLarge):
		return paper.TooLarge()
	}
	return paper.Broken(err)
}

// elements calls fn for the start of every element of a small part.
func elements(ctx context.Context, z *zip.Reader, name string, fn func(e xml.StartElement)) error {
	_, err := each(ctx, z, name, maxSmall, func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok {
			fn(e)
		}
		return nil
	})
	return err
}

// title is the title in the properties of a document. Properties that cannot be read are not missed.
func title(ctx context.Context, z *zip.Reader, name string) string {
	inside, text := false, ""
	_, err := each(ctx, z, name, maxSmall, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			inside = t.Name.Local == "title" && text == ""
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside && len(text)+len(t) < 4096 {
				text += string(t)
			}
		}
		return nil
	})
	if err != nil {
		return ""
	}
	return paper.Squeeze(text)
}
