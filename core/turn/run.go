package turn

import (
	"context"
	"time"

	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/turn/recall"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/turn/trace"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Runner runs turns. It is safe for concurrent use; the turns of one conversation must not overlap.
type Runner struct {
	Organs
	write answer.Writer
	notes notice.Writer
	walk  course.Walker
	desk  suspend.Desk
}

// New returns a runner over its organs.
func New(o Organs) *Runner {
	r := &Runner{Organs: o, write: answer.Writer{Say: o.Say}, notes: notice.Writer{Say: o.Say}}
	r.walk = course.Walker{Places: o.Places, Catalog: o.Catalog, Decider: o.Decider, Invoker: o.Invoker, Journal: o.Journal, Trace: trace.Trace{Ledger: o.Ledger, Events: o.Events, Now: o.Now}}
	r.desk = suspend.Desk{Dialogs: o.Dialogs, Trace: r.walk.Trace, Now: o.Now, NewID: NewID}
	r.walk.Pad, r.desk.Pad = o.Pad, o.Pad
	return r
}

// Opening is a sentence and its four coordinates.
type Opening struct {
	ID           string // 16 hex; made when empty
	Owner        core.Owner
	Actor        string
	Channel      string
	Conversation string
	Text         string
	Lang         string    // asked for this turn; "" leaves it to the person's preference, then the sentence
	Hint         string    // language of the page or the device: for what has none of its own in a new conversation
	Zone         string    // of the device, IANA name; used when the person chose none
	Decision     *Decision // an answer given with a button instead of words
}

// Decision is a button pressed on a dialog: the digest must be the one it showed.
type Decision struct {
	Dialog, Digest string
	Approve        bool
	Value          string // for a question
}

// Run takes a turn from its sentence to its outcome.
func (r *Runner) Run(ctx context.Context, in Opening) core.Outcome {
	t, err := r.open(ctx, in)
	if err != nil {
		return r.close(ctx, t, r.refuse(t, err))
	}
	return r.close(ctx, t, r.cascade(ctx, t, in.Decision))
}

// run is one turn under way.
type run struct {
	course.Course
	person      people.Person
	fixed       bool // the language was chosen, not guessed
	started     time.Time
	interrupted []undo.Entry
	found, kept plan.Remembered // the conversation's memory as it was, and as it will be
	declined    *plan.Draft     // what the composer said of a sentence it could not plan
}

// thread names the conversation across channels.
func (t *run) thread() string { return t.Turn.Channel + "/" + t.Turn.Conversation }

// bind gives a sentence its coordinates and what belongs to them. A missing or unknown owner is refused.
func (r *Runner) bind(ctx context.Context, in Opening) (*run, error) {
	t := &run{started: r.Now()}
	t.Origin = core.FromRoute
	t.Turn = core.Turn{
		ID: in.ID, Owner: in.Owner, Actor: in.Actor, Channel: in.Channel, Conversation: in.Conversation,
		Lang: r.Lang, Zone: r.Zone, Now: t.started, Text: r.Redact(in.Text),
	}
	if t.Turn.ID == "" {
		t.Turn.ID = NewID()
	}
	t.As = t.Turn.ID
	person, err := r.People.Person(ctx, in.Owner)
	if err != nil {
		return t, err
	}
	t.person, t.Turn.Home, t.ReadOnly = person, person.Home, !person.Role.Includes(people.Member)
	for _, name := range [...]string{person.Zone, in.Zone} {
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			t.Turn.Zone = zone
			break
		}
	}
	t.Turn.Now = t.started.In(t.Turn.Zone)
	if t.found, _, err = r.Memory.Get(in.Owner, t.thread()); err != nil {
		return t, err
	}
	if t.kept = t.found; t.kept.Turn != "" {
		t.Previous = &plan.Remembered{Turn: t.kept.Turn, Framework: t.kept.Framework, Observed: t.kept.Observed}
	}
	t.speak(in)
	return t, nil
}

// speak chooses the language: what was asked for or preferred is final. Until the sentence shows its own it is
// that of the conversation, of the page or of the configuration.
func (t *run) speak(in Opening) {
	for i, lang := range [...]string{in.Lang, t.person.Lang, t.found.Lang, in.Hint} {
		if lang != "" {
			t.Turn.Lang, t.fixed = lang, i < 2
			return
		}
	}
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
	r.sweep(ctx, t)
	t.interrupted, err = r.Journal.Interrupted(in.Owner)
	return t, err
}

// draw asks a proposer for a plan. It sees names and shapes, never content.
func (r *Runner) draw(ctx context.Context, t *run, p plan.Proposer, previous *plan.Remembered) (plan.Draft, error) {
	req := plan.Request{
		Text: t.Turn.Text, Lang: t.Turn.Lang, Now: t.Turn.Now, Zone: t.Turn.Zone, Home: t.Turn.Home,
		Places: r.Places(t.Turn.Home), Catalog: r.Catalog.Active(),
	}
	if previous != nil {
		req.Previous = &plan.Previous{
			Turn: previous.Turn, Framework: previous.Framework, Tool: previous.Observed.Tool,
			Fields: previous.Observed.Types, Count: previous.Observed.Count(), Ref: previous.Turn,
		}
	}
	draft, err := p.Propose(ctx, req)
	if err != nil {
		return plan.Draft{}, err
	}
	if !t.fixed && draft.Lang != "" {
		t.Turn.Lang, t.fixed = draft.Lang, true
	}
	return draft, nil
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
	return r.outcome(t, core.Refused, r.notes.Unknown(t.Turn.Lang, d.Unknown, r.Catalog.Active())+r.leftOut(t, "")), true
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
	return r.notes.LeftOut(t.Turn.Lang, list)
}

// finalise checks a plan before anything runs, whatever its origin. What is only missing becomes a
// question; anything else ends the turn.
func (r *Runner) finalise(ctx context.Context, t *run, f plan.Framework, limit int) (core.Outcome, bool) {
	if n := len(f.Steps); n > 0 && f.Steps[n-1].Tool == plan.FinalAnswer {
		f.Steps = f.Steps[:n-1]
	}
	t.Plan = f
	problems := plan.Validate(f, r.lookup, limit)
	record := Record{Kind: "plan", Origin: t.Origin, Framework: &t.Plan}
	for _, p := range problems {
		record.Problems = append(record.Problems, plan.Problems{p}.Error())
	}
	if err := r.record(ctx, t, record); err != nil {
		return r.refuse(t, err), true
	}
	if len(problems) == 0 {
		r.emit(ctx, t, "plan", planned{Origin: t.Origin, Steps: f.Tools()})
		return core.Outcome{}, false
	}
	if q, ok := r.missing(t, problems, f); ok {
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
			return r.answer(ctx, t)
		case halt.Asks != nil:
			return r.suspend(ctx, t, halt.Call, *halt.Asks)
		case halt.Needs != nil:
			return r.needs(ctx, t, halt.Call, *halt.Needs)
		}
	}
	return r.answer(ctx, t)
}
