package workbook

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"io"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
)

const (
	maxText  = 2 << 20 // bytes of the text of one element
	maxPart  = 2 << 30 // bytes of one part, unpacked
	maxSmall = 32 << 20
)

var errTooLarge = sdk.Errorf(sdk.Oversize, "workbook_too_large", "the workbook unpacks to more than is read").With("path", entry.Unnamed)

// part is one XML file of the workbook.
type part struct{ *zipped.Part }

// open opens a part; nil without an error when it is not there.
func open(ctx context.Context, z *zip.Reader, name string, limit int64) (*part, error) {
	p, err := zipped.OpenPart(ctx, z, name, limit)
	if err != nil {
		return nil, broken(err)
	}
	if p == nil {
		return nil, nil
	}
	return &part{p}, nil
}

// next returns the next token, valid until the one after it, or io.EOF.
func (p *part) next() (xml.Token, error) {
	t, err := p.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, broken(err)
	}
	return t, err
}

// text reads on to the end of an element and returns the characters in it.
func (p *part) text() (string, error) {
	var out []byte
	for depth := 1; depth > 0; {
		t, err := p.next()
		if err != nil {
			return "", unexpected(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if len(out)+len(t) > maxText {
				return "", errTooLarge
			}
			out = append(out, t...)
		}
	}
	return string(out), nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return broken(io.ErrUnexpectedEOF)
	}
	return err
}

// broken gives what is wrong with the file itself its class.
func broken(err error) error {
	var known *sdk.Error
	switch {
	case errors.Is(err, zipped.ErrTooLarge):
		return errTooLarge
	case errors.As(err, &known):
		return known
	}
	return sdk.Errorf(sdk.WrongArgs, "workbook_broken", "the workbook is damaged: %w", err).With("path", entry.Unnamed)
}
