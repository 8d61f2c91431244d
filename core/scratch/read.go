package scratch

import (
	"context"
	"encoding/base64"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Mode chooses the part of a row that is read.
type Mode string

const (
	Full  Mode = "full"  // from the beginning, up to MaxRead
	Head  Mode = "head"  // the first n bytes
	Tail  Mode = "tail"  // the last n bytes
	Range Mode = "range" // n bytes from offset
)

// A reading without a length shows DefaultRead bytes; none shows more than MaxRead.
const (
	DefaultRead = 2000
	MaxRead     = 64 << 10
)

// Part is what a reading shows. Offset and Total are bytes of the row's content; the next part, if any, begins
// at Offset+Size.
type Part struct {
	Turn   string `json:"turn"`
	Step   int    `json:"step"`
	Tool   string `json:"tool"`
	Text   string `json:"text"`
	Base64 bool   `json:"base64"` // Text is base64 of bytes that are no text
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
	Total  int64  `json:"total"`
}

// Put keeps a content that is no observation, such as the bytes of an attachment, and returns its handle.
func (p *Pad) Put(ctx context.Context, owner core.Owner, turn string, step int, tool string, content []byte) (plan.Handle, error) {
	if err := ctx.Err(); err != nil {
		return plan.Handle{}, sdk.Errorf(sdk.Cancelled, "", "scratchpad: %w", err)
	}
	h := plan.Handle{Turn: turn, ID: p.name(owner, turn, content), Bytes: int64(len(content))}
	return h, p.put(owner, h, origin{turn, step, tool}, content)
}

// Read shows a bounded part of a row: for who plans on it and may not have it whole. n is in bytes, 0 for
// [DefaultRead]; offset counts in Range alone. Text is cut where a character begins.
func (p *Pad) Read(owner core.Owner, h plan.Handle, mode Mode, offset, n int64) (Part, error) {
	if n < 0 || offset < 0 {
		return Part{}, sdk.Errorf(sdk.WrongArgs, "scratch_part", "%d bytes from %d", n, offset)
	}
	if n == 0 {
		n = DefaultRead
	}
	from, content, err := p.open(owner, h)
	if err != nil {
		return Part{}, err
	}
	total := int64(len(content))
	begin := int64(0)
	n = min(n, MaxRead, total)
	switch mode {
	case Head:
	case Full:
		n = min(MaxRead, total)
	case Tail:
		begin = total - n
	case Range:
		begin = min(offset, total)
	default:
		return Part{}, sdk.Errorf(sdk.WrongArgs, "scratch_part", "no way to read called %q", mode)
	}
	end := min(begin+n, total)
	part := Part{Turn: from.Turn, Step: from.Step, Tool: from.Tool, Total: total}
	if utf8.Valid(content) {
		begin, end = whole(content, begin, end)
		part.Text = string(content[begin:end])
	} else {
		part.Text, part.Base64 = base64.StdEncoding.EncodeToString(content[begin:end]), true
	}
	part.Offset, part.Size = begin, end-begin
	return part, nil
}
