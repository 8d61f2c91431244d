package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/sdk"
)

// passkeyMethods are what a page asks to make a passkey and to sign in with one. Whether an answer holds is decided
// by the core, and the session is the core's.
func (in *Instance) passkeyMethods() []gateway.Method {
	return []gateway.Method{
		{Name: "passkeys.challenge", Call: in.challengePasskey},
		{Name: "session.passkey", Call: in.enterByPasskey},
		{Name: "passkeys.begin", Role: people.Guest, Call: in.beginPasskey},
	}
}

// challengePasskey gives a browser what it needs to sign in: {origin, browser} -> {id, options}.
func (in *Instance) challengePasskey(ctx context.Context, _ gateway.Caller, params json.RawMessage) (any, error) {
	var q struct{ Origin, Browser string }
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	id, options, err := in.Passkeys.Challenge(ctx, q.Browser, q.Origin)
	return map[string]any{"id": id, "options": options}, err
}

// enterByPasskey signs in whoever's passkey answered: {id, browser, answer, agent} -> {session, expires}.
func (in *Instance) enterByPasskey(ctx context.Context, _ gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		ID, Browser, Agent string
		Answer             json.RawMessage
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	owner, _, err := in.Passkeys.Verify(ctx, q.Browser, q.ID, q.Answer)
	if err != nil {
		return nil, err
	}
	token, session, err := in.People.Open(ctx, owner, q.Agent)
	if sdk.ClassOf(err) == sdk.PolicyDenied { // they left
		err = sdk.Errorf(sdk.AuthRequired, "passkey_refused", "%w", err)
	}
	return struct {
		Session string    `json:"session"`
		Expires time.Time `json:"expires"`
	}{token, session.Expires}, err
}

// beginPasskey gives the browser of somebody signed in what it needs to make a passkey: {origin} -> {options}.
func (in *Instance) beginPasskey(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct{ Origin string }
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	_, session, err := in.People.Principal(ctx, c.Token)
	if err != nil {
		return nil, err
	}
	options, err := in.Passkeys.Begin(ctx, c.Person.ID, c.Person.Name, session.Key, q.Origin)
	return map[string]any{"options": options}, err
}

// passkeys lists the asker's own.
func (b board) passkeys(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	list, err := b.Passkeys.List(ctx, who.Owner)
	sheet := settings.Sheet{}
	for _, site := range b.sites {
		if b.Passkeys.Works(site) {
			sheet.Facts = append(sheet.Facts, settings.Fact{Label: settings.Text{It: "Si aggiungono e si usano da", En: "Added and used at"}.In(who.Lang), Value: settings.Of(site)})
		}
	}
	for _, k := range list {
		sheet.Rows = append(sheet.Rows, settings.Row{ID: k.ID(), Now: k.Name, Cells: []settings.Value{
			settings.Of(k.Name), settings.Of(k.Site), settings.When(k.Created), started(k.Used)}})
	}
	return sheet, err
}

// addPasskey keeps what the asker's browser made: {name, answer} as JSON.
func (b board) addPasskey(ctx context.Context, who settings.Asker, _, value string) (settings.Done, error) {
	var made struct {
		Name   string
		Answer json.RawMessage
	}
	if err := json.Unmarshal([]byte(value), &made); err != nil {
		return settings.Done{}, sdk.Errorf(sdk.WrongArgs, "passkey_refused", "%w", err)
	}
	key, err := b.Passkeys.Add(ctx, who.Owner, who.Session, made.Name, made.Answer)
	if err != nil {
		return settings.Done{}, err
	}
	return settings.Done{Message: b.say(who, "passkey_added", i18n.Params{"name": key.Name, "site": key.Site})}, nil
}

func (b board) renamePasskey(ctx context.Context, who settings.Asker, row, value string) (settings.Done, error) {
	return settings.Done{}, b.Passkeys.Rename(ctx, who.Owner, row, value)
}

func (b board) removePasskey(ctx context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	return settings.Done{}, b.Passkeys.Remove(ctx, who.Owner, row)
}
