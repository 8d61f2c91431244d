package main

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

// board is what the pages of the settings show and do in this instance.
type board struct {
	*Instance
	app *App
}

// settingsMethods are what a page asks about the settings. Each page decides for itself who may see it.
func (in *Instance) settingsMethods(a *App) ([]gateway.Method, error) {
	b := board{in, a}
	s, err := settings.New(b.sources())
	if err != nil {
		return nil, err
	}
	in.Settings = s
	method := func(name string, call func(ctx context.Context, who settings.Asker, q settingsQuery) (any, error)) gateway.Method {
		return gateway.Method{Name: name, Role: people.Guest, Call: func(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
			var q settingsQuery
			if err := gateway.Params(params, &q); err != nil {
				return nil, err
			}
			return call(ctx, b.asker(ctx, c, q.Lang), q)
		}}
	}
	return []gateway.Method{
		method("settings.menu", func(_ context.Context, who settings.Asker, _ settingsQuery) (any, error) {
			return map[string][]settings.Entry{"pages": s.Menu(who)}, nil
		}),
		method("settings.open", func(ctx context.Context, who settings.Asker, q settingsQuery) (any, error) {
			return s.Open(ctx, who, q.Route)
		}),
		method("settings.look", func(ctx context.Context, who settings.Asker, q settingsQuery) (any, error) {
			blocks, err := s.Look(ctx, who, q.Route, q.Row)
			return map[string][]settings.Block{"blocks": blocks}, err
		}),
		method("settings.act", func(ctx context.Context, who settings.Asker, q settingsQuery) (any, error) {
			return s.Do(ctx, who, q.Route, q.Control, q.Row, q.Value)
		}),
	}, nil
}

// settingsQuery are the parameters of the methods.
type settingsQuery struct {
	Lang    string `json:"lang"`
	Route   string `json:"route"`
	Row     string `json:"row"`
	Control string `json:"control"`
	Value   string `json:"value"`
}

// asker is the caller, as the core knows them; only the language of the words is theirs to say.
func (b board) asker(ctx context.Context, c gateway.Caller, lang string) settings.Asker {
	who := settings.Asker{Owner: c.Person.ID, Role: settings.Role(c.Person.Role), Lang: lang}
	if lang != "it" && lang != "en" {
		if who.Lang = c.Person.Lang; who.Lang == "" {
			who.Lang = b.Config.Locale.Language
		}
	}
	if _, session, err := b.People.Principal(ctx, c.Token); err == nil {
		who.Session = session.Key
	}
	return who
}

// sources binds the pages.
func (b board) sources() map[string]settings.Source {
	return map[string]settings.Source{
		"activity/turns":      {Sheet: b.turns, Detail: b.turn},
		"activity/tasks":      {Sheet: b.tasks, Detail: b.task, Acts: map[string]settings.Act{"pause": b.alterTask("disable"), "resume": b.alterTask("enable"), "delete": b.alterTask("delete")}},
		"lifecycle/executors": {Sheet: b.executors, Detail: b.executor},
		"memory/plans":        {Sheet: b.plans, Acts: map[string]settings.Act{"forget": b.forgetPlan, "flush-l0": b.flush("0/"), "flush-l1": b.flush("1/")}},
		"memory/preferences":  {Sheet: b.preferences, Acts: map[string]settings.Act{"set": b.prefer, "reset": b.unprefer}},
		"system/services":     {Sheet: b.services},
		"system/health":       {Sheet: b.condition},
		"system/safety":       {Sheet: b.safety},
		"system/keys":         {Sheet: b.keys},
		"system/backups":      {Sheet: b.backups, Acts: map[string]settings.Act{"take": b.backup}},
		"people/users":        {Sheet: b.users, Acts: map[string]settings.Act{"invite": b.invite, "remove": b.remove}},
		"people/sessions":     {Sheet: b.sessions, Acts: map[string]settings.Act{"revoke": b.revoke}},
		"people/passkeys":     {Sheet: b.passkeys, Acts: map[string]settings.Act{"add": b.addPasskey, "rename": b.renamePasskey, "remove": b.removePasskey}},
		"people/channels":     {Sheet: b.channels, Acts: map[string]settings.Act{"unbind": b.unbind}},
	}
}

// say is a sentence of the message catalogue in the asker's language.
func (b board) say(who settings.Asker, key string, params i18n.Params) string {
	return b.app.Messages.Say(who.Lang, key, params)
}

func gone(what string) error {
	return sdk.Errorf(sdk.NotFound, "settings_gone", "no %s", what)
}

