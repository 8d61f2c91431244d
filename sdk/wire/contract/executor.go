package contract

import (
	"context"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// executorClient is the core's half: the same interface, over the wire.
type executorClient struct{ p *Remote }

var (
	_ sdk.Executor  = (*executorClient)(nil)
	_ sdk.Previewer = (*executorClient)(nil)
	_ sdk.Reverser  = (*executorClient)(nil)
)

// Executor returns the opened executor. Its Preview and Reverse fail with OutOfScope when Opened said it
// has none.
func (r *Remote) Executor() interface {
	sdk.Executor
	sdk.Previewer
	sdk.Reverser
} {
	return &executorClient{r}
}

func (c *executorClient) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return c.result(ctx, "Executor.Invoke", call, host)
}

func (c *executorClient) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return c.result(ctx, "Executor.Reverse", call, host)
}

func (c *executorClient) result(ctx context.Context, method string, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	var r sdk.Result
	if err := c.p.invoke(ctx, method, call, &r, host, nil); err != nil {
		return sdk.Result{}, err
	}
	if err := checkResult(r); err != nil {
		return sdk.Result{}, err
	}
	return r, nil
}

func (c *executorClient) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var e sdk.Effects
	if err := c.p.invoke(ctx, "Executor.Preview", call, &e, host, nil); err != nil {
		return sdk.Effects{}, err
	}
	if e.Total < len(e.Items) {
		return sdk.Effects{}, violation("the preview counts %d effects and lists %d", e.Total, len(e.Items))
	}
	return e, nil
}

// checkResult refuses a result that contradicts the contract.
func checkResult(r sdk.Result) error {
	switch {
	case r.OK && r.Error != nil:
		return violation("the result is ok and carries the error %q", r.Error.Message)
	case r.Error != nil && !r.Error.Class.Valid():
		return violation("the error class %q does not exist", r.Error.Class)
	case r.Effects.Items < 0 || r.Effects.Mutations < 0:
		return violation("the result counts %d items and %d mutations", r.Effects.Items, r.Effects.Mutations)
	}
	for _, f := range r.Failed {
		if !f.Class.Valid() {
			return violation("the error class %q does not exist", f.Class)
		}
	}
	return nil
}

func violation(format string, args ...any) error {
	return sdk.Errorf(sdk.ContractViolation, "invalid_result", format, args...)
}

// executorServer is the plugin's half.
type executorServer struct{ s *session }

// Invoke performs the call.
func (e *executorServer) Invoke(in, out *line.Envelope) {
	e.run(in, out, func(ctx context.Context, x sdk.Executor, call sdk.Call, host sdk.Host) (any, error) {
		return x.Invoke(ctx, call, host)
	})
}

// Preview answers the effects of a call.
func (e *executorServer) Preview(in, out *line.Envelope) {
	e.run(in, out, func(ctx context.Context, x sdk.Executor, call sdk.Call, host sdk.Host) (any, error) {
		p, ok := x.(sdk.Previewer)
		if !ok {
			return nil, sdk.Errorf(sdk.OutOfScope, "preview_unsupported", "%s has no preview", call.Executor)
		}
		return p.Preview(ctx, call, host)
	})
}

// Reverse undoes a call.
func (e *executorServer) Reverse(in, out *line.Envelope) {
	e.run(in, out, func(ctx context.Context, x sdk.Executor, call sdk.Call, host sdk.Host) (any, error) {
		r, ok := x.(sdk.Reverser)
		if !ok {
			return nil, sdk.Errorf(sdk.OutOfScope, "reverse_unsupported", "%s cannot be undone", call.Executor)
		}
		return r.Reverse(ctx, call, host)
	})
}

func (e *executorServer) run(in, out *line.Envelope, do func(context.Context, sdk.Executor, sdk.Call, sdk.Host) (any, error)) {
	line.Answer(in, out, func(ctx context.Context) (any, error) {
		service, err := e.s.opened()
		if err != nil {
			return nil, err
		}
		if service.Executor == nil {
			return nil, wrongKind(KindExecutor)
		}
		var call sdk.Call
		if err := line.Decode(in.Body, &call); err != nil {
			return nil, err
		}
		host := newHostClient(e.s, in, service.Files)
		defer host.end()
		return do(ctx, service.Executor, call, host)
	})
}
