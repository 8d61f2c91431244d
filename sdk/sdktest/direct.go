package sdktest

import (
	"context"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/sdktest/birth"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// Invoke makes one call of the executor under test, in a process that was granted root.
type Invoke = birth.Invoke

// RunBirthTest runs one [[tests]] block of a manifest; see [birth.Run].
func RunBirthTest(ctx context.Context, m *manifest.Manifest, test manifest.Test, invoke Invoke) error {
	return birth.Run(ctx, m, test, invoke)
}

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
