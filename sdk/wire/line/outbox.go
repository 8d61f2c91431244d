package line

import (
	"io"
	"net"
	"runtime"
	"sync"
	"syscall"
)

// outbox writes the frames of one end in order. Frames that come while others are being written leave
// together in one write.
type outbox struct {
	w    io.Writer
	raw  syscall.RawConn // of w, nil when it has none
	lost func(error)

	mu           sync.Mutex
	turn         sync.Cond // sent or err changed
	queue        [][]byte
	open         bool // the last of queue takes further frames
	busy         bool // someone writes
	queued, sent uint64
	err          error
}

func newOutbox(w io.Writer, lost func(error)) *outbox {
	o := &outbox{w: w, lost: lost}
	o.turn.L = &o.mu
	if c, ok := w.(syscall.Conn); ok {
		o.raw, _ = c.SyscallConn() // without it writes are only slower
	}
	return o
}

// crowdSize is how much may wait for company before it is written.
const crowdSize = 32 << 10

// post sends a frame and does not wait for a peer that does not read. In a crowd it lets others add their
// frames to the same write. text belongs to the outbox from then on.
func (o *outbox) post(h *head, text []byte, crowd bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := o.add(h, text); err != nil {
		return err
	}
	o.gather(crowd)
	if !o.busy && len(o.queue) > 0 {
		o.busy = true
		o.try()
		if o.busy = len(o.queue) > 0 && o.err == nil; o.busy {
			go func() {
				o.mu.Lock()
				defer o.mu.Unlock()
				o.flush()
			}()
		}
	}
	return o.err
}

// deliver is post that returns when the frame was written.
func (o *outbox) deliver(h *head, text []byte, crowd bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	mine, err := o.add(h, text)
	if err != nil {
		return err
	}
	o.gather(crowd)
	if !o.busy {
		o.flush()
	}
	for o.sent < mine && o.err == nil {
		o.turn.Wait()
	}
	return o.err
}

// gather yields once to others who are about to send.
func (o *outbox) gather(crowd bool) {
	if crowd && !o.busy && len(o.queue) == 1 && len(o.queue[0]) < crowdSize {
		o.mu.Unlock()
		runtime.Gosched()
		o.mu.Lock()
	}
}

func (o *outbox) add(h *head, text []byte) (uint64, error) {
	if o.err != nil {
		release(text)
		return 0, o.err
	}
	last := len(o.queue) - 1
	if !o.open || last < 0 {
		o.queue = append(o.queue, (*buffers.Get().(*[]byte))[:0])
		last++
	}
	b, err := appendFrame(o.queue[last], h, text)
	if err != nil {
		release(text)
		return 0, err
	}
	if o.queue[last] = b; len(text) < apart {
		release(text)
	} else {
		o.queue = append(o.queue, text)
	}
	o.open = len(text) < apart && len(b) < apart
	o.queued++
	return o.queued, nil
}

// try writes what the system takes at once.
func (o *outbox) try() {
	if o.raw == nil || len(o.queue) != 1 {
		return
	}
	b, upTo := o.queue[0], o.queued
	o.queue, o.open = o.queue[:0], false
	o.mu.Unlock()
	n, err := 0, error(nil)
	closed := o.raw.Write(func(fd uintptr) bool {
		if n, err = syscall.Write(int(fd), b); err == syscall.EAGAIN || err == syscall.EINTR {
			n, err = 0, nil
		}
		return true
	})
	o.mu.Lock()
	switch {
	case closed != nil:
		o.fail(closed)
	case err != nil:
		o.fail(err)
	case n < len(b):
		o.queue = append([][]byte{b[n:]}, o.queue...)
	default:
		release(b)
		o.sent = upTo
		o.turn.Broadcast()
	}
}

// flush writes until nothing is queued.
func (o *outbox) flush() {
	o.busy = true
	for len(o.queue) > 0 && o.err == nil {
		batch, upTo := o.queue, o.queued
		o.queue, o.open = nil, false
		o.mu.Unlock()
		var err error
		if len(batch) == 1 {
			_, err = o.w.Write(batch[0])
		} else {
			pieces := append(net.Buffers(nil), batch...)
			_, err = pieces.WriteTo(o.w)
		}
		for _, b := range batch {
			release(b)
		}
		o.mu.Lock()
		if o.sent = upTo; err != nil {
			o.fail(err)
		}
		o.turn.Broadcast()
	}
	o.busy = false
}

func (o *outbox) fail(err error) {
	o.err = err
	o.turn.Broadcast()
	go o.lost(err)
}
