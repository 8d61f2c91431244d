package contract

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
	"github.com/metnos/metnos/sdk/wire/self"
)

// hostClient is the plugin's half: the broker during one call, or for the life of the process.
type hostClient struct {
	s     *session
	call  uint64
	ctx   context.Context
	files sdk.Files

	mu       sync.Mutex
	http     *http.Client
	conns    map[net.Conn]struct{}
	ended    bool
	progress *progress // the newest one not yet sent
	sending  bool
}

var _ sdk.Host = (*hostClient)(nil)

func newHostClient(s *session, in *line.Envelope, files sdk.Files) *hostClient {
	return &hostClient{s: s, call: in.ID, ctx: in.Ctx, files: files}
}

// end closes what the call left open; later requests are refused by the core.
func (h *hostClient) end() {
	h.mu.Lock()
	h.ended = true
	conns, client := h.conns, h.http
	h.conns = nil
	h.mu.Unlock()
	for c := range conns {
		c.Close()
	}
	if client != nil {
		client.CloseIdleConnections()
	}
}

func (h *hostClient) ask(ctx context.Context, method string, in, out any) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	return h.s.line.Call(ctx, method, h.call, in, out)
}

func (h *hostClient) Files() sdk.Files { return h.files }

// HTTP dials through the core. No proxy of the environment is used; the whole request is bounded by its
// context, its silent parts by these timeouts.
func (h *hostClient) HTTP() *http.Client {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.http == nil {
		h.http = &http.Client{Transport: &http.Transport{
			DialContext:           h.Dial,
			ForceAttemptHTTP2:     true,
			TLSHandshakeTimeout:   10 * time.Second,
			ResponseHeaderTimeout: 60 * time.Second,
			ExpectContinueTimeout: time.Second,
			IdleConnTimeout:       30 * time.Second,
			MaxIdleConnsPerHost:   4,
		}}
	}
	return h.http
}

type dialing struct {
	Network string `json:"network"`
	Address string `json:"address"`
}

type dialed struct {
	Stream uint32 `json:"stream"`
	Local  string `json:"local"`
	Remote string `json:"remote"`
}

func (h *hostClient) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	var got dialed
	if err := h.ask(ctx, "Host.Dial", dialing{network, address}, &got); err != nil {
		return nil, err
	}
	stream, err := h.s.streams.Dial(got.Stream)
	if err != nil {
		return nil, sdk.Errorf(sdk.Network, "connection_lost", "opening the stream to %s: %w", address, err)
	}
	c := &dialedConn{Conn: stream, host: h, local: namedAddr(got.Local), remote: namedAddr(got.Remote)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		stream.Close()
		return nil, sdk.Errorf(sdk.PolicyDenied, "call_ended", "the call this request belongs to has ended")
	}
	if h.conns == nil {
		h.conns = map[net.Conn]struct{}{}
	}
	h.conns[stream] = struct{}{}
	return c, nil
}

// dialedConn is a brokered connection under the addresses the core dialled.
type dialedConn struct {
	net.Conn
	host          *hostClient
	local, remote namedAddr
}

func (c *dialedConn) LocalAddr() net.Addr  { return c.local }
func (c *dialedConn) RemoteAddr() net.Addr { return c.remote }

func (c *dialedConn) Close() error {
	c.host.mu.Lock()
	delete(c.host.conns, c.Conn)
	c.host.mu.Unlock()
	return c.Conn.Close()
}

type namedAddr string

func (namedAddr) Network() string  { return "tcp" }
func (a namedAddr) String() string { return string(a) }

func (h *hostClient) Credential(ctx context.Context, name string) (sdk.Secret, error) {
	var s sdk.Secret
	err := h.ask(ctx, "Host.Credential", name, &s)
	return s, err
}

func (h *hostClient) Backup(ctx context.Context, path string) (string, error) {
	var ref string
	err := h.ask(ctx, "Host.Backup", path, &ref)
	return ref, err
}

type restoring struct {
	Ref  string `json:"ref"`
	Path string `json:"path"`
}

func (h *hostClient) Restore(ctx context.Context, ref, path string) error {
	return h.ask(ctx, "Host.Restore", restoring{ref, path}, nil)
}

func (h *hostClient) Ask(ctx context.Context, q sdk.Question) (sdk.Answer, error) {
	var a sdk.Answer
	err := h.ask(ctx, "Host.Ask", q, &a)
	return a, err
}

