package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/sdk"
)

// keys lists who may sign what.
func (b board) keys(_ context.Context, who settings.Asker) (settings.Sheet, error) {
	rows, err := keyRows(b.Ring, keys.InFolder(filepath.Join(b.Config.Data, "keys")))
	sheet := settings.Sheet{}
	now := time.Now()
	for _, r := range rows {
		key := r.state(now)
		state := settings.Warn(b.say(who, key, nil))
		switch key {
		case "key_state_trusted":
			state.Tone = "good"
		case "key_state_revoked", "key_state_expired":
			state.Tone = "bad"
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: r.ID + " " + r.Role, Cells: []settings.Value{
			settings.Of(r.ID), settings.Of(r.Role), settings.Of(r.Publisher), state, started(r.Created), started(r.Expires)}})
	}
	return sheet, err
}

// users lists everybody.
func (b board) users(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	list, err := b.People.List(ctx)
	sheet := settings.Sheet{}
	for _, p := range list {
		open, err := b.signedIn(p.ID)
		if err != nil {
			return sheet, err
		}
		row := settings.Row{ID: string(p.ID), Cells: []settings.Value{
			settings.Of(p.Name), settings.Plain(string(p.Role)), settings.Of(p.Home), settings.N(float64(len(open))), started(p.Created)}}
		if p.ID == core.Host || p.ID == who.Owner {
			row.Hidden = []string{"remove"}
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet, err
}

// invite makes a one-time link, which is shown once.
func (b board) invite(ctx context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	reply, err := b.pair(ctx, core.Owner(row))
	return settings.Done{Message: b.say(who, "settings_link", nil), Secret: reply.URL}, err
}

func (b board) remove(ctx context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	if core.Owner(row) == who.Owner || core.Owner(row) == core.Host {
		return settings.Done{}, sdk.Errorf(sdk.PolicyDenied, "settings_self", "%q cannot be removed by %q", row, who.Owner)
	}
	_, err := b.Users(ctx, userRequest{Action: "remove", Name: core.Owner(row)})
	return settings.Done{}, err
}

// signedIn are the live sessions of somebody, links not counted.
func (b board) signedIn(id core.Owner) ([]store.Session, error) {
	list, err := b.Store.Sessions().List(id)
	var open []store.Session
	for _, s := range list {
		if !s.Once && time.Now().Before(s.Expires) {
			open = append(open, s)
		}
	}
	return open, err
}

// sessions lists the asker's, and everybody's for who administers.
func (b board) sessions(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	owners := []core.Owner{who.Owner}
	if who.Role == settings.Admin {
		list, err := b.People.List(ctx)
		if err != nil {
			return settings.Sheet{}, err
		}
		owners = nil
		for _, p := range list {
			owners = append(owners, p.ID)
		}
	}
	sheet := settings.Sheet{}
	for _, id := range owners {
		open, err := b.signedIn(id)
		if err != nil {
			return sheet, err
		}
		for _, s := range open {
			state := settings.Plain(settings.Text{It: "aperta", En: "open"}.In(who.Lang))
			if s.Key == who.Session {
				state = settings.Good(settings.Text{It: "questa", En: "this one"}.In(who.Lang))
			}
			sheet.Rows = append(sheet.Rows, settings.Row{ID: string(id) + " " + s.Key, Cells: []settings.Value{
				settings.Of(device(s.Label)), settings.Of(string(id)), state, settings.When(s.Created), started(s.Seen), settings.When(s.Expires)}})
		}
	}
	return sheet, nil
}

// revoke ends a session: one's own, or anybody's for who administers. A session of somebody else is as one that is
// not there.
func (b board) revoke(_ context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	id, key, _ := strings.Cut(row, " ")
	if core.Owner(id) != who.Owner && who.Role != settings.Admin {
		return settings.Done{}, gone("session")
	}
	open, err := b.signedIn(core.Owner(id))
	if err != nil {
		return settings.Done{}, err
	}
	for _, s := range open {
		if s.Key == key {
			err := b.Store.Sessions().Revoke(core.Owner(id), key)
			b.doubt(core.Owner(id))
			return settings.Done{Message: b.say(who, "settings_revoked", nil)}, err
		}
	}
	return settings.Done{}, gone("session")
}

// channels lists where one can be spoken to, and who is who there.
func (b board) channels(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	sheet := settings.Sheet{}
	for _, block := range b.Config.Channels {
		sheet.Rows = append(sheet.Rows, settings.Row{ID: block.Name(), Hidden: []string{"unbind"}, Cells: []settings.Value{
			settings.Of(block.Name()), settings.Good(settings.Text{It: "attivo", En: "active"}.In(who.Lang)), {}, {}, {}}})
	}
	list, err := b.People.List(ctx)
	if err != nil {
		return sheet, err
	}
	for _, p := range list {
		bound, err := b.People.Bindings(ctx, p.ID)
		if err != nil {
			return sheet, err
		}
		for _, one := range bound {
			sheet.Rows = append(sheet.Rows, settings.Row{ID: bindingID(one), Cells: []settings.Value{
				settings.Of(one.Channel), settings.Plain(settings.Text{It: "abbinato", En: "paired"}.In(who.Lang)), settings.Of(p.Name),
				settings.Of(strings.TrimSpace(one.Account + " " + one.ID)), started(one.Since)}})
		}
	}
	return sheet, nil
}

func bindingID(one people.Binding) string {
	return strings.Join([]string{string(one.Owner), one.Channel, one.Account, one.ID}, "\x1f")
}

func (b board) unbind(ctx context.Context, _ settings.Asker, row, _ string) (settings.Done, error) {
	parts := strings.Split(row, "\x1f")
	if len(parts) != 4 {
		return settings.Done{}, gone("binding")
	}
	return settings.Done{}, b.People.Unbind(ctx, core.Owner(parts[0]), parts[1], parts[2], parts[3])
}

// preferences lists what the asker chose, and what there is to choose.
func (b board) preferences(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	chosen, err := b.People.Preferences(ctx, who.Owner)
	sheet := settings.Sheet{}
	for _, c := range people.Vocabulary() {
		value := settings.Of(chosen[c.Name])
		row := settings.Row{ID: c.Name, Choices: c.Values}
		if value.Text == "" {
			value.Text, row.Hidden = settings.Text{It: "non scelta", En: "not chosen"}.In(who.Lang), []string{"reset"}
		}
		row.Cells = []settings.Value{settings.Of(preferenceName(c.Name).In(who.Lang)), value}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet, err
}

func preferenceName(name string) settings.Text {
	switch name {
	case people.Lang:
		return settings.Text{It: "Lingua", En: "Language"}
	case people.Zone:
		return settings.Text{It: "Fuso orario", En: "Time zone"}
	case people.Tone:
		return settings.Text{It: "Tono", En: "Tone"}
	case people.ReplyLength:
		return settings.Text{It: "Lunghezza delle risposte", En: "Length of replies"}
	case people.Units:
		return settings.Text{It: "Unità di misura", En: "Units"}
	}
	return settings.Text{It: name, En: name}
}

func (b board) prefer(ctx context.Context, who settings.Asker, row, value string) (settings.Done, error) {
	return settings.Done{}, b.People.SetPreference(ctx, who.Owner, row, value)
}

func (b board) unprefer(ctx context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	return settings.Done{}, b.People.ResetPreference(ctx, who.Owner, row)
}
