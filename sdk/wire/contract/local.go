package contract

import (
	"context"
	"io"
	"net"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// Serve answers the core on calls, calls it back on callbacks, and returns when the core is gone.
func Serve(b Streams, backend Backend, l line.Limits, calls, callbacks net.Conn) {
	newSession(b, &backend, l, calls, callbacks).serve()
}

// session is the core as a plugin process sees it: one attachment.
type session struct {
	streams   Streams
	backend   *Backend
	limits    line.Limits
	calls     net.Conn
	callbacks *line.Line
	ctx       context.Context
	stop      context.CancelFunc

	mu      sync.Mutex
	service *Service
	channel context.CancelFunc // ends the context a channel was started with
}

func newSession(b Streams, backend *Backend, l line.Limits, calls, callbacks net.Conn) *session {
	s := &session{streams: b, backend: backend, limits: l, calls: calls}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.callbacks = line.New(callbacks, l, nil, s.lost, s.gone)
	return s
}

func (s *session) lost(error) {
	s.stop()
	s.calls.Close()
	s.callbacks.Close()
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
	line.Server{Limits: s.limits, OnLost: s.lost, Base: s.ctx}.Serve(s.calls, map[string]any{
		"Plugin":   &pluginServer{s},
		"Executor": &executorServer{s},
		"Channel":  &channelServer{s},
		"Model":    &modelServer{s},
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
func (p *pluginServer) Describe(in, out *line.Envelope) error {
	line.Answer(in, out, func(context.Context) (any, error) { return p.s.backend.Description, nil })
	return nil
}

// Open builds the entry, once.
func (p *pluginServer) Open(in, out *line.Envelope) error {
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
	return nil
}
