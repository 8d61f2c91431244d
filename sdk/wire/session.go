package wire

import (
	"context"
	"io"
	"net"
	"sync"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
)

// session is the core as a plugin process sees it: one attachment.
type session struct {
	broker    *plugin.MuxBroker
	backend   *Backend
	limits    Limits
	calls     net.Conn
	callbacks *line
	ctx       context.Context
	stop      context.CancelFunc

	mu      sync.Mutex
	service *Service
	channel context.CancelFunc // ends the context a channel was started with
}

func newSession(b *plugin.MuxBroker, backend *Backend, l Limits, calls, callbacks net.Conn) *session {
	s := &session{broker: b, backend: backend, limits: l, calls: calls}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.callbacks = newLine(callbacks, l, nil, s.lost, s.gone)
	return s
}

func (s *session) lost(error) {
	s.stop()
	s.calls.Close()
	s.callbacks.codec.stream.Close()
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
	serveLine(s.calls, &serverCodec{limits: s.limits, onLost: s.lost, base: s.ctx}, map[string]any{
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
func (p *pluginServer) Describe(in, out *Envelope) error {
	answer(in, out, func(context.Context) (any, error) { return p.s.backend.Description, nil })
	return nil
}

// Open builds the entry, once.
func (p *pluginServer) Open(in, out *Envelope) error {
	answer(in, out, func(ctx context.Context) (any, error) {
		var o Opening
		if err := decode(in.Body, &o); err != nil {
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
		got := Opened{Protocol: ProtocolVersion, Entry: service.Entry, Isolation: service.Isolation}
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
