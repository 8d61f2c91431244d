package turn

import (
	"context"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
)

// call is one step about to run.
type call struct {
	n        int
	tool     string
	executor core.Executor
	resolved plan.Resolved
	args     map[string]any // canonical
	paths    []vaglio.Path
	effects  *sdk.Effects
	replaces string // argument set so that the executor may replace what exists, once consented
}

func (c *call) mutates() bool {
	return c.executor.Manifest != nil && c.executor.Manifest.Execution.Effect != "read_only"
}

// idle reports whether a step was handed an empty collection and would have nothing to work on. One that
// reworks records computes on none; one that changes or opens objects is skipped.
func (c *call) idle() bool {
	if !c.resolved.Fed || !c.resolved.Empty {
		return false
	}
	if c.mutates() {
		return true
	}
	for name, p := range c.executor.Manifest.Args.Properties {
		if _, explicit := c.resolved.Args[name]; explicit && plan.Feeds(p) == plan.Whole {
			return false
		}
	}
	return true
}

// prepare resolves a step against what was observed and makes its paths absolute.
func (r *Runner) prepare(t *run, n int) (*call, error) {
	step := t.plan.Steps[n-1]
	c := &call{n: n, tool: step.Tool}
	var err error
	if c.executor, err = r.Catalog.Get(step.Tool); err != nil {
		return c, err
	}
	if c.resolved, err = plan.Resolve(step, c.executor.Manifest, r.values(t)); err != nil {
		return c, err
	}
	if c.idle() {
		return c, nil
	}
	if err = plan.CheckResolved(c.executor.Manifest, c.resolved); err != nil {
		return c, err
	}
	c.args, c.paths, err = vaglio.CanonicalArgs(c.executor.Manifest, t.turn.Home, c.resolved.Args)
	return c, err
}

func (r *Runner) values(t *run) plan.Values {
	v := plan.Values{Steps: t.observed, Runtime: map[string]string{
		"actor": t.turn.Actor, "channel": t.turn.Channel, "conversation": t.turn.Conversation, "home": t.turn.Home,
		"lang": t.turn.Lang, "now": t.turn.Now.Format(time.RFC3339), "owner": string(t.turn.Owner),
		"today": t.turn.Now.Format(time.DateOnly), "turn_id": t.turn.ID, "zone": t.turn.Zone.String(),
	}, Fillers: map[string]string{}}
	for name, f := range t.plan.Fillers {
		v.Fillers[name] = f.Default
	}
	if t.previous != nil {
		v.Previous = &t.previous.Observed
	}
	return v
}

// judge previews a change, where the executor can, and has the vaglio decide: first whether the preview
// itself may look, then on the exact effects.
func (r *Runner) judge(ctx context.Context, t *run, c *call) (core.Verdict, error) {
	a := vaglio.Action{Owner: t.turn.Owner, ReadOnly: !t.person.Role.Includes(people.Member), Executor: c.executor, Args: c.args, Paths: c.paths, Origins: c.resolved.Origins}
	if c.mutates() {
		a.Preview = true
		if verdict := r.Decider.Decide(ctx, a); verdict.Ruling == core.Deny {
			return verdict, r.recordVerdict(ctx, t, c, verdict)
		}
		if err := r.preview(ctx, t, c); err != nil {
			return core.Verdict{}, err
		}
		a.Preview, a.Args, a.Effects = false, c.args, c.effects
	}
	a.Approved = t.approved != nil && t.approved.Covers(c.n, c.args, c.effects)
	verdict := r.Decider.Decide(ctx, a)
	return verdict, r.recordVerdict(ctx, t, c, verdict)
}

