package sdktest

import (
	"context"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// Direct makes one call of an executor through the wire in this process, with root granted. With the
// executor bound it is an [Invoke].
func Direct(ctx context.Context, x sdk.Executor, root sdk.Root, c sdk.Call) (sdk.Result, error) {
	core, plugin, err := socketPair()
	if err != nil {
		return sdk.Result{}, err
	}
	defer plugin.Close()
	go wire.ServeConn(plugin, serve.Family(serve.Entry{Name: c.Executor, Executor: x}))
	p, err := wire.Connect(core, wire.Limits{})
	if err != nil {
		return sdk.Result{}, err
	}
	defer p.Close()
	if _, err := p.Open(ctx, wire.Opening{Executor: c.Executor, Roots: []sdk.Root{root}}); err != nil {
		return sdk.Result{}, err
	}
	return p.Executor().Invoke(ctx, c, &Broker{})
}
