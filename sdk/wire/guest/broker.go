package guest

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/yamux"
)

// meeting is how long one side of a numbered stream waits for the other.
const meeting = 5 * time.Second

// broker opens and accepts numbered streams: go-plugin's MuxBroker, the plugin's end.
type broker struct {
	ready chan struct{}  // closed when mux is set
	mux   *yamux.Session // the core opens it when there is a use for it
	next  atomic.Uint32

	mu      sync.Mutex
	waiting map[uint32]chan net.Conn
}

func newBroker() *broker {
	return &broker{ready: make(chan struct{}), waiting: map[uint32]chan net.Conn{}}
}

// run hands every stream the core opens to whoever accepts its number, until the session ends.
func (b *broker) run(mux *yamux.Session) {
	b.mux = mux
	close(b.ready)
	for {
		stream, err := b.mux.AcceptStream()
		if err != nil {
			return
		}
		go b.arrived(stream)
	}
}

func (b *broker) arrived(stream net.Conn) {
	id, err := readNumber(stream)
	if err != nil {
		stream.Close()
		return
	}
	place := b.place(id)
	select {
	case place <- stream:
	default: // the number is taken
		stream.Close()
		return
	}
	time.AfterFunc(meeting, func() {
		select {
		case unclaimed := <-place:
			b.leave(id, place)
			unclaimed.Close()
		default:
		}
	})
}

// place is where the stream of a number is left.
func (b *broker) place(id uint32) chan net.Conn {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting[id] == nil {
		b.waiting[id] = make(chan net.Conn, 1)
	}
	return b.waiting[id]
}

func (b *broker) leave(id uint32, place chan net.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting[id] == place {
		delete(b.waiting, id)
	}
}

// NextId reserves a number.
func (b *broker) NextId() uint32 { return b.next.Add(1) }

// Accept waits for the core to open the stream of a number.
func (b *broker) Accept(id uint32) (net.Conn, error) {
	place := b.place(id)
	defer b.leave(id, place)
	timer := time.NewTimer(meeting)
	defer timer.Stop()
	select {
	case stream := <-place:
		if err := writeNumber(stream, id); err != nil {
			stream.Close()
			return nil, err
		}
		return stream, nil
	case <-timer.C:
		return nil, fmt.Errorf("nobody opened stream %d within %v", id, meeting)
	}
}

// Dial opens the stream of a number the core accepts.
func (b *broker) Dial(id uint32) (net.Conn, error) {
	select {
	case <-b.ready:
	case <-time.After(meeting):
		return nil, fmt.Errorf("the core opened no streams within %v", meeting)
	}
	stream, err := b.mux.OpenStream()
	if err != nil {
		return nil, err
	}
	if err = writeNumber(stream, id); err == nil {
		var answer uint32
		if answer, err = readNumber(stream); err == nil && answer != id {
			err = fmt.Errorf("stream %d was answered as %d", id, answer)
		}
	}
	if err != nil {
		stream.Close()
		return nil, err
	}
	return stream, nil
}

func readNumber(r io.Reader) (uint32, error) {
	var b [4]byte
	_, err := io.ReadFull(r, b[:])
	return binary.LittleEndian.Uint32(b[:]), err
}

func writeNumber(w io.Writer, id uint32) error {
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, id))
	return err
}
