package line

import (
	"bufio"
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/sdk"
)

// End is what one end of a line needs to know.
type End struct {
	Limits Limits
	Count  func(int)       // hears of every byte of a frame, may be nil
	Waste  func(int) bool  // bears bytes that belong to nothing, or does not; may be nil
	OnLost func(error)     // hears of the end of the stream and must close it
	Reason func() error    // why calls under way failed then
	Base   context.Context // of every request answered
	Most   int             // requests answered at the same time; 0 means any number
}

// Method answers one request into out.
type Method func(in, out *Envelope)

// Line is one end of a stream of frames: it calls the peer and answers what the peer calls.
type Line struct {
	End
	stream io.ReadWriteCloser
	out    *outbox
	next   atomic.Uint64

	mu      sync.Mutex
	lost    bool
	waiting map[uint64]chan answer // calls of this end
	stops   map[uint64]context.CancelFunc
	running int
	delayed []*task // requests beyond Most
}

// answer is what came back for a call.
type answer struct {
	err  *sdk.Error
	body []byte
}

// New makes an end of stream; Serve must run for it to work.
func New(stream io.ReadWriteCloser, e End) *Line {
	if u, ok := stream.(*net.UnixConn); ok {
		_ = u.SetWriteBuffer(socketBuffer) // a smaller one is only slower
	}
	return &Line{
		End: e, stream: stream, out: newOutbox(stream, e.OnLost),
		waiting: map[uint64]chan answer{}, stops: map[uint64]context.CancelFunc{},
	}
}

// Call is the one bounded call of this package. in and out are JSON-shaped; call is the invocation a
// callback belongs to. Errors are *sdk.Error.
func (l *Line) Call(ctx context.Context, method string, call uint64, in, out any) error {
	return l.Numbered(ctx, l.Number(), method, call, in, out)
}

// Number reserves the number of a call.
func (l *Line) Number() uint64 { return l.next.Add(1) }

// Close ends the line.
func (l *Line) Close() error { return l.stream.Close() }

// Numbered is Call under a reserved number.
func (l *Line) Numbered(ctx context.Context, id uint64, method string, call uint64, in, out any) error {
	body, err := encode(in)
	if err != nil {
		return err
	}
	if int64(len(body)) > l.Limits.Request {
		return tooBig(int64(len(body)), l.Limits.Request)
	}
	if ctx.Err() != nil {
		return ended(ctx, true)
	}
	done := make(chan answer, 1)
	l.mu.Lock()
	if l.lost {
		l.mu.Unlock()
		return l.Reason()
	}
	l.waiting[id] = done
	crowd := len(l.waiting) > 1
	l.mu.Unlock()
	// A failure to write is a lost line, which closes done.
	_ = l.out.post(&head{Method: method, ID: id, Call: call, Deadline: deadlineOf(ctx)}, body, crowd)
	var got answer
	var came bool
	select {
	case got, came = <-done:
	case <-ctx.Done():
		var late bool
		if got, came, late = l.linger(id, done); late {
			return ended(ctx, false)
		}
	}
	if !came {
		return l.Reason()
	}
	if got.err == nil {
		return Decode(got.body, out)
	}
	err = asError(got.err)
	if c := sdk.ClassOf(err); ctx.Err() != nil && (c == sdk.Cancelled || c == sdk.Timeout) {
		return ended(ctx, true) // the peer saw a cancel, or its own clock; ctx knows which it was
	}
	return err
}

// linger cancels a call and gives the peer its grace to answer; late tells that it did not.
func (l *Line) linger(id uint64, done <-chan answer) (got answer, came, late bool) {
	_ = l.out.post(&head{Method: cancelMethod, ID: id}, nil, false)
	timer := time.NewTimer(l.Limits.Grace)
	defer timer.Stop()
	select {
	case got, came = <-done:
		return got, came, false
	case <-timer.C:
		l.mu.Lock()
		delete(l.waiting, id)
		l.mu.Unlock()
		return answer{}, false, true
	}
}

// Serve reads frames until the stream ends: answers go to their calls, requests to methods.
func (l *Line) Serve(methods map[string]Method) {
	r := bufio.NewReaderSize(l.stream, 16<<10)
	for {
		h, body, err := readFrame(r, l.Limits, l.Count)
		if err == nil {
			err = l.take(methods, h, body)
		}
		if err != nil {
			l.OnLost(err)
			l.abandon()
			return
		}
	}
}

func (l *Line) take(methods map[string]Method, h head, body []byte) error {
	switch h.Method {
	case "":
		return l.answered(h, body)
	case cancelMethod:
		l.mu.Lock()
		stop := l.stops[h.ID]
		l.mu.Unlock()
		if stop == nil {
			return l.waste(0) // it crossed its answer
		}
		stop()
		return nil
	}
	return l.begin(methods[h.Method], h, body)
}

// answered hands an answer to its call.
func (l *Line) answered(h head, body []byte) error {
	l.mu.Lock()
	done := l.waiting[h.ID]
	delete(l.waiting, h.ID)
	l.mu.Unlock()
	if done == nil {
		return l.waste(len(body)) // nobody waits for it, or nobody asked
	}
	done <- answer{h.Error, body}
	return nil
}

// waste charges a frame that belongs to nothing.
func (l *Line) waste(n int) error {
	if l.Waste == nil || l.Waste(n+frameExtra) {
		return nil
	}
	return flooded()
}

// abandon ends every call under way.
func (l *Line) abandon() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost = true
	for id, done := range l.waiting {
		close(done)
		delete(l.waiting, id)
	}
	for _, stop := range l.stops {
		stop()
	}
	l.delayed = nil
}
