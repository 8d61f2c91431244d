package turn

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
)

// route answers the few requests that need no plan.
func (r *Runner) route(ctx context.Context, t *run) (core.Outcome, bool) {
	if undoWords[folded(t.turn.Text)] {
		return r.undo(ctx, t, ""), true
	}
	if strings.TrimSpace(t.turn.Text) == "" {
		return r.outcome(t, core.Ask, r.say(t, "nothing_said")), true
	}
	return core.Outcome{}, false
}

// Undo reverses a turn, or the latest one with something to reverse when id is "".
func (r *Runner) Undo(ctx context.Context, in Opening, id string) core.Outcome {
	t, err := r.open(ctx, in)
	if err != nil {
		return r.close(ctx, t, r.refuse(t, err))
	}
	return r.close(ctx, t, r.undo(ctx, t, id))
}

func (r *Runner) undo(ctx context.Context, t *run, id string) core.Outcome {
	if id == "" {
		latest, err := r.Journal.Latest(t.turn.Owner, t.turn.Conversation)
		if err != nil {
			return r.refuse(t, err)
		}
		if latest == "" {
			return r.outcome(t, core.Answer, r.say(t, "undo_nothing"))
		}
		id = latest
	}
	report, err := r.Journal.Undo(ctx, t.turn.Owner, id, func(ctx context.Context, e undo.Entry) (sdk.Result, error) {
		return r.reverse(ctx, t, e)
	})
	t.effects.Mutations += len(report.Restored)
	t.effects.Items = len(report.Restored)
	t.effects.Failures += len(report.Failed) + len(report.Changed)
	if fault := r.record(ctx, t, Record{Kind: "undo", State: report.Turn}); fault != nil && err == nil {
		err = fault
	}
	if err != nil && len(report.Restored) == 0 {
		return r.refuse(t, err)
	}
	message := r.undone(t, report)
	if err != nil {
		t.effects.Failures++
		message += "\n" + r.Say.Sentence(t.turn.Lang, err)
	}
	return r.outcome(t, core.Answer, message)
}

// reverse undoes one step through its executor, after the same decision every call passes.
func (r *Runner) reverse(ctx context.Context, t *run, e undo.Entry) (sdk.Result, error) {
	ex, err := r.Catalog.Get(e.Tool)
	if err != nil {
		return sdk.Result{}, err
	}
	a := vaglio.Action{Owner: t.turn.Owner, Executor: ex, Args: e.Args, Undo: true}
	for _, item := range e.Evidence.Evidence {
		for _, value := range item {
			if s, ok := value.(string); ok && filepath.IsAbs(s) {
				a.Paths = append(a.Paths, vaglio.Path{Arg: "undo", Path: filepath.Clean(s), Write: true})
			}
		}
	}
	verdict := r.Decider.Decide(ctx, a)
	if err := r.record(ctx, t, Record{Kind: "verdict", N: e.Step, Tool: e.Tool, Verdict: &verdict}); err != nil {
		return sdk.Result{}, err
	}
	if verdict.Ruling != core.Allow {
		return sdk.Result{}, &sdk.Error{Class: sdk.PolicyDenied, Code: verdict.Code, Message: "denied by policy", Params: verdict.Params}
	}
	began := r.Now()
	result, sandbox, err := r.Invoker.Reverse(ctx, ex, sdk.Call{
		Executor: e.Tool, Args: e.Args, Owner: string(t.turn.Owner), Turn: e.Turn, Step: e.Step, Lang: t.turn.Lang,
		Zone: t.turn.Zone.String(), Now: t.turn.Now, Config: ex.Config, Undo: e.Evidence,
	}, nil)
	s := core.Step{N: len(t.steps) + 1, Tool: e.Tool, OK: err == nil && result.OK, MS: milliseconds(r.Now().Sub(began)), Sandbox: sandbox}
	if err != nil {
		s.ErrorClass, s.Error = classOf(err), err.Error()
	}
	t.steps = append(t.steps, s)
	return result, err
}

// undone says what an undo put back, what it left alone and why.
func (r *Runner) undone(t *run, report undo.Report) string {
	var lines []string
	switch {
	case report.Before:
		return r.say(t, "undo_before")
	case len(report.Restored) > 0:
		lines = append(lines, r.say(t, "undo_done", "Count", strconv.Itoa(len(report.Restored))))
		lines = append(lines, r.names(t, report.Restored)...)
	default:
		lines = append(lines, r.say(t, "undo_none"))
	}
	for _, path := range report.Changed {
		lines = append(lines, "- "+r.say(t, "undo_changed", "path", relative(t.turn.Home, path)))
	}
	for _, f := range report.Failed {
		item := relative(t.turn.Home, f.Item)
		why := r.Say.Sentence(t.turn.Lang, &sdk.Error{Class: f.Class, Code: f.Code, Message: f.Message, Params: map[string]string{"path": item}})
		lines = append(lines, "- "+item+": "+why)
	}
	for _, e := range report.Cannot {
		lines = append(lines, "- "+r.say(t, "undo_cannot", "tool", e.Tool))
	}
	return strings.Join(lines, "\n")
}

func (r *Runner) names(t *run, items []map[string]any) []string {
	const limit = 30
	var lines []string
	for i, item := range items {
		if i == limit && len(items) > limit+1 {
			return append(lines, r.say(t, "and_more", "Count", strconv.Itoa(len(items)-i)))
		}
		if path, ok := item["path"].(string); ok {
			lines = append(lines, "- "+relative(t.turn.Home, path))
		}
	}
	return lines
}

func relative(home, path string) string {
	if rest, ok := strings.CutPrefix(path, home+"/"); ok {
		return rest
	}
	return path
}