// preview learns the exact effects, where the executor can say them. A change that could happen only by
// replacing what exists is looked at as a replacement, which then needs consent.
func (r *Runner) preview(ctx context.Context, t *run, c *call) error {
	effects, _, err := r.Invoker.Preview(ctx, c.executor, r.sdkCall(t, c))
	if name := overwriteArg(c); sdk.ClassOf(err) == sdk.Conflict && name != "" {
		plain := c.args
		c.args, c.replaces = with(plain, name, true), name
		if again, _, fault := r.Invoker.Preview(ctx, c.executor, r.sdkCall(t, c)); fault == nil && overwrites(again) {
			effects, err = again, nil
		} else {
			c.args, c.replaces = plain, ""
		}
	}
	switch {
	case err == nil:
		c.effects = &effects
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
func overwriteArg(c *call) string {
	for name, p := range c.executor.Manifest.Args.Properties {
		if _, given := c.args[name]; p.Semantic == "overwrite" && p.Type == "boolean" && !given {
			return name
		}
	}
	return ""
}

func (r *Runner) recordVerdict(ctx context.Context, t *run, c *call, v core.Verdict) error {
	m := c.executor.Manifest
	return r.record(ctx, t, Record{Kind: "verdict", N: c.n, Tool: c.tool, Version: m.Version, Digest: m.Plugin.Digest, Args: loggable(c.args), Verdict: &v})
}

// loggable leaves out collections handed on: they are recorded where they were produced.
func loggable(args map[string]any) map[string]any {
	out := make(map[string]any, len(args))
	for name, value := range args {
		if list, ok := value.([]any); ok && len(list) > 50 {
			out[name] = map[string]any{"items": len(list)}
			continue
		}
		out[name] = value
	}
	return out
}

func (r *Runner) sdkCall(t *run, c *call) sdk.Call {
	return sdk.Call{
		Executor: c.tool, Args: c.args, Owner: string(t.turn.Owner), Turn: t.as, Step: c.n,
		Lang: t.turn.Lang, Zone: t.turn.Zone.String(), Home: t.turn.Home, Now: t.turn.Now, Config: c.executor.Config,
	}
}

// perform runs an allowed step. A change is written down before it starts and after it ended; in between
// a crash leaves it uncertain.
func (r *Runner) perform(ctx context.Context, t *run, c *call) (core.Outcome, bool) {
	t.approved = nil
	entry := undo.Entry{
		Owner: t.turn.Owner, Turn: t.as, Conversation: t.turn.Conversation, Step: c.n, Tool: c.tool,
		Instance: c.executor.Instance, Args: loggable(c.args),
	}
	if t.as != t.turn.ID {
		entry.Alias = t.turn.ID
	}
	if c.mutates() {
		if err := r.Journal.Begin(entry); err != nil {
			return r.stop(ctx, t, c, err)
		}
		if err := r.record(ctx, t, Record{Kind: "pending", N: c.n, Tool: c.tool, Args: loggable(c.args)}); err != nil {
			return r.stop(ctx, t, c, err)
		}
	}
	r.emit(ctx, t, "step", stepEvent{N: c.n, Tool: c.tool, State: "running"})
	begun := time.Now()
	result, sandbox, err := r.Invoker.Invoke(ctx, c.executor, r.sdkCall(t, c), func(done, total int64, note string) {
		r.emit(ctx, t, "step", stepEvent{N: c.n, Tool: c.tool, State: "running", Done: done, Total: total, Note: note})
	})
	if err == nil && !result.OK {
		err = failureOf(result)
	}
	result = normalised(c, result)
	uncertain := c.mutates() && (err != nil && unknowable(sdk.ClassOf(err)) || result.OK && !result.Effects.Countable)
	s := core.Step{N: c.n, Tool: c.tool, OK: err == nil, MS: milliseconds(time.Since(begun)), Sandbox: sandbox}
	if err != nil {
		s.ErrorClass, s.Error = classOf(err), err.Error()
	}
	after := context.WithoutCancel(ctx) // what happened is recorded even when nobody waits any more
	r.account(t, c, s, result, err, uncertain)
	var fault error
	if c.mutates() {
		fault = r.Journal.Done(entry, result, uncertain)
	}
	fault = errors.Join(fault, r.record(after, t, Record{Kind: "step", N: c.n, Tool: c.tool, Step: &s, Counters: &result.Effects}))
	r.emit(after, t, "step", stepEvent{N: c.n, Tool: c.tool, State: state(s, uncertain), MS: s.MS})
	switch {
	case err != nil:
		return r.answer(after, t), true
	case fault != nil:
		return r.refuse(t, fault), true
	case result.NeedsInputs != nil:
		return r.needs(after, t, c, *result.NeedsInputs), true
	}
	return core.Outcome{}, false
}

// unknowable reports whether a failure of this class leaves open whether a change happened.
func unknowable(class sdk.Class) bool {
	switch class {
	case sdk.Timeout, sdk.Cancelled, sdk.Crashed, sdk.Network, sdk.Uncertain, sdk.ContractViolation, sdk.Oversize, "":
		return true
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
func normalised(c *call, result sdk.Result) sdk.Result {
	if !c.mutates() {
		result.Effects.Mutations = 0
	}
	if n := len(result.Items()); result.Effects.Items < n {
		result.Effects.Items = n
	}
	return result
}

// account adds a step to the turn's counters and to what is told.
func (r *Runner) account(t *run, c *call, s core.Step, result sdk.Result, err error, uncertain bool) {
	o := plan.Observe(c.executor.Manifest, result, c.resolved)
	t.observed = append(t.observed, o)
	t.steps = append(t.steps, s)
	t.told = append(t.told, answer.Step{
		Manifest: c.executor.Manifest, Args: c.args, Types: o.Types, Result: result, Err: err, Uncertain: uncertain,
	})
	t.effects.Mutations += result.Effects.Mutations
	t.effects.Failures += len(result.Failed)
	if err != nil && len(result.Failed) == 0 {
		t.effects.Failures++
	}
	if uncertain {
		t.effects.Uncertain++
	}
	t.effects.Items = result.Effects.Items
}

func (r *Runner) skip(ctx context.Context, t *run, c *call) {
	result := sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}}
	o := plan.Observe(c.executor.Manifest, result, c.resolved)
	t.observed = append(t.observed, o)
	t.steps = append(t.steps, core.Step{N: c.n, Tool: c.tool, OK: true, Sandbox: core.Sandbox{Level: "none", Net: "none"}})
	t.told = append(t.told, answer.Step{Manifest: c.executor.Manifest, Args: c.resolved.Args, Types: o.Types, Result: result, Skipped: true})
	r.emit(ctx, t, "step", stepEvent{N: c.n, Tool: c.tool, State: "skipped"})
}

// stop ends the turn at a step that may not or cannot run. Nothing of it happened.
func (r *Runner) stop(ctx context.Context, t *run, c *call, err error) (core.Outcome, bool) {
	if c.executor.Manifest == nil {
		return r.refuse(t, err), true
	}
	s := core.Step{N: c.n, Tool: c.tool, ErrorClass: classOf(err), Error: err.Error(), Sandbox: core.Sandbox{Level: "none", Net: "none"}}
	t.steps = append(t.steps, s)
	t.told = append(t.told, answer.Step{Manifest: c.executor.Manifest, Args: c.args, Err: err})
	t.effects.Failures++
	if fault := r.record(ctx, t, Record{Kind: "step", N: c.n, Tool: c.tool, Step: &s}); fault != nil {
		return r.refuse(t, fault), true
	}
	r.emit(ctx, t, "step", stepEvent{N: c.n, Tool: c.tool, State: "failed"})
	return r.answer(ctx, t), true
}
