package course

import (
	"context"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
)

// Call is one step about to run.
type Call struct {
	N        int // 1-based
	Tool     string
	Executor core.Executor
	Resolved plan.Resolved
	Args     map[string]any // resolved, paths absolute
	Paths    []vaglio.Path
	Effects  *sdk.Effects // foreseen; nil when the executor cannot say
	Found    string       // print of the written paths, when the effects do not name every object; see vaglio.Found
	Replaces string       // argument set so that the executor may replace what exists, once consented
}

// Prepare resolves a step against what was observed and makes its paths absolute. The call it returns
// with an error says at least which step it was.
func (w *Walker) Prepare(c *Course, n int) (*Call, error) {
	step := c.Plan.Steps[n-1]
	call := &Call{N: n, Tool: step.Tool}
	var err error
	if call.Executor, err = w.Catalog.Get(step.Tool); err != nil {
		return call, err
	}
	if err = w.fetch(c); err != nil {
		return call, err
	}
	values := c.Values()
	if judge := w.judgeOf(c); judge != nil {
		values.Judge = judge
	}
	if call.Resolved, err = plan.Resolve(step, call.Executor.Manifest, values); err != nil {
		return call, err
	}
	c.mark(n, &call.Resolved)
	if call.Idle() {
		return call, nil
	}
	if err = plan.CheckResolved(call.Executor.Manifest, call.Resolved); err != nil {
		return call, err
	}
	call.Args, call.Paths, err = vaglio.CanonicalArgs(call.Executor.Manifest, c.Turn.Home, vaglio.Searched(w.Decider, c.Turn, call.Executor.Manifest, call.Resolved.Args))
	return call, err
}

// Mutates reports whether the call could change anything.
func (call *Call) Mutates() bool { return call.Executor.Manifest.Execution.Effect != "read_only" }

// Idle reports whether a step was handed an empty collection and so has nothing to work on. One that only
// reworks records computes on none; one the plan gave a target of its own works on that.
func (call *Call) Idle() bool {
	if !call.Resolved.Fed || !call.Resolved.Empty {
		return false
	}
	for name, p := range call.Executor.Manifest.Args.Properties {
		value, given := call.Resolved.Args[name]
		if list, ok := value.([]any); plan.Feeds(p) == "" || !given {
			continue
		} else if !ok || len(list) > 0 || plan.Feeds(p) == plan.Whole && !call.Mutates() {
			return false
		}
	}
	return true
}

// action is the call as the vaglio judges it.
func (call *Call) action(c *Course) vaglio.Action {
	return vaglio.Action{
		Owner: c.Turn.Owner, ReadOnly: c.ReadOnly, Executor: call.Executor, Args: call.Args, Paths: call.Paths,
		Origins: call.Resolved.Origins, Sources: call.Resolved.Sources, Handed: call.Resolved.Handed, Effects: call.Effects,
		Proposal: c.proposal(call), Passed: c.Passed,
	}
}

// Foresee judges a call as it would be if it ran now; it changes and records nothing.
func (w *Walker) Foresee(ctx context.Context, c *Course, call *Call) (core.Verdict, error) {
	a := call.action(c)
	if !call.Mutates() {
		return w.Decider.Decide(ctx, a), nil
	}
	a.Preview = true
	if verdict := w.Decider.Decide(ctx, a); verdict.Ruling != core.Allow {
		return verdict, nil
	}
	if err := w.preview(ctx, c, call); err != nil {
		return core.Verdict{}, err
	}
	return w.Decider.Decide(ctx, call.action(c)), nil
}

// preview learns the exact effects, where the executor can say them. A change that could happen only by
// replacing what exists is looked at as a replacement, which then needs consent.
func (w *Walker) preview(ctx context.Context, c *Course, call *Call) error {
	effects, _, err := w.Invoker.Preview(ctx, call.Executor, call.sdk(c))
	if name := call.overwriteArg(); sdk.ClassOf(err) == sdk.Conflict && name != "" {
		plain := call.Args
		call.Args, call.Replaces = With(plain, name, true), name
		if again, _, fault := w.Invoker.Preview(ctx, call.Executor, call.sdk(c)); fault == nil && overwrites(again) {
			effects, err = again, nil
		} else {
			call.Args, call.Replaces = plain, ""
		}
	}
	switch {
	case err == nil:
		effects = vaglio.Locate(effects, c.Turn.Home)
		call.Effects = &effects
	case codeOf(err) != "preview_unsupported":
		return err
	}
	return nil
}

