package line

import (
	"bufio"
	"context"
	"io"
	"net/rpc"
	"sync"

	"github.com/metnos/metnos/sdk"
)

// callerCodec is net/rpc's client side on one line.
type callerCodec struct {
	stream  io.ReadWriteCloser
	r       *bufio.Reader
	limit   int64     // bytes of an answer
	count   func(int) // bytes accounted for, may be nil
	onLost  func(error)
	writing sync.Mutex
	head    head
	body    []byte
}

var _ rpc.ClientCodec = (*callerCodec)(nil)

func (c *callerCodec) WriteRequest(r *rpc.Request, body any) error {
	in := body.(*Envelope)
	err := c.write(&head{Method: r.ServiceMethod, Seq: r.Seq, ID: in.ID, Call: in.Call, Deadline: in.Deadline}, in.Body)
	release(in.Body)
	return err
}

// cancel tells the peer that nobody waits for the call any more.
func (c *callerCodec) cancel(id uint64) { _ = c.write(&head{Method: cancelMethod, ID: id}, nil) }

func (c *callerCodec) write(h *head, body []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return writeFrame(c.stream, h, body)
}

func (c *callerCodec) ReadResponseHeader(r *rpc.Response) error {
	var err error
	c.head, c.body, err = readFrame(c.r, c.limit, c.count)
	if err != nil {
		c.onLost(err)
		return err
	}
	r.Seq, r.Error = c.head.Seq, c.head.Fault
	return nil
}

func (c *callerCodec) ReadResponseBody(body any) error {
	if out, ok := body.(*Envelope); ok {
		out.Error, out.Body = c.head.Error, c.body
	}
	c.body = nil
	return nil
}

func (c *callerCodec) Close() error { return c.stream.Close() }

// serverCodec is net/rpc's server side on one line. It gives every request a context before the next frame
// is read, so that a cancel always finds its call.
type serverCodec struct {
	stream  io.ReadWriteCloser
	r       *bufio.Reader
	limits  Limits
	count   func(int)
	onLost  func(error)
	slots   chan struct{} // bounds concurrent requests; nil means no bound
	base    context.Context
	writing sync.Mutex

	head head
	body []byte

	mu    sync.Mutex
	stops map[uint64]context.CancelFunc // by ID
	ids   map[uint64]uint64             // Seq -> ID
}

var _ rpc.ServerCodec = (*serverCodec)(nil)

func (s *serverCodec) ReadRequestHeader(r *rpc.Request) error {
	for {
		h, body, err := readFrame(s.r, s.limits.Request, s.count)
		if err != nil {
			s.onLost(err)
			return err
		}
		if h.Method == cancelMethod {
			s.mu.Lock()
			if stop := s.stops[h.ID]; stop != nil {
				stop()
			}
			s.mu.Unlock()
			continue
		}
		if s.slots != nil {
			s.slots <- struct{}{}
		}
		s.head, s.body = h, body
		r.ServiceMethod, r.Seq = h.Method, h.Seq
		return nil
	}
}

func (s *serverCodec) ReadRequestBody(body any) error {
	in, ok := body.(*Envelope)
	if !ok {
		return nil
	}
	in.ID, in.Call, in.Deadline, in.Body, in.limit = s.head.ID, s.head.Call, s.head.Deadline, s.body, s.limits.Response
	var stop context.CancelFunc
	in.Ctx, stop = withDeadline(s.base, in.Deadline)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.stops[in.ID]; taken {
		stop()
		return sdk.Errorf(sdk.ContractViolation, "malformed_message", "the call number %d is taken", in.ID)
	}
	s.stops[in.ID], s.ids[s.head.Seq] = stop, in.ID
	s.body = nil
	return nil
}

func (s *serverCodec) WriteResponse(r *rpc.Response, body any) error {
	s.mu.Lock()
	if id, ok := s.ids[r.Seq]; ok {
		s.stops[id]()
		delete(s.stops, id)
		delete(s.ids, r.Seq)
	}
	s.mu.Unlock()
	h := &head{Seq: r.Seq, Fault: r.Error}
	var bytes []byte
	if out, ok := body.(*Envelope); ok && r.Error == "" {
		h.Error, bytes = out.Error, out.Body
	}
	s.writing.Lock()
	err := writeFrame(s.stream, h, bytes)
	s.writing.Unlock()
	release(bytes)
	if s.slots != nil {
		<-s.slots
	}
	return err
}

func (s *serverCodec) Close() error { return s.stream.Close() }
