package main

import (
	"context"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

// The instance is the desk behind the control socket and behind a command that opens the data directory.
var _ desk = (*Instance)(nil)

const cliChannel = "cli"

func opening(user core.Owner, conversation, lang string) turn.Opening {
	return turn.Opening{Owner: user, Actor: cliChannel, Channel: cliChannel, Conversation: conversation, Lang: lang}
}

// Ask runs one turn.
func (in *Instance) Ask(ctx context.Context, req askRequest) (core.Outcome, error) {
	if err := in.known(ctx, req.User); err != nil {
		return core.Outcome{}, err
	}
	open := opening(req.User, req.Conversation, req.Lang)
	open.Text = req.Text
	return in.Gateway.Ask(ctx, open)
}

// Plan forecasts one turn.
func (in *Instance) Plan(ctx context.Context, req askRequest) (planReply, error) {
	if err := in.known(ctx, req.User); err != nil {
		return planReply{}, err
	}
	open := opening(req.User, req.Conversation, req.Lang)
	open.Text = req.Text
	return in.Turns.Forecast(ctx, open), nil
}

// Undo takes a turn back.
func (in *Instance) Undo(ctx context.Context, req undoRequest) (core.Outcome, error) {
	if err := in.known(ctx, req.User); err != nil {
		return core.Outcome{}, err
	}
	return in.Turns.Undo(ctx, opening(req.User, req.Conversation, req.Lang), req.Turn), nil
}

func (in *Instance) known(ctx context.Context, user core.Owner) error {
	if _, err := in.People.Person(ctx, user); err != nil {
		if sdk.ClassOf(err) == sdk.PolicyDenied {
			return sdk.Errorf(sdk.PolicyDenied, "user_unknown", "%q is not a user", user).With("name", string(user))
		}
		return err
	}
	return nil
}
