package course

import (
	"context"
	"path/filepath"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
)

// Reverse undoes one step through the executor that made it, under the same configuration, after the same decision
// every call passes.
func (w *Walker) Reverse(ctx context.Context, c *Course, e undo.Entry) (sdk.Result, error) {
	ex, err := w.Catalog.Get(e.Tool)
	if err != nil {
		return sdk.Result{}, err
	}
	if ex.Instance != e.Instance {
		return sdk.Result{}, sdk.Errorf(sdk.Conflict, "undo_instance_gone", "%s was %q, and is %q", e.Tool, e.Instance, ex.Instance).With("tool", e.Tool)
	}
	a := vaglio.Action{
		Owner: c.Turn.Owner, ReadOnly: c.ReadOnly, Executor: ex, Args: e.Args, Undo: true,
	}
	for _, item := range e.Evidence.Evidence {
		for _, value := range item {
			if s, ok := value.(string); ok && filepath.IsAbs(s) {
				a.Paths = append(a.Paths, vaglio.Path{Arg: "undo", Path: filepath.Clean(s), Write: true})
			}
		}
	}
	verdict := w.Decider.Decide(ctx, a)
	if err := w.Trace.Record(ctx, c.Turn, ledger.Record{Kind: "verdict", N: e.Step, Tool: e.Tool, Verdict: &verdict}); err != nil {
		return sdk.Result{}, err
	}
	if verdict.Ruling != core.Allow {
		return sdk.Result{}, &sdk.Error{Class: sdk.PolicyDenied, Code: verdict.Code, Message: "denied by policy", Params: verdict.Params}
	}
	began := time.Now()
	result, sandbox, err := w.Invoker.Reverse(ctx, ex, sdk.Call{
		Executor: e.Tool, Args: e.Args, Owner: string(c.Turn.Owner), Turn: e.Turn, Step: e.Step, Lang: c.Turn.Lang,
		Zone: c.Turn.Zone.String(), Home: c.Turn.Home, Now: c.Turn.Now, Config: ex.Config, Undo: e.Evidence,
	}, nil)
	s := core.Step{N: len(c.Steps) + 1, Tool: e.Tool, OK: err == nil && result.OK, MS: Milliseconds(time.Since(began)), Sandbox: sandbox}
	if err != nil {
		s.ErrorClass, s.Error = ClassOf(err), err.Error()
	}
	c.Steps = append(c.Steps, s)
	return result, err
}
