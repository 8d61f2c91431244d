package chat

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/plugins/channels/web/tail"
	"github.com/metnos/metnos/sdk"
)

// socket is one open tab. Three goroutines serve it: the reader (also notices a dead peer), the worker
// (asks the core, in the order of the requests) and the writer (the only one that writes).
type socket struct {
	house *house
	conn  *websocket.Conn
	token string
	who   person

	ctx    context.Context
	cancel context.CancelFunc
	queue  *tail.Queue
	inbox  chan protocol.Request
	gap    chan struct{} // the tail misses events
	doubt  chan struct{} // the session may have ended

	checked  atomic.Int64 // when the core took the session for good, in nanoseconds of Unix time
	resuming string       // id of the resume whose events are being fetched; the worker's

	mu   sync.Mutex // tail
	tail tail.Tail

	ending sync.Mutex // code, reason
	code   int
	reason string
}

func newSocket(h *house, conn *websocket.Conn, token string, who person) *socket {
	ctx, cancel := context.WithCancel(h.ctx)
	s := &socket{house: h, conn: conn, token: token, who: who, ctx: ctx, cancel: cancel,
		queue: tail.NewQueue(h.pace.frames, h.pace.bytes), inbox: make(chan protocol.Request, h.pace.inbox),
		gap: make(chan struct{}, 1), doubt: make(chan struct{}, 1)}
	s.confirmed(time.Now())
	return s
}

// run serves the socket until either side ends it.
func (s *socket) run() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); s.work() }()
	go func() { defer wg.Done(); s.write() }()
	if s.ctx.Err() == nil {
		s.put(protocol.Frame{Hello: &protocol.Hello{Name: s.who.Name, Lang: s.who.Lang, Role: s.who.Role, QuietMS: (s.house.pace.ping + s.house.pace.pong).Milliseconds()}})
	}
	s.read()
	wg.Wait()
	s.conn.Close()
}

// end closes the socket with a code; the first reason wins.
func (s *socket) end(code int, reason string) {
	s.ending.Lock()
	if s.code == 0 && s.ctx.Err() == nil {
		s.code, s.reason = code, reason
	}
	s.ending.Unlock()
	s.cancel()
}

// read feeds the worker until the connection is over. Silence longer than a ping and its pong is death.
func (s *socket) read() {
	defer s.cancel()
	p := s.house.pace
	alive := func() {
		if s.ctx.Err() == nil {
			s.conn.SetReadDeadline(time.Now().Add(p.ping + p.pong))
		}
	}
	s.conn.SetReadLimit(p.message)
	s.conn.SetPongHandler(func(string) error { alive(); return nil })
	alive()
	for {
		kind, raw, err := s.conn.ReadMessage()
		if err != nil {
			return
		}
		if s.ctx.Err() != nil {
			continue // only waiting for the peer's close frame
		}
		alive()
		if kind != websocket.TextMessage {
			s.end(protocol.CloseBadFrame, "text messages only")
			continue
		}
		r, err := protocol.Decode(raw)
		switch {
		case err != nil && r.ID == "":
			s.end(protocol.CloseBadFrame, "not a request")
		case err != nil:
			s.offer(protocol.Frame{Nack: r.ID, Error: protocol.FaultOf(err)})
		default:
			select {
			case s.inbox <- r:
			default:
				s.offer(protocol.Frame{Nack: r.ID, Error: &protocol.Fault{Class: sdk.RateLimited, Code: "web_too_many_requests",
					Message: "too many requests are waiting"}})
			}
		}
	}
}

// write sends what is queued, pings, and looks at the session again on every ping.
func (s *socket) write() {
	p := s.house.pace
	tick := time.NewTicker(p.ping)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			s.goodbye()
			return
		case <-s.queue.Ready():
			m, waits := s.queue.Head()
			if !waits || m.Event && time.Since(time.Unix(0, s.checked.Load())) > p.trust && !s.stillValid() {
				continue
			}
			s.send(m.Data)
			s.queue.Written()
		case <-s.doubt:
			s.stillValid()
		case <-tick.C:
			if !s.stillValid() {
				continue
			}
			if raw, err := json.Marshal(protocol.Pulse(time.Now())); err == nil {
				s.send(raw)
			}
			if s.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(p.write)) != nil {
				s.cancel()
			}
		}
	}
}

// send writes one message. A tab that does not take it in the time its bytes need on a slow line is let go.
func (s *socket) send(raw []byte) {
	s.conn.SetWriteDeadline(time.Now().Add(s.house.pace.writing(len(raw))))
	if s.conn.WriteMessage(websocket.TextMessage, raw) != nil {
		s.cancel()
	}
}

// confirmed notes that the core has taken the session for good in a call that began then.
func (s *socket) confirmed(then time.Time) { s.checked.Store(then.UnixNano()) }

// stillValid asks the core about the session. What cannot be confirmed is not trusted: the tab comes back.
func (s *socket) stillValid() bool {
	began := time.Now()
	who, err := s.house.sessions.show(s.ctx, s.token)
	switch {
	case s.ctx.Err() != nil:
		return false
	case refused(err) || (err == nil && who.Owner != s.who.Owner):
		s.end(protocol.CloseSignedOut, "session ended")
		return false
	case err != nil:
		s.end(protocol.CloseTryLater, "core out of reach")
		return false
	}
	s.confirmed(began)
	return true
}

// goodbye sends the close frame and gives the peer a moment to answer it: closing at once could reset the
// connection and lose the code.
func (s *socket) goodbye() {
	s.ending.Lock()
	code, reason := s.code, s.reason
	s.ending.Unlock()
	if code == 0 {
		code, reason = protocol.CloseGoingAway, "stopping"
	}
	now := time.Now()
	s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), now.Add(s.house.pace.linger))
	s.conn.SetReadDeadline(now.Add(s.house.pace.linger))
}

// put queues a frame, waiting for room as long as the tab reads at all: the writer notices when it does not.
func (s *socket) put(f protocol.Frame) {
	raw, err := json.Marshal(f)
	if err != nil {
		return
	}
	m := tail.Packet{Data: raw, Event: f.Event != nil}
	for !s.queue.Offer(m) {
		select {
		case <-s.queue.Room():
		case <-s.ctx.Done():
			return
		}
	}
}

// offer queues a frame that is no event without waiting. Without room the socket ends, and the tab resumes where it
// stopped.
func (s *socket) offer(f protocol.Frame) {
	m := tail.Packet{}
	if f.Elsewhere != "" {
		m.Key = f.Elsewhere + " " + f.Conversation
	}
	var err error
	if m.Data, err = json.Marshal(f); err == nil && !s.queue.Offer(m) {
		s.end(protocol.CloseTooSlow, "not keeping up")
	}
}
