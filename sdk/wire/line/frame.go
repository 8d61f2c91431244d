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

// head travels with every message. Answers repeat Seq.
type head struct {
	Method   string     `json:"m,omitempty"` // requests only
	Seq      uint64     `json:"s,omitempty"`
	ID       uint64     `json:"i,omitempty"` // of this call: what a cancel names
	Call     uint64     `json:"c,omitempty"` // invocation a callback belongs to
	Deadline int64      `json:"d,omitempty"` // Unix nanoseconds
	Error    *sdk.Error `json:"e,omitempty"` // answers only
	Fault    string     `json:"f,omitempty"` // net/rpc's own error, answers only
}

// cancelMethod marks a one-way frame: the call ID has no reader any more.
const cancelMethod = "Cancel"

// buffers hold what is being written.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, 4<<10); return &b }}

// apart is the size from which a body is not worth copying behind its head.
const apart = 64 << 10

// writeFrame sends one frame, a small one in one Write.
func writeFrame(w io.Writer, h *head, text []byte) error {
	held := buffers.Get().(*[]byte)
	defer buffers.Put(held)
	buf, err := body.Append(append((*held)[:0], make([]byte, frameLengths)...), h)
	if err == nil && len(buf) > maxHead { // an error of that size is not worth carrying whole
		h.Error = sdk.Errorf(sdk.ContractViolation, "error_too_long", "the error is longer than %d bytes", maxHead)
		buf, err = body.Append(buf[:frameLengths], h)
	}
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint32(buf, uint32(len(buf)-frameLengths))
	binary.BigEndian.PutUint32(buf[4:], uint32(len(text)))
	if len(text) < apart {
		buf = append(buf, text...)
		text = nil
	}
	*held = buf
	if _, err := w.Write(buf); err != nil || text == nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// readFrame reads one frame whose body may have maxBody bytes; count, when not nil, hears of every byte
// received. A length beyond its bound is an *sdk.Error with the class Oversize, and nothing of it is read.
func readFrame(r *bufio.Reader, maxBody int64, count func(int)) (head, []byte, error) {
	var h head
	var lengths [frameLengths]byte
	if _, err := io.ReadFull(r, lengths[:]); err != nil {
		return h, nil, err
	}
	nh, nb := binary.BigEndian.Uint32(lengths[:4]), binary.BigEndian.Uint32(lengths[4:])
	if nh > maxHead || int64(nb) > maxBody {
		return h, nil, tooBig(int64(nb), maxBody)
	}
	if count != nil {
		count(frameLengths)
	}
	text, err := readBytes(r, int(nh), count)
	if err != nil {
		return h, nil, err
	}
	rest, err := readBytes(r, int(nb), count)
	if err != nil {
		return h, nil, err
	}
	if err := body.Decode(text, &h); err != nil {
		return h, nil, sdk.Errorf(sdk.ContractViolation, "malformed_message", "the head of a message is no JSON: %w", err)
	}
	return h, rest, nil
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

func tooBig(size, limit int64) *sdk.Error {
	return sdk.Errorf(sdk.Oversize, "message_too_big", "a message of %d bytes, more than the %d allowed", size, limit).
		With("size", byteCount(size)).With("limit", byteCount(limit))
}