func (h *hostClient) Self() sdk.Self { return self.Client{Ask: h.ask} }

type progress struct {
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	Note  string `json:"note,omitempty"`
}

// Progress never waits: while one report is on its way only the newest of the others is kept.
func (h *hostClient) Progress(done, total int64, note string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.progress = &progress{done, total, note}
	if h.sending || h.ended {
		return
	}
	h.sending = true
	go func() {
		for {
			h.mu.Lock()
			next := h.progress
			h.progress = nil
			if next == nil || h.ended {
				h.sending = false
				h.mu.Unlock()
				return
			}
			h.mu.Unlock()
			_ = h.ask(h.ctx, "Host.Progress", next, nil) // best effort
		}
	}()
}

// hostServer is the core's half.
type hostServer struct{ p *Remote }

// serve decodes into v and runs fn for the invocation the request belongs to.
func (h *hostServer) serve(in, out *line.Envelope, v any, fn func(context.Context, *invocation) (any, error)) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		inv, err := h.p.during(in.Call)
		if err != nil {
			return nil, err
		}
		if inv.host == nil {
			return nil, sdk.Errorf(sdk.PolicyDenied, "no_broker", "this call has no broker")
		}
		if err := line.Decode(in.Body, v); err != nil {
			return nil, err
		}
		ctx, cancel := inv.bind(ctx)
		defer cancel()
		return fn(ctx, inv)
	})
}

// Dial opens a connection and joins it to a stream of its own.
func (h *hostServer) Dial(in, out *line.Envelope) {
	var d dialing
	h.serve(in, out, &d, func(ctx context.Context, inv *invocation) (any, error) {
		conn, err := inv.host.Dial(ctx, d.Network, d.Address)
		if err != nil {
			return nil, err
		}
		id := h.p.streams.NextId()
		go h.p.join(inv, id, conn)
		return dialed{Stream: id, Local: conn.LocalAddr().String(), Remote: conn.RemoteAddr().String()}, nil
	})
}

// join copies both ways between a dialled connection and the plugin's stream, until either ends or the
// invocation does.
func (r *Remote) join(inv *invocation, id uint32, conn net.Conn) {
	defer conn.Close()
	stream, err := r.streams.Accept(id)
	if err != nil {
		return
	}
	defer stream.Close()
	defer r.meter.Stream()()
	defer context.AfterFunc(inv.ctx, func() { conn.Close(); stream.Close() })()
	up := make(chan struct{})
	go func() {
		defer close(up)
		_, _ = io.Copy(conn, r.meter.Reader(stream))
		conn.Close() // the plugin hung up: nothing more is read for it
	}()
	_, _ = io.Copy(stream, conn)
	stream.Close()
	// The far end hung up; the plugin closes its side when it has read the rest.
	select {
	case <-up:
	case <-inv.ctx.Done():
	}
}

// Credential hands out a declared secret.
func (h *hostServer) Credential(in, out *line.Envelope) {
	var name string
	h.serve(in, out, &name, func(ctx context.Context, inv *invocation) (any, error) {
		return inv.host.Credential(ctx, name)
	})
}

// Backup keeps a pre-image.
func (h *hostServer) Backup(in, out *line.Envelope) {
	var path string
	h.serve(in, out, &path, func(ctx context.Context, inv *invocation) (any, error) {
		return inv.host.Backup(ctx, path)
	})
}

// Restore puts a pre-image back.
func (h *hostServer) Restore(in, out *line.Envelope) {
	var r restoring
	h.serve(in, out, &r, func(ctx context.Context, inv *invocation) (any, error) {
		return nil, inv.host.Restore(ctx, r.Ref, r.Path)
	})
}

// Self answers for what metnos keeps.
func (h *hostServer) Self(in, out *line.Envelope) {
	var r self.Request
	h.serve(in, out, &r, func(ctx context.Context, inv *invocation) (any, error) { return r.Answer(ctx, inv.host.Self()) })
}

// Progress passes a report on.
func (h *hostServer) Progress(in, out *line.Envelope) {
	var r progress
	h.serve(in, out, &r, func(_ context.Context, inv *invocation) (any, error) {
		inv.host.Progress(r.Done, r.Total, r.Note)
		return nil, nil
	})
}

// Ask waits for the person.
func (h *hostServer) Ask(in, out *line.Envelope) {
	var q sdk.Question
	h.serve(in, out, &q, func(ctx context.Context, inv *invocation) (any, error) {
		return inv.host.Ask(ctx, q)
	})
}
