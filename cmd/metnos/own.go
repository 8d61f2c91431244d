package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	keeping "github.com/metnos/metnos/core/own"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/records"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/tasks"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// own is what metnos keeps for the person of a call.
func (in *Instance) own() keeping.Desk {
	locale := in.Config.Locale
	return keeping.Desk{
		Tasks:       func(call sdk.Call) keeping.Tasks { return ownTasks{in.Tasks, call} },
		Preferences: in.People, Skills: ownSkills{in}, Rows: in.Records,
		Defaults: map[string]string{
			people.Lang: locale.Language, people.Zone: locale.Timezone, people.Place: locale.Place,
			people.Tone: "informale", people.ReplyLength: "normale", people.Units: "metric",
		},
	}
}

// openTasks opens what runs later, and what people keep of their own.
func (in *Instance) openTasks(a *App) {
	shelf, past := store.TableOf[tasks.Task](in.Store, "tasks"), store.TableOf[tasks.Change](in.Store, "task_changes")
	in.Tasks = tasks.New(shelf, past, taskPlanner{in, a, compose.New()}.plan, time.Now)
	in.Records = records.New(store.TableOf[sdk.Row](in.Store, "records"), store.TableOf[records.Change](in.Store, "record_changes"), time.Now)
}

// ownTasks are the tasks of one call's person.
type ownTasks struct {
	keeper *tasks.Keeper
	call   sdk.Call
}

func (t ownTasks) owner() core.Owner { return core.Owner(t.call.Owner) }

func (t ownTasks) Tasks(query string) ([]sdk.Task, error) {
	list, err := t.keeper.Find(t.owner(), query)
	out := make([]sdk.Task, len(list))
	for i, one := range list {
		out[i] = one.View(t.call.Lang)
	}
	return out, err
}

func (t ownTasks) Runs(query string, limit int) (out []sdk.Run, err error) {
	list, err := t.keeper.Find(t.owner(), query)
	for _, one := range list {
		out = append(out, one.Runs...)
	}
	slices.SortStableFunc(out, func(a, b sdk.Run) int { return b.At.Compare(a.At) })
	return out[:min(len(out), max(0, limit))], err
}

func (t ownTasks) Alter(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	zone, err := time.LoadLocation(t.call.Zone)
	if err != nil {
		zone = time.UTC
	}
	return t.keeper.Alter(ctx, tasks.From{
		Owner: t.owner(), Channel: t.call.From.Channel, Conversation: t.call.From.Conversation, Said: t.call.From.Said, Lang: t.call.Lang, Zone: zone,
	}, a)
}

func (t ownTasks) Revert(ref string) (sdk.Altered, error) {
	return t.keeper.Revert(t.owner(), t.call.Lang, ref)
}

// taskPlanner plans the request of a task as its owner's turn would, and runs nothing.
type taskPlanner struct {
	in       *Instance
	app      *App
	composer plan.Proposer
}

func (p taskPlanner) plan(ctx context.Context, owner core.Owner, request, lang string, zone *time.Location) (plan.Framework, error) {
	person, err := p.in.People.Person(ctx, owner)
	if err != nil {
		return plan.Framework{}, err
	}
	d, err := p.composer.Propose(ctx, plan.Request{
		Text: request, Lang: lang, Now: time.Now().In(zone), Zone: zone, Home: person.Home, Places: p.in.realm.places(owner, person.Home), Catalog: p.in.Catalog.Active(),
	})
	switch {
	case err != nil:
		return plan.Framework{}, err
	case d.Question != nil:
		return plan.Framework{}, sdk.Errorf(sdk.WrongArgs, "task_asks", "nobody answers a task").
			With("question", p.app.Messages.Say(lang, d.Question.Code, d.Question.Params))
	case d.Limit != nil:
		return plan.Framework{}, d.Limit
	case !d.Accepted:
		return plan.Framework{}, sdk.Errorf(sdk.OutOfScope, "task_unclear", "nothing explains %q", d.Unknown).With("words", strings.Join(d.Unknown, ", "))
	}
	for _, tool := range d.Framework.Tools() {
		if e, err := p.in.Catalog.Get(tool); err == nil && declares(e, "metnos:write") {
			return plan.Framework{}, sdk.Errorf(sdk.OutOfScope, "task_governs", "%s in a task", tool)
		}
	}
	return d.Framework, nil
}

// declares reports whether an executor's signed manifest asks for a capability.
func declares(e core.Executor, capability string) bool {
	return e.Manifest != nil && slices.ContainsFunc(e.Manifest.Capabilities, func(c manifest.Capability) bool { return c.Name == capability })
}
