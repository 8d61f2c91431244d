package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	plugin "github.com/hashicorp/go-plugin"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

func TestMain(m *testing.M) {
	host.RunConfine(os.Args)
	if name := os.Getenv(wire.EnvExecutor); name != "" {
		runPlugin(name)
		return
	}
	os.Exit(m.Run())
}

type executor func(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error)

func (e executor) Invoke(ctx context.Context, call sdk.Call, h sdk.Host) (sdk.Result, error) {
	return e(ctx, call, h)
}

func runPlugin(name string) {
	fd, _ := strconv.Atoi(os.Getenv(wire.EnvHandshakeFD))
	os.Stdout = os.NewFile(uintptr(fd), "handshake")
	plugin.Serve(&plugin.ServeConfig{HandshakeConfig: wire.Handshake, Plugins: wire.Serving(wire.Backend{
		Description: sdk.Description{Protocol: 1, Kind: "executor", Entries: []sdk.Entry{{Name: name}}},
		Open: func(_ context.Context, o wire.Opening) (*wire.Service, error) {
			return &wire.Service{Entry: name, Executor: executor(func(ctx context.Context, call sdk.Call, h sdk.Host) (sdk.Result, error) {
				switch name {
				case "echo":
					return sdk.Result{OK: true, Value: call.Args["text"]}, nil
				}
				return sdk.Result{}, errors.New("no such mode")
			}), Isolation: wire.Isolation{Canary: canary(o.Canary)}}, nil
		},
	})})
}

func canary(p string) string {
	_, err := os.ReadFile(p)
	return fmt.Sprint(err)
}

var _ = time.Now
