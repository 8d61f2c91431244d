package main

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor"
)

// quarters is what the tutor may know of this place: one person's own things, and what is true for everybody.
type quarters struct {
	*Instance
	app *App
}

var _ tutor.House = quarters{}

func (q quarters) Role(ctx context.Context, owner core.Owner) (settings.Role, error) {
	p, err := q.People.Person(ctx, owner)
	return settings.Role(p.Role), err
}

func (q quarters) Grants(owner core.Owner) []core.Grant { return q.realm.For(owner) }

func (q quarters) Bulk() int { return q.Config.Policy.BulkThreshold }

// Fact reads one thing from the configuration or the host.
func (q quarters) Fact(_ context.Context, name, lang string) string {
	say := func(key string, params i18n.Params) string { return q.app.Messages.Say(lang, key, params) }
	switch name {
	case "level":
		local := *q.app
		local.Lang = lang
		said, _ := local.confinement(q.Host, q.Config.Sandbox.Mode)
		return said
	case "models":
		if len(q.Config.Models) == 0 {
			return say("fact_models_none", nil)
		}
	case "channels":
		names := []string{cliChannel}
		for _, c := range q.Config.Channels {
			names = append(names, c.Name())
		}
		return say("fact_channels", i18n.Params{"channels": strings.Join(names, ", ")})
	case "version":
		return say("fact_version", i18n.Params{"version": version})
	case "data":
		return say("fact_data", i18n.Params{"path": q.Config.Data})
	case "config":
		if q.Config.File == "" {
			return say("fact_config_builtin", nil)
		}
		return say("fact_config", i18n.Params{"path": q.Config.File})
	}
	return ""
}

func (q quarters) Deeds(_ context.Context, owner core.Owner, lang string, from, to time.Time) (deeds []tutor.Deed, err error) {
	list, err := q.past(owner, lang, from)
	for _, r := range list {
		if to.IsZero() || r.At.Before(to) {
			deeds = append(deeds, tutor.Deed{At: r.At, Text: r.asked, Ended: ended(r.Outcome).In(lang), Said: r.Outcome.Message, Changes: r.Outcome.Effects.Mutations})
		}
	}
	return deeds, err
}

func (q quarters) LeftOut(lang string) (out []string) {
	for _, r := range q.Catalog.Refused() {
		out = append(out, r.Name+": "+q.app.Messages.Sentence(lang, r.Err))
	}
	return out
}

// Page is an address of the page in the browser, which only its own channel opens.
func (q quarters) Page(channel, route string) string {
	for _, c := range q.Config.Channels {
		if c.Name() == channel && c.Type == "web" {
			return strings.TrimSuffix("/settings/"+route, "/")
		}
	}
	return ""
}

// begin offers what a person who does not know where to begin may say now.
func (in *Instance) begin(guide *tutor.Tutor) gateway.Method {
	return gateway.Method{Name: "catalog.suggestions", Role: people.Guest, Call: func(ctx context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
		var q struct {
			Lang string `json:"lang"`
		}
		if err := gateway.Params(params, &q); err != nil {
			return nil, err
		}
		lang := i18n.Language(cmp.Or(q.Lang, c.Person.Lang, in.Config.Locale.Language))
		t := core.Turn{Owner: c.Person.ID, Home: c.Person.Home, Channel: c.Channel, Lang: lang, Now: time.Now(), Zone: in.Config.Locale.Zone}
		return struct {
			Suggestions []string `json:"suggestions"`
		}{append([]string{}, guide.Begin(ctx, t, 6)...)}, nil
	}}
}
