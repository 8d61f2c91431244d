package wire

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

// line is one direction of calls.
type line struct {
	rpc    *rpc.Client
	codec  *callerCodec
	limits Limits
	reason func() error // why the connection was lost
	next   *atomic.Uint64
}

func newLine(stream io.ReadWriteCloser, limits Limits, count func(int), onLost func(error), reason func() error) *line {
	c := &callerCodec{stream: stream, r: bufio.NewReader(stream), limit: limits.Response, count: count, onLost: onLost}
	return &line{rpc: rpc.NewClientWithCodec(c), codec: c, limits: limits, reason: reason, next: new(atomic.Uint64)}
}

// call is the one bounded call of this package. in and out are JSON-shaped; call is the invocation a
// callback belongs to. Errors are *sdk.Error.
func (l *line) call(ctx context.Context, method string, call uint64, in, out any) error {
	return l.numbered(ctx, l.next.Add(1), method, call, in, out)
}

func (l *line) numbered(ctx context.Context, id uint64, method string, call uint64, in, out any) error {
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
		return err
	}
	return decode(reply.Body, out)
}

// linger cancels a call and gives the peer its grace to answer.
func (l *line) linger(id uint64, done <-chan *rpc.Call) *rpc.Call {
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

func (l *line) outcome(finished *rpc.Call, reply *Envelope) error {
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

// serveLine answers calls on stream until it ends.
func serveLine(stream io.ReadWriteCloser, c *serverCodec, services map[string]any) {
	server := rpc.NewServer()
	for name, service := range services {
		if err := server.RegisterName(name, service); err != nil {
			panic(err) // a method of this package has the wrong shape
		}
	}
	c.stream, c.r = stream, bufio.NewReader(stream)
	c.stops, c.ids = map[uint64]context.CancelFunc{}, map[uint64]uint64{}
	server.ServeCodec(c)
}
