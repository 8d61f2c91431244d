// Command echo is the smallest plugin: what a start costs is measured with it.
package main

import (
	"context"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
)

type echo struct{}

func (echo) Invoke(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	return sdk.Result{OK: true, Value: call.Args["text"]}, nil
}

func main() { serve.Executors(serve.Entry{Name: "echo", Executor: echo{}}) }