func overwrites(e sdk.Effects) bool {
	for _, item := range e.Items {
		if item.Action == "overwrite" {
			return true
		}
	}
	return false
}

// overwriteArg is the argument by which an executor lets itself replace, when the plan did not set it.
func (call *Call) overwriteArg() string {
	for name, p := range call.Executor.Manifest.Args.Properties {
		if _, given := call.Args[name]; p.Semantic == "overwrite" && p.Type == "boolean" && !given {
			return name
		}
	}
	return ""
}

// With returns args with one more value.
func With(args map[string]any, name string, value any) map[string]any {
	out := make(map[string]any, len(args)+1)
	for k, v := range args {
		out[k] = v
	}
	out[name] = value
	return out
}

// loggable leaves out collections handed on: they are recorded where they were produced.
func (call *Call) loggable() map[string]any {
	out := make(map[string]any, len(call.Args))
	for name, value := range call.Args {
		if list, ok := value.([]any); ok && len(list) > 50 {
			value = map[string]any{"items": len(list)}
		}
		out[name] = value
	}
	return out
}

func (call *Call) sdk(c *Course) sdk.Call {
	return sdk.Call{
		Executor: call.Tool, Args: call.Args, Owner: string(c.Turn.Owner), Turn: c.As, Step: call.N,
		Lang: c.Turn.Lang, Zone: c.Turn.Zone.String(), Units: c.Units, Home: c.Turn.Home, Now: c.Turn.Now, Config: call.Executor.Config,
		From: sdk.Origin{Channel: c.Turn.Channel, Conversation: c.Turn.Conversation, Said: c.Text()},
	}
}

func (call *Call) entry(c *Course) undo.Entry {
	e := undo.Entry{
		Owner: c.Turn.Owner, Turn: c.As, Conversation: c.Turn.Conversation, Step: call.N, Tool: call.Tool,
		Instance: call.Executor.Instance, Args: call.loggable(), Text: c.Text(),
		Foreseen: call.Effects, Pattern: call.Executor.Manifest.Reverse, Home: c.Turn.Home,
	}
	for _, p := range call.Paths {
		e.Paths = append(e.Paths, p.Path)
	}
	if c.As != c.Turn.ID {
		e.Alias = c.Turn.ID
	}
	return e
}

// unknowable reports whether a failure of this class leaves open whether a change happened. What an executor found too
// large on this machine, and said so, does not; an answer that was too large does.
func unknowable(class sdk.Class, code string, leaves bool) bool {
	switch class {
	case sdk.Timeout, sdk.Cancelled, sdk.Crashed, sdk.Network, sdk.Uncertain, sdk.ContractViolation, sdk.Oversize, "":
		return class != sdk.Oversize || leaves || code == "" || code == "message_too_big" || code == "plugin_flooded"
	}
	return false
}

// failureOf makes the error of a result that is not OK.
func failureOf(result sdk.Result) error {
	if result.Error != nil {
		return result.Error
	}
	if len(result.Failed) > 0 {
		f := result.Failed[0]
		return &sdk.Error{Class: f.Class, Code: f.Code, Message: f.Message, Params: map[string]string{"path": f.Item, "item": f.Item}}
	}
	return sdk.Errorf(sdk.ContractViolation, "result_unclear", "the result is not ok and says no reason")
}

// normalised counts what an executor left uncounted, never more than it showed.
func normalised(call *Call, result sdk.Result) sdk.Result {
	if !call.Mutates() {
		result.Effects.Mutations = 0
	}
	result.Effects.Items = max(result.Effects.Items, len(result.Items()))
	return result
}

// StepEvent is the data of a step event.
type StepEvent struct {
	N     int     `json:"n"`
	Tool  string  `json:"tool"`
	State string  `json:"state"` // running, done, failed, uncertain, skipped
	MS    float64 `json:"ms,omitempty"`
	Done  int64   `json:"done,omitempty"`
	Total int64   `json:"total,omitempty"`
	Note  string  `json:"note,omitempty"`
}

func state(s core.Step, uncertain bool) string {
	switch {
	case uncertain:
		return "uncertain"
	case s.OK:
		return "done"
	}
	return "failed"
}

// Milliseconds of a duration, to the microsecond.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// ClassOf is the class of any error: one without is a timeout, a cancellation, or a broken contract.
func ClassOf(err error) sdk.Class {
	if class := sdk.ClassOf(err); class != "" {
		return class
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return sdk.Timeout
	case errors.Is(err, context.Canceled):
		return sdk.Cancelled
	}
	return sdk.ContractViolation
}

func codeOf(err error) string {
	var e *sdk.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
