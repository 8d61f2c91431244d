package turn

import (
	"context"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/asking"
	"github.com/metnos/metnos/core/turn/opening"
	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/core/turn/source"
	"github.com/metnos/metnos/core/turn/stream"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/turn/trace"
	"github.com/metnos/metnos/core/turn/vetting"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Runner runs turns. It is safe for concurrent use; the turns of one conversation must not overlap.
type Runner struct {
	Organs
	write  answer.Writer
	notes  notice.Writer
	walk   course.Walker
	desk   suspend.Desk
	trace  trace.Trace
	binder opening.Binder
	asker  asking.Asker
	shelf  vetting.Shelf
}

// New returns a runner over its organs.
func New(o Organs) *Runner {
	r := &Runner{Organs: o, write: answer.Writer{Say: o.Say}, notes: notice.Writer{Say: o.Say}}
	r.trace = trace.Trace{Ledger: o.Ledger, Events: o.Events, Now: o.Now}
	r.walk = course.Walker{Places: o.Places, Catalog: o.Catalog, Decider: o.Decider, Invoker: o.Invoker, Journal: o.Journal, Trace: r.trace}
	r.desk = suspend.Desk{Dialogs: o.Dialogs, Trace: r.walk.Trace, Now: o.Now, NewID: opening.NewID}
	r.walk.Pad, r.desk.Pad = o.Pad, o.Pad
	r.binder = opening.Binder{People: o.People, Memory: o.Memory, Redact: o.Redact, Now: o.Now, Lang: o.Lang, Zone: o.Zone}
	r.asker = asking.Asker{Say: o.Say, Find: r.lookup}
	return r
}

// sources are where plans come from.
func (r *Runner) sources() source.Sources {
	return source.Sources{Precedents: r.Precedents, Composer: r.Composer, Models: r.Models, Catalog: r.Catalog.Active, Epoch: r.Epoch}
}

// Opening is a sentence and its four coordinates; Decision is an answer given with a button.
type Opening = opening.Opening
type Decision = opening.Decision

// Run takes a turn from its sentence to its outcome. A fault of the program in it ends that turn and no other.
func (r *Runner) Run(ctx context.Context, in Opening) (out core.Outcome) {
	t, err := r.open(ctx, in)
	if err != nil {
		return r.close(ctx, t, r.refuse(t, err))
	}
	defer func() {
		if fault := recover(); fault != nil {
			out = r.close(ctx, t, r.refuse(t, r.trace.Fault(ctx, t.Turn, fault)))
		}
	}()
	return r.close(ctx, t, r.cascade(ctx, t, in.Decision))
}

// run is one turn under way.
type run struct {
	course.Course
	bound       opening.Bound
	started     time.Time
	interrupted []undo.Entry
	thread      recall.Thread   // the conversation's memory as it was
	kept        plan.Remembered // and as it will be
	attached    bool            // the message brings more than its text
	places      plan.Places
	request     source.Request // what the sources of plans were asked
	draft       source.Draft   // and what one of them answered
	tried       []core.Step    // of plans another one replaced
	recovered   bool           // the one alternative a turn may have was taken
	heard       stream.Stream  // of the answer, before it is whole
}

// bind gives a sentence its coordinates and what belongs to them. A missing or unknown owner is refused.
func (r *Runner) bind(ctx context.Context, in Opening) (*run, error) {
	bound, err := r.binder.Bind(ctx, in)
	t := &run{bound: bound, started: r.Now(), attached: in.Attached}
	t.Course.Turn, t.Origin, t.As, t.kept = bound.Turn, core.FromRoute, bound.ID, bound.Found
	fault := func(f any) error { return r.trace.Fault(ctx, bound.Turn, f) }
	t.thread = recall.Thread{Keeper: recall.Keeper{Memory: r.Memory, Walker: &r.walk, Now: r.Now, Fault: fault}, Owner: bound.Owner, Name: bound.Thread(), Was: bound.Found}
	t.Ahead = t.thread.LetGo
	t.ReadOnly, t.Length, t.Units = !bound.Person.Role.Includes(people.Member), bound.Person.Length, bound.Person.Units
	t.Turn.Formal = bound.Person.Tone == "formale"
	if err != nil {
		return t, err
	}
	if t.kept.Turn != "" {
		t.Previous = &plan.Remembered{Turn: t.kept.Turn, Framework: t.kept.Framework, Observed: t.kept.Observed}
	}
	t.heard = stream.Stream{Events: r.trace, Turn: t.Turn, Now: r.Now}
	t.places = r.Places(t.Turn.Owner, t.Turn.Home)
	return t, nil
}

// open binds a turn and records that it began.
func (r *Runner) open(ctx context.Context, in Opening) (*run, error) {
	t, err := r.bind(ctx, in)
	if err != nil {
		return t, err
	}
	if err := r.record(ctx, t, Record{Kind: "opened", Text: t.Turn.Text}); err != nil {
		return t, err
	}
	r.emit(ctx, t, "turn_started", map[string]string{"text": t.Turn.Text, "lang": t.Turn.Lang})
	r.warn(ctx, t, t.bound.Damage)
	r.sweep(ctx, t)
	t.interrupted, err = r.Journal.Interrupted(in.Owner)
	return t, err
}

// undecided ends the turn when the draft is not a plan: a question, a limit, or words nobody explained.
func (r *Runner) undecided(ctx context.Context, t *run, d plan.Draft) (core.Outcome, bool) {
	switch {
	case d.Accepted:
		return core.Outcome{}, false
	case d.Question != nil:
		return r.ask(ctx, t, *d.Question), true
	}
	r.forget(t)
	switch {
	case d.Limit != nil && d.Limit.Class == sdk.NotFound: // it named something, which is not there
		t.kept = recall.Nothing(t.kept)
		return r.refuse(t, d.Limit), true
	case d.Limit != nil:
		out := r.refuse(t, d.Limit)
		if d.Limit.Code == "capability_missing" {
			out.Message += r.leftOut(t, "")
		}
		return out, true
	}
	return r.outcome(t, core.Refused, r.notes.Unknown(t.Turn, d, r.Catalog.Active())+r.leftOut(t, "")), true
}

// leftOut tells which executors are refused: the one a sentence needed may be among them. With a tool it tells
// of that one only.
func (r *Runner) leftOut(t *run, tool string) string {
	var list []notice.LeftOut
	for _, refusal := range r.Catalog.Refused() {
		if tool == "" || refusal.Name == tool {
			list = append(list, notice.LeftOut{Name: refusal.Name, File: refusal.File, Err: refusal.Err})
		}
	}
	return r.notes.LeftOut(t.Turn.Tongue(), list)
}

// finalise mends and checks a plan before anything of it runs, whatever its origin. What is only missing becomes a
// question; anything else ends the turn.
func (r *Runner) finalise(ctx context.Context, t *run, f plan.Framework, limit int) (core.Outcome, bool) {
	v := vetting.Vet(r.vetted(t, f, limit))
	f, t.Plan = v.Plan, v.Plan
	problems := v.Problems
	record := Record{Kind: "plan", Origin: t.Origin, Framework: &t.Plan, Guards: v.Guards}
	for _, p := range problems {
		record.Problems = append(record.Problems, plan.Problems{p}.Error())
	}
	if err := r.record(ctx, t, record); err != nil {
		return r.refuse(t, err), true
	}
	if len(problems) == 0 {
		r.emit(ctx, t, "plan", trace.Planned{Origin: t.Origin, Steps: f.Tools()})
		return core.Outcome{}, false
	}
	if q, ok := r.asker.Missing(t.Turn, problems, f); ok {
		return r.ask(ctx, t, q), true
	}
	r.forget(t)
	if first := problems[0]; first.Err.Class == sdk.WrongTool && first.Step > 0 {
		if _, err := r.Catalog.Get(f.Steps[first.Step-1].Tool); err != nil {
			out := r.refuse(t, err) // the catalog knows why it is not there
			out.Message += r.leftOut(t, f.Steps[first.Step-1].Tool)
			return out, true
		}
	}
	return r.refuse(t, problems[0].Err), true
}

// vetted is what a plan of the turn is held against.
func (r *Runner) vetted(t *run, f plan.Framework, limit int) vetting.Request {
	return vetting.Request{
		Plan: f, Text: t.Text(), Lang: t.Turn.Lang, Home: t.Turn.Home, Find: r.lookup, Catalog: r.Catalog.Active(), Shelf: &r.shelf,
		Limit: limit, Proposed: t.Proposed, Running: len(t.Observed) > 0,
	}
}

// execute takes the steps that are left, in order, up to the first that halts the turn.
func (r *Runner) execute(ctx context.Context, t *run) core.Outcome {
	defer r.remember(t)
	for n := len(t.Observed) + 1; n <= len(t.Plan.Steps); n++ {
		if t.Plan.Steps[n-1].Aside && t.Plan.Shape == plan.ShapeList && t.Effects.Items > 0 {
			break // only an empty list needs to know what is deeper
		}
		halt, err := r.walk.Step(ctx, &t.Course, n)
		switch {
		case err != nil:
			return r.refuse(t, err)
		case halt.Failed:
			if out, recovered := r.recover(ctx, t, halt.Call); recovered {
				return out
			}
			return r.answer(t)
		case halt.Asks != nil:
			return r.suspend(ctx, t, halt.Call, *halt.Asks)
		case halt.Needs != nil:
			return r.needs(ctx, t, halt.Call, *halt.Needs)
		}
		t.heard.Partly(ctx, t.Plan, t.Account, r.write)
	}
	return r.answer(t)
}
