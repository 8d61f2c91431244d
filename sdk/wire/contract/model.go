package contract

import (
	"context"
	"strings"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// modelClient is the core's half.
type modelClient struct{ p *Remote }

var _ sdk.Model = (*modelClient)(nil)

// Model returns the opened model.
func (r *Remote) Model() sdk.Model { return &modelClient{r} }

func (m *modelClient) Generate(ctx context.Context, req sdk.Request, delta func(sdk.Delta)) (sdk.Response, error) {
	var r sdk.Response
	if err := m.p.invoke(ctx, "Model.Generate", generating{req, delta != nil}, &r, nil, delta); err != nil {
		return sdk.Response{}, err
	}
	switch r.Stop {
	case "end", "length", "refused":
		return r, nil
	}
	return sdk.Response{}, violation("the generation stopped for the unknown reason %q", r.Stop)
}

func (m *modelClient) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var v [][]float32
	if err := m.p.line.Call(ctx, "Model.Embed", 0, texts, &v); err != nil {
		return nil, err
	}
	if len(v) != len(texts) {
		return nil, violation("%d vectors for %d texts", len(v), len(texts))
	}
	return v, nil
}

type generating struct {
	Request sdk.Request `json:"request"`
	Stream  bool        `json:"stream"`
}

// modelServer is the plugin's half.
type modelServer struct{ s *session }

func (m *modelServer) run(in, out *line.Envelope, v any, do func(context.Context, sdk.Model) (any, error)) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		service, err := m.s.opened()
		if err != nil {
			return nil, err
		}
		if service.Model == nil {
			return nil, wrongKind(KindModel)
		}
		if err := line.Decode(in.Body, v); err != nil {
			return nil, err
		}
		return do(ctx, service.Model)
	})
}

// Generate answers a request, its text streamed when the core wants it.
func (m *modelServer) Generate(in, out *line.Envelope) {
	var g generating
	m.run(in, out, &g, func(ctx context.Context, model sdk.Model) (any, error) {
		if !g.Stream {
			return model.Generate(ctx, g.Request, nil)
		}
		d := &deltas{send: func(text string) { _ = m.s.line.Call(ctx, "Sink.Delta", in.ID, sdk.Delta{Text: text}, nil) }}
		r, err := model.Generate(ctx, g.Request, d.add)
		d.wait()
		return r, err
	})
}

// Embed returns one vector per text.
func (m *modelServer) Embed(in, out *line.Envelope) {
	var texts []string
	m.run(in, out, &texts, func(ctx context.Context, model sdk.Model) (any, error) {
		return model.Embed(ctx, texts)
	})
}

// deltas sends text in order, one message at a time; what arrives meanwhile is joined into the next.
type deltas struct {
	send    func(string)
	mu      sync.Mutex
	waiting strings.Builder
	busy    sync.WaitGroup
	sending bool
}

func (d *deltas) add(delta sdk.Delta) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting.WriteString(delta.Text)
	if d.sending || d.waiting.Len() == 0 {
		return
	}
	d.sending = true
	d.busy.Go(func() {
		for {
			d.mu.Lock()
			text := d.waiting.String()
			d.waiting.Reset()
			d.sending = text != ""
			d.mu.Unlock()
			if text == "" {
				return
			}
			d.send(text)
		}
	})
}

func (d *deltas) wait() { d.busy.Wait() }

// sinkServer is the core's half of the stream.
type sinkServer struct{ p *Remote }

// Delta passes a piece of text on.
func (s *sinkServer) Delta(in, out *line.Envelope) {
	line.Answer(in, out, func(context.Context) (any, error) {
		inv, err := s.p.during(in.Call)
		if err != nil {
			return nil, err
		}
		var d sdk.Delta
		if err := line.Decode(in.Body, &d); err != nil {
			return nil, err
		}
		if inv.delta != nil {
			inv.delta(d)
		}
		return nil, nil
	})
}
