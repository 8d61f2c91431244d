package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk"
)

// pattern is how every change of this family is undone: the core keeps what it found.
const pattern = "revert_change"

// altering makes changes, and collects what there is after them.
type altering struct {
	host    sdk.Host
	results []map[string]any
	undo    []map[string]any
	done    int
}

// make makes one change and shows it.
func (a *altering) make(ctx context.Context, change sdk.Alteration, show func(sdk.Altered) map[string]any) error {
	out, err := a.host.Self().Alter(ctx, change)
	if err != nil {
		return err
	}
	item := show(out)
	if out.Same {
		item["created"] = false
	} else {
		a.done++
		a.undo = append(a.undo, map[string]any{"ref": out.Ref})
	}
	a.results = append(a.results, item)
	return nil
}

// result ends the call.
func (a *altering) result() sdk.Result {
	r := sdk.Result{OK: true, Results: a.results, Effects: sdk.Counters{Items: len(a.results), Mutations: a.done, Countable: true}}
	if r.Results == nil {
		r.Results = []map[string]any{}
	}
	if len(a.undo) > 0 {
		r.Undo = &sdk.Undo{Pattern: pattern, Evidence: a.undo}
	}
	return r
}

// foresee tries changes.
func foresee(ctx context.Context, host sdk.Host, action string, changes []sdk.Alteration) (sdk.Effects, error) {
	e := sdk.Effects{Items: []sdk.Effect{}, Reversible: true}
	for _, change := range changes {
		change.Try = true
		out, err := host.Self().Alter(ctx, change)
		if sdk.ClassOf(err) == sdk.MissingInput {
			continue // the call will ask
		}
		if err != nil {
			return sdk.Effects{}, err
		}
		if !out.Same {
			e.Items = append(e.Items, sdk.Effect{Action: action, Target: target(out)})
		}
	}
	e.Total = len(e.Items)
	return e, nil
}

func target(out sdk.Altered) string {
	switch {
	case out.Task != nil:
		return out.Task.Name
	case out.Preference != nil:
		return out.Preference.Name
	case out.Skill != nil:
		return out.Skill.Name
	case out.Row != nil:
		return kept.Title(*out.Row)
	}
	return ""
}

// revert takes the changes of a call back, the latest first.
func revert(ctx context.Context, call sdk.Call, host sdk.Host, show func(sdk.Altered) map[string]any) (sdk.Result, error) {
	if call.Undo == nil {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "undo_evidence_missing", "nothing says what to undo")
	}
	r := sdk.Result{OK: true, Results: []map[string]any{}, Effects: sdk.Counters{Countable: true}}
	for i := len(call.Undo.Evidence) - 1; i >= 0; i-- {
		ref, _ := call.Undo.Evidence[i]["ref"].(string)
		out, err := host.Self().Revert(ctx, ref)
		if err != nil {
			return sdk.Result{}, err
		}
		r.Results = append(r.Results, show(out))
		if !out.Same {
			r.Effects.Mutations++
		}
	}
	r.Effects.Items = len(r.Results)
	return r, nil
}
