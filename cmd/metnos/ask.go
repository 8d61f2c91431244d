package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
)

// speaker is who asks from the command line, and where.
type speaker struct {
	Conversation string `help:"${flag_conversation}" default:"cli"`
	User         string `help:"${flag_user}" default:"host"`
}

type askCmd struct {
	speaker
	Text []string `arg:"" help:"${arg_text}"`
}

// Run takes one turn.
func (c askCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	out, err := d.Ask(ctx, c.request(app, c.Text))
	if err != nil {
		return err
	}
	return app.printOutcome(out)
}

func (s speaker) request(app *App, words []string) askRequest {
	return askRequest{
		Text: strings.Join(words, " "), Lang: app.Asked, Conversation: s.Conversation, User: core.Owner(s.User), Zone: app.Getenv("TZ"),
	}
}

// printOutcome prints the answer; how a turn ended is its kind, not an exit status.
func (a *App) printOutcome(out core.Outcome) error {
	if a.JSON {
		return json.NewEncoder(a.Out).Encode(out)
	}
	if _, err := fmt.Fprintln(a.Out, out.Message); err != nil {
		return err
	}
	for _, step := range out.Steps { // an answer from a weaker sandbox says so
		if level := step.Sandbox.Level; level == core.LevelLandlock.String() || level == core.LevelProcess.String() {
			_, err := fmt.Fprintln(a.Out, a.say("ran_weaker", i18n.Params{"level": level}))
			return err
		}
	}
	return nil
}

// desk reaches a running server of the data directory, else opens the directory itself.
func (a *App) desk(ctx context.Context) (desk, func(), error) {
	cfg, err := a.Load()
	if err != nil {
		return nil, nil, err
	}
	server, found, err := dialControl(cfg.Data)
	if err != nil {
		return nil, nil, err
	}
	if found {
		return server, func() {}, nil
	}
	in, err := a.start(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	return in, func() {
		if err := in.Close(); err != nil {
			fmt.Fprintln(os.Stderr, a.Messages.Sentence(a.Lang, err))
		}
	}, nil
}

type undoCmd struct {
	speaker
	Turn string `arg:"" optional:"" help:"${arg_turn}"`
}

// Run takes back what a turn changed.
func (c undoCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	out, err := d.Undo(ctx, undoRequest{Turn: c.Turn, Lang: app.Lang, User: core.Owner(c.User), Conversation: c.Conversation})
	if err != nil {
		return err
	}
	return app.printOutcome(out)
}
