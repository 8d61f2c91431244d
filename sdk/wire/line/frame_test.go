package line

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/metnos/metnos/sdk"
)

func writeFrame(w io.Writer, h *head, text []byte) error {
	b, err := appendFrame(nil, h, text)
	if err == nil && len(text) >= apart {
		b = append(b, text...)
	}
	if err == nil {
		_, err = w.Write(b)
	}
	return err
}

func FuzzFrame(f *testing.F) {
	var good bytes.Buffer
	if err := writeFrame(&good, &head{Method: "Executor.Invoke", ID: 4, Deadline: 5}, []byte(`{"a":1}`)); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add(good.Bytes()[:10])
	f.Add(binary.BigEndian.AppendUint64(nil, 1<<63))
	f.Add([]byte("\x00\x00\x00\x02\x00\x00\x00\x00[]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		const limit = 1 << 10
		counted := 0
		h, body, err := readFrame(bufio.NewReader(bytes.NewReader(b)), Limits{Request: limit, Response: limit}, func(n int) { counted += n })
		if counted > len(b) {
			t.Fatalf("counted %d of %d bytes", counted, len(b))
		}
		if err != nil {
			if c := sdk.ClassOf(err); c == "" && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("error without a class: %v", err)
			}
			return
		}
		if len(body) > limit {
			t.Fatalf("a body of %d bytes", len(body))
		}
		var again bytes.Buffer
		if err := writeFrame(&again, &h, body); err != nil {
			t.Fatal(err)
		}
		h2, body2, err := readFrame(bufio.NewReader(&again), Limits{Request: limit, Response: limit}, nil)
		if err != nil || !reflect.DeepEqual(h, h2) || !bytes.Equal(body, body2) {
			t.Fatalf("%+v came back as %+v, %v", h, h2, err)
		}
	})
}

// A frame arrives in pieces of any size.
func TestFrameInPieces(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789"), 200_000)
	var b bytes.Buffer
	if err := writeFrame(&b, &head{ID: 9}, body); err != nil {
		t.Fatal(err)
	}
	counted := 0
	h, got, err := readFrame(bufio.NewReader(&trickle{&b}), Limits{}.OrDefault(), func(n int) { counted += n })
	if err != nil || h.ID != 9 || !bytes.Equal(got, body) {
		t.Fatalf("%+v, %d bytes, %v", h, len(got), err)
	}
	if want := len(body) + frameLengths + len(`{"i":9}`); counted != want {
		t.Errorf("counted %d bytes, want %d", counted, want)
	}
}

type trickle struct{ r io.Reader }

func (t *trickle) Read(b []byte) (int, error) { return t.r.Read(b[:min(len(b), 1013)]) }

func TestFrameLimits(t *testing.T) {
	for _, size := range []int{1023, 1024, 1025} {
		var b bytes.Buffer
		if err := writeFrame(&b, &head{}, make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		_, _, err := readFrame(bufio.NewReader(&b), Limits{Request: 512, Response: 1024}, nil)
		if got := sdk.ClassOf(err); (got == sdk.Oversize) != (size > 1024) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}