// services lists the running processes and how each is confined.
func (b board) services(_ context.Context, who settings.Asker) (settings.Sheet, error) {
	local := *b.app
	local.Lang = who.Lang
	said, weak := local.confinement(b.Host, b.Config.Sandbox.Mode)
	level := settings.Good(said)
	if weak {
		level = settings.Warn(said)
	}
	sheet := settings.Sheet{Facts: []settings.Fact{
		{Label: settings.Text{It: "Isolamento", En: "Confinement"}.In(who.Lang), Value: level},
		{Label: settings.Text{It: "Indirizzo", En: "Address"}.In(who.Lang), Value: settings.Of(strings.Join(b.origins, "  "))},
		{Label: settings.Text{It: "Versione", En: "Version"}.In(who.Lang), Value: settings.Of(version)},
	}}
	if b.certificate != nil {
		sheet.Facts = append(sheet.Facts,
			settings.Fact{Label: settings.Text{It: "Impronta del certificato (SHA-256)", En: "Fingerprint of the certificate (SHA-256)"}.In(who.Lang), Value: settings.Of(b.certificate.Fingerprint())},
			settings.Fact{Label: settings.Text{It: "Il certificato scade", En: "The certificate ends"}.In(who.Lang), Value: settings.Of(b.certificate.Ends().Format(time.DateOnly))})
	}
	for _, p := range b.Host.Status().Processes {
		name := p.Executor
		if p.Instance != "" {
			name += " " + p.Instance
		}
		confined := settings.Good(p.Sandbox.Level)
		if p.Sandbox.Level != "bwrap" && p.Sandbox.Level != "landlock" {
			confined = settings.Warn(p.Sandbox.Level)
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: name + " " + strconv.Itoa(p.PID), Cells: []settings.Value{
			settings.Of(name), confined, settings.Of(p.Sandbox.Net), settings.Of(strings.Join(p.Sandbox.RO, "\n")), settings.Of(strings.Join(p.Sandbox.RW, "\n")),
			settings.Of(strconv.Itoa(p.PID)), settings.When(p.Since),
		}})
	}
	return sheet, nil
}

// safety lists what executors may reach.
func (b board) safety(_ context.Context, who settings.Asker) (settings.Sheet, error) {
	sheet := settings.Sheet{Facts: []settings.Fact{
		{Label: settings.Text{It: "Oggetti che cambio senza chiedere, al massimo", En: "Items I change without asking, at most"}.In(who.Lang), Value: settings.Of(strconv.Itoa(b.Config.Policy.BulkThreshold))},
		{Label: settings.Text{It: "Isolamento chiesto", En: "Confinement asked for"}.In(who.Lang), Value: settings.Of(b.Config.Sandbox.Mode)},
		{Label: settings.Text{It: "Configurazione", En: "Configuration"}.In(who.Lang), Value: settings.Of(orElse(b.inForce.Load().File, settings.Text{It: "quella incorporata", En: "the built-in one"}.In(who.Lang)))},
	}}
	everybody := settings.Text{It: "chi vive nella cartella di host", En: "who lives in the host's home"}.In(who.Lang)
	for _, g := range b.grants() {
		var names []string
		for _, p := range g.People {
			names = append(names, string(p))
		}
		for _, list := range []struct {
			paths []string
			is    settings.Value
		}{
			{g.Read, settings.Good(settings.Text{It: "legge", En: "reads"}.In(who.Lang))},
			{g.Write, settings.Warn(settings.Text{It: "scrive", En: "writes"}.In(who.Lang))},
			{g.Deny, settings.Bad(settings.Text{It: "mai", En: "never"}.In(who.Lang))},
		} {
			for _, path := range list.paths {
				sheet.Rows = append(sheet.Rows, settings.Row{ID: g.Name + list.is.Text + path, Cells: []settings.Value{
					settings.Of(g.Name), settings.Of(orElse(strings.Join(names, ", "), everybody)), list.is, settings.Of(path)}})
			}
		}
	}
	return sheet, nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// backups lists the snapshots of the store, the latest first.
func (b board) backups(context.Context, settings.Asker) (settings.Sheet, error) {
	list, err := disk.Snapshots(b.Config.Data)
	sheet := settings.Sheet{}
	for _, s := range list {
		sheet.Rows = append([]settings.Row{{ID: s.Name, Cells: []settings.Value{
			settings.Of(s.Name), settings.When(s.Taken), settings.Of(s.Reason), settings.N(float64(len(s.Files)))}}}, sheet.Rows...)
	}
	return sheet, err
}

func (b board) backup(ctx context.Context, who settings.Asker, _, _ string) (settings.Done, error) {
	snap, err := b.Backup(ctx)
	return settings.Done{Message: b.say(who, "settings_copied", i18n.Params{"name": snap.Name})}, err
}

// started is zero for a moment nobody knows.
func started(at time.Time) settings.Value {
	if at.IsZero() {
		return settings.Value{}
	}
	return settings.When(at)
}
