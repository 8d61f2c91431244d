package host

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Model is a language model served by a warm plugin process, as the core calls it.
type Model struct {
	host     *Host
	executor core.Executor
}

var _ sdk.Model = (*Model)(nil)

// Model returns the model of a manifest; its process is started by the first call.
func (h *Host) Model(ex core.Executor) *Model { return &Model{host: h, executor: ex} }

// Generate answers the request.
func (m *Model) Generate(ctx context.Context, req sdk.Request, delta func(sdk.Delta)) (sdk.Response, error) {
	var out sdk.Response
	started := false // once text was shown, a second try would show it twice
	_, err := m.host.call(ctx, m.executor, sdk.Call{Owner: string(core.Host)}, nil, false, func(ctx context.Context, p *process, _ sdk.Host) (err error) {
		if started {
			return sdk.Errorf(sdk.Unavailable, "model_interrupted", "the model stopped in the middle of its answer")
		}
		pass := delta
		if delta != nil {
			pass = func(d sdk.Delta) { started = true; delta(d) }
		}
		out, err = p.peer.Model().Generate(ctx, req, pass)
		return err
	})
	return out, err
}

// Embed returns one vector per text.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	_, err := m.host.call(ctx, m.executor, sdk.Call{Owner: string(core.Host)}, nil, false, func(ctx context.Context, p *process, _ sdk.Host) (err error) {
		out, err = p.peer.Model().Embed(ctx, texts)
		return err
	})
	return out, err
}
