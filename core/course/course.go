package course

import (
	"context"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/words"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
)

// Course is a plan under way.
type Course struct {
	Turn          core.Turn
	As            string // id of the turn that was approved and goes on, else the turn's own
	Asked         string // what that turn asked for, "" when it is this one
	ReadOnly      bool   // the person may look and change nothing
	Length, Units string // of replies and of measures, as the person prefers them
	Origin        core.Origin
	Proposed      bool // a model wrote the plan, whichever way it came here: its literals are nobody's words until the person's show them
	Plan          plan.Framework
	Previous      *plan.Remembered
	Approved      *consent.Frozen // the consent the next step may use
	Ahead         func() error    // called before a step that changes something; nil: nothing is to be done before

	Observed []plan.Observed // one per executed step
	Told     []answer.Step   // the same, for the answer
	Steps    []core.Step     // the same, and the one that failed
	Effects  core.Effects
	Answers  []string     // what the person answered to the questions of this request, before this turn's own text
	Passed   vaglio.Tally // what the plan changed without consent

	picked  []consent.Pick // values an executor offered and the person pointed at
	found   string         // print of what the step that asks would write to
	judging *words.Judge   // of a model's plan, for the whole turn
	ahead   map[int]ending // steps an earlier one has done, by number
}

// Values is everything a reference of the plan can read now.
func (c *Course) Values() plan.Values {
	v := plan.Values{Steps: c.Observed, Runtime: map[string]string{
		"actor": c.Turn.Actor, "channel": c.Turn.Channel, "conversation": c.Turn.Conversation, "home": c.Turn.Home,
		"lang": c.Turn.Lang, "now": c.Turn.Now.Format(time.RFC3339), "owner": string(c.Turn.Owner),
		"today": c.Turn.Now.Format(time.DateOnly), "turn_id": c.Turn.ID, "zone": c.Turn.Zone.String(),
	}, Fillers: map[string]string{}}
	for name, f := range c.Plan.Fillers {
		v.Fillers[name] = f.Default
	}
	if c.Previous != nil {
		v.Previous = &c.Previous.Observed
	}
	return v
}

// Catalog finds an executor; it is verified again when its bytes changed on disk.
type Catalog interface {
	Get(name string) (core.Executor, error)
}

// Decider is the vaglio.
type Decider interface {
	Decide(ctx context.Context, a vaglio.Action) core.Verdict
}

// Invoker runs executors in their sandboxes. Preview of an executor that cannot say its effects is an
// *sdk.Error with code "preview_unsupported".
type Invoker interface {
	Invoke(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error)
	Preview(ctx context.Context, ex core.Executor, call sdk.Call) (sdk.Effects, core.Sandbox, error)
	Reverse(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error)
}

// Journal keeps what steps changed, so that it can be undone.
type Journal interface {
	Begin(e undo.Entry) error
	Done(e undo.Entry, result sdk.Result, uncertain bool) error
}

// Trace takes what happens as it happens: records into the ledger, events to who watches. A pending
// record is durable when Record returns.
type Trace interface {
	Record(ctx context.Context, t core.Turn, r ledger.Record) error
	Emit(ctx context.Context, t core.Turn, kind string, data any)
}

// Walker takes the steps of courses.
type Walker struct {
	Places  func(owner core.Owner, home string) plan.Places // of the names in a model's plan; nil: no name leads anywhere
	Catalog Catalog
	Decider Decider
	Invoker Invoker
	Journal Journal
	Trace   Trace
	Pad     Pad // nil: everything is stored whole
}

// Halt is why a course does not go on by itself. The zero value means that it does.
type Halt struct {
	Failed bool             // the last step told failed
	Asks   *core.Verdict    // Call waits for consent
	Needs  *sdk.NeedsInputs // Call waits for values; it did not end
	Call   *Call
}

// Step takes step n (1-based). An error means that the step could not even be told: nothing of it ran,
// or what ran could not be recorded.
func (w *Walker) Step(ctx context.Context, c *Course, n int) (Halt, error) {
	call, err := w.Prepare(c, n)
	if err != nil {
		return w.fail(ctx, c, call, err)
	}
	if _, ahead := c.ahead[n]; call.Idle() && !ahead {
		w.skip(ctx, c, call)
		return Halt{}, nil
	}
	verdict, err := w.judge(ctx, c, call)
	if err != nil {
		return w.fail(ctx, c, call, err)
	}
	switch verdict.Ruling {
	case core.Allow:
		return w.perform(ctx, c, call, verdict.Code == "approved")
	case core.AskFor:
		c.found = call.Found
		return Halt{Asks: &verdict, Call: call}, nil
	}
	return w.fail(ctx, c, call, &sdk.Error{Class: sdk.PolicyDenied, Code: verdict.Code, Message: "denied by policy", Params: verdict.Params})
}

