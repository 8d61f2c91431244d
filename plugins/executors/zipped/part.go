package zipped

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
)

// maxToken is how many bytes may lie between two tags of a part.
const maxToken = 2 << 20

// Errors of a Part: it is larger than was allowed, or no XML.
var (
	ErrTooLarge = errors.New("the part is larger than is read")
	ErrBroken   = errors.New("the part is damaged")
)

// Part is one XML member of a zip file, read token by token. Tokens are raw: no element is kept, so that neither
// depth nor length costs memory. Entities other than those of XML itself are errors.
type Part struct {
	decoder *xml.Decoder
	guard   *guard
	closer  io.Closer
}

// OpenPart opens a member of which at most limit bytes are read, unpacked; nil without an error when it is not
// there. The context ends the reading.
func OpenPart(ctx context.Context, z *zip.Reader, name string, limit int64) (*Part, error) {
	for _, f := range z.File {
		if f.Name != name {
			continue
		}
		body, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBroken, err)
		}
		g := &guard{in: bufio.NewReaderSize(watched{ctx, body}, 64<<10), left: limit}
		d := xml.NewDecoder(g)
		d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
		return &Part{decoder: d, guard: g, closer: body}, nil
	}
	return nil, nil
}

// Close ends the reading.
func (p *Part) Close() { p.closer.Close() }

// Next returns the next token, valid until the one after it, or io.EOF.
func (p *Part) Next() (xml.Token, error) {
	p.guard.token = 0
	t, err := p.decoder.RawToken()
	if err == nil || errors.Is(err, io.EOF) {
		return t, err
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zip.ErrChecksum) || strings.HasPrefix(err.Error(), "flate:") {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return nil, err
}

// Attribute returns an attribute of an element by its local name, or "".
func Attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// guard hands over bytes and stops a token or a part that grows too long.
type guard struct {
	in          *bufio.Reader
	token, left int64
}

func (g *guard) ReadByte() (byte, error) {
	if g.token++; g.token > maxToken {
		return 0, ErrTooLarge
	}
	if g.left--; g.left < 0 {
		return 0, ErrTooLarge
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
