package line

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/rpc"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Line is one direction of calls, the calling end.
type Line struct {
	rpc    *rpc.Client
	codec  *callerCodec
	limits Limits
	reason func() error // why the connection was lost
	next   *atomic.Uint64
}

// New calls over stream. count hears of every byte of a message, onLost of the end of the stream, and
// reason says why calls under way failed then.
func New(stream io.ReadWriteCloser, limits Limits, count func(int), onLost func(error), reason func() error) *Line {
	c := &callerCodec{stream: stream, r: bufio.NewReader(stream), limit: limits.Response, count: count, onLost: onLost}
	return &Line{rpc: rpc.NewClientWithCodec(c), codec: c, limits: limits, reason: reason, next: new(atomic.Uint64)}
}

// Call is the one bounded call of this package. in and out are JSON-shaped; call is the invocation a
// callback belongs to. Errors are *sdk.Error.
func (l *Line) Call(ctx context.Context, method string, call uint64, in, out any) error {
	return l.Numbered(ctx, l.Number(), method, call, in, out)
}

// Number reserves the number of a call.
func (l *Line) Number() uint64 { return l.next.Add(1) }

// Close ends the line.
func (l *Line) Close() error { return l.codec.stream.Close() }

// Numbered is Call under a reserved number.
func (l *Line) Numbered(ctx context.Context, id uint64, method string, call uint64, in, out any) error {
	body, err := encode(in)
	if err != nil {
		return err
	}
	if int64(len(body)) > l.limits.Request {
		return tooBig(int64(len(body)), l.limits.Request)
	}
	if ctx.Err() != nil {
		return ended(ctx, true)
	}
	request := &Envelope{ID: id, Call: call, Deadline: deadlineOf(ctx), Body: body}
	reply := new(Envelope)
	done := make(chan *rpc.Call, 1)
	// Go blocks while the peer does not read; the context must still end the call.
	go l.rpc.Go(method, request, reply, done)
	var finished *rpc.Call
	select {
	case finished = <-done:
	case <-ctx.Done():
		if finished = l.linger(id, done); finished == nil {
			return ended(ctx, false)
		}
	}
	if err := l.outcome(finished, reply); err != nil {
		if c := sdk.ClassOf(err); ctx.Err() != nil && (c == sdk.Cancelled || c == sdk.Timeout) {
			return ended(ctx, true) // the peer saw a cancel, or its own clock; ctx knows which it was
		}
		return err
	}
	return Decode(reply.Body, out)
}

// linger cancels a call and gives the peer its grace to answer.
func (l *Line) linger(id uint64, done <-chan *rpc.Call) *rpc.Call {
	go l.codec.cancel(id)
	timer := time.NewTimer(l.limits.Grace)
	defer timer.Stop()
	select {
	case finished := <-done:
		return finished
	case <-timer.C:
		return nil
	}
}

func (l *Line) outcome(finished *rpc.Call, reply *Envelope) error {
	var fault rpc.ServerError
	switch {
	case finished.Error == nil:
		if reply.Error == nil {
			return nil
		}
		return asError(reply.Error)
	case errors.As(finished.Error, &fault):
		return sdk.Errorf(sdk.ContractViolation, "unknown_method", "the plugin refused the call: %w", fault)
	}
	return l.reason()
}

// Server is the answering end of a line. OnLost hears of the end of the stream and must close it.
type Server struct {
	Limits Limits
	Count  func(int) // as for New
	OnLost func(error)
	Base   context.Context // of every request
	Most   int             // concurrent requests; 0 means any number
}

// Serve answers calls on stream until it ends. Methods of the services have the shape of net/rpc's with
// Envelope as both arguments.
func (s Server) Serve(stream io.ReadWriteCloser, services map[string]any) {
	server := rpc.NewServer()
	for name, service := range services {
		if err := server.RegisterName(name, service); err != nil {
			panic(err) // a method of this package has the wrong shape
		}
	}
	c := &serverCodec{
		stream: stream, r: bufio.NewReader(stream), limits: s.Limits, count: s.Count, onLost: s.OnLost, base: s.Base,
		stops: map[uint64]context.CancelFunc{}, ids: map[uint64]uint64{},
	}
	if s.Most > 0 {
		c.slots = make(chan struct{}, s.Most)
	}
	server.ServeCodec(c)
}
