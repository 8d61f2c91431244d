package workbook

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"io"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxToken = 2 << 20 // bytes between two tags
	maxPart  = 2 << 30 // bytes of one part, unpacked
	maxSmall = 32 << 20
)

var errTooLarge = sdk.Errorf(sdk.Oversize, "workbook_too_large", "the workbook unpacks to more than is read").With("path", entry.Unnamed)

// part is one XML file of the workbook. Tokens are raw: no element is kept, so that neither depth nor length
// costs memory.
type part struct {
	decoder *xml.Decoder
	guard   *guard
	closer  io.Closer
}

// guard hands over bytes and stops a token or a part that grows too long.
type guard struct {
	in          *bufio.Reader
	token, left int64
}

func (g *guard) ReadByte() (byte, error) {
	if g.token++; g.token > maxToken {
		return 0, errTooLarge
	}
	if g.left--; g.left < 0 {
		return 0, errTooLarge
	}
	return g.in.ReadByte()
}

func (g *guard) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c, err := g.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = c
	return 1, nil
}

// watched ends a stream with its context, however much comes out of few bytes.
type watched struct {
	ctx  context.Context
	from io.Reader
}

func (w watched) Read(p []byte) (int, error) {
	if err := entry.Stopped(w.ctx); err != nil {
		return 0, err
	}
	return w.from.Read(p)
}

// open opens a part; nil without an error when it is not there.
func open(ctx context.Context, z *zip.Reader, name string, limit int64) (*part, error) {
	for _, f := range z.File {
		if f.Name != name {
			continue
		}
		body, err := f.Open()
		if err != nil {
			return nil, broken(err)
		}
		g := &guard{in: bufio.NewReaderSize(watched{ctx, body}, 64<<10), left: limit}
		d := xml.NewDecoder(g)
		d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
		return &part{decoder: d, guard: g, closer: body}, nil
	}
	return nil, nil
}

func (p *part) close() { p.closer.Close() }

// next returns the next token, valid until the one after it, or io.EOF.
func (p *part) next() (xml.Token, error) {
	p.guard.token = 0
	t, err := p.decoder.RawToken()
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
			if len(out)+len(t) > maxToken {
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
	if errors.As(err, &known) {
		return known
	}
	return sdk.Errorf(sdk.WrongArgs, "workbook_broken", "the workbook is damaged: %w", err).With("path", entry.Unnamed)
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
