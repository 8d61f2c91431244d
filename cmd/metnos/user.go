package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

type userCmd struct {
	Add    userAddCmd    `cmd:"" help:"${cmd_user_add}"`
	List   userListCmd   `cmd:"" help:"${cmd_user_list}"`
	Pair   userPairCmd   `cmd:"" help:"${cmd_user_pair}"`
	Remove userRemoveCmd `cmd:"" help:"${cmd_user_remove}"`
}

// userRequest asks the desk about persons. Action: add, list, pair, remove.
type userRequest struct {
	Action string      `json:"action"`
	Name   core.Owner  `json:"name"`
	Role   people.Role `json:"role"`
	Home   string      `json:"home,omitempty"`
}

// userReply lists persons, or holds the one-time link of pair.
type userReply struct {
	People []people.Person `json:"people"`
	URL    string          `json:"url,omitempty"`
}

type userAddCmd struct {
	Name string `arg:"" help:"${arg_user}"`
	Role string `help:"${flag_person_role}" enum:"guest,member" default:"member"`
	Home string `help:"${flag_home}" placeholder:"DIR"`
}

// Run adds a person.
func (c userAddCmd) Run(ctx context.Context, app *App) error {
	home := c.Home
	if home != "" {
		var err error
		if home, err = filepath.Abs(home); err != nil {
			return err
		}
	}
	err := app.users(ctx, userRequest{Action: "add", Name: core.Owner(c.Name), Role: people.Role(c.Role), Home: home})
	if err == nil && !app.JSON {
		if home == "" {
			fmt.Fprintln(app.Out, app.say("user_shares", i18n.Params{"name": c.Name}))
		}
		fmt.Fprintln(app.Out, app.say("user_added", i18n.Params{"name": c.Name}))
	}
	return err
}

type userListCmd struct{}

// Run lists everybody.
func (userListCmd) Run(ctx context.Context, app *App) error {
	return app.users(ctx, userRequest{Action: "list"})
}

type userPairCmd struct {
	Name string `arg:"" optional:"" default:"host" help:"${arg_user}"`
}

// Run prints a new one-time sign-in link.
func (c userPairCmd) Run(ctx context.Context, app *App) error {
	return app.users(ctx, userRequest{Action: "pair", Name: core.Owner(c.Name)})
}

type userRemoveCmd struct {
	Name string `arg:"" help:"${arg_user}"`
}

// Run forgets a person and ends their sessions.
func (c userRemoveCmd) Run(ctx context.Context, app *App) error {
	return app.users(ctx, userRequest{Action: "remove", Name: core.Owner(c.Name)})
}

func (a *App) users(ctx context.Context, req userRequest) error {
	d, done, err := a.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	reply, err := d.Users(ctx, req)
	if err != nil {
		return err
	}
	if a.JSON {
		return json.NewEncoder(a.Out).Encode(reply)
	}
	if reply.URL != "" {
		fmt.Fprintln(a.Out, a.say("serve_link", i18n.Params{"link": reply.URL}))
		return nil
	}
	for _, p := range reply.People {
		fmt.Fprintf(a.Out, "%-16s %-8s %s\n", p.ID, p.Role, p.Home)
	}
	return nil
}

// Users administers the persons of the instance.
func (in *Instance) Users(ctx context.Context, req userRequest) (userReply, error) {
	switch req.Action {
	case "pair":
		return in.pair(ctx, req.Name)
	case "add":
		if _, err := in.People.Add(ctx, string(req.Name), req.Role, req.Home); err != nil {
			return userReply{}, err
		}
	case "remove":
		if err := in.People.Remove(ctx, req.Name); err != nil {
			return userReply{}, err
		}
	}
	list, err := in.People.List(ctx)
	return userReply{People: list}, err
}

// pair makes a one-time sign-in link, which only a running server can honour.
func (in *Instance) pair(ctx context.Context, name core.Owner) (userReply, error) {
	if in.address == "" {
		return userReply{}, sdk.Errorf(sdk.Unavailable, "pair_no_server", "no page is served")
	}
	if err := in.known(ctx, name); err != nil {
		return userReply{}, err
	}
	token, _, err := in.People.Invite(ctx, core.Owner(strings.ToLower(string(name))))
	if err != nil {
		return userReply{}, err
	}
	return userReply{URL: "http://" + in.address + "/signin?t=" + url.QueryEscape(token)}, nil
}

type backupCmd struct{}

// Run takes a consistent copy of what metnos remembers.
func (backupCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	snap, err := d.Backup(ctx)
	if err != nil {
		return err
	}
	if app.JSON {
		return json.NewEncoder(app.Out).Encode(snap)
	}
	fmt.Fprintln(app.Out, snap.Name)
	return nil
}

// Backup takes a snapshot of the store.
func (in *Instance) Backup(ctx context.Context) (disk.Snapshot, error) {
	return in.Store.Snapshot(ctx, "manual", time.Now())
}

type restoreCmd struct {
	Name string `arg:"" optional:"" help:"${arg_snapshot}"`
}

// Run puts a snapshot back, or lists them when none is named. The server must be stopped.
func (c restoreCmd) Run(app *App) error {
	cfg, err := app.Load()
	if err != nil {
		return err
	}
	if c.Name == "" {
		list, err := disk.Snapshots(cfg.Data)
		if err != nil {
			return err
		}
		for _, s := range list {
			fmt.Fprintf(app.Out, "%s  %s  %s\n", s.Name, s.Taken.Local().Format("2006-01-02 15:04"), s.Reason)
		}
		return nil
	}
	aside, err := disk.Restore(cfg.Data, c.Name, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintln(app.Out, app.say("restored", i18n.Params{"name": c.Name, "aside": aside}))
	return nil
}
