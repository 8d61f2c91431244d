package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
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

// userReply lists persons and their senders, or holds what pair made: a one-time link and, when a channel tells
// persons by their senders, a code for it.
type userReply struct {
	People   []people.Person                 `json:"people"`
	Bindings map[core.Owner][]people.Binding `json:"bindings,omitempty"`
	URL      string                          `json:"url,omitempty"`
	Code     string                          `json:"code,omitempty"`
	Inside   bool                            `json:"inside,omitempty"` // the new home was part of the host's
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

// Run prints a new one-time sign-in link, and a pairing code where a channel takes one.
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
	}
	if reply.Inside {
		fmt.Fprintln(a.Out, a.say("user_home_apart", i18n.Params{"name": string(req.Name), "path": req.Home}))
	}
	if reply.Code != "" {
		minutes := strconv.Itoa(int(people.CodeLife.Minutes()))
		fmt.Fprintln(a.Out, a.say("user_code", i18n.Params{"name": string(req.Name), "code": reply.Code, "minutes": minutes}))
	}
	for _, p := range reply.People {
		fmt.Fprintf(a.Out, "%-16s %-8s %s\n", p.ID, p.Role, p.Home)
		for _, b := range reply.Bindings[p.ID] {
			fmt.Fprintf(a.Out, "  %s %s %s\n", glyph.Line(b.Channel), glyph.Line(b.ID), glyph.Line(b.Account))
		}
	}
	return nil
}

// Users administers the persons of the instance.
func (in *Instance) Users(ctx context.Context, req userRequest) (reply userReply, err error) {
	switch req.Action {
	case "pair":
		return in.pair(ctx, req.Name)
	case "add":
		if reply.Inside, err = in.fits(ctx, req.Home); err != nil {
			return userReply{}, err
		}
		if _, err := in.People.Add(ctx, string(req.Name), req.Role, req.Home); err != nil {
			return userReply{}, err
		}
	case "remove":
		if err := in.People.Remove(ctx, req.Name); err != nil {
			return userReply{}, err
		}
		in.doubt(req.Name)
		if err := in.forget(req.Name); err != nil {
			return userReply{}, err
		}
	}
	in.Host.Retire(in.Catalog.Active()) // who may reach what has changed
	inside := reply.Inside
	reply, err = in.everybody(ctx)
	reply.Inside = inside
	return reply, err
}

// fits checks a folder that is to be somebody's own; none shares the host's.
func (in *Instance) fits(ctx context.Context, home string) (inside bool, err error) {
	if home == "" {
		return false, nil
	}
	return granted{in.grants, in.People, in.home}.fits(ctx, home, in.Config.Data)
}

func (in *Instance) everybody(ctx context.Context) (userReply, error) {
	list, err := in.People.List(ctx)
	reply := userReply{People: list, Bindings: map[core.Owner][]people.Binding{}}
	for _, p := range list {
		bound, fault := in.People.Bindings(ctx, p.ID)
		if fault != nil {
			return reply, fault
		}
		if len(bound) > 0 {
			reply.Bindings[p.ID] = bound
		}
	}
	return reply, err
}

// pair makes a one-time sign-in link, and a code for the channels that take one. Only a running server can honour
// either.
func (in *Instance) pair(ctx context.Context, name core.Owner) (userReply, error) {
	if in.address == "" {
		return userReply{}, sdk.Errorf(sdk.Unavailable, "pair_no_server", "no page is served")
	}
	if err := in.known(ctx, name); err != nil {
		return userReply{}, err
	}
	token, _, err := in.People.Invite(ctx, name)
	if err != nil {
		return userReply{}, err
	}
	reply := userReply{URL: in.origins[0] + "/signin?t=" + url.QueryEscape(token)}
	if in.takesCodes() {
		reply.Code, _, err = in.People.PairingCode(ctx, name)
	}
	return reply, err
}

// takesCodes reports whether a configured channel knows persons by their senders: one that opens no address of its
// own has no page to sign in on.
func (in *Instance) takesCodes() bool {
	return slices.ContainsFunc(in.Config.Channels, func(block config.Instance) bool {
		ex, err := in.Catalog.Get(block.Type)
		return err == nil && !slices.ContainsFunc(ex.Manifest.Capabilities, func(c manifest.Capability) bool { return c.Name == "network:listen" })
	})
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