// judge previews a change, where the executor can, and has the vaglio decide: first whether the preview
// itself may look, then on the exact effects.
func (w *Walker) judge(ctx context.Context, c *Course, call *Call) (core.Verdict, error) {
	a := call.action(c)
	if call.Mutates() {
		a.Preview = true
		verdict := w.Decider.Decide(ctx, a)
		if verdict.Ruling == core.Deny {
			return verdict, w.recordVerdict(ctx, c, call, verdict)
		}
		// What would leave the machine is not handed to the executor before somebody agreed, not even to be looked at.
		if verdict.Ruling == core.Allow || !vaglio.Leaves(call.Executor.Manifest) {
			if err := w.preview(ctx, c, call); err != nil {
				return core.Verdict{}, err
			}
		}
		a = call.action(c)
		if call.Effects == nil || call.Effects.Truncated {
			call.Found = vaglio.Found(call.Paths, c.Turn.Home)
		}
	}
	a.Approved = c.Approved != nil && c.Approved.Covers(call.N, call.Args, call.Effects, call.Found)
	verdict := w.Decider.Decide(ctx, a)
	return verdict, w.recordVerdict(ctx, c, call, verdict)
}

func (w *Walker) recordVerdict(ctx context.Context, c *Course, call *Call, v core.Verdict) error {
	m := call.Executor.Manifest
	return w.Trace.Record(ctx, c.Turn, ledger.Record{Kind: "verdict", N: call.N, Tool: call.Tool, Version: m.Version, Digest: m.Plugin.Digest,
		Args: call.loggable(), Verdict: &v})
}

// perform runs an allowed step. A change is written down before it starts and after it ended; in between
// a crash leaves it uncertain.
func (w *Walker) perform(ctx context.Context, c *Course, call *Call, approved bool) (Halt, error) {
	if !approved {
		c.Passed = c.Passed.Add(call.weight())
	}
	c.Approved = nil
	entry := call.entry(c)
	if call.Mutates() {
		if c.Ahead != nil {
			if err := c.Ahead(); err != nil {
				return w.fail(ctx, c, call, err)
			}
		}
		if err := w.Journal.Begin(entry); err != nil {
			return w.fail(ctx, c, call, err)
		}
		if err := w.Trace.Record(ctx, c.Turn, ledger.Record{Kind: "pending", N: call.N, Tool: call.Tool, Args: call.loggable()}); err != nil {
			return w.fail(ctx, c, call, errors.Join(err, w.Journal.Done(entry, sdk.Result{}, false)))
		}
	}
	event := StepEvent{N: call.N, Tool: call.Tool, State: "running"}
	w.Trace.Emit(ctx, c.Turn, "step", event)
	begun := time.Now()
	result, sandbox, err := w.invoke(ctx, c, call, func(done, total int64, note string) {
		w.Trace.Emit(ctx, c.Turn, "step", StepEvent{N: call.N, Tool: call.Tool, State: "running", Done: done, Total: total, Note: note})
	})
	e := ending{result: normalised(call, result), err: err, sandbox: sandbox, took: time.Since(begun)}
	if err == nil && !result.OK {
		e.err = failureOf(result)
	}
	if path, beyond := call.beyond(result); beyond { // what it did is kept, so that it can be undone; nothing follows
		e.err, e.beyond = sdk.Errorf(sdk.ContractViolation, "effects_beyond_preview", "%s was to be left alone", path).With("path", path), true
	}
	return w.end(context.WithoutCancel(ctx), c, call, entry, e) // it is recorded even when nobody waits any more
}

// ending is how a call ended.
type ending struct {
	result  sdk.Result
	err     error
	sandbox core.Sandbox
	took    time.Duration
	beyond  bool // it changed more than was foreseen
}

