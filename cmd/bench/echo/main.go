package main

import (
	"context"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
)

type echo struct{}

// Invoke answers {value: args.data}.
func (echo) Invoke(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	return sdk.Result{OK: true, Value: call.Args["data"], Effects: sdk.Counters{Items: 1, Countable: true}}, nil
}

func main() { serve.Executors(serve.Entry{Name: "get_texts", Executor: echo{}}) }
