package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/tasks"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

type taskCmd struct {
	List    taskListCmd    `cmd:"" help:"${cmd_task_list}"`
	Show    taskShowCmd    `cmd:"" help:"${cmd_task_show}"`
	Run     taskRunCmd     `cmd:"" help:"${cmd_task_run}"`
	Enable  taskEnableCmd  `cmd:"" help:"${cmd_task_enable}"`
	Disable taskDisableCmd `cmd:"" help:"${cmd_task_disable}"`
	Delete  taskDeleteCmd  `cmd:"" help:"${cmd_task_delete}"`
}

// taskRequest asks the desk about the tasks of one person. Action: list, show, run, enable, disable, delete.
type taskRequest struct {
	Action string     `json:"action"`
	User   core.Owner `json:"user"`
	Name   string     `json:"name,omitempty"`
	Lang   string     `json:"lang"`
}

// taskReply lists tasks, with their runs when one is shown; or holds what a run answered.
type taskReply struct {
	Tasks   []sdk.Task    `json:"tasks"`
	Runs    []sdk.Run     `json:"runs,omitempty"`
	Outcome *core.Outcome `json:"outcome,omitempty"`
}

// owned is whose task a command is about.
type owned struct {
	User string `help:"${flag_user}" default:"host"`
}

type named struct {
	owned
	Name string `arg:"" help:"${arg_task}"`
}

type (
	taskListCmd    struct{ owned }
	taskShowCmd    struct{ named }
	taskRunCmd     struct{ named }
	taskEnableCmd  struct{ named }
	taskDisableCmd struct{ named }
	taskDeleteCmd  struct{ named }
)

// Run lists the tasks, the next to run first.
func (c taskListCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "list", User: core.Owner(c.User)})
}

// Run shows one task and its latest runs.
func (c taskShowCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "show", User: core.Owner(c.User), Name: c.Name})
}

// Run runs one task now.
func (c taskRunCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "run", User: core.Owner(c.User), Name: c.Name})
}

// Run lets a task run again.
func (c taskEnableCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "enable", User: core.Owner(c.User), Name: c.Name})
}

// Run keeps a task from running.
func (c taskDisableCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "disable", User: core.Owner(c.User), Name: c.Name})
}

// Run deletes a task.
func (c taskDeleteCmd) Run(ctx context.Context, app *App) error {
	return app.tasks(ctx, taskRequest{Action: "delete", User: core.Owner(c.User), Name: c.Name})
}

func (a *App) tasks(ctx context.Context, req taskRequest) error {
	d, done, err := a.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	req.Lang = a.Lang
	reply, err := d.TaskDesk(ctx, req)
	switch {
	case err != nil:
		return err
	case a.JSON && reply.Outcome != nil:
		return json.NewEncoder(a.Out).Encode(reply.Outcome)
	case a.JSON:
		return json.NewEncoder(a.Out).Encode(reply)
	case reply.Outcome != nil:
		return a.printOutcome(*reply.Outcome)
	}
	for _, t := range reply.Tasks {
		next := t.State
		if !t.Next.IsZero() {
			next += " " + t.Next.Format("2006-01-02 15:04")
		}
		fmt.Fprintf(a.Out, "%-24s %-24s %s: %s\n", t.Name, next, glyph.Line(t.When), glyph.Line(t.Request))
	}
	for _, r := range reply.Runs {
		fmt.Fprintf(a.Out, "  %s %s %s\n", r.At.Format("2006-01-02 15:04"), r.Outcome, glyph.Line(r.Message))
	}
	if req.Action == "show" && len(reply.Runs) == 0 {
		fmt.Fprintln(a.Out, "  "+a.say("task_never", nil))
	}
	return nil
}

// TaskDesk administers the tasks of one person.
func (in *Instance) TaskDesk(ctx context.Context, req taskRequest) (reply taskReply, err error) {
	if err := in.known(ctx, req.User); err != nil {
		return reply, err
	}
	reply.Tasks = []sdk.Task{}
	show := func(list ...tasks.Task) {
		for _, t := range list {
			reply.Tasks = append(reply.Tasks, t.View(req.Lang))
		}
	}
	if req.Action == "list" {
		list, err := in.Tasks.List(req.User)
		show(list...)
		return reply, err
	}
	from := tasks.From{Owner: req.User, Channel: cliChannel, Lang: req.Lang, Zone: in.Config.Locale.Zone}
	switch req.Action {
	case "enable":
		_, err = in.Tasks.Alter(ctx, from, sdk.Alteration{Kind: sdk.SetTask, Name: req.Name, State: tasks.Active})
	case "disable":
		_, err = in.Tasks.Alter(ctx, from, sdk.Alteration{Kind: sdk.SetTask, Name: req.Name, State: tasks.Paused})
	case "delete":
		if _, err = in.Tasks.Alter(ctx, from, sdk.Alteration{Kind: sdk.DeleteTask, Name: req.Name}); sdk.ClassOf(err) == sdk.IOError {
			err = in.Tasks.Drop(req.User, req.Name) // what cannot be read can still go
		}
		return reply, err
	}
	if err != nil {
		return reply, err
	}
	t, err := in.Tasks.Get(req.User, req.Name)
	if err != nil {
		return reply, err
	}
	if req.Action == "run" {
		out, err := in.fire(ctx, t, false)
		reply.Outcome = &out
		return reply, err
	}
	show(t)
	if req.Action == "show" {
		reply.Runs = t.Runs
	}
	return reply, nil
}

// fire runs a task as a turn of its owner, in the conversation it answers to, and writes down what became of it. A
// reminder only says its text.
func (in *Instance) fire(ctx context.Context, t tasks.Task, scheduled bool) (core.Outcome, error) {
	at := time.Now()
	open := turn.Opening{Owner: t.Owner, Actor: "schedule", Channel: t.Channel, Conversation: t.Conversation, Text: t.Request, Lang: t.Lang, Zone: t.Zone}
	var out core.Outcome
	if t.Kind == tasks.Reminder {
		text := in.say.Say(t.Lang, "task_reminder", i18n.Params{"text": glyph.Line(t.Request)})
		out = core.Outcome{Kind: core.Answer, Lang: t.Lang, Message: text, Steps: []core.Step{}}
	} else {
		var err error
		if out, err = in.Gateway.Ask(ctx, open); err != nil {
			return out, err
		}
	}
	out.Origin = core.FromSchedule
	run := sdk.Run{At: at, Outcome: outcomeOf(out), Message: out.Message, Turn: out.TurnID}
	return out, in.Tasks.Ran(t.Owner, t.Name, run, scheduled)
}

// outcomeOf is what became of a run.
func outcomeOf(out core.Outcome) string {
	switch out.Kind {
	case core.Answer:
		if out.Effects.Failures+out.Effects.Uncertain > 0 {
			return "partial"
		}
		return "success"
	case core.Ask, core.NeedsInputs, core.Approval:
		return "waiting"
	case core.Refused:
		return "refused"
	}
	return "error"
}