// uncertain reports whether a change may have happened that nobody counted.
func (e ending) uncertain(call *Call) bool {
	return call.Mutates() && (e.err != nil && unknowable(sdk.ClassOf(e.err), codeOf(e.err), vaglio.Leaves(call.Executor.Manifest)) || e.result.OK && !e.result.Effects.Countable)
}

// end counts, journals, records and announces what a call did.
func (w *Walker) end(ctx context.Context, c *Course, call *Call, entry undo.Entry, e ending) (Halt, error) {
	uncertain := e.uncertain(call)
	s := core.Step{N: call.N, Tool: call.Tool, OK: e.err == nil, MS: Milliseconds(e.took), Sandbox: e.sandbox}
	if e.err != nil {
		s.ErrorClass, s.Error = ClassOf(e.err), e.err.Error()
	}
	c.add(call, s, e, uncertain)
	var fault error
	if call.Mutates() {
		fault = w.Journal.Done(entry, e.result, uncertain && !e.beyond)
	}
	fault = errors.Join(fault, w.Trace.Record(ctx, c.Turn, ledger.Record{Kind: "step", N: call.N, Tool: call.Tool, Step: &s, Counters: &e.result.Effects}))
	w.Trace.Emit(ctx, c.Turn, "step", StepEvent{N: call.N, Tool: call.Tool, State: state(s, uncertain), MS: s.MS})
	switch {
	case e.err != nil:
		return Halt{Failed: true, Call: call}, nil
	case fault != nil:
		return Halt{}, fault
	case e.result.NeedsInputs != nil:
		return Halt{Needs: e.result.NeedsInputs, Call: call}, nil
	}
	return Halt{}, nil
}

// add counts a step.
func (c *Course) add(call *Call, s core.Step, e ending, uncertain bool) {
	o := plan.Observe(call.Executor.Manifest, e.result, call.Resolved)
	c.Observed, c.Steps = append(c.Observed, o), append(c.Steps, s)
	c.Told = append(c.Told, answer.Step{
		Manifest: call.Executor.Manifest, Args: call.Args, Types: o.Types, Result: e.result, Err: e.err, Uncertain: uncertain,
		Aside: c.aside(call),
	})
	if c.aside(call) {
		return // it changes nothing and its number is only told
	}
	c.Effects.Mutations += e.result.Effects.Mutations
	c.Effects.Failures += len(e.result.Failed)
	if e.err != nil && len(e.result.Failed) == 0 {
		c.Effects.Failures++
	}
	if uncertain {
		c.Effects.Uncertain++
	}
	c.Effects.Items = e.result.Effects.Items
}

func (c *Course) aside(call *Call) bool { return c.Plan.Steps[call.N-1].Aside }

var unconfined = core.Sandbox{Level: "none", Net: "none"} // nothing ran

// skip passes over a step that was handed nothing to work on.
func (w *Walker) skip(ctx context.Context, c *Course, call *Call) {
	result := sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}}
	o := plan.Observe(call.Executor.Manifest, result, call.Resolved)
	c.Observed = append(c.Observed, o)
	c.Steps = append(c.Steps, core.Step{N: call.N, Tool: call.Tool, OK: true, Sandbox: unconfined})
	c.Told = append(c.Told, answer.Step{Manifest: call.Executor.Manifest, Args: call.Resolved.Args, Types: o.Types, Result: result, Skipped: true})
	w.Trace.Emit(ctx, c.Turn, "step", StepEvent{N: call.N, Tool: call.Tool, State: "skipped"})
}

// fail tells a step that may not or cannot run. Nothing of it happened.
func (w *Walker) fail(ctx context.Context, c *Course, call *Call, err error) (Halt, error) {
	if call.Executor.Manifest == nil {
		return Halt{}, err
	}
	s := core.Step{N: call.N, Tool: call.Tool, ErrorClass: ClassOf(err), Error: err.Error(), Sandbox: unconfined}
	c.Steps = append(c.Steps, s)
	c.Told = append(c.Told, answer.Step{Manifest: call.Executor.Manifest, Args: call.Args, Err: err, Aside: c.aside(call)})
	if !c.aside(call) {
		c.Effects.Failures++
	}
	w.Trace.Emit(ctx, c.Turn, "step", StepEvent{N: call.N, Tool: call.Tool, State: "failed"})
	return Halt{Failed: true, Call: call}, w.Trace.Record(ctx, c.Turn, ledger.Record{Kind: "step", N: call.N, Tool: call.Tool, Step: &s})
}
