package contract

import (
	"context"
	"io"
	"net"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// Serve answers the core on stream, calls it back on the same, and returns when the core is gone.
func Serve(b Streams, backend Backend, l line.Limits, stream net.Conn) {
	newSession(b, &backend, l, stream).serve()
}

// session is the core as a plugin process sees it: one attachment.
type session struct {
	streams Streams
	backend *Backend
	line    *line.Line
	ctx     context.Context
	stop    context.CancelFunc

	mu      sync.Mutex
	service *Service
	channel context.CancelFunc // ends the context a channel was started with
}

func newSession(b Streams, backend *Backend, l line.Limits, stream net.Conn) *session {
	s := &session{streams: b, backend: backend}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.line = line.New(stream, line.End{Limits: l, OnLost: s.lost, Reason: s.gone, Base: s.ctx})
	return s
}

func (s *session) lost(error) {
	s.stop()
	s.line.Close()
}

func (s *session) gone() error {
	return sdk.Errorf(sdk.Unavailable, "core_gone", "the connection to the core was lost: %w", io.ErrUnexpectedEOF)
}

func (s *session) serve() {
	defer func() {
		s.lost(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.service != nil && s.service.Close != nil {
			s.service.Close()
		}
	}()
	p, x, c, m := &pluginServer{s}, &executorServer{s}, &channelServer{s}, &modelServer{s}
	s.line.Serve(map[string]line.Method{
		"Plugin.Describe": p.Describe, "Plugin.Open": p.Open,
		"Executor.Invoke": x.Invoke, "Executor.Preview": x.Preview, "Executor.Reverse": x.Reverse,
		"Channel.Start": c.Start, "Channel.End": c.End, "Channel.Send": c.Send, "Channel.Stop": c.Stop,
		"Model.Generate": m.Generate, "Model.Embed": m.Embed,
	})
}

// opened returns the service, or an error before Open.
func (s *session) opened() (*Service, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.service == nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "not_opened", "Open comes first")
	}
	return s.service, nil
}

func wrongKind(want string) error {
	return sdk.Errorf(sdk.WrongTool, "wrong_kind", "this plugin is no %s", want).With("kind", want)
}

// pluginServer answers what every plugin answers.
type pluginServer struct{ s *session }

// Describe answers the description.
func (p *pluginServer) Describe(in, out *line.Envelope) {
	line.Answer(in, out, func(context.Context) (any, error) { return p.s.backend.Description, nil })
}

// Open builds the entry, once.
func (p *pluginServer) Open(in, out *line.Envelope) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		var o Opening
		if err := line.Decode(in.Body, &o); err != nil {
			return nil, err
		}
		p.s.mu.Lock()
		defer p.s.mu.Unlock()
		if p.s.service != nil {
			return nil, sdk.Errorf(sdk.ContractViolation, "opened_twice", "the plugin is open already as %q", p.s.service.Entry)
		}
		service, err := p.s.backend.Open(ctx, o)
		if err != nil {
			return nil, err
		}
		p.s.service = service
		resident := &hostClient{s: p.s, ctx: p.s.ctx, files: service.Files}
		for _, part := range []any{service.Channel, service.Model} {
			if h, ok := part.(sdk.Hosted); ok {
				h.UseHost(resident)
			}
		}
		got := Opened{Protocol: Protocol, Entry: service.Entry, Isolation: service.Isolation}
		switch {
		case service.Executor != nil:
			got.Kind = KindExecutor
			_, got.Previews = service.Executor.(sdk.Previewer)
			_, got.Reverses = service.Executor.(sdk.Reverser)
		case service.Channel != nil:
			got.Kind = KindChannel
		case service.Model != nil:
			got.Kind = KindModel
		}
		return got, nil
	})
}
