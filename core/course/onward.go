package course

import (
	"context"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/onward"
	"github.com/metnos/metnos/sdk"
)

type progress = func(done, total int64, note string)

// invoke runs a call, unless a step before it has done it already on more items than it was handed.
func (w *Walker) invoke(ctx context.Context, c *Course, call *Call, tell progress) (sdk.Result, core.Sandbox, error) {
	from := onward.Source(c.Plan, call.N)
	if _, did := c.ahead[call.N]; !did && from < call.N && c.Observed[from-1].Result.Truncated != nil { // it was asked to before a question
		if source, err := w.Prepare(c, from); err == nil && !source.Mutates() && w.Decider.Decide(ctx, source.action(c)).Ruling == core.Allow {
			_, _, _ = w.onward(ctx, c, source, tell) // without it the step works on what it was handed
		}
	}
	d, ok := c.ahead[call.N]
	if !ok {
		return w.onward(ctx, c, call, tell)
	}
	before := call.N - 1
	others := func(s plan.Step) bool { return slices.Contains(plan.Reads(s), before) }
	if !slices.ContainsFunc(c.Plan.Steps[call.N:], others) {
		c.Told[before-1].Result.Truncated = nil // what it did not carry was looked at all the same
	}
	return d.result, d.sandbox, nil
}

// onward runs a call and keeps what it did of the steps after it.
func (w *Walker) onward(ctx context.Context, c *Course, call *Call, tell progress) (sdk.Result, core.Sandbox, error) {
	msg := call.sdk(c)
	arg, steps := onward.Of(c.Plan, call.N, call.Executor.Manifest)
	list, ok := onward.Argument(steps)
	if !ok || call.Mutates() {
		steps = nil
	}
	if len(steps) > 0 {
		msg.Args = With(msg.Args, arg, list)
	}
	result, box, err := w.Invoker.Invoke(ctx, call.Executor, msg, tell)
	for i := range min(len(steps), len(result.Then)) {
		if c.ahead == nil {
			c.ahead = map[int]ending{}
		}
		c.ahead[call.N+1+i] = ending{result: result.Then[i], sandbox: box}
	}
	result.Then = nil
	return result, box, err
}
