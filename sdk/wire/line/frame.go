package line

import (
	"bufio"
	"encoding/binary"
	"io"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/body"
)

// A frame is two big-endian uint32 lengths, a JSON head and a JSON body of those lengths.
const (
	frameLengths = 8
	maxHead      = 64 << 10
	firstChunk   = 1 << 20 // memory taken for a body before any of it has come
)

// head travels with every message.
type head struct {
	Method   string     `json:"m,omitempty"` // requests only
	ID       uint64     `json:"i,omitempty"` // of the call: what its answer and a cancel repeat
	Call     uint64     `json:"c,omitempty"` // invocation a callback belongs to
	Deadline int64      `json:"d,omitempty"` // Unix nanoseconds
	Error    *sdk.Error `json:"e,omitempty"` // answers only
}

// cancelMethod marks a one-way frame: the call ID has no reader any more.
const cancelMethod = "Cancel"

// buffers hold what is being written.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// apart is the size from which a body is not worth copying behind its head.
const apart = 64 << 10

// appendFrame appends one frame, without its body when that is not worth copying.
func appendFrame(b []byte, h *head, text []byte) ([]byte, error) {
	start := len(b)
	grown, err := body.Append(append(b, make([]byte, frameLengths)...), h)
	if size := len(grown) - start - frameLengths; err == nil && size > maxHead { // an error of that size is not worth carrying whole
		h.Error = sdk.Errorf(sdk.ContractViolation, "error_too_long", "the error is longer than %d bytes", maxHead)
		grown, err = body.Append(grown[:start+frameLengths], h)
	}
	if err != nil {
		return b, err
	}
	binary.BigEndian.PutUint32(grown[start:], uint32(len(grown)-start-frameLengths))
	binary.BigEndian.PutUint32(grown[start+4:], uint32(len(text)))
	if len(text) < apart {
		grown = append(grown, text...)
	}
	return grown, nil
}

// readFrame reads one frame within the limits of a request or an answer; count, when not nil, hears of every
// byte received. A length beyond its bound is an *sdk.Error with the class Oversize, and nothing of it is read.
func readFrame(r *bufio.Reader, l Limits, count func(int)) (head, []byte, error) {
	var h head
	var lengths [frameLengths]byte
	if _, err := io.ReadFull(r, lengths[:]); err != nil {
		return h, nil, err
	}
	nh, nb := binary.BigEndian.Uint32(lengths[:4]), binary.BigEndian.Uint32(lengths[4:])
	if most := max(l.Request, l.Response); nh > maxHead || int64(nb) > most {
		return h, nil, tooBig(int64(nb), most)
	}
	if count != nil {
		count(frameLengths)
	}
	together := 0 // of the body, when it is small whatever it turns out to be
	if nb < apart && int64(nb) <= min(l.Request, l.Response) {
		together = int(nb)
	}
	text, err := readBytes(r, int(nh)+together, count)
	if err != nil {
		return h, nil, err
	}
	// What is decoded shares the memory of text.
	if err := body.Decode(text[:nh:nh], &h); err != nil {
		return h, nil, sdk.Errorf(sdk.ContractViolation, "malformed_message", "the head of a message is no JSON: %w", err)
	}
	if together == int(nb) {
		return h, text[nh:], nil
	}
	most := l.Response
	if h.Method != "" {
		most = l.Request
	}
	if int64(nb) > most {
		return h, nil, tooBig(int64(nb), most)
	}
	rest, err := readBytes(r, int(nb), count)
	return h, rest, err
}

// readBytes takes memory as the bytes come, so that a length alone costs nothing.
func readBytes(r io.Reader, n int, count func(int)) ([]byte, error) {
	b := make([]byte, min(n, firstChunk))
	for got := 0; ; {
		m, err := io.ReadFull(r, b[got:])
		got += m
		if count != nil {
			count(m)
		}
		if err == io.EOF && n > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil || got == n {
			return b[:got], err
		}
		grown := make([]byte, min(n, 4*len(b)))
		copy(grown, b)
		b = grown
	}
}

// TooBig reports an error that a message or a stream of bytes was too large, not something a plugin found to be.
// One that says nothing of what it is counts as such.
func TooBig(e *sdk.Error) bool {
	return e.Class == sdk.Oversize && (e.Code == "" || e.Code == "message_too_big" || e.Code == "plugin_flooded")
}

func tooBig(size, limit int64) *sdk.Error {
	return sdk.Errorf(sdk.Oversize, "message_too_big", "a message of %d bytes, more than the %d allowed", size, limit).
		With("size", byteCount(size)).With("limit", byteCount(limit))
}
